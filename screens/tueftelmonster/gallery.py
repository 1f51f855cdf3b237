"""Several monsters, small, each with its seat's name and counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import Box
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.tueftelmonster.board import PALETTE
from screens.tueftelmonster.scene import Fact, SeatFacts
from screens.tueftelmonster.spotlight import counted, frame_of_seat, grown, grown_key
from screens.tueftelmonster.tokens import SPACE, WIDTH, nameplate

HEIGHT = 400
LOWEST = 300
"""How high it is above hands laid open."""
TALLEST = 700
"""How high it may be where a monster is chosen from it."""
COLUMNS: Mapping[int, int] = MappingProxyType({1: 1, 2: 2, 3: 3, 4: 2, 5: 3})
"""Tiles in a row, by their number."""
PAD = 14
LINE = 45
"""The height of a line of counts."""
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
    x, y = (PAD + column, 0) if beside else (0, PAD + 48 + len(lines) * LINE)
    sheet.part(
        ("tm tile counts", facts.person, facts.facts, facts.turn, facts.waited, beside),
        (left, top, left + x, bottom) if beside else (left, top, right, min(top + y, bottom)),
        partial(_counts, studio, facts, (0, 0, width, height), column, lines),
    )
    if y >= height:  # so many counts leave a low tile no room
        return
    around, room = (-x, -y, width - x, height - y), (0, PAD, width - x - PAD, height - PAD)
    if not beside:
        room = (PAD, PAD, width - PAD, height - y - PAD)
    sheet.part(
        ("tm tile", *grown_key(facts), beside),
        (left + x, top + y, right, bottom),
        partial(grown, studio, facts, around, room, LARGEST),
    )


def _counts(
    studio: Studio, facts: SeatFacts, around: Box, room: int, lines: Sequence[Sequence[Fact]],
    on: Image.Image,
) -> None:  # fmt: skip
    fill = frame_of_seat(studio, on, around, facts)
    color = drawing.GOLD if facts.turn else drawing.TEXT
    nameplate(studio, on, PAD, PAD + 24, facts.person, room, color)
    for i, line in enumerate(lines):
        x = PAD
        for fact in line:
            x += 20 + counted(studio, on, x, PAD + 70 + i * LINE, fact, fill, 40)


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
