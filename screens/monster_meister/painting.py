"""Paints the table of Monster Meister, two displays a picture, while it is played and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.monster_meister.box import MeisterBox, Task
from engine.monster_meister.values import ROUNDS, Cell, Front, Property, View
from screens.kit import drawing
from screens.kit.drawing import DIM, GOLD, HIGHEST, PANEL, TEXT, WIDTH, Box, write
from screens.kit.palette import Palette
from screens.kit.seats import called
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.monster_meister import art, task_icons
from screens.monster_meister.display import (
    ACCENT,
    Face,
    Grid,
    Hidden,
    back_sprite,
    faces,
    laid_open,
    monsters,
    span,
)
from screens.monster_meister.task_icons import Icon, Piece

PALETTE = Palette.of("monster_meister")
MARGIN = 14
PANE = (WIDTH - 3 * MARGIN) // 2
HEAD = 104
BAR = 58
"""The height of each of the two lines above a display."""
RIM = 6
"""Of a pane that is lit."""
SIZE = 40
"""Pixels of names and facts."""


@dataclass(frozen=True, slots=True)
class Line:
    """What stands above a seat's display."""

    seat: Seat
    name: str
    marks: Sequence[Piece]
    """At the right of the name."""
    facts: Sequence[Piece]
    """Below the name."""
    ink: str = TEXT


def board(
    studio: Studio,
    box: MeisterBox,
    view: View,
    lines: Sequence[Line],
    hidden: Sequence[Hidden] = (),
    headed: bool = False,
) -> Image.Image:
    """Paint the displays of these seats, one or two, below the task where it is to be `headed`.

    Nothing of the view that one seat sees alone is used, so any seat's view gives the same. After
    the end it can be painted with what was `hidden`, by seat.
    """
    top = HEAD + 2 * MARGIN if headed else MARGIN
    sheet = _displays(studio, view, lines, top, dict.fromkeys(view.waiting, ACCENT), hidden)
    if headed:
        named = tuple(naming.property for naming in view.contest.named) if view.contest else ()
        key = ("head", view.task.id, named, view.round, view.pile, view.pile_back)
        head = (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + HEAD)
        sheet.part(key, head, partial(_head, studio, box, view, named))
    return sheet.picture


def result(
    studio: Studio, view: View, lines: Sequence[Line], winners: Sequence[Seat]
) -> Image.Image:
    """Paint the end: these displays face up, a little back on each card; winners in light."""
    return _displays(studio, view, lines, MARGIN, dict.fromkeys(winners, GOLD)).picture


def cell(view: View) -> int:
    """Return how large all cells at a table are: every display fits a pane, also below the task."""
    around = [span(faces(view, seat)) for seat in seats(view)]
    high = HIGHEST - HEAD - 4 * MARGIN - RIM - 2 * BAR
    return min(min((PANE - 2 * MARGIN) // s.columns, high // s.rows) for s in around)


def seats(view: View) -> range:
    """Return the seats of a table."""
    return range(len(view.displays))


def _displays(
    studio: Studio,
    view: View,
    lines: Sequence[Line],
    top: int,
    lit: Mapping[Seat, str],
    hidden: Sequence[Hidden] = (),
) -> Sheet:
    """Return a picture with these seats' panes from `top` on."""
    seats = [line.seat for line in lines]
    shown = [laid_open(view, s, hidden[s]) if hidden else faces(view, s) for s in seats]
    high = RIM + 2 * BAR + max(span(display).rows for display in shown) * cell(view) + MARGIN
    sheet = Sheet(studio, PALETTE, WIDTH, top + high + MARGIN)
    left = MARGIN if len(lines) == 2 else (WIDTH - PANE) // 2
    for line, display in zip(lines, shown, strict=True):
        box = (left, top, left + PANE, top + high)
        edge = lit.get(line.seat, "")
        sheet.part(("pane", edge), box, partial(_pane, studio, edge))
        sheet.part(line, _bars(box), partial(_line, studio, line), PANEL)
        _grid(box, display, cell(view)).paint(sheet, studio, display)
        left += PANE + MARGIN
    return sheet


def _grid(pane: Box, display: Mapping[Cell, Face], cell: int) -> Grid:
    left, top, right, _ = pane
    around = span(display)
    at = (left + (right - left - around.columns * cell) // 2, top + RIM + 2 * BAR)
    return Grid(at, around, cell, paper=PANEL)


def _bars(pane: Box) -> Box:
    left, top, right, _ = pane
    return left + MARGIN, top + RIM, right - MARGIN, top + RIM + 2 * BAR


def _pane(studio: Studio, edge: str, on: Image.Image) -> None:
    drawing.panel(studio, on, (0, 0, *on.size), edge=edge, line=RIM - 1)


def _line(studio: Studio, line: Line, on: Image.Image) -> None:
    """Paint a seat's back and name, its marks at the right end, and the facts below."""
    middle = BAR // 2
    drawing.put(on, back_sprite(studio, line.seat, 48), 0, middle - 24)
    right = on.width - task_icons.length(studio, line.marks, SIZE)
    task_icons.paint(studio, on, (right, middle), line.marks, SIZE)
    shown = called(studio, line.name, line.seat)
    write(studio, on, 60, middle, shown, SIZE, line.ink, True, room=right - 70)
    task_icons.paint(studio, on, (0, BAR + middle), line.facts, SIZE)


def _head(
    studio: Studio, box: MeisterBox, view: View, named: Sequence[Property], on: Image.Image
) -> None:
    _pane(studio, "", on)
    middle = on.height // 2
    end = task_icons.paint(studio, on, (18, middle), (f"{view.round}/{ROUNDS}", 22), SIZE)
    task_icons.paint(studio, on, (end, middle), task_icons.task_pieces(_task(box, view), named), 42)
    if view.pile_back is not None:
        write(studio, on, on.width - 78, middle, str(view.pile), SIZE, DIM, True, "rm")
        drawing.put(on, back_sprite(studio, view.pile_back, 56), on.width - 70, middle - 28)


def line(view: View, seat: Seat, name: str, points: str, drawn: Front | None = None) -> Line:
    """Return a seat's name with its role and what it drew, over its points and what it did."""
    return Line(seat, name, _marks(view, seat, drawn), (*_scored(points), *_progress(view, seat)))


def counted(view: View, seat: Seat, name: str, place: int, wins: bool) -> Line:
    """Return a seat's place and name over what its display came to; a winner's name in light."""
    count = view.counts[seat]
    own, heads = Icon(art.back(art.BACKS[seat]), 48), Icon(art.head_icon(), 54)
    eyes = Icon(art.eye_icon(), 46)
    facts = own, 8, f"{count.own}", 30, heads, 8, f"{count.monsters}", 30, eyes, 8, f"{count.eyes}"
    return Line(seat, name, (f"{place}.",), facts, GOLD if wins else TEXT)


def _marks(view: View, seat: Seat, drawn: Front | None) -> tuple[Piece, ...]:
    marks: list[Piece] = []
    if seat in view.memorisers:
        marks += [Icon(art.role_icon("minus"), 50)]
    if seat in view.muddlers:
        marks += [Icon(art.role_icon("plus"), 50)]
    back = view.drawn_backs[seat]
    if back is not None:
        marks += [Icon(art.back(art.BACKS[back]), 48)]
    if drawn is not None:
        marks += [Icon(art.front(monsters(drawn)), 56)]
    return tuple(marks)


def _scored(points: str) -> tuple[Piece, ...]:
    return (points, 28) if points else ()


def _progress(view: View, seat: Seat) -> tuple[Piece, ...]:
    """Return what a seat has still to do in this round, or that it is done."""
    if view.contest is not None and view.phase in ("name", "turn"):
        return _answer(view, seat)
    if view.phase == "turn":
        return task_icons.left(view.task.until, view.to_turn[seat]) or (_tick(),)
    return (_tick(),) if seat in view.looked else ()


def _answer(view: View, seat: Seat) -> tuple[Piece, ...]:
    """Return whether a seat has shown in a contest what was named."""
    assert view.contest is not None
    if seat in view.contest.shown:
        return (_tick(),)
    if seat in view.contest.missed or seat not in view.contest.still_in:
        return (Icon(art.miss_icon(), 46),)
    return ()


def _tick() -> Icon:
    return Icon(art.tick_icon(), 46)


def _task(box: MeisterBox, view: View) -> Task:
    return next(task for task in box.tasks if task.id == view.task.id)
