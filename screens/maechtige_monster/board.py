"""The castle of Mächtige Monster as a picture: sky, and two storeys with guards and monsters."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.maechtige_monster import bay, castle, signs, tokens, treasury
from screens.maechtige_monster.castle import HEAD, Plan
from screens.maechtige_monster.scene import Scene

LEFT, RIGHT = 92, WIDTH - 92
"""Where the towers leave room."""


def paint(studio: Studio, palette: Palette, scene: Scene) -> Image.Image:
    """Return the castle with all that lies in it, 1000 wide."""
    plan, head = castle.plan(len(scene.guards)), HEAD + castle.BATTLEMENT
    rows = -(-len(scene.guards) // len(plan.bays))
    sheet = Sheet(studio, palette, WIDTH, head + rows * plan.storey)
    sheet.part(_head_key(scene), (0, 0, WIDTH, head), partial(_head, studio, scene))
    for row in range(rows):
        _storey(studio, sheet, scene, plan, row, head + row * plan.storey)
    return sheet.picture


def _storey(studio: Studio, sheet: Sheet, scene: Scene, plan: Plan, row: int, top: int) -> None:
    bottom = top + plan.storey
    for i, (left, right) in enumerate(plan.walls):
        wall = partial(castle.wall, studio, plan, i, row == 0)
        sheet.part(("wall", plan, i, row == 0), (left, top, right, bottom), wall)
    for side, (left, right) in enumerate(plan.bays):
        post, box = len(plan.bays) * row + side, (left, top, right, bottom)
        if post < len(scene.guards):
            key = bay.key(scene, plan, post)
            sheet.part(key, box, partial(bay.paint, studio, scene, plan, post))
            if scene.guards[post].new is not None:
                _newest(studio, sheet, scene, plan, post, left, top)
        else:
            sheet.part(("vault", plan), box, partial(treasury.vault, studio, plan))


def _newest(
    studio: Studio, sheet: Sheet, scene: Scene, plan: Plan, post: int, left: int, top: int
) -> None:
    """Mark what was played last over a bay, which is found again without it in the next picture."""
    x, y, right, bottom = bay.newest_box(plan, scene.guards[post])
    box = (left + x, top + y, left + right, top + bottom)
    mark = partial(bay.mark_newest, studio, scene, plan, post)
    sheet.over(bay.newest_key(scene, plan, post), box, mark)


def _head_key(scene: Scene) -> Hashable:
    asked: Hashable = None
    if scene.asked is not None:
        player = scene.players[scene.asked]
        asked = scene.asked, player.name, player.people
    word = scene.labels["round"]
    return "head", word, scene.round, scene.rounds, asked, scene.caption, scene.tile


def _head(studio: Studio, scene: Scene, on: Image.Image) -> None:
    """Draw the round and what is told, the king's tile in force, or who is asked."""
    on.paste(castle.sky(studio), (0, 0))
    y, word = HEAD // 2, "" if scene.tile else scene.labels["round"]
    text = f"{word} {scene.round}/{scene.rounds}".strip()
    x = LEFT + drawing.pill(studio, on, LEFT, y, text, 36, height=56) + 14
    if scene.tile:
        drawing.put(on, signs.tile_icon(studio, scene.tile.icon, 74), x, y - 37)
        x += 84
    if scene.caption:
        room = RIGHT - x
        drawing.write(studio, on, x, y, scene.caption, 38, drawing.GOLD, True, room=room)
    elif scene.tile:
        _decree(studio, on, x, y, scene.tile.text)
    elif scene.asked is not None:
        drawing.middle(on, signs.pointer(studio, 40), x + 18, y)
        player, room = scene.players[scene.asked], RIGHT - x - 48
        tokens.nameplate(studio, on, x + 48, y, scene.asked, player, room, drawing.GOLD, 40)


def _decree(studio: Studio, on: Image.Image, x: int, y: int, text: str) -> None:
    """Write what the king decrees on parchment."""
    box = (x, y - 38, RIGHT, y + 38)
    drawing.panel(studio, on, box, tokens.PARCHMENT, 12)
    room = RIGHT - x - 24
    lines = lettering.wrap(studio.font(tokens.SMALL), text, room, 2)
    for i, line in enumerate(lines):
        at = y + round((i - (len(lines) - 1) / 2) * 35)
        drawing.write(studio, on, x + 12, at, line, tokens.SMALL, tokens.INK, room=room)
