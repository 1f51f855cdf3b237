"""Several monsters, small, each with its seat's name and counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH, Box
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.tueftelmonster.palette import PALETTE
from screens.tueftelmonster.scene import Fact, Person, SeatFacts
from screens.tueftelmonster.spotlight import counted, fill_of, lay_grown, lay_in
from screens.tueftelmonster.tokens import SPACE, nameplate

HEIGHT = 400
LOWEST = 300
"""How high it is above hands laid open."""
TALLEST = 700
"""How high it may be where a monster is chosen from it."""
COLUMNS: Mapping[int, int] = MappingProxyType({1: 1, 2: 2, 3: 3, 4: 2, 5: 3})
"""Tiles in a row, by their number."""
PAD = 14
NAMED, LINE = 62, 45
"""The heights of the name and of a line of counts."""
BESIDE = 210
"""The width of name and counts where they stand beside the monster."""
LARGEST = 150
"""The largest card."""


def gallery(studio: Studio, seats: Sequence[SeatFacts], height: int = HEIGHT) -> Image.Image:
    """Return monsters beside each other, 1000 wide."""
    sheet = Sheet(studio, PALETTE, WIDTH, height)
    for facts, box in zip(seats, boxes(len(seats), height), strict=True):
        _tile(studio, sheet, facts, box)
    return sheet.picture


def boxes(tiles: int, height: int) -> Sequence[Box]:
    """Return where so many tiles lie, row by row."""
    columns = COLUMNS[tiles]
    rows = -(-tiles // columns)
    wide, high = (WIDTH + SPACE) // columns, (height + SPACE) // rows
    corners = [(i % columns * wide, i // columns * high) for i in range(tiles)]
    return [(x, y, x + wide - SPACE, y + high - SPACE) for x, y in corners]


def _tile(studio: Studio, sheet: Sheet, facts: SeatFacts, box: Box) -> None:
    """Lay a seat's tile into its box: name and counts, and beside or below them the monster."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    beside = width > 2 * height
    column = BESIDE * width // 480 if beside else width - 2 * PAD
    lines = _lines(studio, facts.facts, column)
    x, y = (PAD + column, 0) if beside else (0, NAMED + len(lines) * LINE)
    around = (left, top, right, bottom)
    _counts(studio, sheet, facts, around, left + x if beside else right, column, lines)
    if y >= height:  # so many counts leave a low tile no room
        return
    room = (0, PAD, width - x - PAD, height - PAD)
    if not beside:
        room = (PAD, PAD, width - PAD, height - y - PAD)
    lay_grown(studio, sheet, facts, (left + x, top + y, right, bottom), around, room, LARGEST)


def _counts(
    studio: Studio, sheet: Sheet, facts: SeatFacts, around: Box, right: int, room: int,
    lines: Sequence[Sequence[Fact]],
) -> None:  # fmt: skip
    """Lay name and counts as far as this, each line apart: most stay."""
    left, top, east, bottom = around
    person, turn, waited = facts.person, facts.turn, facts.waited
    end, named = top + NAMED, partial(_name, studio, person, turn, room)
    key = ("tm tile name", person, turn, room)
    lay_in(studio, sheet, key, (left, top, right, end), around, waited, named)
    for line in map(tuple, lines):
        begin, end = end, min(end + LINE, bottom)
        if begin < bottom:
            counted, box = partial(_line, studio, line, waited), (left, begin, right, end)
            lay_in(studio, sheet, ("tm tile counts", line), box, around, waited, counted)
    if right < east and end < bottom:
        lay_in(studio, sheet, "tm below", (left, end, right, bottom), around, waited)


def _name(studio: Studio, person: Person, turn: bool, room: int, on: Image.Image) -> None:
    nameplate(studio, on, PAD, PAD + 24, person, room, drawing.GOLD if turn else drawing.TEXT)


def _line(studio: Studio, line: Sequence[Fact], waited: bool, on: Image.Image) -> None:
    x = PAD
    for fact in line:
        x += 20 + counted(studio, on, x, PAD + 70 - NAMED, fact, fill_of(waited), 40)


def _lines(studio: Studio, facts: Sequence[Fact], room: int) -> list[list[Fact]]:
    """Return counts in lines that are no wider than a room."""
    lines: list[list[Fact]] = []
    left = 0
    for fact in facts:
        wide = 66 + studio.line(str(fact.number), 36, True, "ls", None).width
        if not lines or wide > left:
            lines.append([])
            left = room + 20
        lines[-1].append(fact)
        left -= wide
    return lines
