"""Paints one display of Monster Meister: cards on their cells, named like those of a chart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from PIL import Image, ImageChops

from engine.monster_meister.values import Cell, Front, Spot, View
from screens.kit.drawing import DIM, PAPER, QUIET, Box, panel, pill, put, write
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.monster_meister import art

ACCENT = "#a58bff"
TARGET = "#453a73"
EDGE = 56
"""The room for letters and numbers beside a display."""
NAME = 38
"""Pixels of a cell's name."""


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

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        across, down = range(self.left, self.right + 1), range(self.top, self.bottom + 1)
        return [(column, row) for row in down for column in across]


@dataclass(frozen=True, slots=True)
class Face:
    """What is to be seen on a cell; nothing at all: a hole."""

    front: Front | None = None
    back: int | None = None
    """The set of a card that lies face down; of one that lies face up where it is to be seen."""
    gone: bool = False
    """Whether the front is of a card that was removed in this round."""
    down: bool = False
    """Whether the card lies face down, and its front is laid open all the same."""
    target: bool = False
    """Whether a card may be put on the cell."""
    name: str = ""
    """The cell's name, written where no front is to be seen."""


def column_label(column: int) -> str:
    """Return a column's letter: D to G at the beginning, so that there are three on either side.

    It never changes, however the frame floats. A round brings a display one card or takes one.
    The third column beyond needs three cards more and, to keep the frame of six, the first
    column's four gone: seven rounds. The fourth beyond would need more than the ten there are.
    """
    return chr(ord("D") + column)


def row_label(row: int) -> str:
    """Return a row's number, which never changes: 4 to 7 at the beginning, as D is the fourth."""
    return str(row + 4)


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


def faces(view: View, seat: int) -> dict[Cell, Face]:
    """Return what everybody sees on a seat's cells: its cards, and what it removed just now. On a
    card face up its back too where it is not the seat's own, at the end always."""
    gone = {g.cell: Face(g.front, gone=True) for g in view.removed if g.seat == seat}
    own = None if view.phase == "over" else seat
    return gone | {spot.cell: _face(spot, own) for spot in view.displays[seat]}


def _face(spot: Spot, own: int | None) -> Face:
    plain = spot.front is not None and spot.back == own
    return Face(spot.front, None if plain else spot.back)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody, or one seat alone, sees of a seat's cards, to be laid open after the end."""

    fronts: Mapping[Cell, Front]
    """Of the cards that lie face down."""
    drawn: Front | None
    """Of the card that is drawn and not yet placed."""


def laid_open(view: View, seat: int, hidden: Hidden) -> dict[Cell, Face]:
    """Return a seat's cells with the fronts of all cards."""
    backs = {spot.cell: spot.back for spot in view.displays[seat]}
    down = {c: Face(front, backs[c], down=True) for c, front in hidden.fronts.items()}
    return faces(view, seat) | down


def targets(free: Iterable[Cell]) -> dict[Cell, Face]:
    """Return the cells where a card may be put, each with its name."""
    return {cell: Face(target=True, name=cell_label(cell)) for cell in free}


def named(faces: Mapping[Cell, Face]) -> dict[Cell, Face]:
    """Return cells with the names of those that lie face down, as buttons have them."""
    return {
        cell: replace(face, name=cell_label(cell)) if face.front is None else face
        for cell, face in faces.items()
    }


class Grid:
    """Where the cells of one display are on a picture."""

    def __init__(
        self,
        at: tuple[int, int],
        span: Span,
        cell: int,
        edge: int = 0,
        paper: str = PAPER,
        called: str = "",
    ) -> None:
        """`at` is the top left corner, `edge` the room for letters and numbers, 0: without;
        cells are noted by their names behind this, where it is given."""
        self._at, self._span, self._cell, self._edge = at, span, cell, edge
        self._paper, self._called = paper, called

    @property
    def height(self) -> int:
        """In pixels, edge included."""
        return self._edge + self._span.rows * self._cell

    def paint(self, sheet: Sheet, studio: Studio, faces: Mapping[Cell, Face]) -> None:
        """Paint what is on the cells, and the edges when there is room for them."""
        for cell in self._span.cells:
            face = faces.get(cell, Face())
            paint = partial(_paint, studio, face)
            sheet.part((face, self._paper), self._box(cell), paint, self._paper)
            if self._called:
                note(sheet.picture, f"{self._called}.{cell_label(cell)}", self._box(cell))
        if self._edge:
            self._edges(sheet, studio)

    def _box(self, cell: Cell) -> Box:
        x = self._at[0] + self._edge + (cell[0] - self._span.left) * self._cell
        y = self._at[1] + self._edge + (cell[1] - self._span.top) * self._cell
        return x, y, x + self._cell, y + self._cell

    def _edges(self, sheet: Sheet, studio: Studio) -> None:
        left, top = self._at
        for column in range(self._span.left, self._span.right + 1):
            x, _, right, _ = self._box((column, 0))
            self._edge_part(sheet, studio, column_label(column), (x, top, right, top + self._edge))
        for row in range(self._span.top, self._span.bottom + 1):
            _, y, _, bottom = self._box((0, row))
            self._edge_part(sheet, studio, row_label(row), (left, y, left + self._edge, bottom))

    def _edge_part(self, sheet: Sheet, studio: Studio, label: str, box: Box) -> None:
        def paint(on: Image.Image) -> None:
            write(studio, on, on.width // 2, on.height // 2, label, NAME, DIM, True, "mm")

        sheet.part(("edge", label), box, paint, self._paper)


def _paint(studio: Studio, face: Face, on: Image.Image) -> None:
    """Paint a cell: a card, one that is gone, a target, or a hole."""
    gap = max(4, on.width // 22)
    side, at = on.width - gap, (gap // 2, gap // 2)
    if face.front is not None:
        shown = _gone if face.gone else front_sprite
        put(on, shown(studio, face.front, side), *at, 0.45 if face.down else 1.0)
        if face.back is not None:
            small = back_sprite(studio, face.back, on.width * 36 // 100)
            put(on, small, on.width - small.width, 0)
    elif face.back is not None:
        put(on, back_sprite(studio, face.back, side), *at)
        if face.name:
            _tag(studio, face.name, on)
    else:
        _open(studio, face, gap, on)


def _tag(studio: Studio, name: str, on: Image.Image) -> None:
    """Write a cell's name into the lower right corner of a card."""
    size, width = NAME, on.width
    taken = studio.line(name, size, True, "ls", None).width + round(size * 0.7)
    pill(studio, on, width - taken - 8, width - size * 7 // 10 - 8, name, size, art.INK)


def _open(studio: Studio, face: Face, gap: int, on: Image.Image) -> None:
    """Paint a free cell, with its name where a card may be put."""
    middle = on.width // 2
    inner = (gap, gap, on.width - gap, on.width - gap)
    if not face.target:
        panel(studio, on, inner, radius=on.width // 8, edge=QUIET, line=3)
        return
    panel(studio, on, inner, TARGET, on.width // 8, ACCENT, 5)
    write(
        studio, on, middle, middle, face.name, 48, bold=True, anchor="mm", room=on.width - 2 * gap
    )


def _gone(studio: Studio, front: Front, side: int) -> Image.Image:
    """Return a removed card: faint and crossed."""
    faded = front_sprite(studio, front, side).copy()
    fainter = Image.new("L", faded.size, 255 * 45 // 100)
    faded.putalpha(ImageChops.multiply(faded.getchannel("A"), fainter))
    return Image.alpha_composite(faded, studio.sprite(art.cross_icon(), side))
