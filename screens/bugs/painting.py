"""Paints the pictures of Bugs & Co while it is played: the table, who plays, the own hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.bugs.box import BugsBox
from engine.bugs.values import Face, Held, Spot, View
from engine.contract import Seat
from screens.bugs import art
from screens.kit import seats
from screens.kit.drawing import (
    DIM,
    GOLD,
    PANEL,
    QUIET,
    TEXT,
    WIDTH,
    Box,
    middle,
    panel,
    put,
    write,
)
from screens.kit.palette import Palette
from screens.kit.raster import digest, rasterise_large
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio

PALETTE = Palette.of("bugs")
MARGIN = 14
HELD = 440
"""Of the tile in the own right hand."""
HANDS = HELD + 2 * MARGIN
"""The height of the own hands: always the same, so that what lies below stays where it is."""
TILE, RIM = "#5c5196", "#8478c4"

COLUMNS = 5
"""Places side by side in an area."""
FEWEST = 2
"""Rows of places that are shown at least."""
LINE, BETWEEN = 66, 8
"""The height of a seat's line, and what is between two."""
SIZE = 40
"""Pixels of names and numbers of tiles."""


def tile(studio: Studio, box: BugsBox, face: Face, size: int) -> Image.Image:
    """Return a tile's front, a square of that size; do not change it."""
    return studio.sprite(art.tile(box.images[face.image], box.colours[face.colour].hex), size)


def hands(studio: Studio, box: BugsBox, held: Held | None, left: int) -> Image.Image:
    """Paint a seat's own hands: the tile in the right one and its place, the left one's number."""
    sheet = Sheet(studio, PALETTE, WIDTH, HANDS)
    if held is None:
        empty = (MARGIN, MARGIN, MARGIN + HELD, MARGIN + HELD)
        sheet.part("empty", empty, partial(_empty, studio))
    else:
        sheet.picture.paste(_large(studio, box, held.face), (MARGIN, MARGIN))
    note(sheet.picture, "held", (MARGIN, MARGIN, MARGIN + HELD, MARGIN + HELD))
    label = "–" if held is None else spot_label(held.spot)
    beside = MARGIN + HELD + 40
    for svg, text, ink, top in ((art.hand(), label, GOLD, 40), (art.pile(), str(left), TEXT, 240)):
        at = (beside, top, WIDTH - MARGIN, top + 180)
        sheet.part((svg, text), at, partial(_hand, studio, svg, text, ink))
    note(sheet.picture, "left", at)
    return sheet.picture


def _large(studio: Studio, box: BugsBox, face: Face) -> Image.Image:
    svg = art.tile(box.images[face.image], box.colours[face.colour].hex)
    return studio.packed(
        ("held", digest(svg)),
        lambda: PALETTE.flatten(rasterise_large(studio.rasterise, svg, HELD)),
    )


def _empty(studio: Studio, on: Image.Image) -> None:
    panel(studio, on, (0, 0, HELD, HELD), PANEL, 30, QUIET, 5)
    middle(on, studio.sprite(art.hand(), 220), HELD // 2, HELD // 2, 0.5)


def _hand(studio: Studio, svg: str, text: str, ink: str, on: Image.Image) -> None:
    middle(on, studio.sprite(svg, 150), 90, on.height // 2)
    write(studio, on, 210, on.height // 2, text, 120, ink, True)


def area_label(area: int) -> str:
    """Return an area's letter."""
    return chr(ord("A") + area)


def spot_label(spot: Spot) -> str:
    """Return the name of a place, like C7."""
    return f"{area_label(spot.area)}{spot.place + 1}"


def rows(view: View) -> int:
    """Return how many rows of places hold anything in any area, at least two."""
    taken = [place for lies in view.areas for place, here in enumerate(lies) if here]
    taken += [seat.right.place for seat in view.seats if seat.right is not None]
    return max(FEWEST, -(-(max(taken, default=0) + 1) // COLUMNS))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where areas and their places are on a picture."""

    across: int
    """Areas side by side."""
    rows: int
    """Rows of places."""

    @property
    def step(self) -> int:
        """From one place to the next."""
        return (self._width - 4) // COLUMNS

    @property
    def height(self) -> int:
        """Of an area."""
        return 56 + self.rows * self.step + 8

    def total(self, areas: int) -> int:
        """Return the height of a picture of so many areas."""
        return -(-areas // self.across) * (self.height + MARGIN) + MARGIN

    def area(self, number: int) -> Box:
        """Return where the area of this number is."""
        row, column = divmod(number, self.across)
        left, top = MARGIN + column * (self._width + MARGIN), MARGIN + row * (self.height + MARGIN)
        return left, top, left + self._width, top + self.height

    def place(self, place: int) -> Box:
        """Return where a place is in its area."""
        row, column = divmod(place, COLUMNS)
        left = (self._width - COLUMNS * self.step) // 2 + column * self.step
        top = 56 + row * self.step
        return left, top, left + self.step, top + self.step

    @property
    def _width(self) -> int:
        return (WIDTH - MARGIN) // self.across - MARGIN


def table(studio: Studio, view: View, names: Sequence[str]) -> Image.Image:
    """Paint the areas as everybody sees them: places and hands; no tile's face.

    A tile in a right hand is shown by its seat's mark. Nothing of the view that one seat sees
    alone is used, so any seat's view gives the same.
    """
    layout = Layout(3, rows(view))
    sheet = Sheet(studio, PALETTE, WIDTH, layout.total(len(view.areas)))
    for area in range(len(view.areas)):
        put_area(studio, sheet, layout, view, names, area, layout.area(area))
    return sheet.picture


def put_area(
    studio: Studio,
    sheet: Sheet,
    layout: Layout,
    view: View,
    names: Sequence[str],
    area: int,
    at: Box,
) -> None:
    """Put an area on a picture."""
    lies = view.areas[area][: layout.rows * COLUMNS]
    holders = {
        seat.right.place: (number, names[number])
        for number, seat in enumerate(view.seats)
        if seat.right is not None and seat.right.area == area
    }
    key = ("area", area, lies, tuple(holders.items()))
    sheet.part(key, at, partial(_area, studio, layout, area, lies, holders))
    note(sheet.picture, f"area.{area}", at)


def _area(
    studio: Studio,
    layout: Layout,
    area: int,
    lies: Sequence[bool],
    holders: Mapping[int, tuple[Seat, str]],
    on: Image.Image,
) -> None:
    """Paint an area: a tile by its number, a hand that holds one by its seat's mark."""
    panel(studio, on, (0, 0, *on.size))
    write(studio, on, 16, 30, area_label(area), 48, bold=True)
    write(studio, on, on.width - 16, 30, str(sum(lies)), SIZE, DIM, True, "rm")
    for place, here in enumerate(lies):
        left, top, right, bottom = layout.place(place)
        _place(studio, on, (left + 3, top + 3, right - 3, bottom - 3), place + 1, here)
        note(on, f"place.{area}.{place}", (left, top, right, bottom))
        if place in holders:
            at = (left + right) // 2, (top + bottom) // 2
            seats.mark(studio, on, at, *holders[place], 52)


def _place(studio: Studio, on: Image.Image, box: Box, number: int, lies: bool) -> None:
    left, top, right, bottom = box
    fill, edge = (TILE, RIM) if lies else (PANEL, QUIET)
    panel(studio, on, box, fill, 12, edge, 3)
    if lies:
        at = (left + right) // 2, (top + bottom) // 2
        write(studio, on, *at, str(number), 38, TEXT, True, "mm")


def players(studio: Studio, view: View, names: Sequence[str]) -> Image.Image:
    """Paint the trophies that are left, and what each seat has collected, by number."""
    lines = -(-len(view.seats) // 2)
    sheet, top = below_trophies(studio, view.trophies, lines)
    wide = (WIDTH - MARGIN) // 2
    for seat, facts in enumerate(view.seats):
        left, y = MARGIN + (seat % 2) * wide, top + seat // 2 * (LINE + BETWEEN)
        shown = seat, names[seat], facts.left, facts.trophy
        paint = partial(seat_line, studio, *shown)
        box = (left, y, left + wide - MARGIN, y + LINE)
        sheet.part(("seat", shown), box, paint)
        note(sheet.picture, f"seat.{seat}", box)
    return sheet.picture


def below_trophies(studio: Studio, values: Sequence[int], lines: int) -> tuple[Sheet, int]:
    """Return a picture for so many lines of seats below these trophies, and where they begin."""
    top = MARGIN + (96 if values else 0)
    sheet = Sheet(studio, PALETTE, WIDTH, top + lines * (LINE + BETWEEN) - BETWEEN + MARGIN)
    if values:
        head = (0, MARGIN, WIDTH, top)
        sheet.part(("trophies", tuple(values)), head, partial(_trophies, studio, values))
        note(sheet.picture, "trophies", head)
    return sheet, top


def seat_line(
    studio: Studio, seat: Seat, name: str, left: int, trophy: int, on: Image.Image
) -> None:
    """Paint a seat's line: its mark, name, number of tiles in the left hand, trophy."""
    centre = LINE // 2
    panel(studio, on, (0, 0, *on.size))
    seats.mark(studio, on, (38, centre), seat, name, 52)
    right = on.width - 14
    if trophy:
        right = icon(studio, on, art.cup(trophy), right, centre)
    right -= write(studio, on, right, centre, str(left), SIZE, TEXT, True, "rm") + 8
    right = icon(studio, on, art.pile(), right, centre)
    ink = DIM if trophy else TEXT
    write(
        studio, on, 76, centre, seats.called(studio, name, seat), SIZE, ink, True, room=right - 88
    )


def icon(studio: Studio, on: Image.Image, svg: str, right: int, centre: int) -> int:
    """Paint an icon that ends at `right`; return where the next one may end."""
    sprite = studio.sprite(svg, 50)
    put(on, sprite, right - 50, centre - 25)
    return right - 50 - 12


def _trophies(studio: Studio, values: Sequence[int], on: Image.Image) -> None:
    left = (WIDTH - len(values) * 104) // 2
    for place, value in enumerate(values):
        put(on, studio.sprite(art.cup(value), 88), left + 8 + place * 104, 0)
