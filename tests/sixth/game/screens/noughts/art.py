"""Draws a cross, a nought and a monster, asleep and awake, as SVG in squares."""

from __future__ import annotations

from screens.kit.svg import document

SIDE = 100
CROSS, NOUGHT = "#ffd34d", "#5cc8ff"
FUR, SHADE, INK = "#9b7bd8", "#6b4fa8", "#221b38"
_SHUT = "M28 52Q36 60 44 52M56 52Q64 60 72 52M38 74H62"
_OPEN = "M30 48H42M58 48H70M30 66L40 78L50 66L60 78L70 66"


def mark(seat: int) -> str:
    """Return a seat's mark: the first has crosses, the second noughts."""
    return nought() if seat else cross()


def cross() -> str:
    """Return a cross."""
    return _stroked("M14 14L86 86M86 14L14 86", CROSS, 18)


def nought() -> str:
    """Return a nought."""
    return _stroked("M50 14A36 36 0 1 1 49.9 14Z", NOUGHT, 18)


def monster(awake: bool) -> str:
    """Return a monster's head."""
    body = f'<path d="M14 92L8 30L28 40Q50 22 72 40L92 30L86 92Z" fill="{FUR}"/>'
    rim = _path("M14 92L8 30L28 40Q50 22 72 40L92 30L86 92Z", SHADE, 5)
    return document(body + rim + _path(_OPEN if awake else _SHUT, INK, 6), SIDE, SIDE)


def _stroked(path: str, colour: str, width: int) -> str:
    return document(_path(path, colour, width), SIDE, SIDE)


def _path(path: str, colour: str, width: int) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
