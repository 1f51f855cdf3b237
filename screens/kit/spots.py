"""Where on a picture things lie, noted while they are drawn, and the ring around what matters."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PIL import Image, ImageDraw

from screens.kit.drawing import PAPER, Box

RING, LINE, ROUND = "#57e0ff", 9, 22
"""The ring's colour, width and radius; no game marks anything in this colour."""
AROUND = 4
"""Pixels between a thing and its ring."""
DARK = 3
"""Pixels of darkness on both sides of a ring's line."""
ROOM = AROUND + LINE + DARK
"""Pixels that a ring needs around a thing."""
_NOTES = "spots"
"""Under this key Pillow carries the notes along when a picture is copied or changes its mode."""


def note(on: Image.Image, name: str, box: Box) -> None:
    """Note on a picture where a thing of this name was drawn."""
    on.info[_NOTES] = {**noted(on), name: box}


def noted(picture: Image.Image) -> Mapping[str, Box]:
    """Return what was noted on a picture."""
    found: Mapping[str, Box] = picture.info.get(_NOTES, {})
    return found


def carried(on: Image.Image, part: Image.Image, left: int, top: int) -> None:
    """Note on a picture what was noted on a part of it that is put at this point."""
    for name, (x, y, right, bottom) in noted(part).items():
        note(on, name, (x + left, y + top, right + left, bottom + top))


def ringed(picture: Image.Image, names: Collection[str]) -> Image.Image:
    """Return a picture with a ring around each of the things of these names that it shows."""
    found = [box for name, box in noted(picture).items() if name in names]
    if not found:
        return picture
    marked = picture.copy()
    bright, dark = (_ink(marked, colour) for colour in (RING, PAPER))
    draw = ImageDraw.Draw(marked)
    for left, top, right, bottom in found:
        for wide, ink in ((LINE + 2 * DARK, dark), (LINE, bright)):
            out = AROUND + LINE + (wide - LINE) // 2
            x, y = max(0, left - out), max(0, top - out)
            corner = min(marked.width - 1, right + out), min(marked.height - 1, bottom + out)
            draw.rounded_rectangle((x, y, *corner), ROUND, outline=ink, width=wide)
    return marked


def _ink(picture: Image.Image, colour: str) -> int | str:
    """Return a colour as it is drawn with; a picture with a palette gets it there, where there is
    room, or else has the nearest one."""
    if picture.mode != "P" or picture.palette is None:
        return colour
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    flat = picture.getpalette() or []
    known = list(zip(flat[::3], flat[1::3], flat[2::3], strict=False))
    if (red, green, blue) not in known and len(known) < 256:
        known.append((red, green, blue))
        picture.putpalette([value for each in known for value in each])
    return min(
        range(len(known)),
        key=lambda i: sum((a - b) ** 2 for a, b in zip(known[i], (red, green, blue), strict=True)),
    )
