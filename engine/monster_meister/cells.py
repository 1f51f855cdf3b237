"""Where a card may be added to a display: the free cells within the floating frame."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import Illegal
from engine.monster_meister.values import FRAME, SIDE, Cell

_STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))


def start_cells() -> tuple[Cell, ...]:
    """Return the cells of a display at the beginning, in reading order."""
    return tuple((x, y) for y in range(SIDE) for x in range(SIDE))


def reading_order(cell: Cell) -> tuple[int, int]:
    """Return the key that sorts cells row by row."""
    return cell[1], cell[0]


def free_cells(taken: Collection[Cell]) -> tuple[Cell, ...]:
    """Return where a card may be added, in reading order.

    A free cell touches a lying card by a side, and the rectangle around all cards lying then
    spans at most FRAME × FRAME cells (rulebook 000, "Monsterfänger der Runde"). Cells of removed
    cards are empty like any other.
    """
    around = {(x + dx, y + dy) for x, y in taken for dx, dy in _STEPS}
    return tuple(sorted((c for c in around - set(taken) if _fits(taken, c)), key=reading_order))


def check_free(taken: Collection[Cell], cell: Cell) -> None:
    """Raise Illegal unless a card may be added on this cell."""
    x, y = cell
    if cell in taken:
        raise Illegal("monster_meister.error.occupied")
    if not any((x + dx, y + dy) in taken for dx, dy in _STEPS):
        raise Illegal("monster_meister.error.not_touching")
    if not _fits(taken, cell):
        raise Illegal("monster_meister.error.beyond_frame", n=FRAME)


def _fits(taken: Collection[Cell], cell: Cell) -> bool:
    return all(
        max(*axis, at) - min(*axis, at) < FRAME
        for axis, at in zip(zip(*taken, strict=True), cell, strict=True)
    )
