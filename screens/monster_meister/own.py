"""Paints a seat's own display large, beside it what the next decision needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.monster_meister.values import Front, View
from screens.kit import drawing
from screens.kit.drawing import GOLD, HIGHEST, PANEL, WIDTH, write
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.monster_meister import art, task_icons
from screens.monster_meister.display import (
    ACCENT,
    EDGE,
    TARGET,
    Grid,
    back_sprite,
    faces,
    front_sprite,
    named,
    span,
    targets,
)
from screens.monster_meister.painting import MARGIN, PALETTE
from screens.monster_meister.task_icons import Icon, Piece

SIDE = 232
"""The room beside the display."""
LARGEST = 172
"""Of a cell."""
CARD = 210
"""Of the card that is to be placed."""


def panel(studio: Studio, view: View, points: Sequence[str] = ()) -> Image.Image:
    """Paint the viewing seat's display; beside it the card to be placed, or what it has scored.

    `points`: the number and the word for it.
    """
    assert view.seat is not None
    shown = named(faces(view, view.seat)) | targets(view.free)
    around = span(shown)
    wide, high = WIDTH - SIDE - EDGE - 2 * MARGIN, HIGHEST - EDGE - 2 * MARGIN
    cell = min(LARGEST, wide // around.columns, high // around.rows)
    grid = Grid((MARGIN, MARGIN), around, cell, EDGE, called="cell")
    sheet = Sheet(studio, PALETTE, WIDTH, max(grid.height, 2 * CARD) + 2 * MARGIN)
    grid.paint(sheet, studio, shown)
    side = (WIDTH - MARGIN - SIDE, MARGIN + EDGE, WIDTH - MARGIN, sheet.picture.height - MARGIN)
    back = view.drawn_backs[view.seat]
    if view.drawn is not None and back is not None:
        sheet.part(("drawn", view.drawn, back), side, partial(_drawn, studio, view.drawn, back))
    else:
        pieces = _pieces(view, view.seat)
        sheet.part(("side", points, pieces), side, partial(_side, studio, points, pieces))
    return sheet.picture


def _drawn(studio: Studio, drawn: Front, back: int, on: Image.Image) -> None:
    """Paint the card that only its muddler sees, with its back, and that it has to go somewhere."""
    middle = on.width // 2
    drawing.panel(studio, on, (0, 0, on.width, CARD + 150), TARGET, 24, ACCENT, 5)
    drawing.middle(on, front_sprite(studio, drawn, CARD), middle, 16 + CARD // 2)
    drawing.middle(on, back_sprite(studio, back, 96), middle - 48, CARD + 84)
    arrow = studio.sprite(art.until_icon(), 72).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    drawing.middle(on, arrow, middle + 54, CARD + 84)


def _side(studio: Studio, points: Sequence[str], pieces: Sequence[Piece], on: Image.Image) -> None:
    """Paint what the seat has scored, and what it has still to do; a contest has neither."""
    if points or pieces:
        drawing.panel(studio, on, (0, 0, on.width, 300), PANEL)
    for text, y, size in zip(points, (70, 134), (84, 38), strict=False):
        write(studio, on, on.width // 2, y, text, size, GOLD, True, "mm", on.width - 12)
    start = (on.width - task_icons.length(studio, pieces, 56)) // 2
    task_icons.paint(studio, on, (start, 230 if points else 150), pieces, 56)


def _pieces(view: View, seat: Seat) -> tuple[Piece, ...]:
    """Return how many cards a seat still turns up, then the sign of its role."""
    if view.phase == "turn":
        return task_icons.left(view.task.until, view.to_turn[seat])
    roles = (("minus", view.memorisers), ("plus", view.muddlers))
    return tuple(Icon(art.role_icon(sign), 110) for sign, having in roles if seat in having)
