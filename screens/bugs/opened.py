"""Paints a table of Bugs & Co with everything open, for a game that ended and is looked through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.bugs.box import BugsBox
from engine.bugs.score import lay_open
from engine.bugs.values import NONE, Face, LaidOpen, State, View, colour_of, image_of
from engine.contract import Seat
from screens.bugs import art, painting
from screens.bugs.laid import GREEN, RED
from screens.bugs.painting import (
    BETWEEN,
    COLUMNS,
    LINE,
    MARGIN,
    PALETTE,
    Layout,
    icon,
    tile,
)
from screens.kit import seats
from screens.kit.drawing import HIGHEST, TEXT, WIDTH, Box, panel, write
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio

SMALL = 50
"""Of a tile beside the name of a seat that still plays."""
MANY = 4
"""Seats that have a line each; more have half of one."""
OPEN = 2
"""Areas side by side where the faces of tiles are seen."""


@dataclass(frozen=True, slots=True)
class Hands:
    """A seat's hands while it plays."""

    seat: Seat
    name: str
    left: LaidOpen
    """What it has collected."""
    right: Face | None
    trophy: int


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody sees of a table while it is played."""

    areas: tuple[tuple[Face | None, ...], ...]
    """By place the tile that lies there; None where there is a gap, or a hand holds it."""
    right: tuple[Face | None, ...]
    """By seat the tile in the right hand."""
    left: tuple[LaidOpen, ...]
    """By seat what it has collected."""


def hidden(box: BugsBox, state: State) -> Hidden:
    """Return what a state hides."""
    lies = [None if i in state.right else _face(tile) for i, tile in enumerate(state.table)]
    starts = range(0, len(lies), box.places)
    return Hidden(
        tuple(tuple(lies[start : start + box.places]) for start in starts),
        tuple(None if spot == NONE else _face(state.table[spot]) for spot in state.right),
        tuple(map(lay_open, state.left)),
    )


def held(hidden: Hidden, view: View, names: Sequence[str]) -> list[Hands]:
    """Return what every seat has in its hands."""
    return [
        Hands(seat, name, hidden.left[seat], hidden.right[seat], facts.trophy)
        for seat, (name, facts) in enumerate(zip(names, view.seats, strict=True))
    ]


def _face(tile: int) -> Face | None:
    return None if tile == NONE else Face(image_of(tile), colour_of(tile))


def hands(
    studio: Studio, box: BugsBox, hands: Sequence[Hands], trophies: Sequence[int]
) -> Image.Image:
    """Paint the trophies that are left in a game that is not over, and its hands: of each set one
    tile, and the right hand's."""
    across = 1 if len(hands) <= MANY else 2
    wide, step = (WIDTH - MARGIN) // across, LINE + BETWEEN
    sheet, head = painting.below_trophies(studio, trophies, -(-len(hands) // across))
    for place, hand in enumerate(hands):
        left, top = MARGIN + place % across * wide, head + place // across * step
        at = (left, top, left + wide - MARGIN, top + LINE)
        sheet.part(("playing", hand), at, partial(_playing, studio, box, hand))
    return sheet.picture


def _playing(studio: Studio, box: BugsBox, hand: Hands, on: Image.Image) -> None:
    panel(studio, on, (0, 0, *on.size))
    name = seats.called(studio, hand.name, hand.seat)
    centre, right, beside = LINE // 2, on.width - 12, on.width * 2 // 5
    seats.mark(studio, on, (38, centre), hand.seat, hand.name, 52)
    write(studio, on, 76, centre, name, 36, TEXT, True, room=beside - 84)
    if hand.right is not None:
        on.paste(tile(studio, box, hand.right, SMALL), (right - SMALL, centre - SMALL // 2))
        right = icon(studio, on, art.hand(), right - SMALL - 4, centre)
    if hand.trophy:
        right = icon(studio, on, art.cup(hand.trophy), right, centre)
    kept = [(Face(image, 0), GREEN) for image in hand.left.sets]
    kept += [(face, RED) for face in hand.left.others]
    step = min(SMALL + 12, (right - beside - SMALL - 8) // max(len(kept) - 1, 1))
    for place, (face, frame) in enumerate(kept):
        left, top = beside + place * step, centre - SMALL // 2
        panel(studio, on, (left, top - 4, left + SMALL + 8, top + SMALL + 4), frame, 8)
        on.paste(tile(studio, box, face, SMALL), (left + 4, top))


def paint(
    studio: Studio,
    box: BugsBox,
    view: View,
    names: Sequence[str],
    hidden: Hidden,
    areas: Sequence[int],
) -> Image.Image:
    """Paint these areas with every tile's face."""
    layout = Layout(OPEN, painting.rows(view))
    sheet = Sheet(studio, PALETTE, WIDTH, layout.total(len(areas)))
    for number, area in enumerate(areas):
        at = layout.area(number)
        painting.put_area(studio, sheet, layout, view, names, area, at)
        _faces(studio, sheet, box, layout, at, hidden.areas[area])
    return sheet.picture


def divided(view: View) -> list[list[int]]:
    """Return the areas of each picture of a table that is laid open."""
    layout, areas = Layout(OPEN, painting.rows(view)), list(range(len(view.areas)))
    most = len(areas)
    while layout.total(most) > HIGHEST:
        most -= layout.across
    return [areas[i : i + most] for i in range(0, len(areas), most)]


def _faces(
    studio: Studio,
    sheet: Sheet,
    box: BugsBox,
    layout: Layout,
    area: Box,
    faces: Sequence[Face | None],
) -> None:
    """Lay the tiles' faces on the places of an area."""
    for place, face in enumerate(faces[: layout.rows * COLUMNS]):
        if face is not None:
            left, top, right, bottom = layout.place(place)
            inner = (
                area[0] + left + 4,
                area[1] + top + 4,
                area[0] + right - 4,
                area[1] + bottom - 4,
            )
            stamp = tile(studio, box, face, inner[2] - inner[0])
            sheet.part(("face", face), inner, partial(_lie, stamp))


def _lie(stamp: Image.Image, on: Image.Image) -> None:
    on.paste(stamp, (0, 0))
