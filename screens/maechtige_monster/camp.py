"""The camp before the castle: each seat with people, gold, start marker and its known cards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH, Box
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs, tokens
from screens.maechtige_monster.castle import GRASS, TURF
from screens.maechtige_monster.scene import Player, Scene, Whereabouts

EDGE, GAP = 12, 8
PANEL = 122
"""Height of a seat's panel."""
NAMED = 62
"""Of it what its name takes."""


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
            _panel(studio, sheet, scene, seat, EDGE + i * (width + GAP), y, width)
    return sheet.picture


def _panel(
    studio: Studio, sheet: Sheet, scene: Scene, seat: int, left: int, top: int, width: int
) -> None:
    """Lay a seat's panel: who it is, gold and cards apart, of which two seldom change at once."""
    player, asked, start = scene.players[seat], scene.asked == seat, scene.start == seat
    around = (left, top, left + width, top + PANEL)
    note(sheet.picture, f"player.{seat}", around)
    split = width - EDGE - len(player.cards) * (tokens.PIP + 1)

    def part(key: tuple[Hashable, ...], box: Box, paint: Callable[[Image.Image], None]) -> None:
        x, y, right, bottom = box
        place = (left + x, top + y, left + right, top + bottom)
        panel = partial(_behind, studio, asked)
        sheet.within(("camp", asked, *key), place, around, panel, paint, TURF)

    part(
        (seat, player.name, player.people, start),
        (0, 0, width, NAMED),
        partial(_name, studio, seat, player, start, asked),
    )
    part((player.gold,), (0, NAMED, split, PANEL), partial(_gold, studio, player.gold))
    cards = player.people, player.cards
    part(cards, (split, NAMED, width, PANEL), partial(_cards, studio, *cards))


def _behind(studio: Studio, asked: bool, on: Image.Image, box: Box) -> None:
    """Draw a seat's panel, gold around who is asked."""
    fill, edge = (drawing.LIT, drawing.GOLD) if asked else (drawing.PANEL, "")
    drawing.panel(studio, on, box, fill, 16, edge)


def _columns(seats: int) -> int:
    return 2 if seats == 4 else 3


def panel_width(seats: int, line: int) -> int:
    """Return the width of the panels in a line; a shorter last line has wider ones."""
    columns = _columns(seats)
    row = min(columns, seats - line * columns)
    return (WIDTH - 2 * EDGE - GAP * (row - 1)) // row


def _name(
    studio: Studio, seat: int, player: Player, start: bool, asked: bool, on: Image.Image
) -> None:
    end = on.width - 12
    if start:
        drawing.put(on, signs.flag(studio, 44), end - 42, 8)
        end -= 48
    color = drawing.GOLD if asked else drawing.TEXT
    tokens.nameplate(studio, on, 10, 33, seat, player, end - 10, color, 36)


def _gold(studio: Studio, gold: int, on: Image.Image) -> None:
    drawing.put(on, art.coin(studio, 34), 9, 73 - NAMED)
    drawing.write(studio, on, 46, 90 - NAMED, str(gold), 36, drawing.GOLD, True)


def _cards(studio: Studio, people: str, cards: Sequence[Whereabouts], on: Image.Image) -> None:
    for strength, where in enumerate(cards, 1):
        stamp = tokens.pip(studio, people, strength, where)
        drawing.put(on, stamp, 4 + (strength - 1) * (tokens.PIP + 1), 64 - NAMED)
