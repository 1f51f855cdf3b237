"""One painter's room a bot: fonts, rasterised drawings and finished stamps, in bounded caches."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import TypeAlias

from cachetools import LRUCache
from PIL import Image, ImageFont

from screens.kit import encoding, lettering
from screens.kit.lettering import Line
from screens.kit.raster import Portfolio, digest, rasterise
from screens.kit.shelf import Shelf

Font: TypeAlias = "ImageFont.FreeTypeFont"
Pictures: TypeAlias = "LRUCache[Hashable, Image.Image]"

STAMPS_BYTES = 6 * 1024 * 1024
"""What drawings at hand may weigh together."""
PARTS_BYTES = 12 * 1024 * 1024
"""What parts of pictures may weigh together: those of a dozen tables. With 4 MiB a picture at so
many takes a quarter more."""
NAMES_KEPT = 512
LINES_KEPT = 2048


class Studio:
    """Holds everything painters keep between two pictures. Safe to use from several threads."""

    def __init__(
        self,
        stamps: int = STAMPS_BYTES,
        parts: int = PARTS_BYTES,
        shelf: Shelf | None = None,
        portfolio: Portfolio | None = None,
    ) -> None:
        self._stamps: Pictures = LRUCache(stamps, weigh)
        self._parts: Pictures = LRUCache(parts, weigh)
        self._fonts: dict[tuple[int, bool], Font] = {}
        self._shelf = shelf or Shelf()
        self.rasterise = portfolio.picture if portfolio else rasterise
        """From an SVG drawing without text and a width to an RGBA picture, free to be changed."""
        self._names: LRUCache[str, str | None] = LRUCache(NAMES_KEPT)
        self._lines: LRUCache[Hashable, Line] = LRUCache(LINES_KEPT)
        self._lock = threading.RLock()

    @property
    def weight(self) -> int:
        """The bytes of all pictures in memory."""
        return int(self._stamps.currsize + self._parts.currsize)

    def sprite(self, svg: str, width: int) -> Image.Image:
        """Return an SVG drawing as an RGBA picture of this width; do not change it."""
        return self.stamp(digest(svg, width), lambda: self.rasterise(svg, width))

    def stamp(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Return the drawing kept under a key, made when it is missing; do not change it."""
        return self._kept(self._stamps, key, lambda: self.packed(key, make))

    def part(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Return the part of a picture kept under a key, made when it is missing."""
        return self._kept(self._parts, key, make)

    def packed(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Return a drawing that is kept packed only, because it is large or seldom wanted."""
        with self._lock:
            found = self._shelf.take(key)
            if found is None:
                found = make()
                self._shelf.put(key, found)
            return found

    def _kept(self, cache: Pictures, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        with self._lock:
            found = cache.get(key)
            if found is None:
                found = make()
                if weigh(found) <= cache.maxsize:
                    cache[key] = found
            return found

    def font(self, size: int, bold: bool = False) -> Font:
        """Return the bot's font; sizes in pixels."""
        with self._lock:
            if (size, bold) not in self._fonts:
                self._fonts[size, bold] = lettering.load(size, bold)
            return self._fonts[size, bold]

    def line(self, text: str, size: int, bold: bool, anchor: str, room: int | None) -> Line:
        """Return a line of text ready to be pasted, cut to `room` pixels when given."""
        key = (text, size, bold, anchor, room)
        with self._lock:
            if key not in self._lines:
                self._lines[key] = lettering.line(self.font(size, bold), text, anchor, room)
            return self._lines[key]

    def drawable(self, name: str) -> str | None:
        """Return a name as the font can write it, or None: then show the seat's number instead."""
        with self._lock:
            if name not in self._names:
                self._names[name] = lettering.drawable(self.font(lettering.SIZE), name)
            return self._names[name]

    def png(self, picture: Image.Image) -> bytes:
        """Return a picture as a PNG file; equal pictures give equal bytes."""
        return encoding.png(picture)


def weigh(picture: Image.Image) -> int:
    """Return the bytes a picture takes in memory."""
    return picture.width * picture.height * len(picture.getbands())
