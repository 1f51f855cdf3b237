"""Text in pictures: the font, what it can write, and fitting text into a width."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import font_roboto
from PIL import Image, ImageFont

ELLIPSIS = "…"
SIZE, KEPT = 32, 1024
"""In what size it is tried whether a name can be written, and of how many names that is known."""
NOWHERE = "\U0010fffd"
"""A character no font has: shows how a missing one looks."""


def load(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font in a size; the basic layout is the same on every machine."""
    path = font_roboto.font_files["RobotoBlack" if bold else "RobotoMedium"]
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def drawable(font: ImageFont.FreeTypeFont, name: str) -> str | None:
    """Return a name as this font can write it, or None when too little of it would be left.

    Ornamental letters become plain ones; emoji and the like are left out.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    visible = [c for c in plain if unicodedata.category(c) not in ("Cf", "Mn", "Me")]
    kept = [c for c in visible if c == " " or _has(font, c)]
    letters = [c for c in kept if c.isalnum()]
    wanted = [c for c in visible if c.isalnum()]
    if not letters or len(letters) < len(wanted):
        return None
    return " ".join("".join(kept).split())


@lru_cache(KEPT)
def writable(name: str) -> bool:
    """Return whether pictures can write a name."""
    return drawable(load(SIZE, False), name) is not None


def _has(font: ImageFont.FreeTypeFont, character: str) -> bool:
    if unicodedata.category(character)[0] in "CM":
        return False
    return _look(font, character) != _look(font, NOWHERE)


def _look(font: ImageFont.FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)


def width(font: ImageFont.FreeTypeFont, text: str) -> int:
    """Return how many pixels a line takes, overhanging ink included."""
    left, _, right, _ = font.getbbox(text)
    return int(max(right, font.getlength(text)) - min(left, 0)) + 1


def fit(font: ImageFont.FreeTypeFont, text: str, room: int) -> str:
    """Return the text, cut with an ellipsis when it is wider than `room` pixels."""
    if width(font, text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(font, text[:middle].rstrip() + ELLIPSIS) <= room:
            low = middle
        else:
            high = middle - 1
    cut = text[:low].rstrip()
    return cut + ELLIPSIS if cut else ""


def wrap(font: ImageFont.FreeTypeFont, text: str, room: int, most: int) -> list[str]:
    """Return a text in at most so many lines; the last one may still be too long. What a space
    joins that does not break stays in one line."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < most and width(font, longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text as a mask."""

    mask: Image.Image | None
    """None where nothing fits."""
    left: int
    """From the anchor's point to the mask's left edge."""
    top: int
    width: int
    """The pixels it takes, overhanging ink included."""


def line(font: ImageFont.FreeTypeFont, text: str, anchor: str, room: int | None) -> Line:
    """Return the text, cut to `room` pixels when given, as a mask around an anchor of Pillow's."""
    shown = text if room is None else fit(font, text, room)
    if not shown:
        return Line(None, 0, 0, 0)
    raw, (left, top) = font.getmask2(shown, "L", anchor=anchor)
    mask = Image.frombytes("L", raw.size, bytes(raw)) if all(raw.size) else None
    return Line(mask, left, top, width(font, shown))
