"""The board of Mächtige Monster as a scene: sky, storeys with guards and monsters, the camp."""

from __future__ import annotations

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.studio import Studio
from screens.maechtige_monster import art, bay, camp, castle, signs, tokens, treasury
from screens.maechtige_monster.castle import BAYS, WIDTH
from screens.maechtige_monster.scene import Scene, Tile

DECREE = 92
"""What the sky is higher by under a king's tile."""


def paint(studio: Studio, scene: Scene) -> Image.Image:
    """Return what everybody sees, 1000 wide."""
    storeys = [_is_high(scene, row) for row in range(-(-len(scene.guards) // 2))]
    head = castle.HEAD + castle.BATTLEMENT + (DECREE if scene.tile else 0)
    height = head + sum(map(castle.storey_height, storeys)) + camp.height(len(scene.players))
    on = drawing.canvas(WIDTH, height, castle.TURF)
    on.paste(castle.sky(studio, head), (0, 0))
    _head(studio, on, scene)
    top = head
    for row, high in enumerate(storeys):
        _storey(studio, on, scene, row, top, high)
        top += castle.storey_height(high)
    camp.draw(studio, on, scene, top)
    return on


def _is_high(scene: Scene, row: int) -> bool:
    return any(
        bay.is_high(guard, scene.focus == post)
        for post, guard in enumerate(scene.guards)
        if post // 2 == row
    )


def _storey(studio: Studio, on: Image.Image, scene: Scene, row: int, top: int, high: bool) -> None:
    castle.lay_walls(studio, on, top, row == 0, high)
    for side, (left, _) in enumerate(BAYS):
        post = 2 * row + side
        if post < len(scene.guards):
            on.paste(bay.paint(studio, scene, post, high), (left, top))
        else:
            on.paste(treasury.vault(studio, high), (left, top))


def _head(studio: Studio, on: Image.Image, scene: Scene) -> None:
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
        on.paste(_decree(studio, scene.tile), (92, castle.HEAD - 4))


def _decree(studio: Studio, tile: Tile) -> Image.Image:
    """Return the king's tile in force with its text on parchment."""
    width, height = WIDTH - 2 * 92, 86

    def make() -> Image.Image:
        made = drawing.canvas(width, height, castle.SKY)
        drawing.panel(studio, made, (0, 0, width, height), art.DARK, 16)
        drawing.panel(studio, made, (4, 4, width - 4, height - 4), tokens.PARCHMENT, 13)
        drawing.put(made, signs.tile_icon(studio, tile.icon, 76), 8, 5)
        room = width - 98 - 14
        lines = wrap(studio, tile.text, 33, room, 2)
        for i, line in enumerate(lines):
            y = height // 2 + round((i - (len(lines) - 1) / 2) * 37)
            drawing.write(studio, made, 98, y, line, 33, tokens.INK, room=room)
        return made

    return studio.stamp(("decree", tile), make)


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
