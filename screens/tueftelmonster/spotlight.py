"""One seat's monster, large, with all that is counted of it beside it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import Box
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.tueftelmonster import icons, monster
from screens.tueftelmonster.board import PALETTE
from screens.tueftelmonster.palette import INKS
from screens.tueftelmonster.scene import Fact, SeatFacts
from screens.tueftelmonster.tokens import EDGE, WAITED, WIDTH, count, nameplate

HEIGHT = 480
TALLEST = 750
"""How high it may be where it is looked at alone."""
FACTS = 290
"""The width of what is counted."""
SPLIT = FACTS + 15
"""Where the part with the monster begins."""
LARGEST = 176
"""The largest card."""
PITCH = 74
"""Between two counts."""


def spotlight(studio: Studio, facts: SeatFacts, height: int = HEIGHT) -> Image.Image:
    """Return a seat's monster with its name and counts, 1000 wide."""
    sheet, around = Sheet(studio, PALETTE, WIDTH, height), (0, 0, WIDTH, height)
    note(sheet.picture, f"monster.{facts.person.seat}", around)
    key = ("tm counts", facts.person, facts.facts, facts.turn, facts.waited)
    sheet.part(key, (0, 0, SPLIT, height), partial(_counts, studio, facts, around))
    left = FACTS + EDGE - SPLIT
    room = (left, EDGE, left + WIDTH - FACTS - 2 * EDGE, height - EDGE)
    sheet.part(
        ("tm spotlight", *grown_key(facts)),
        (SPLIT, 0, WIDTH, height),
        partial(grown, studio, facts, (-SPLIT, 0, WIDTH - SPLIT, height), room, LARGEST),
    )
    return sheet.picture


def _counts(studio: Studio, facts: SeatFacts, around: Box, on: Image.Image) -> None:
    fill = frame_of_seat(studio, on, around, facts)
    color = drawing.GOLD if facts.turn else drawing.TEXT
    nameplate(studio, on, EDGE, EDGE + 32, facts.person, FACTS - EDGE, color, 40)
    for i, fact in enumerate(facts.facts):
        _fact(studio, on, EDGE, 124 + i * PITCH, fact, fill)


def grown_key(facts: SeatFacts) -> tuple[Hashable, ...]:
    """Return all that `grown` shows of a seat."""
    return facts.monster, facts.newest, facts.waited


def grown(
    studio: Studio, facts: SeatFacts, around: Box, room: Box, largest: int, on: Image.Image
) -> None:
    """Paint the part of a seat's panel with its monster, which has this room; the panel lies
    around it."""
    frame_of_seat(studio, on, around, facts)
    left, top, right, bottom = room
    # Where a part was stolen there may be nothing else, but the sign of that has to fit.
    gone = [facts.newest.stolen] if facts.newest and facts.newest.stolen else []
    shown = monster.frame(facts.monster, right - left, bottom - top, largest, gone)
    x = left + (right - left - shown.width) // 2
    y = top + (bottom - top - shown.height) // 2
    monster.paint(studio, on, facts.monster, shown, x, y)
    if facts.newest:
        monster.mark_newest(studio, on, facts.newest, shown, x, y)


def frame_of_seat(studio: Studio, on: Image.Image, box: Box, facts: SeatFacts) -> str:
    """Draw a seat's panel, gold around whom the table waits for; return what fills it."""
    fill = WAITED if facts.waited else drawing.PANEL
    drawing.panel(studio, on, box, fill, 18, drawing.GOLD if facts.waited else "")
    return fill


def _fact(studio: Studio, on: Image.Image, x: int, y: int, fact: Fact, fill: str) -> None:
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
