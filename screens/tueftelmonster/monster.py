"""A monster as it has grown: cropped to what is there, sewn, bolted, its open ends marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PIL import Image

from screens.kit import drawing, seats
from screens.kit.drawing import Box
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.kit.svg import document
from screens.tueftelmonster import art, icons
from screens.tueftelmonster.palette import LINE
from screens.tueftelmonster.scene import (
    BODY,
    STEPS,
    Bolt,
    Cell,
    Monster,
    Newest,
    Person,
    Placed,
    neighbour,
)

SIZES = (16, 20, 25, 32, 40, 48, 58, 68, 80, 92, 104, 116, 132, 150, 176, 200, 232)
"""The sizes of a card that are drawn, so that few are kept."""
MARGIN = 0.22
"""Room around the outermost cards in cards, for their open ends."""
SEWN_FROM = 40
"""The smallest card whose seams are drawn."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Which cells a picture of a monster shows, and how large."""

    west: int
    north: int
    columns: int
    rows: int
    size: int
    """Of a card, in pixels."""

    @property
    def margin(self) -> int:
        """Pixels around the cells."""
        return round(self.size * MARGIN)

    @property
    def width(self) -> int:
        """Of the picture, in pixels."""
        return self.columns * self.size + 2 * self.margin

    @property
    def height(self) -> int:
        """Of the picture, in pixels."""
        return self.rows * self.size + 2 * self.margin

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return where the left top corner of a cell is in the picture."""
        x = (cell[0] - self.west) * self.size + self.margin
        return x, (cell[1] - self.north) * self.size + self.margin

    def edge(self, cell: Cell, side: str, beyond: float = 0) -> tuple[int, int]:
        """Return the middle of a cell's edge, moved outwards by so many cards."""
        x, y = self.corner(cell)
        dx, dy = STEPS[side]
        half, out = self.size / 2, 0.5 + beyond
        return round(x + half + dx * out * self.size), round(y + half + dy * out * self.size)


def frame(
    monster: Monster, width: int, height: int, largest: int = 132, more: Iterable[Cell] = ()
) -> Frame:
    """Return the frame of a monster and more cells that fits into a room of pixels."""
    cells = [card.cell for card in monster.cards] + list(more)
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    north, south = min(y for _, y in cells), max(y for _, y in cells)
    columns, rows = east - west + 1, south - north + 1
    room = min(width / (columns + 2 * MARGIN), height / (rows + 2 * MARGIN), largest)
    size = max((size for size in SIZES if size <= room), default=SIZES[0])
    return Frame(west, north, columns, rows, size)


def paint(studio: Studio, on: Image.Image, monster: Monster, shown: Frame, x: int, y: int) -> None:
    """Paint a monster with the left top corner of its frame at a point."""
    for card in monster.cards:
        left, top = shown.corner(card.cell)
        drawing.put(on, art.lying(studio, card.part.turned(card.turn), shown.size, state(card)),
                    x + left, y + top)  # fmt: skip
        box = (x + left, y + top, x + left + shown.size, y + top + shown.size)
        note(on, f"{'body' if card.part.kind == BODY else 'part'}.{card.part.number}", box)
    seams(studio, on, monster, shown, x, y)
    for cell, side in monster.open_ends():
        mx, my = shown.edge(cell, side, 0.06)
        size = max(round(shown.size * 0.3), 11)
        drawing.middle(on, open_end(studio, side, size), x + mx, y + my)


def state(card: Placed) -> str:
    """Return how a card's rim is to look."""
    if card.loose:
        return art.LOOSE
    return art.SECURED if card.secured else art.PLAIN


def seams(studio: Studio, on: Image.Image, monster: Monster, shown: Frame, x: int, y: int) -> None:
    """Sew what joins, and put the bolts where they are."""
    bolted = {(bolt.cell, bolt.side) for bolt in monster.bolts}
    for cell, side in monster.joints():
        if (cell, side) not in bolted and shown.size >= SEWN_FROM:
            mx, my = shown.edge(cell, side)
            drawing.middle(on, seam(studio, side, shown.size), x + mx, y + my)
    cards = monster.at
    for bolt in monster.bolts:
        (mx, my), half = shown.edge(bolt.cell, bolt.side), _bolt(shown) // 2
        drawing.middle(on, icons.bolt(studio, _bolt(shown)), x + mx, y + my)
        held = cards[bolt.cell].part
        if held.kind == BODY:
            held = cards[neighbour(bolt.cell, bolt.side)].part
        box = (x + mx - half, y + my - half, x + mx + half, y + my + half)
        note(on, f"bolt.{held.number}", box)


def seam(studio: Studio, side: str, size: int) -> Image.Image:
    """Return the stitches over an eastern or southern edge of a card of this size."""
    ticks = "".join(f"M{x} 18V42" for x in (12, 30, 48))
    turn = "rotate(90 30 30)" if side == "E" else ""
    drawn = (
        f'<g transform="{turn}" fill="none" stroke="{LINE}">'
        f'<path d="M4 30H56" stroke-width="3.5"/><path d="{ticks}" stroke-width="4.5"/></g>'
    )
    return studio.sprite(document(drawn, 60, 60), round(size * 0.3))


_TURNS = {"N": 0, "E": 90, "S": 180, "W": 270}


def open_end(studio: Studio, side: str, size: int) -> Image.Image:
    """Return the sign at an open end: an arrow out of it."""
    drawn = (
        f'<g transform="rotate({_TURNS[side]} 50 50)"><path d="M50 6L94 58H70V92H30V58H6Z"'
        f' fill="{drawing.GOLD}" stroke="{LINE}" stroke-width="12" paint-order="stroke"/></g>'
    )
    return studio.sprite(document(drawn, 100, 100), size)


def mark_newest(
    studio: Studio, on: Image.Image, newest: Newest, shown: Frame, x: int, y: int
) -> None:
    """Ring what the newest move touched in its maker's colour, and put the maker's mark there."""
    size = _mark(shown)
    for cell in filter(None, (newest.attached, newest.stolen)):
        left, top = shown.corner(cell)
        rim = ring(studio, shown.size, newest.by, cell == newest.stolen)
        drawing.put(on, rim, x + left, y + top)
        if cell == newest.stolen:
            color = seats.FILLS[newest.by.seat % len(seats.FILLS)]
            sign = icons.icon(studio, "steal", round(shown.size * 0.5), color, drawing.PANEL)
            drawing.middle(on, sign, x + left + shown.size // 2, y + top + shown.size // 2)
        corner = (x + left + shown.size - size // 3, y + top + shown.size - size // 3)
        seats.mark(studio, on, corner, newest.by.seat, newest.by.name, size)
    for bolt in newest.bolts:
        mx, my = shown.edge(bolt.cell, bolt.side)
        rim = ring(studio, round(shown.size * 0.5), newest.by)
        drawing.middle(on, rim, x + mx, y + my)
        # The rim of a card that was attached with it runs right over the bolt.
        drawing.middle(on, icons.bolt(studio, _bolt(shown)), x + mx, y + my)


def touched(newest: Newest, shown: Frame, x: int, y: int, within: Box) -> Box:
    """Return what `mark_newest` paints on, as far as it is within a box."""
    boxes = []
    for cell in filter(None, (newest.attached, newest.stolen)):
        left, top = shown.corner(cell)
        boxes.append((left, top, left + shown.size + _mark(shown), top + shown.size + _mark(shown)))
    for bolt in newest.bolts:
        (mx, my), half = shown.edge(bolt.cell, bolt.side), shown.size // 4 + 1
        boxes.append((mx - half, my - half, mx + half, my + half))
    west, north, east, south = zip(*boxes, strict=True)
    left, top, right, bottom = within
    return (
        max(min(west) + x, left),
        max(min(north) + y, top),
        min(max(east) + x, right),
        min(max(south) + y, bottom),
    )


def _bolt(shown: Frame) -> int:
    """Return the size of a bolt's head."""
    return max(round(shown.size * 0.3), 12)


def _mark(shown: Frame) -> int:
    """Return the size of the mark of who touched something."""
    return min(max(round(shown.size * 0.4), 45), 64)


def ring(studio: Studio, size: int, by: Person, dashed: bool = False) -> Image.Image:
    """Return a rim around a card of this size in somebody's colour; do not change it."""
    color = seats.FILLS[by.seat % len(seats.FILLS)]
    rim = '<rect x="8" y="8" width="184" height="184" rx="18" fill="none"'
    dashes = 'stroke-dasharray="30 20"' if dashed else ""
    drawn = (
        f'{rim} stroke="{LINE}" stroke-width="16"/>'
        f'{rim} stroke="{color}" stroke-width="12" {dashes}/>'
    )
    return studio.sprite(document(drawn, 200, 200), size)


def number_cells(
    studio: Studio, on: Image.Image, numbers: Mapping[Cell, int], shown: Frame, x: int, y: int
) -> None:
    """Mark empty cells with their numbers."""
    for cell, number in numbers.items():
        left, top = shown.corner(cell)
        drawing.put(on, _slot(studio, shown.size), x + left, y + top)
        middle = shown.size // 2
        badge(studio, on, x + left + middle, y + top + middle, number, shown.size)


def _slot(studio: Studio, size: int) -> Image.Image:
    drawn = (
        f'<rect x="10" y="10" width="180" height="180" rx="20" fill="{drawing.GOLD}"'
        f' fill-opacity="0.14" stroke="{drawing.GOLD}" stroke-width="8" stroke-dasharray="22 16"/>'
    )
    return studio.sprite(document(drawn, 200, 200), size)


def number_parts(
    studio: Studio, on: Image.Image, numbers: Mapping[Cell, int], shown: Frame, x: int, y: int
) -> None:
    """Mark cards with their numbers, in their lower left corners."""
    for cell, number in numbers.items():
        left, top = shown.corner(cell)
        number_card(studio, on, x + left, y + top, shown.size, number)


def number_card(studio: Studio, on: Image.Image, x: int, y: int, size: int, number: int) -> None:
    """Mark a card, its left top corner at a point, with its number."""
    inset = _badge_size(size) // 2 - 1
    badge(studio, on, x + inset, y + size - inset, number, size)


def number_edges(
    studio: Studio, on: Image.Image, numbers: Mapping[Bolt, int], shown: Frame, x: int, y: int
) -> None:
    """Mark edges where a bolt may go with their numbers."""
    for bolt, number in numbers.items():
        mx, my = shown.edge(bolt.cell, bolt.side)
        badge(studio, on, x + mx, y + my, number, shown.size)


def badge(studio: Studio, on: Image.Image, x: int, y: int, number: int, card: int) -> None:
    """Draw a number around a point, as large as the card allows and never too small to read."""
    size = _badge_size(card)
    drawing.badge(studio, on, x, y, "", size + 6, LINE, LINE)
    drawing.badge(studio, on, x, y, "", size, drawing.GOLD, LINE)
    drawing.write(studio, on, x, y, str(number), max(round(size * 0.62), 32), LINE, True, "mm")


def _badge_size(card: int) -> int:
    return min(max(round(card * 0.4), 40), 56)
