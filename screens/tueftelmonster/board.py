"""What lies in the middle of the table: piles and dice, and the prizes in force."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PIL import Image

from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.tueftelmonster import art, icons, monster
from screens.tueftelmonster.palette import LINE, PALETTE
from screens.tueftelmonster.scene import Finish, Person, Pile, Prize, Table
from screens.tueftelmonster.tokens import EDGE, back, features, heap

CARD = 150
"""The size of a display pile's top."""
COVERED = 104
"""The size of the draw pile."""
COUNTED = 236
"""The width of a display pile with what is counted of its top."""
STEP = 250
"""Between two display piles."""
BEFORE = 10
"""From where a display pile has room to its card."""
PILES = 196
HEAD = 56
"""The height of what stands over the prizes."""
LINE_HEIGHT = 46
"""Of a prize."""
PAD = 14


def board(studio: Studio, table: Table) -> Image.Image:
    """Return piles, dice and prizes, 1000 wide."""
    prizes = _prizes_height(table)
    sheet = Sheet(studio, PALETTE, WIDTH, PILES + prizes)
    lay_piles(studio, sheet, PILES, table.piles, table.draw, bool(prizes), table.drawn, table.faces)
    if prizes:
        _lay_prizes(studio, sheet, table)
    return sheet.picture


# Piles and dice


def lay_piles(
    studio: Studio, sheet: Sheet, height: int, piles: Sequence[Pile], draw: int, counted: bool,
    drawn: Person | None = None, faces: Sequence[str] = (), chosen: int | None = None,
) -> None:  # fmt: skip
    """Lay the draw pile and the others in a line of this height at the top of a sheet, the chosen
    one ringed, with the die over the end of the last; what is `counted` stands beside a top."""
    first = (0, 0, EDGE + COVERED + 36 - BEFORE, height)
    sheet.part(
        ("tm draw", draw, drawn),
        first,
        lambda on: draw_pile(studio, on, EDGE, 24, draw, drawn),
    )
    left = first[2]
    for i, pile in enumerate(piles):
        last = i == len(piles) - 1
        right, dice = (WIDTH, tuple(faces[-3:])) if last else (left + STEP, ())
        key = ("tm pile", i, pile, counted, i == chosen, dice)
        paint = partial(_pile, studio, pile, i + 1, counted, i == chosen, dice)
        sheet.part(key, (left, 0, right, height), paint)
        left = right


def _pile(
    studio: Studio, pile: Pile, number: int, counted: bool, chosen: bool, dice: Sequence[str],
    on: Image.Image,
) -> None:  # fmt: skip
    if chosen:
        box = (0, 2, BEFORE + CARD + 10, 24 + CARD + 12)
        drawing.panel(studio, on, box, drawing.PAPER, 18, drawing.GOLD, 6)
    display(studio, on, BEFORE, 24, pile, number, counted)
    x = on.width - EDGE
    for i, face in enumerate(reversed(dice)):
        die = icons.die(studio, face, 56 if i else 88)
        drawing.put(on, die, x - die.width, 94 if not i else 26)
        if not i:
            note(on, "die", (x - die.width, 94, x, 94 + die.height))
        x -= 0 if not i else die.width + 6


def draw_pile(
    studio: Studio, on: Image.Image, x: int, y: int, left: int, by: Person | None = None
) -> None:
    """Draw the draw pile with the number of its cards, its left top corner at a point."""
    note(on, "draw", (x, y, x + COVERED, y + COVERED + 46))
    if left:
        heap(studio, on, x, y, COVERED, min(left, 4), back(studio, COVERED))
    else:
        _nothing(studio, on, x, y, COVERED)
    drawing.pill(studio, on, x + 8, y + COVERED + 22, f"×{left}", 36, height=48)
    if by:
        seats.mark(studio, on, (x + COVERED - 10, y + 14), by.seat, by.name, 48)


def display(
    studio: Studio, on: Image.Image, x: int, y: int, pile: Pile, number: int, counted: bool
) -> None:
    """Draw a display pile with its number and height, its left top corner at a point; what is
    `counted` of its top stands beside it, on a panel of both."""
    note(on, f"pile.{number}", (x, y, x + CARD, y + CARD))
    if pile.top is None:
        _nothing(studio, on, x, y, CARD)
    else:
        if counted and pile.top.features:
            bottom = y + max(CARD, 44 * len(pile.top.features) - 4)
            drawing.panel(studio, on, (x, y, x + COUNTED, bottom))
            features(studio, on, x + CARD + 18, y + 20, pile.top, 1, drawing.PANEL, line=44)
        heap(studio, on, x, y, CARD, pile.height, art.lying(studio, pile.top, CARD))
    monster.number_card(studio, on, x, y, CARD, number)
    drawing.pill(studio, on, x + CARD - 58, y + CARD - 16, f"×{pile.height}", 36, height=48)
    if pile.by:
        seats.mark(studio, on, (x + CARD // 2, y + 10), pile.by.seat, pile.by.name, 48)


def _nothing(studio: Studio, on: Image.Image, x: int, y: int, size: int) -> None:
    box = (x, y, x + size, y + size)
    drawing.panel(studio, on, box, drawing.PAPER, 16, drawing.QUIET, 6)


# Prizes


def _prizes_height(table: Table) -> int:
    lines = -(-len(table.prizes) // 2)
    return lines * LINE_HEIGHT + PAD + HEAD + EDGE if lines else 0


def _lay_prizes(studio: Studio, sheet: Sheet, table: Table) -> None:
    """Lay the prizes, in lines of two, under a head: most lines stay."""
    count, height = len(table.people), sheet.picture.height
    bottom, around = PILES + HEAD, (EDGE, PILES, WIDTH - EDGE, height - EDGE)

    def part(key: Hashable, top: int, bottom: int, paint: Callable[[Image.Image], None]) -> None:
        panel = partial(drawing.panel, studio)
        sheet.within(key, (0, top, WIDTH, bottom), around, panel, paint)

    columns = min(2, len(table.prizes))
    head = ("tm prizes", table.people, table.finish, columns)
    part(head, PILES, bottom, partial(_head, studio, table, columns))
    for i in range(0, len(table.prizes), 2):
        top, bottom = bottom, bottom + LINE_HEIGHT
        pair = table.prizes[i : i + 2]
        part(("tm prize", pair, count), top, bottom, partial(_pair, studio, pair, count))
    part("tm prizes end", bottom, height, lambda on: None)


def _columns(people: int) -> Sequence[tuple[int, int, int]]:
    """Return of both columns the left edge, where counts begin, and how far they are apart."""
    wide, pitch = (WIDTH - 2 * EDGE - 2 * PAD - 24) // 2, 58 if people <= 4 else 50
    lefts = EDGE + PAD, EDGE + PAD + wide + 24
    return [(left, left + wide - pitch * people + pitch // 2, pitch) for left in lefts]


def _head(studio: Studio, table: Table, columns: int, on: Image.Image) -> None:
    if table.finish:
        _finish(studio, on, EDGE + PAD, HEAD // 2 + 4, table.finish)
    for _, start, pitch in _columns(len(table.people))[:columns]:
        for i, person in enumerate(table.people):
            at = (start + i * pitch, HEAD // 2 + 4)
            seats.mark(studio, on, at, person.seat, person.name, 45)


def _pair(studio: Studio, pair: Sequence[Prize], people: int, on: Image.Image) -> None:
    for (left, start, pitch), prize in zip(_columns(people), pair, strict=False):
        _prize(studio, on, left, LINE_HEIGHT // 2, start, pitch, prize)


def _finish(studio: Studio, on: Image.Image, x: int, y: int, finish: Finish) -> None:
    """Draw how many silver prizes lie open of how many that finishing needs."""
    color = drawing.LEAF if finish.allowed else drawing.TEXT
    note(on, "lock", (x, y - 22, x + 170, y + 22))
    lock = icons.icon(studio, "unlocked" if finish.allowed else "locked", 42, color, drawing.PANEL)
    drawing.put(on, lock, x, y - 22)
    drawing.put(on, icons.icon(studio, "silver", 42, drawing.SILVER, drawing.PANEL), x + 50, y - 21)
    drawing.write(studio, on, x + 98, y, f"{finish.open}/{finish.needed}", 38, color, True)


def _prize(
    studio: Studio, on: Image.Image, x: int, y: int, start: int, pitch: int, prize: Prize
) -> None:
    color = drawing.GOLD if prize.gold else drawing.SILVER
    wide = start + pitch * len(prize.counts) - pitch // 2
    note(on, f"prize.{prize.id}", (x - 6, y - LINE_HEIGHT // 2, wide, y + LINE_HEIGHT // 2))
    if prize.fresh:
        end = start + pitch * len(prize.counts) - pitch // 2
        box = (x - 6, y - LINE_HEIGHT // 2, end, y + LINE_HEIGHT // 2)
        drawing.panel(studio, on, box, drawing.QUIET, 12, color, 3)
    drawing.put(on, icons.medal(studio, prize.id, prize.gold, 44), x, y - 22)
    room = start - pitch // 2 - x - 54
    drawing.write(studio, on, x + 52, y, prize.label, 32, color, room=room)
    for seat, number in enumerate(prize.counts):
        at = start + seat * pitch
        text = "–" if number is None else str(number)
        if seat in prize.leaders:
            half = pitch // 2 - 2
            drawing.panel(studio, on, (at - half, y - 21, at + half, y + 21), color, 21)
            drawing.write(studio, on, at, y, text, 36, LINE, True, "mm")
        else:
            shade = drawing.TEXT if number else drawing.FAINT
            drawing.write(studio, on, at, y, text, 36, shade, True, "mm")
