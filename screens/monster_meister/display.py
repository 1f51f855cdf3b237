"""Paints one display of Monster Meister: cards on their cells, with a letter and a number each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from PIL import Image

from engine.monster_meister.values import Cell, Front, View
from screens.kit.drawing import DIM, QUIET, Box, panel, put, write
from screens.kit.studio import Studio
from screens.monster_meister import art

ACCENT = "#a58bff"
TARGET = "#453a73"

FARTHEST = 3
"""How many columns or rows a display can drift from where it began.

A round brings a display one card or takes one. The third column beyond needs three cards more
and, to keep the frame of six, the first column's four gone: seven rounds. The fourth beyond
would need four and eight, more than the ten there are.
"""


@dataclass(frozen=True, slots=True)
class Span:
    """A rectangle of cells, both corners included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.bottom - self.top + 1


def column_label(column: int) -> str:
    """Return a column's letter; it never changes, however the frame floats."""
    return chr(ord("A") + column + FARTHEST)


def row_label(row: int) -> str:
    """Return a row's number; it never changes, however the frame floats."""
    return str(row + FARTHEST + 1)


def cell_label(cell: Cell) -> str:
    """Return a cell's name like D4, the top left cell of every display at the beginning."""
    return column_label(cell[0]) + row_label(cell[1])


def span(cells: Iterable[Cell]) -> Span:
    """Return the rectangle around these cells, at least one."""
    columns, rows = zip(*cells, strict=True)
    return Span(min(columns), min(rows), max(columns), max(rows))


def monsters(front: Front) -> tuple[tuple[str, int], ...]:
    """Return a front as the drawings want it."""
    return tuple((monster.colour, monster.eyes) for monster in front)


def front_sprite(studio: Studio, front: Front, side: int) -> Image.Image:
    """Return the picture of a card's front."""
    return studio.sprite(art.front(monsters(front)), side)


def back_sprite(studio: Studio, back: int, side: int) -> Image.Image:
    """Return the picture of a back, by the number of its set; strays' last."""
    return studio.sprite(art.back(art.BACKS[back]), side)


def shown_cells(view: View, seat: int) -> set[Cell]:
    """Return the cells of a seat that hold a card or held one that was removed this round."""
    lying = {spot.cell for spot in view.displays[seat]}
    return lying | {gone.cell for gone in view.removed if gone.seat == seat}


class Grid:
    """Where the cells of one display are on a picture."""

    def __init__(self, at: tuple[int, int], span: Span, cell: int, edge: int) -> None:
        """`at` is the top left corner, `edge` the room for the letters and numbers."""
        self._at, self._span, self.cell, self._edge = at, span, cell, edge

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, edges included."""
        columns, rows = self._span.columns, self._span.rows
        return self._edge + columns * self.cell, self._edge + rows * self.cell

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the top left corner of a cell."""
        x = self._at[0] + self._edge + (cell[0] - self._span.left) * self.cell
        return x, self._at[1] + self._edge + (cell[1] - self._span.top) * self.cell

    def paint(self, studio: Studio, picture: Image.Image, view: View, seat: int) -> None:
        """Paint a seat's cards as everybody sees them, its holes, and the edges."""
        self.edges(studio, picture)
        taken = {spot.cell for spot in view.displays[seat]}
        self.holes(studio, picture, taken)
        side = self.cell - self.gap
        for spot in view.displays[seat]:
            if spot.front is None:
                self.put(picture, back_sprite(studio, spot.back, side), spot.cell)
                continue
            self.put(picture, front_sprite(studio, spot.front, side), spot.cell)
            if view.phase == "over":
                self._small_back(studio, picture, spot.cell, spot.back)
        for gone in view.removed:
            if gone.seat == seat and gone.cell not in taken:
                self.put(picture, _gone(studio, gone.front, side), gone.cell)

    @property
    def gap(self) -> int:
        """The room between two cards."""
        return max(4, self.cell // 22)

    def put(self, picture: Image.Image, sprite: Image.Image, cell: Cell) -> None:
        """Lay a card's picture on a cell."""
        x, y = self.corner(cell)
        put(picture, sprite, x + self.gap // 2, y + self.gap // 2)

    def targets(self, studio: Studio, picture: Image.Image, names: Mapping[Cell, str]) -> None:
        """Mark the cells where a card may be put, each with a name."""
        size = max(34, self.cell * 3 // 10)
        for cell, name in names.items():
            panel(studio, picture, self._inner(cell), TARGET, self.cell // 8, ACCENT, 5)
            x, y = self.corner(cell)
            half = self.cell // 2
            write(studio, picture, x + half, y + half, name, size, bold=True, anchor="mm")

    def _small_back(self, studio: Studio, picture: Image.Image, cell: Cell, back: int) -> None:
        side = self.cell * 28 // 100
        sprite = back_sprite(studio, back, side)
        x, y = self.corner(cell)
        put(picture, sprite, x + (self.cell - side) // 2, y + self.cell - side)

    def holes(self, studio: Studio, picture: Image.Image, taken: Collection[Cell]) -> None:
        """Outline the cells of the span that hold no card."""
        for column in range(self._span.left, self._span.right + 1):
            for row in range(self._span.top, self._span.bottom + 1):
                if (column, row) not in taken:
                    box = self._inner((column, row))
                    panel(studio, picture, box, radius=self.cell // 8, edge=QUIET, line=3)

    def _inner(self, cell: Cell) -> Box:
        x, y = self.corner(cell)
        inset, side = self.gap // 2 + 2, self.cell - self.gap - 4
        return x + inset, y + inset, x + inset + side, y + inset + side

    def edges(self, studio: Studio, picture: Image.Image) -> None:
        """Write the letters of the columns and the numbers of the rows."""
        size, middle = max(34, self._edge * 7 // 10), self._edge // 2
        for column in range(self._span.left, self._span.right + 1):
            x, _ = self.corner((column, self._span.top))
            at = (x + self.cell // 2, self._at[1] + middle)
            write(studio, picture, *at, column_label(column), size, DIM, True, "mm")
        for row in range(self._span.top, self._span.bottom + 1):
            _, y = self.corner((self._span.left, row))
            at = (self._at[0] + middle, y + self.cell // 2)
            write(studio, picture, *at, row_label(row), size, DIM, True, "mm")


def _gone(studio: Studio, front: Front, side: int) -> Image.Image:
    def make() -> Image.Image:
        faded = front_sprite(studio, front, side).copy()
        faded.putalpha(faded.getchannel("A").point(lambda a: a * 45 // 100))
        cross = studio.sprite(art.cross_icon(), side)
        return Image.alpha_composite(faded, cross)

    return studio.stamp(("monster_meister gone", monsters(front), side), make)
