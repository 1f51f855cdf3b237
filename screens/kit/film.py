"""Pictures of a game one after the other, as an animated GIF that is no larger than it may be."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, PngImagePlugin

from screens.kit.palette import Palette

FRAME, LAST = 1800, 6000
"""Milliseconds that a picture stands, and the last one."""
FOURTH = 4


class TooLarge(Exception):
    """A film that cannot be made small enough."""


def film(pngs: Sequence[bytes], palette: Palette, limit: int) -> bytes:
    """Return PNG files of one size as one GIF of at most `limit` bytes; raise TooLarge.

    Where the film is too large every fourth picture is left out, counted from the last.
    """
    pictures = [_opened(png, palette) for png in pngs]
    while len(made := _gif(pictures)) > limit:
        if len(pictures) == 1:
            raise TooLarge
        pictures = [p for n, p in enumerate(pictures[::-1]) if n % FOURTH != 1][::-1]
    return made


def _gif(frames: Sequence[Image.Image]) -> bytes:
    file = io.BytesIO()
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[*(FRAME for _ in frames[1:]), LAST],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _opened(png: bytes, palette: Palette) -> Image.Image:
    picture = PngImagePlugin.PngImageFile(io.BytesIO(png))
    picture.load()
    return palette.own(picture)
