"""What everybody sees of Tüftelmonster: dice and piles, prizes in force, every seat's monster."""

from __future__ import annotations

from PIL import Image

from screens.kit import drawing
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.tueftelmonster import art, icons, monster
from screens.tueftelmonster.monster import Frame
from screens.tueftelmonster.palette import LINE
from screens.tueftelmonster.scene import Pile, Prize, SeatFacts, Table
from screens.tueftelmonster.tokens import (
    EDGE,
    FAINT,
    SPACE,
    WAITED,
    WIDTH,
    back,
    count,
    features,
    heap,
    nameplate,
    pointer,
    seat_badge,
)

PALETTE = Palette.of("tueftelmonster")
HEAD = 96
CARD = 160
"""The size of a display pile's top."""
PILES = CARD + 84
LINE_HEIGHT = 60
"""Of a prize."""
PAD = 16
FACTS = 118
"""Height of name and counts above a monster."""
TALLEST = 460
"""The most a monster takes of the board's height, in half its width."""


def board(studio: Studio, table: Table) -> Image.Image:
    """Return the table, 1000 wide."""
    rows = seat_rows(table)
    prizes = _prizes_height(table)
    heights = [HEAD, PILES if table.piles else 0, prizes, *(_row_height(row) for row in rows)]
    shown = [height for height in heights if height]
    sheet = Sheet(studio, PALETTE, WIDTH, sum(shown) + SPACE * (len(shown) - 1) + 2 * EDGE)
    y = EDGE
    box = (0, y, WIDTH, y + HEAD)
    whose = next(((i, s.name) for i, s in enumerate(table.seats) if s.turn), None)
    key = ("tm head", whose, table.faces, table.finish, bool(table.piles) or table.draw)
    sheet.part(key, box, lambda on: _head(studio, on, table, whose))
    y += HEAD + SPACE
    if table.piles:
        sheet.part(
            ("tm piles", table.piles, table.draw),
            (0, y, WIDTH, y + PILES),
            lambda on: _piles(studio, on, table),
        )
        y += PILES + SPACE
    if prizes:
        sheet.part(
            ("tm prizes", table.prizes, len(table.seats)),
            (0, y, WIDTH, y + prizes),
            lambda on: _prizes(studio, on, table),
        )
        y += prizes + SPACE
    for row in rows:
        _seats(sheet, studio, row, y)
        y += _row_height(row) + SPACE
    return sheet.picture


# Dice, the right to finish, piles


def _head(studio: Studio, on: Image.Image, table: Table, whose: tuple[int, str] | None) -> None:
    y, right = HEAD // 2, WIDTH - EDGE
    for face in reversed(table.faces):
        die = icons.die(studio, face, 92)
        right -= die.width
        drawing.put(on, die, right, y - die.height // 2)
        right -= 10
    if table.finish:
        right -= 12
        right -= _finish(studio, on, right, y, table)
    elif not table.piles:
        right -= 12 + count(studio, on, right - 120, y, back(studio, 60), table.draw)
    if whose:
        drawing.middle(on, pointer(studio, 40), EDGE + 20, y)
        nameplate(studio, on, EDGE + 52, y, *whose, right - EDGE - 72, drawing.GOLD)


def _finish(studio: Studio, on: Image.Image, right: int, y: int, table: Table) -> int:
    """Draw how many silver prizes lie open of how many needed; return the width taken."""
    finish = table.finish
    if finish is None:
        return 0
    text = f"{finish.open}/{finish.needed}"
    color = "#8ce99a" if finish.allowed else drawing.TEXT
    wide = studio.line(text, 40, True, "ls", None).width
    width = wide + 56 + 56 + 44
    left = right - width
    drawing.panel(studio, on, (left, y - 38, right, y + 38), drawing.PANEL, 38)
    lock = icons.icon(studio, "unlocked" if finish.allowed else "locked", 46, color, drawing.PANEL)
    drawing.put(on, lock, left + 18, y - 25)
    medal = icons.icon(studio, "silver", 46, icons.SILVER, drawing.PANEL)
    drawing.put(on, medal, left + 72, y - 23)
    drawing.write(studio, on, left + 126, y, text, 40, color, True)
    return width


def _piles(studio: Studio, on: Image.Image, table: Table) -> None:
    top = 22
    heap(studio, on, EDGE, top, CARD, min(table.draw, 4), _draw_pile(studio, table.draw))
    drawing.pill(studio, on, EDGE + 36, top + CARD + 34, f"×{table.draw}", 36, height=52)
    step = (WIDTH - 2 * EDGE - CARD - 30 + SPACE) // 3
    for i, pile in enumerate(table.piles):
        _pile(studio, on, EDGE + CARD + 30 + i * step, top, pile)


def _draw_pile(studio: Studio, left: int) -> Image.Image:
    if left:
        return back(studio, CARD)
    empty = Image.new("RGBA", (CARD, CARD))
    drawing.panel(studio, empty, (0, 0, CARD, CARD), drawing.PAPER, 16, drawing.QUIET, 6)
    return empty


def _pile(studio: Studio, on: Image.Image, x: int, y: int, pile: Pile) -> None:
    if pile.top is None:
        drawing.panel(studio, on, (x, y, x + CARD, y + CARD), drawing.PAPER, 16, drawing.QUIET, 6)
        return
    heap(studio, on, x, y, CARD, pile.height, art.card(studio, pile.top, CARD))
    features(studio, on, x + CARD + 22, y + 24, pile.top, 1)
    drawing.pill(studio, on, x + 42, y + CARD + 34, f"×{pile.height}", 36, height=52)


# Prizes


def _prizes_height(table: Table) -> int:
    lines = -(-len(table.prizes) // 2)
    return lines * LINE_HEIGHT + 2 * PAD + 44 if lines else 0


def _pitch(seats: int) -> int:
    return 58 if seats <= 4 else 50


def _prizes(studio: Studio, on: Image.Image, table: Table) -> None:
    drawing.panel(studio, on, (EDGE, 0, WIDTH - EDGE, on.height))
    wide = (WIDTH - 2 * EDGE - 2 * PAD - 24) // 2
    pitch = _pitch(len(table.seats))
    for column in range(min(2, len(table.prizes))):
        left = EDGE + PAD + column * (wide + 24)
        start = left + wide - pitch * len(table.seats) + pitch // 2
        for seat in range(len(table.seats)):
            seat_badge(studio, on, start + seat * pitch, PAD + 20, seat)
        for i, prize in enumerate(table.prizes[column::2]):
            y = PAD + 44 + i * LINE_HEIGHT + LINE_HEIGHT // 2
            _prize(studio, on, left, y, start, pitch, prize)


def _prize(
    studio: Studio, on: Image.Image, x: int, y: int, start: int, pitch: int, prize: Prize
) -> None:
    drawing.put(on, icons.medal(studio, prize.id, prize.gold, 54), x, y - 27)
    color = drawing.GOLD if prize.gold else icons.SILVER
    room = start - pitch // 2 - x - 66
    drawing.write(studio, on, x + 62, y, prize.label, 32, color, room=room)
    for seat, number in enumerate(prize.counts):
        at = start + seat * pitch
        text = "–" if number is None else str(number)
        if seat in prize.leaders:
            half = pitch // 2 - 2
            drawing.panel(studio, on, (at - half, y - 24, at + half, y + 24), color, 24)
            drawing.write(studio, on, at, y, text, 34, LINE, True, "mm")
        else:
            shade = drawing.TEXT if number else FAINT
            drawing.write(studio, on, at, y, text, 34, shade, True, "mm")


# Seats


Panel = tuple[int, SeatFacts, int, int, Frame]
"""Seat, what is known of it, left edge and width of its panel, and its monster's frame."""


def seat_rows(table: Table) -> list[list[Panel]]:
    """Return the seats' panels: two in a row, an odd last one as wide as the picture."""
    rows = []
    for first in range(0, len(table.seats), 2):
        seats = table.seats[first : first + 2]
        width = (WIDTH - 2 * EDGE - SPACE * (len(seats) - 1)) // len(seats)
        rows.append(
            [
                (first + i, facts, EDGE + i * (width + SPACE), width,
                 monster.frame(facts.monster, width - 2 * PAD, TALLEST, 116))
                for i, facts in enumerate(seats)
            ]
        )  # fmt: skip
    return rows


def _row_height(row: list[Panel]) -> int:
    return FACTS + max(shown.height for *_, shown in row) + PAD


def _seats(sheet: Sheet, studio: Studio, row: list[Panel], y: int) -> None:
    height = _row_height(row)
    for seat, facts, left, width, shown in row:

        def paint(
            on: Image.Image, seat: int = seat, facts: SeatFacts = facts, shown: Frame = shown
        ) -> None:
            _seat(studio, on, seat, facts, shown)

        sheet.part(("tm seat", seat, facts, shown), (left, y, left + width, y + height), paint)


def _seat(studio: Studio, on: Image.Image, seat: int, facts: SeatFacts, shown: Frame) -> None:
    edge = drawing.GOLD if facts.waited else ""
    fill = WAITED if facts.waited else drawing.PANEL
    drawing.panel(studio, on, (0, 0, on.width, on.height), fill, 18, edge)
    color = drawing.GOLD if facts.turn else drawing.TEXT
    nameplate(studio, on, PAD, PAD + 22, seat, facts.name, on.width - 2 * PAD, color)
    _counts(studio, on, PAD, PAD + 74, facts, fill)
    x = (on.width - shown.width) // 2
    y = FACTS + (on.height - PAD - FACTS - shown.height) // 2
    monster.paint(studio, on, facts.monster, shown, x, y)


def _counts(studio: Studio, on: Image.Image, x: int, y: int, facts: SeatFacts, fill: str) -> None:
    gap = 26
    held = icons.icon(studio, "hold", 44, drawing.TEXT, fill)
    x += gap + count(studio, on, x, y, held, facts.hand)
    ends = len(facts.monster.open_ends())
    x += gap + count(studio, on, x, y, monster.open_end(studio, "E", 36), ends, drawing.GOLD)
    if facts.colour:
        x += gap + count(studio, on, x, y, icons.colour(studio, facts.colour, 44), facts.bonus)
    if facts.bolts:
        count(studio, on, x, y, icons.bolt(studio, 44), facts.bolts)
