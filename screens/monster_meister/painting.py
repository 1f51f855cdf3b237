"""Paints the pictures of Monster Meister: the table, one's own display, the final count, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.monster_meister.box import MeisterBox, Task
from engine.monster_meister.cells import free_cells, start_cells
from engine.monster_meister.values import ROUNDS, STRAY, Cell, Front, Property, View
from screens.kit import drawing
from screens.kit.drawing import DIM, PANEL, Box, canvas, write
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.monster_meister import art, task_icons
from screens.monster_meister.display import (
    ACCENT,
    TARGET,
    Face,
    Grid,
    Hidden,
    back_sprite,
    faces,
    front_sprite,
    laid_open,
    monsters,
    span,
    targets,
)
from screens.monster_meister.task_icons import Icon, Piece
from screens.wording import signed

PALETTE = Palette.of("monster_meister")
WIDTH = 1000
MARGIN = 14
HEAD = 104
BAR = 62
RIM = 6
"""Of a pane that is lit."""
EDGE = 62

Labels = Mapping[str, str]
"""Words in pictures: "points" is the short form of monster points."""


def board(
    studio: Studio,
    box: MeisterBox,
    view: View,
    names: Sequence[str],
    labels: Labels,
    hidden: Sequence[Hidden] = (),
) -> Image.Image:
    """Paint the table as everybody sees it: the task, and every display.

    Nothing of the view that one seat sees alone is used, so any seat's view gives the same. After
    the end it can be painted with what was `hidden`, by seat.
    """
    panes = _panes(view, HEAD + 2 * MARGIN, BAR, hidden)
    sheet = Sheet(studio, PALETTE, WIDTH, panes[-1].bottom + MARGIN)
    named = tuple(naming.property for naming in view.contest.named) if view.contest else ()
    key = ("head", view.task.id, named, view.round, view.pile, view.pile_back)
    head = (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + HEAD)
    sheet.part(key, head, partial(_head, studio, box, view, named))
    for pane, name in zip(panes, names, strict=True):
        pane.paint(sheet, studio, pane.seat in view.waiting)
        drawn = hidden[pane.seat].drawn if hidden else None
        facts = _facts(view, pane.seat, labels, drawn)
        sheet.part(
            ("bar", pane.seat, name, facts), pane.bar(),
            partial(_bar, studio, pane.seat, name, facts), PANEL,
        )  # fmt: skip
    return sheet.picture


def result(studio: Studio, view: View, names: Sequence[str], places: Sequence[int]) -> Image.Image:
    """Paint the end: all displays face up, a little back on each card, and what was counted."""
    panes = _panes(view, MARGIN, 2 * BAR)
    sheet = Sheet(studio, PALETTE, WIDTH, panes[-1].bottom + MARGIN)
    for pane, name in zip(panes, names, strict=True):
        pane.paint(sheet, studio, lit=False)
        place, count = (f"{places[pane.seat]}.",), _counted(view, pane.seat)
        sheet.part(
            ("place", pane.seat, name, place), pane.bar(),
            partial(_bar, studio, pane.seat, name, place), PANEL,
        )  # fmt: skip
        sheet.part(("count", count), pane.bar(1), partial(_strip, studio, count), PANEL)
    return sheet.picture


def panel(studio: Studio, view: View) -> Image.Image:
    """Paint the viewing seat's own display large, with the drawn card and where it may go."""
    assert view.seat is not None
    shown = faces(view, view.seat) | targets(view.free)
    around, head = span(shown), 0 if view.drawn is None else 300
    cell = min(176, (WIDTH - 2 * MARGIN - EDGE) // around.columns)
    left = (WIDTH - EDGE - cell * around.columns) // 2 - EDGE // 4
    grid = Grid((left, head + MARGIN), around, cell, EDGE)
    sheet = Sheet(studio, PALETTE, WIDTH, head + grid.height + 2 * MARGIN)
    grid.paint(sheet, studio, shown)
    back = view.drawn_backs[view.seat]
    if view.drawn is not None and back is not None:
        paint = partial(_drawn, studio, view.drawn, back)
        sheet.part(("drawn", view.drawn, back), (0, 0, WIDTH, head), paint)
    return sheet.picture


def cover(studio: Studio) -> Image.Image:
    """Paint monsters and backs in a row, which invite to a game."""
    size = 180
    picture = canvas(WIDTH, size + 2 * MARGIN)
    sprites = [
        studio.sprite(art.front(((colour, eyes),)), size)
        for colour, eyes in zip(art.COLOURS, (2, 1, 3, 4), strict=True)
    ]
    for place, sprite in enumerate((*sprites, back_sprite(studio, 0, size))):
        left = MARGIN + place * (WIDTH - 2 * MARGIN - size) // 4
        drawing.put(picture, sprite, left, MARGIN)
    return picture


def cards(studio: Studio) -> Image.Image:
    """Paint what is on cards: the colours' marks, what a double counts as, the backs."""
    picture = canvas(WIDTH, 3 * 240 + 2 * MARGIN)
    for index, colour in enumerate(art.COLOURS):
        sprite = studio.sprite(art.front(((colour, index + 1),)), 224)
        drawing.put(picture, sprite, MARGIN + 12 + index * 240, MARGIN + 8)
    pair = (("blue", 4), ("green", 1))
    pieces = (
        Icon(art.front(pair), 224), 30, "=", 30,
        Icon(art.front(pair[:1]), 190), 24, "+", 24, Icon(art.front(pair[1:]), 190),
    )  # fmt: skip
    task_icons.paint(studio, picture, (MARGIN + 100, MARGIN + 360), pieces, 90)
    for back in range(STRAY + 1):
        _icon(picture, back_sprite(studio, back, 170), MARGIN + 20 + back * 194, MARGIN + 600)
    return picture


def placement(studio: Studio) -> Image.Image:
    """Paint where a muddler may put its card: beside any card of a display that has grown."""
    gone, strays = {(0, 3), (1, 3)}, {(4, 1): STRAY, (4, 2): 1, (5, 2): STRAY}
    cells = dict.fromkeys((c for c in start_cells() if c not in gone), 0) | strays
    shown = {cell: Face(back=back) for cell, back in cells.items()}
    shown |= targets(free_cells(tuple(cells)))
    grid = Grid((20, MARGIN), span(shown), 148, EDGE)
    sheet = Sheet(studio, PALETTE, WIDTH, grid.height + 2 * MARGIN)
    grid.paint(sheet, studio, shown)
    return sheet.picture


def tasks(studio: Studio, box: MeisterBox) -> Image.Image:
    """Paint every task card once, in icons, in the order of the box."""
    row = HEAD + MARGIN
    picture = canvas(WIDTH, len(box.tasks) * row + MARGIN)
    for index, task in enumerate(box.tasks):
        top = MARGIN + index * row
        drawing.panel(studio, picture, (MARGIN, top, WIDTH - MARGIN, top + HEAD))
        pieces = task_icons.task_pieces(task)
        task_icons.paint(studio, picture, (MARGIN + 24, top + HEAD // 2), pieces)
    return picture


@dataclass(frozen=True, slots=True)
class _Pane:
    """The part of the board that belongs to one seat."""

    seat: Seat
    box: Box
    bars: int
    """The height of the lines above the cells."""
    cell: int
    shown: Mapping[Cell, Face]

    @property
    def bottom(self) -> int:
        """Just below the pane."""
        return self.box[3]

    def bar(self, line: int = 0) -> Box:
        """Return the box of a line above the cells."""
        left, top, right, _ = self.box
        top += RIM + line * BAR
        return left + MARGIN, top, right - MARGIN, top + BAR - RIM

    def paint(self, sheet: Sheet, studio: Studio, lit: bool) -> None:
        """Paint the pane, lit when the table waits for its seat, and the display in it."""
        sheet.part(("pane", lit), self.box, partial(_pane, studio, lit))
        around, (left, top, right, _) = span(self.shown), self.box
        start = left + (right - left - around.columns * self.cell) // 2
        Grid((start, top + self.bars), around, self.cell, paper=PANEL).paint(
            sheet, studio, self.shown
        )


def _panes(view: View, top: int, bars: int, hidden: Sequence[Hidden] = ()) -> list[_Pane]:
    """Return the seats' panes, two a row, all cells of one size."""
    displays = [
        laid_open(view, seat, hidden[seat]) if hidden else faces(view, seat)
        for seat in range(len(view.displays))
    ]
    width = (WIDTH - 3 * MARGIN) // 2
    cell = (width - 2 * MARGIN) // max(span(shown).columns for shown in displays)
    panes: list[_Pane] = []
    for first in range(0, len(displays), 2):
        row = displays[first : first + 2]
        high = bars + max(span(shown).rows for shown in row) * cell + MARGIN
        left = MARGIN if len(row) == 2 else (WIDTH - width) // 2
        for seat, shown in enumerate(row, first):
            panes.append(_Pane(seat, (left, top, left + width, top + high), bars, cell, shown))
            left += width + MARGIN
        top += high + MARGIN
    return panes


def _pane(studio: Studio, lit: bool, on: Image.Image) -> None:
    drawing.panel(studio, on, (0, 0, *on.size), edge=ACCENT if lit else "", line=RIM - 1)


def _head(
    studio: Studio, box: MeisterBox, view: View, named: Sequence[Property], on: Image.Image
) -> None:
    _pane(studio, False, on)
    middle = on.height // 2
    end = task_icons.paint(studio, on, (18, middle), (f"{view.round}/{ROUNDS}", 22), 38)
    pieces = task_icons.task_pieces(_task(box, view.task.id), named)
    task_icons.paint(studio, on, (end, middle), pieces, 42)
    if view.pile_back is not None:
        number = str(view.pile)
        write(studio, on, on.width - 78, middle, number, 38, DIM, True, "rm")
        _icon(on, back_sprite(studio, view.pile_back, 56), on.width - 70, middle)


def _bar(studio: Studio, seat: Seat, name: str, facts: Sequence[Piece], on: Image.Image) -> None:
    """Paint a seat's line: its back and its name, and the facts at the right end."""
    middle = on.height // 2
    _icon(on, back_sprite(studio, seat, 46), 0, middle)
    right = on.width - task_icons.length(studio, facts, 38)
    task_icons.paint(studio, on, (right, middle), facts, 38)
    shown = studio.drawable(name) or f"#{seat + 1}"
    write(studio, on, 56, middle, shown, 36, bold=True, room=right - 66)


def _strip(studio: Studio, pieces: Sequence[Piece], on: Image.Image) -> None:
    task_icons.paint(studio, on, (0, on.height // 2), pieces, 40)


def _facts(view: View, seat: Seat, labels: Labels, drawn: Front | None) -> tuple[Piece, ...]:
    return (*_answer(view, seat), *_scored(view, seat, labels, drawn))


def _answer(view: View, seat: Seat) -> list[Piece]:
    """Return whether a seat has shown in a contest what was named."""
    if view.contest is None or view.phase not in ("name", "turn"):
        return []
    if seat in view.contest.shown:
        return [Icon(art.tick_icon(), 44)]
    if seat in view.contest.missed or seat not in view.contest.still_in:
        return [Icon(art.miss_icon(), 44)]
    return []


def _scored(view: View, seat: Seat, labels: Labels, drawn: Front | None) -> list[Piece]:
    """Return a seat's points, its role, the card it drew (the back), and whether it has looked."""
    facts: list[Piece] = []
    if view.points is not None:
        facts += [f"{signed(view.points[seat])} {labels['points']}", 6]
    if seat in view.memorisers:
        facts += [Icon(art.role_icon("minus"), 48)]
    if seat in view.muddlers:
        facts += [Icon(art.role_icon("plus"), 48)]
    back = view.drawn_backs[seat]
    if back is not None:
        facts += [Icon(art.back(art.BACKS[back]), 44)]
    if drawn is not None:
        facts += [Icon(art.front(monsters(drawn)), 56)]
    if seat in view.looked:
        facts += [Icon(art.tick_icon(), 44)]
    return facts


def _counted(view: View, seat: Seat) -> tuple[Piece, ...]:
    count = view.counts[seat]
    own, heads = (
        Icon(art.back(art.BACKS[seat]), 48),
        Icon(art.head_icon(), 54),
    )
    eyes = Icon(art.eye_icon(), 46)
    return own, 8, f"{count.own}", 30, heads, 8, f"{count.monsters}", 30, eyes, 8, f"{count.eyes}"


def _drawn(studio: Studio, drawn: Front, back: int, on: Image.Image) -> None:
    """Paint the card that only its muddler sees, its back, and that it has to go somewhere."""
    _icon(on, back_sprite(studio, back, 220), 280, 160)
    _icon(on, front_sprite(studio, drawn, 270), 110, 150)
    _icon(on, studio.sprite(art.until_icon(), 110), 570, 160)
    drawing.panel(studio, on, (730, 60, 930, 260), TARGET, 25, ACCENT, 5)
    write(studio, on, 830, 160, "?", 90, bold=True, anchor="mm")


def _icon(picture: Image.Image, sprite: Image.Image, left: int, middle: int) -> None:
    drawing.put(picture, sprite, left, middle - sprite.height // 2)


def _task(box: MeisterBox, id: str) -> Task:
    return next(task for task in box.tasks if task.id == id)
