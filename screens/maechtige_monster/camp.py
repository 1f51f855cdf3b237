"""The camp before the castle: each seat with people, gold, start marker and its known cards."""

from __future__ import annotations

from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs, tokens
from screens.maechtige_monster.castle import GRASS, TURF, WIDTH
from screens.maechtige_monster.scene import Scene

EDGE, GAP = 12, 8
PANEL = 122
"""Height of a seat's panel."""


def paint(studio: Studio, palette: Palette, scene: Scene) -> Image.Image:
    """Return all seats' panels, one line of them for three seats, else two; 1000 wide."""
    count, columns = len(scene.players), _columns(len(scene.players))
    lines = -(-count // columns)
    sheet = Sheet(studio, palette, WIDTH, GRASS + lines * (PANEL + GAP) - GAP + EDGE)
    grass = castle.ground(studio)
    sheet.part("grass", (0, 0, WIDTH, GRASS), lambda on: on.paste(grass, (0, 0)), TURF)
    for line in range(lines):
        width = panel_width(count, line)
        y = GRASS + line * (PANEL + GAP)
        for i, seat in enumerate(range(line * columns, min(count, line * columns + columns))):
            left = EDGE + i * (width + GAP)
            key = ("camp", seat, scene.players[seat], scene.start == seat, scene.asked == seat)
            box = (left, y, left + width, y + PANEL)
            sheet.part(key, box, partial(panel, studio, scene, seat), TURF)
    return sheet.picture


def _columns(seats: int) -> int:
    return 2 if seats == 4 else 3


def panel_width(seats: int, line: int) -> int:
    """Return the width of the panels in a line; a shorter last line has wider ones."""
    columns = _columns(seats)
    row = min(columns, seats - line * columns)
    return (WIDTH - 2 * EDGE - GAP * (row - 1)) // row


def panel(studio: Studio, scene: Scene, seat: int, on: Image.Image) -> None:
    """Draw one seat's panel all over a picture of its size."""
    player, asked, width = scene.players[seat], scene.asked == seat, on.width
    note(on, f"player.{seat}", (0, 0, width, PANEL))
    fill, edge = ("#343a4c", drawing.GOLD) if asked else (drawing.PANEL, "")
    drawing.panel(studio, on, (0, 0, width, PANEL), fill, 16, edge)
    end = width - 12
    if scene.start == seat:
        drawing.put(on, signs.flag(studio, 44), end - 42, 8)
        end -= 48
    color = drawing.GOLD if asked else drawing.TEXT
    tokens.nameplate(studio, on, 10, 33, seat, player, end - 10, color, 36)
    y = 90
    drawing.put(on, art.coin(studio, 34), 9, y - 17)
    drawing.write(studio, on, 46, y, str(player.gold), 36, drawing.GOLD, True)
    for strength, where in enumerate(player.cards, 1):
        stamp = tokens.pip(studio, player.people, strength, where)
        drawing.put(on, stamp, width - 8 - (6 - strength) * (tokens.PIP + 1), y - 26)
