"""A legend: signs as pictures show them, each with what it means beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.studio import Studio

EDGE, GAP = 16, 8
COLUMNS, CELL = 2, 106
SIGN = 96
"""Room for a sign."""
SIZE, PITCH, LINES = 32, 34, 3


def legend(
    studio: Studio,
    palette: Palette,
    signs: Iterable[Image.Image],
    texts: Sequence[str],
    paper: str = drawing.PAPER,
) -> Image.Image:
    """Return signs with their texts, two beside each other; 1000 wide."""
    rows = -(-len(texts) // COLUMNS)
    on = drawing.canvas(WIDTH, 2 * EDGE + rows * (CELL + GAP) - GAP, paper)
    width = (WIDTH - 2 * EDGE - GAP) // COLUMNS
    for i, (sign, text) in enumerate(zip(signs, texts, strict=True)):
        left = EDGE + i % COLUMNS * (width + GAP)
        top = EDGE + i // COLUMNS * (CELL + GAP)
        drawing.panel(studio, on, (left, top, left + width, top + CELL), drawing.PANEL, 16)
        drawing.middle(on, sign, left + SIGN // 2 + 6, top + CELL // 2)
        _text(studio, on, left + SIGN + 14, top + CELL // 2, width - SIGN - 24, text)
    return palette.flatten(on)


def _text(studio: Studio, on: Image.Image, x: int, y: int, room: int, text: str) -> None:
    lines = lettering.wrap(studio.font(SIZE), text, room, LINES)
    for i, line in enumerate(lines):
        at = y + round((i - (len(lines) - 1) / 2) * PITCH)
        drawing.write(studio, on, x, at, line, SIZE, room=room)
