"""How a match of Tüftelmonster ended, seat by seat: place, monster, prizes, points."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.tueftelmonster import icons, monster
from screens.tueftelmonster.palette import INKS, LINE, PALETTE
from screens.tueftelmonster.scene import Share, Standing
from screens.tueftelmonster.tokens import EDGE, nameplate

MEDALS = {1: drawing.GOLD, 2: drawing.SILVER, 3: "#d99a62"}
HIGH = 132
"""The height of a seat's line."""
ROOM = (190, 112)
"""The most a monster takes."""
NAMES = 280
"""Left edge of name and points."""
SHARES = 560
"""Left edge of what brought points."""
PITCH = 84
"""Between two shares."""
LINE_HEIGHT = 40
NOTE = 48
"""The height of the note below."""


def result(studio: Studio, standings: Sequence[Standing], note: str) -> Image.Image:
    """Return every seat's end in the order given, with a note below them, 1000 wide."""
    high = HIGH + 8
    on = drawing.canvas(WIDTH, high * len(standings) + (NOTE if note else 0))
    for i, standing in enumerate(standings):
        _standing(studio, on, standing, i * high)
    if note:
        y = on.height - NOTE // 2
        drawing.write(studio, on, WIDTH // 2, y, note, 32, drawing.DIM, False, "mm", WIDTH - 40)
    return PALETTE.flatten(on)


def _standing(studio: Studio, on: Image.Image, standing: Standing, top: int) -> None:
    first, middle = standing.place == 1, top + HIGH // 2
    box = (0, top, WIDTH, top + HIGH)
    fill, edge = (drawing.LIT, drawing.GOLD) if first else (drawing.PANEL, "")
    drawing.panel(studio, on, box, fill, 18, edge)
    medal = MEDALS.get(standing.place, drawing.QUIET)
    color = LINE if standing.place in MEDALS else drawing.TEXT
    drawing.badge(studio, on, 44, middle, str(standing.place), 56, medal, color)
    shown = monster.frame(standing.monster, *ROOM, 92)
    x, y = 84 + (ROOM[0] - shown.width) // 2, middle - shown.height // 2
    monster.paint(studio, on, standing.monster, shown, x, y)
    _points(studio, on, standing, middle)
    columns = (WIDTH - EDGE - SHARES) // PITCH
    lines = -(-len(standing.shares) // columns)
    for i, share in enumerate(standing.shares):
        row, column = divmod(i, columns)
        y = middle + round((row - (lines - 1) / 2) * LINE_HEIGHT)
        _share(studio, on, SHARES + column * PITCH, y, share)


def _points(studio: Studio, on: Image.Image, standing: Standing, middle: int) -> None:
    room = SHARES - NAMES - 16
    scored = standing.points is not None
    y = middle - 28 if scored else middle
    nameplate(studio, on, NAMES, y, standing.person, room)
    if scored:
        sign = icons.icon(studio, "points", 44, drawing.GOLD, drawing.PANEL)
        drawing.put(on, sign, NAMES, middle + 10)
        text = str(standing.points)
        drawing.write(studio, on, NAMES + 56, middle + 32, text, 48, drawing.GOLD, True)


def _share(studio: Studio, on: Image.Image, x: int, y: int, share: Share) -> None:
    if share.id in INKS:
        sign = icons.colour(studio, share.id, 38)
    else:
        sign = icons.medal(studio, share.id, share.gold, 38)
    drawing.put(on, sign, x, y - 19)
    drawing.write(studio, on, x + 42, y, f"+{share.points}", 32, drawing.TEXT, True)
