"""How a match of Tüftelmonster ended: places, monsters by name, prizes, points."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from screens.kit import drawing
from screens.kit.studio import Studio
from screens.tueftelmonster import icons, monster
from screens.tueftelmonster.board import PALETTE
from screens.tueftelmonster.palette import INKS, LINE
from screens.tueftelmonster.scene import Share, Standing
from screens.tueftelmonster.tokens import EDGE, SPACE, WIDTH

MEDALS = {1: drawing.GOLD, 2: icons.SILVER, 3: "#d99a62"}
ROOM = (400, 300)
"""The most a monster takes."""
HIGH = 330
PITCH = 132
"""Between two shares."""
TEXTS = 460
"""Left edge of what is written beside a monster."""


def result(studio: Studio, standings: Sequence[Standing]) -> Image.Image:
    """Return every seat's end in the order given, 1000 wide."""
    heights = [_height(standing) for standing in standings]
    on = drawing.canvas(WIDTH, sum(heights) + SPACE * (len(heights) - 1) + 2 * EDGE)
    y = EDGE
    for standing, height in zip(standings, heights, strict=True):
        _standing(studio, on, standing, y, height)
        y += height + SPACE
    return PALETTE.flatten(on)


def _rows(standing: Standing) -> int:
    return -(-len(standing.shares) // _columns())


def _columns() -> int:
    return (WIDTH - EDGE - 16 - TEXTS) // PITCH


def _height(standing: Standing) -> int:
    return max(HIGH, 150 + 70 * _rows(standing) + 20)


def _standing(studio: Studio, on: Image.Image, standing: Standing, top: int, height: int) -> None:
    first = standing.place == 1
    edge = drawing.GOLD if first else ""
    box = (EDGE, top, WIDTH - EDGE, top + height)
    drawing.panel(studio, on, box, "#343a4c" if first else drawing.PANEL, 18, edge)
    shown = monster.frame(standing.monster, *ROOM, 92)
    x = EDGE + 20 + (ROOM[0] - shown.width) // 2
    monster.paint(studio, on, standing.monster, shown, x, top + (height - shown.height) // 2)
    _names(studio, on, standing, top)
    for i, share in enumerate(standing.shares):
        row, column = divmod(i, _columns())
        _share(studio, on, TEXTS + column * PITCH, top + 176 + row * 70, share)


def _names(studio: Studio, on: Image.Image, standing: Standing, top: int) -> None:
    fill = MEDALS.get(standing.place, drawing.QUIET)
    color = LINE if standing.place in MEDALS else drawing.TEXT
    drawing.badge(studio, on, TEXTS + 34, top + 54, str(standing.place), 68, fill, color)
    right = WIDTH - EDGE - 20
    if standing.points is not None:
        text = str(standing.points)
        wide = drawing.write(studio, on, right, top + 54, text, 64, drawing.GOLD, True, "rm")
        right -= wide + 16
    name = studio.drawable(standing.name) or ""
    room = right - TEXTS - 84
    drawing.write(studio, on, TEXTS + 84, top + 54, name, 42, drawing.TEXT, True, room=room)
    title = studio.drawable(standing.title) or ""
    room = WIDTH - EDGE - 20 - TEXTS
    drawing.write(studio, on, TEXTS, top + 118, title, 34, drawing.DIM, room=room)


def _share(studio: Studio, on: Image.Image, x: int, y: int, share: Share) -> None:
    if share.id in INKS:
        sign = icons.colour(studio, share.id, 58)
    else:
        sign = icons.medal(studio, share.id, share.gold, 58)
    drawing.put(on, sign, x, y - 29)
    drawing.write(studio, on, x + 66, y, f"+{share.points}", 36, drawing.TEXT, True)
