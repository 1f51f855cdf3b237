"""One seat's monster, large, with all that is counted of it beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH, Box
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.tueftelmonster import icons, monster
from screens.tueftelmonster.palette import INKS, PALETTE
from screens.tueftelmonster.scene import Fact, Person, SeatFacts
from screens.tueftelmonster.tokens import EDGE, count, nameplate

HEIGHT = 480
"""How high it may be where it is looked at alone."""
FACTS = 290
"""The width of what is counted."""
SPLIT = FACTS + 15
"""Where the part with the monster begins."""
LARGEST = 176
"""The largest card."""
ROUND = 18
"""The radius of a panel's corners."""
PITCH = 74
"""Between two counts."""
FIRST = 87
"""Where they begin, below the name."""


def spotlight(studio: Studio, facts: SeatFacts, height: int = HEIGHT) -> Image.Image:
    """Return a seat's monster with its name and counts, 1000 wide."""
    sheet, around = Sheet(studio, PALETTE, WIDTH, height), (0, 0, WIDTH, height)
    note(sheet.picture, f"monster.{facts.person.seat}", around)
    _counts(studio, sheet, facts)
    left = FACTS + EDGE - SPLIT
    room = (left, EDGE, left + WIDTH - FACTS - 2 * EDGE, height - EDGE)
    lay_grown(studio, sheet, facts, (SPLIT, 0, WIDTH, height), around, room, LARGEST)
    return sheet.picture


def _counts(studio: Studio, sheet: Sheet, facts: SeatFacts) -> None:
    """Lay name and counts, each apart: most stay, or are the same at other tables."""
    around = (0, 0, *sheet.picture.size)
    person, turn, waited = facts.person, facts.turn, facts.waited
    named = partial(_name, studio, person, turn)
    lay_in(studio, sheet, ("tm name", person, turn), (0, 0, SPLIT, FIRST), around, waited, named)
    bottom = FIRST
    for fact in facts.facts:
        top, bottom = bottom, bottom + PITCH
        box, fill = (0, top, SPLIT, bottom), fill_of(waited)
        counting = partial(_fact, studio, EDGE, PITCH // 2, fact, fill)
        lay_in(studio, sheet, ("tm fact", fact), box, around, waited, counting)
    lay_in(studio, sheet, "tm below", (0, bottom, SPLIT, around[3]), around, waited)


def _name(studio: Studio, person: Person, turn: bool, on: Image.Image) -> None:
    color = drawing.GOLD if turn else drawing.TEXT
    nameplate(studio, on, EDGE, EDGE + 32, person, FACTS - EDGE, color, 40)


def lay_in(
    studio: Studio, sheet: Sheet, key: Hashable, box: Box, around: Box, waited: bool,
    paint: Callable[[Image.Image], None] = lambda on: None,
) -> None:  # fmt: skip
    """Lay a part of a seat's panel, which lies around it."""
    left, top, right, bottom = box
    west, north, east, south = around
    # Where on the panel a part lies decides which of its edges and corners it has.
    sides = left - west, top - north, east - right, south - bottom
    edges = tuple(min(side, ROUND) for side in sides)
    panel = partial(frame_of_seat, studio, waited)
    sheet.within((key, waited, edges), box, around, panel, paint)


def lay_grown(
    studio: Studio, sheet: Sheet, facts: SeatFacts, box: Box, around: Box, room: Box, largest: int
) -> None:
    """Lay the part of a seat's panel with its monster, which has this room of it, and over that
    what the newest move touched; the panel lies around it."""
    left, top, right, bottom = room
    # Where a part was stolen there may be nothing else, but the sign of that has to fit.
    gone = [facts.newest.stolen] if facts.newest and facts.newest.stolen else []
    shown = monster.frame(facts.monster, right - left, bottom - top, largest, gone)
    x = left + (right - left - shown.width) // 2
    y = top + (bottom - top - shown.height) // 2
    key = ("tm grown", facts.monster, shown, room)
    grown = partial(monster.paint, studio, monster=facts.monster, shown=shown, x=x, y=y)
    lay_in(studio, sheet, key, box, around, facts.waited, grown)
    if facts.newest:
        x, y = box[0] + x, box[1] + y
        place = monster.touched(facts.newest, shown, x, y, box)
        newest, waited = facts.newest, facts.waited

        def mark(on: Image.Image) -> None:
            monster.mark_newest(studio, on, newest, shown, x - place[0], y - place[1])

        sheet.over((key, newest, waited), place, mark)


def frame_of_seat(studio: Studio, waited: bool, on: Image.Image, box: Box) -> None:
    """Draw a seat's panel, gold around whom the table waits for."""
    drawing.panel(studio, on, box, fill_of(waited), ROUND, drawing.GOLD if waited else "")


def fill_of(waited: bool) -> str:
    """Return what fills a seat's panel."""
    return drawing.LIT if waited else drawing.PANEL


def _fact(studio: Studio, x: int, y: int, fact: Fact, fill: str, on: Image.Image) -> None:
    wide = counted(studio, on, x, y, fact, fill, 44)
    drawing.write(studio, on, x + wide + 10, y, fact.label, 32, drawing.DIM, room=FACTS - wide - 20)


def counted(
    studio: Studio, on: Image.Image, x: int, y: int, fact: Fact, fill: str, size: int
) -> int:
    """Draw a count's sign and number from x on, centred on y; return the width taken."""
    color = drawing.GOLD if fact.sign in ("ends", "points") else drawing.TEXT
    return count(studio, on, x, y, sign(studio, fact.sign, size, fill), fact.number, color)


def sign(studio: Studio, name: str, size: int, fill: str) -> Image.Image:
    """Return the sign of something counted."""
    if name == "ends":
        return monster.open_end(studio, "E", size)
    if name == "bolts":
        return icons.bolt(studio, size)
    if name in INKS:
        return icons.colour(studio, name, size)
    drawn, color = ("hold", drawing.TEXT) if name == "hand" else ("points", drawing.GOLD)
    return icons.icon(studio, drawn, size, color, fill)
