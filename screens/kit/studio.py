"""One painter's room a bot: fonts, rasterised drawings and finished stamps, in bounded caches."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Hashable
from typing import TypeAlias

from cachetools import LRUCache
from PIL import Image, ImageFont, PngImagePlugin

from screens.kit import lettering

Font: TypeAlias = ImageFont.FreeTypeFont

STAMPS_BYTES = 12 * 1024 * 1024
"""What all cached pictures may weigh together."""
NAMES_KEPT = 512


class Studio:
    """Holds everything painters keep between two pictures. Safe to use from several threads."""

    def __init__(self, limit: int = STAMPS_BYTES) -> None:
        self._limit = limit
        self._stamps: LRUCache[Hashable, Image.Image] = LRUCache(limit, weigh)
        self._fonts: dict[tuple[int, bool], Font] = {}
        self._names: LRUCache[str, str | None] = LRUCache(NAMES_KEPT)
        self._lock = threading.RLock()

    @property
    def weight(self) -> int:
        """The bytes of all cached pictures."""
        return int(self._stamps.currsize)

    def sprite(self, svg: str, width: int) -> Image.Image:
        """Return an SVG drawing as an RGBA picture of this width; do not change it."""
        return self.stamp((svg, width), lambda: rasterise(svg, width))

    def stamp(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Return the picture kept under a key, made when it is missing; do not change it."""
        with self._lock:
            found = self._stamps.get(key)
            if found is None:
                found = make()
                if weigh(found) <= self._limit:
                    self._stamps[key] = found
            return found

    def font(self, size: int, bold: bool = False) -> Font:
        """Return the bot's font; sizes in pixels."""
        with self._lock:
            if (size, bold) not in self._fonts:
                self._fonts[size, bold] = lettering.load(size, bold)
            return self._fonts[size, bold]

    def drawable(self, name: str) -> str | None:
        """Return a name as the font can write it, or None: then show the seat's number instead."""
        with self._lock:
            if name not in self._names:
                self._names[name] = lettering.drawable(self.font(32), name)
            return self._names[name]

    def png(self, picture: Image.Image) -> bytes:
        """Return a picture as a PNG file; equal pictures give equal bytes."""
        return png(picture)


def rasterise(svg: str, width: int) -> Image.Image:
    """Return an SVG drawing as an RGBA picture of this width, without text."""
    import resvg_py  # only a bot that paints needs it in memory

    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    picture = PngImagePlugin.PngImageFile(io.BytesIO(data))
    picture.load()
    return picture.convert("RGBA")


def weigh(picture: Image.Image) -> int:
    """Return the bytes a picture takes in memory."""
    return picture.width * picture.height * len(picture.getbands())


def png(picture: Image.Image) -> bytes:
    """Return a picture as a PNG file of at most 256 colours; equal pictures give equal bytes."""
    flat = picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    flat.save(file, "PNG", compress_level=6)
    return file.getvalue()
