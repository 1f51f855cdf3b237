"""Pictures of a game one after the other, as an animated GIF that is no larger than it may be."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, PngImagePlugin

from screens.kit.palette import Palette

FRAME, LAST = 1600, 5000
"""Milliseconds that a picture stands, and the last one."""
NARROWEST = 300
"""Pixels across below which nothing could be read."""


class TooLarge(Exception):
    """A film that cannot be made small enough."""


def film(pngs: Sequence[bytes], palette: Palette, limit: int) -> bytes:
    """Return PNG files as one GIF of at most `limit` bytes; raise TooLarge.

    All pictures are laid on the paper of the tallest; where the film is too large they shrink.
    """
    pictures = [_opened(png, palette) for png in pngs]
    width = max(picture.width for picture in pictures)
    while width >= NARROWEST:
        made = _gif(pictures, palette, width)
        if len(made) <= limit:
            return made
        width = width * 3 // 4
    raise TooLarge


def _gif(pictures: Sequence[Image.Image], palette: Palette, width: int) -> bytes:
    frames = _framed([_narrowed(picture, palette, width) for picture in pictures], palette)
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


def _framed(pictures: Sequence[Image.Image], palette: Palette) -> list[Image.Image]:
    width = max(picture.width for picture in pictures)
    height = max(picture.height for picture in pictures)
    frames = []
    for picture in pictures:
        frame = palette.canvas(width, height)
        frame.paste(picture, (0, 0))
        frames.append(frame)
    return frames


def _narrowed(picture: Image.Image, palette: Palette, width: int) -> Image.Image:
    if picture.width <= width:
        return picture
    size = width, max(1, picture.height * width // picture.width)
    return palette.flatten(picture.convert("RGB").resize(size, Image.Resampling.BOX))


def _opened(png: bytes, palette: Palette) -> Image.Image:
    picture = PngImagePlugin.PngImageFile(io.BytesIO(png))
    picture.load()
    # PNG leaves out colours at the palette's end that are not used.
    known = palette.canvas(1, 1).getpalette() or []
    if picture.mode == "P" and (found := picture.getpalette()) and found == known[: len(found)]:
        frame = palette.canvas(*picture.size)
        frame.paste(picture, (0, 0))
        return frame
    return palette.flatten(picture.convert("RGB"))
