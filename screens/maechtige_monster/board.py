"""The board of Mächtige Monster as a scene: sky, storeys with guards and monsters, the camp."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.maechtige_monster import art, bay, camp, castle, signs, tokens, treasury
from screens.maechtige_monster.castle import BAYS, WIDTH
from screens.maechtige_monster.scene import Scene, Tile

DECREE = 92
"""What the sky is higher by under a king's tile."""


def paint(studio: Studio, palette: Palette, scene: Scene) -> Image.Image:
    """Return what everybody sees, 1000 wide."""
    storeys = [_is_high(scene, row) for row in range(-(-len(scene.guards) // 2))]
    head = castle.HEAD + castle.BATTLEMENT + (DECREE if scene.tile else 0)
    height = head + sum(map(castle.storey_height, storeys)) + camp.height(len(scene.players))
    sheet = Sheet(studio, palette, WIDTH, height)
    sheet.part(_head_key(scene), (0, 0, WIDTH, head), partial(_head, studio, scene))
    top = head
    for row, high in enumerate(storeys):
        _storey(studio, sheet, scene, row, top, high)
        top += castle.storey_height(high)
    camp.draw(studio, sheet, scene, top)
    return sheet.picture


def _is_high(scene: Scene, row: int) -> bool:
    return any(
        bay.is_high(guard, scene.focus == post)
        for post, guard in enumerate(scene.guards)
        if post // 2 == row
    )


def _storey(studio: Studio, sheet: Sheet, scene: Scene, row: int, top: int, high: bool) -> None:
    bottom = top + castle.storey_height(high)
    for i, (left, right) in enumerate(castle.WALLS):
        wall = partial(castle.wall, studio, i, row == 0, high)
        sheet.part(("wall", i, row == 0, high), (left, top, right, bottom), wall)
    for side, (left, right) in enumerate(BAYS):
        post, box = 2 * row + side, (left, top, right, bottom)
        if post < len(scene.guards):
            sheet.part(
                bay.key(scene, post, high), box, partial(bay.paint, studio, scene, post, high)
            )
        else:
            sheet.part(("vault", high), box, partial(treasury.vault, studio, high))


def _head_key(scene: Scene) -> Hashable:
    asked: Hashable = None
    if scene.asked is not None:
        player = scene.players[scene.asked]
        asked = scene.asked, player.name, player.people
    word = scene.labels["round"]
    return "head", word, scene.round, scene.rounds, asked, scene.caption, scene.tile


def _head(studio: Studio, scene: Scene, on: Image.Image) -> None:
    on.paste(castle.sky(studio, on.height), (0, 0))
    y = 44
    text = f"{scene.labels['round']} {scene.round}/{scene.rounds}"
    x = 100 + drawing.pill(studio, on, 100, y, text, 36, height=56) + 18
    room = WIDTH - 100 - x
    if scene.caption:
        drawing.write(studio, on, x, y, scene.caption, 38, drawing.GOLD, True, room=room)
    elif scene.asked is not None:
        drawing.middle(on, signs.pointer(studio, 40), x + 18, y)
        player = scene.players[scene.asked]
        tokens.nameplate(studio, on, x + 48, y, scene.asked, player, room - 48, drawing.GOLD, 38)
    if scene.tile:
        _decree(studio, on, scene.tile)


def _decree(studio: Studio, on: Image.Image, tile: Tile) -> None:
    """Draw the king's tile in force with its text on parchment."""
    left, top, right, bottom = 92, castle.HEAD - 4, WIDTH - 92, castle.HEAD + 82
    drawing.panel(studio, on, (left, top, right, bottom), art.DARK, 16)
    drawing.panel(studio, on, (left + 4, top + 4, right - 4, bottom - 4), tokens.PARCHMENT, 13)
    drawing.put(on, signs.tile_icon(studio, tile.icon, 76), left + 8, top + 5)
    room = right - left - 98 - 14
    lines = wrap(studio, tile.text, 33, room, 2)
    for i, line in enumerate(lines):
        y = (top + bottom) // 2 + round((i - (len(lines) - 1) / 2) * 37)
        drawing.write(studio, on, left + 98, y, line, 33, tokens.INK, room=room)


def wrap(studio: Studio, text: str, size: int, room: int, most: int) -> list[str]:
    """Return a text in at most so many lines; the last one may still be too long."""
    font, lines = studio.font(size), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < most and lettering.width(font, longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
