"""Paints the pictures of Monster Meister: the table, one's own display, the final count, rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from engine.contract import Seat
from engine.monster_meister.box import MeisterBox, Task
from engine.monster_meister.cells import free_cells, start_cells
from engine.monster_meister.values import ROUNDS, STRAY, Cell, Front, View
from screens.kit import drawing, lettering
from screens.kit.drawing import DIM, Box, canvas, write
from screens.kit.studio import Studio
from screens.monster_meister import art, task_icons
from screens.monster_meister.display import (
    ACCENT,
    Grid,
    Span,
    back_sprite,
    cell_label,
    front_sprite,
    shown_cells,
    span,
)
from screens.monster_meister.task_icons import Icon

WIDTH = 1000
MARGIN = 14
HEAD = 104
BAR = 62
EDGE = 42

Labels = Mapping[str, str]
"""Words in pictures: "points" is the short form of monster points."""


def board(
    studio: Studio, box: MeisterBox, view: View, names: Sequence[str], labels: Labels
) -> Image.Image:
    """Paint the table as everybody sees it: the task, and every display with its coordinates.

    Nothing of the view that one seat sees alone is used, so any seat's view gives the same.
    """
    picture, panes = _table(view, HEAD + 2 * MARGIN, BAR)
    _task_head(studio, picture, box, view)
    for seat, pane in enumerate(panes):
        pane.paint(studio, picture, view, seat)
        _bar(studio, picture, seat, pane, names[seat], _facts(view, seat, labels))
    return picture


def result(studio: Studio, view: View, names: Sequence[str], places: Sequence[int]) -> Image.Image:
    """Paint the end: all displays face up, a little back on each card, and what was counted."""
    picture, panes = _table(view, MARGIN, 2 * BAR)
    for seat, pane in enumerate(panes):
        pane.paint(studio, picture, view, seat)
        _bar(studio, picture, seat, pane, names[seat], (f"{places[seat]}.",))
        at = (pane.left + 14, pane.top + BAR * 3 // 2)
        task_icons.paint(studio, picture, at, _counted(view, seat), 40)
    return picture


def panel(studio: Studio, view: View) -> Image.Image:
    """Paint the viewing seat's own display large, with the drawn card and where it may go."""
    assert view.seat is not None
    cells = shown_cells(view, view.seat) | set(view.free)
    around, edge, head = span(cells), 62, 0 if view.drawn is None else 300
    cell = min(200, (WIDTH - 2 * MARGIN - edge) // around.columns)
    free_room = WIDTH - edge - cell * around.columns
    grid = Grid((free_room // 2 - edge // 4, head + MARGIN), around, cell, edge)
    picture = canvas(WIDTH, head + grid.size[1] + 2 * MARGIN)
    grid.paint(studio, picture, view, view.seat)
    grid.targets(studio, picture, _named(view.free))
    if view.drawn is not None:
        _drawn_head(studio, picture, view, view.drawn)
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
    free = free_cells(tuple(cells))
    around = span((*cells, *free))
    grid = Grid((20, MARGIN), around, 148, 62)
    picture = canvas(WIDTH, grid.size[1] + 2 * MARGIN)
    grid.edges(studio, picture)
    for cell, back in cells.items():
        grid.put(picture, back_sprite(studio, back, grid.cell - grid.gap), cell)
    grid.targets(studio, picture, _named(free))
    return picture


def tasks(studio: Studio, box: MeisterBox) -> Image.Image:
    """Paint every task card once, in icons, in the order of the box."""
    row = HEAD + MARGIN
    picture = canvas(WIDTH, len(box.tasks) * row + MARGIN)
    for index, task in enumerate(box.tasks):
        top = MARGIN + index * row
        _pane(studio, picture, (MARGIN, top, WIDTH - MARGIN, top + HEAD))
        pieces = task_icons.task_pieces(task)
        task_icons.paint(studio, picture, (MARGIN + 24, top + HEAD // 2), pieces)
    return picture


class _Pane:
    """The part of the board that belongs to one seat."""

    def __init__(self, at: tuple[int, int], size: tuple[int, int], grid: Grid) -> None:
        self.left, self.top = at
        self.right, self.bottom = at[0] + size[0], at[1] + size[1]
        self._grid = grid

    def paint(self, studio: Studio, picture: Image.Image, view: View, seat: Seat) -> None:
        """Paint the pane, lit when the table waits for its seat, and the display in it."""
        _pane(studio, picture, (self.left, self.top, self.right, self.bottom), seat in view.waiting)
        self._grid.paint(studio, picture, view, seat)


def _table(view: View, top: int, bar: int) -> tuple[Image.Image, list[_Pane]]:
    """Return an empty picture and the seats' panes on it, two a row, all cells of one size."""
    spans = [span(shown_cells(view, seat)) for seat in range(len(view.displays))]
    width = (WIDTH - 3 * MARGIN) // 2
    cell = (width - EDGE - MARGIN) // max(around.columns for around in spans)
    panes: list[_Pane] = []
    for first in range(0, len(spans), 2):
        row = spans[first : first + 2]
        high = bar + EDGE + max(around.rows for around in row) * cell + MARGIN
        left = MARGIN if len(row) == 2 else (WIDTH - width) // 2
        for around in row:
            grid = Grid((left, top + bar), around, cell, EDGE)
            panes.append(_Pane((left, top), (width, high), grid))
            left += width + MARGIN
        top += high + MARGIN
    return canvas(WIDTH, top), panes


def _pane(studio: Studio, picture: Image.Image, box: Box, lit: bool = False) -> None:
    drawing.panel(studio, picture, box, edge=ACCENT if lit else "", line=5)


def _task_head(studio: Studio, picture: Image.Image, box: MeisterBox, view: View) -> None:
    _pane(studio, picture, (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + HEAD))
    middle = MARGIN + HEAD // 2
    task = _task(box, view.task.id)
    named = [naming.property for naming in view.contest.named] if view.contest else []
    counter = f"{view.round}/{ROUNDS}"
    end = task_icons.paint(studio, picture, (MARGIN + 18, middle), (counter, 22), 38)
    task_icons.paint(studio, picture, (end, middle), task_icons.task_pieces(task, named), 42)
    if view.pile_back is not None:
        number = str(view.pile)
        left = WIDTH - MARGIN - 78 - lettering.width(studio.font(38, True), number)
        write(studio, picture, left, middle, number, 38, DIM, True)
        _icon(picture, back_sprite(studio, view.pile_back, 56), WIDTH - MARGIN - 70, middle)


def _bar(
    studio: Studio,
    picture: Image.Image,
    seat: Seat,
    pane: _Pane,
    name: str,
    facts: Sequence[task_icons.Piece],
) -> None:
    """Paint a seat's line: its back and its name, and the facts at the right end."""
    middle = pane.top + BAR // 2 + 2
    _icon(picture, back_sprite(studio, seat, 46), pane.left + 12, middle)
    right = pane.right - 14 - task_icons.length(studio, facts, 38)
    task_icons.paint(studio, picture, (right, middle), facts, 38)
    shown, room = studio.drawable(name) or f"#{seat + 1}", right - pane.left - 80
    write(studio, picture, pane.left + 68, middle, shown, 36, bold=True, room=room)


def _facts(view: View, seat: Seat, labels: Labels) -> list[task_icons.Piece]:
    facts: list[task_icons.Piece] = []
    if view.contest is not None and view.phase in ("name", "turn"):
        if seat in view.contest.shown:
            facts += [Icon(art.tick_icon(), 44)]
        elif seat in view.contest.missed or seat not in view.contest.still_in:
            facts += [Icon(art.miss_icon(), 44)]
    if view.points is not None:
        facts += [f"{view.points[seat]} {labels['points']}".replace("-", "−"), 6]
    if seat in view.memorisers:
        facts += [Icon(art.role_icon("minus"), 48)]
    if seat in view.muddlers:
        facts += [Icon(art.role_icon("plus"), 48)]
    drawn = view.drawn_backs[seat]
    if drawn is not None:
        facts += [Icon(art.back(art.BACKS[drawn]), 44)]
    if seat in view.looked:
        facts += [Icon(art.tick_icon(), 44)]
    return facts


def _counted(view: View, seat: Seat) -> tuple[task_icons.Piece, ...]:
    count = view.counts[seat]
    own, heads = (
        Icon(art.back(art.BACKS[seat]), 48),
        Icon(art.head_icon(), 54),
    )
    eyes = Icon(art.eye_icon(), 46)
    return own, 8, f"{count.own}", 30, heads, 8, f"{count.monsters}", 30, eyes, 8, f"{count.eyes}"


def _drawn_head(studio: Studio, picture: Image.Image, view: View, drawn: Front) -> None:
    assert view.seat is not None
    back = view.drawn_backs[view.seat]
    assert back is not None
    _icon(picture, back_sprite(studio, back, 220), 280, 160)
    _icon(picture, front_sprite(studio, drawn, 270), 110, 150)
    _icon(picture, studio.sprite(art.until_icon(), 110), 570, 160)
    target = Grid((730, 60), Span(0, 0, 0, 0), 200, 0)
    target.targets(studio, picture, {(0, 0): "?"})


def _named(cells: Iterable[Cell]) -> dict[Cell, str]:
    return {cell: cell_label(cell) for cell in cells}


def _icon(picture: Image.Image, sprite: Image.Image, left: int, middle: int) -> None:
    drawing.put(picture, sprite, left, middle - sprite.height // 2)


def _task(box: MeisterBox, id: str) -> Task:
    return next(task for task in box.tasks if task.id == id)
