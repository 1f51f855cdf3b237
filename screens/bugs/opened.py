"""The table of Bugs & Co with every tile's face, and below it what each seat has in its hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.bugs.box import BugsBox
from engine.bugs.score import lay_open
from engine.bugs.values import NONE, Face, LaidOpen, SeatView, State, View, colour_of, image_of
from engine.contract import Seat
from screens.bugs import painting
from screens.bugs.painting import LINE, MARGIN, PALETTE, WIDTH, tile
from screens.kit.drawing import PANEL, canvas, panel
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio

SIZE = 68
"""Of a tile that somebody has collected."""
HELD = 54
"""Of a tile in a right hand."""
INSET = 5
"""Between a place and the tile on it."""


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


def paint(
    studio: Studio, box: BugsBox, view: View, names: Sequence[str], hidden: Hidden
) -> Image.Image:
    """Paint the table laid open, 1000 wide."""
    panes = [painting.laid_out(studio, box, hand, SIZE) for hand in hidden.left]
    below = painting.area_box(view, len(view.areas) - 1, MARGIN)[3] + MARGIN
    sheet = Sheet(studio, PALETTE, WIDTH, below + sum(LINE + p.height + 14 for p in panes) + 4)
    for area, faces in enumerate(hidden.areas):
        painting.put_area(studio, sheet, view, names, area, MARGIN)
        _faces(studio, sheet, box, painting.area_box(view, area, MARGIN), faces)
    for seat, pane in enumerate(panes):
        facts, held = view.seats[seat], hidden.right[seat]
        at = (MARGIN, below, WIDTH - MARGIN, below + LINE + pane.height + 8)
        key = ("opened", seat, names[seat], facts, held, hidden.left[seat])
        sheet.part(key, at, partial(_hands, studio, box, seat, names[seat], facts, held, pane))
        below = at[3] + 6
    return sheet.picture


def _face(tile: int) -> Face | None:
    return None if tile == NONE else Face(image_of(tile), colour_of(tile))


def _faces(
    studio: Studio,
    sheet: Sheet,
    box: BugsBox,
    area: tuple[int, int, int, int],
    faces: Sequence[Face | None],
) -> None:
    """Lay the tiles' faces on the places of an area."""
    for place, face in enumerate(faces):
        if face is not None:
            left, top, right, bottom = painting.place_box(area, place)
            at = (left + INSET, top + INSET, right - INSET, bottom - INSET)
            stamp = tile(studio, box, face, at[2] - at[0])
            sheet.part(("face", face), at, partial(_lie, stamp))


def _lie(stamp: Image.Image, on: Image.Image) -> None:
    on.paste(stamp, (0, 0))


def _hands(
    studio: Studio,
    box: BugsBox,
    seat: Seat,
    name: str,
    facts: SeatView,
    held: Face | None,
    pane: Image.Image,
    on: Image.Image,
) -> None:
    """Paint a seat's line with the tile in its right hand, over what it has collected."""
    panel(studio, on, (0, 0, *on.size))
    line = canvas(on.width - HELD - 24, LINE, PANEL)
    painting.seat_line(studio, seat, name, facts, line)
    on.paste(line, (0, 0))
    if held is not None:
        on.paste(tile(studio, box, held, HELD), (on.width - HELD - 12, 5))
    on.paste(pane, (16, LINE))
