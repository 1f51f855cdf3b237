"""The end: the richest monsters on the king's gold, and everybody's account."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs, tokens, treasury
from screens.maechtige_monster.scene import Player, Standing

EDGE = 12
STAGE = 500
"""Height of the picture with the podium."""
ROW, GAP = 108, 7
BLOCKS = (196, 164, 138, 112)
"""How high the first, second, third and all others stand."""
FIGURES = (230, 190, 172, 148)
"""How large they are."""
STRENGTHS = (5, 4, 3, 2)
"""Which of their monsters stands there."""
FLOOR = STAGE - 14
WORTH = 38
"""Size of place and gold on a block."""


def podium(studio: Studio, standings: Sequence[Standing]) -> Image.Image:
    """Return the richest on their blocks with name and gold; 1000 wide."""
    found = _ordered(standings)
    on = _stage(studio).copy()
    step = min(230, (WIDTH - 2 * EDGE) // len(found))
    left = (WIDTH - step * len(found)) // 2
    for column, i in enumerate(centred(len(found))):
        _figure(studio, on, left + column * step + step // 2, step, found[i])
    return on


def accounts(studio: Studio, standings: Sequence[Standing]) -> Image.Image:
    """Return everybody's account, best first; 1000 wide. Equal gold shares a place."""
    found = _ordered(standings)
    on = drawing.canvas(WIDTH, len(found) * (ROW + GAP) - GAP + 2 * EDGE, castle.SKY)
    for i, standing in enumerate(found):
        _account(studio, on, EDGE + i * (ROW + GAP), standing)
    return on


def _ordered(standings: Sequence[Standing]) -> list[Standing]:
    return sorted(standings, key=lambda s: (s.place, s.seat))


def _stage(studio: Studio) -> Image.Image:
    return studio.stamp(
        ("mm_stage",), lambda: studio.rasterise(treasury.stage_svg(STAGE), WIDTH).convert("RGB")
    )


def centred(count: int) -> list[int]:
    """Return for each of so many columns who stands there: the best in the middle."""
    order: list[int] = []
    for i in range(count):
        order.insert(len(order) if i % 2 else 0, i)
    return order[::-1] if count % 2 == 0 else order


def _figure(studio: Studio, on: Image.Image, x: int, step: int, standing: Standing) -> None:
    rank = min(standing.place, 4) - 1
    top, half = FLOOR - BLOCKS[rank], step // 2 - 4
    drawing.panel(studio, on, (x - half, top, x + half, STAGE), art.DARK, 10)
    fill = drawing.MEDALS[rank] if rank < 3 else castle.STONE
    drawing.panel(studio, on, (x - half + 4, top + 4, x + half - 4, STAGE), fill, 7)
    size = min(FIGURES[rank], step + 34)
    stamp = art.monster(studio, standing.people, STRENGTHS[rank], size)
    drawing.put(on, stamp, x - size // 2, top + 4 + round(size * 8 / 176) - size)
    name = studio.drawable(standing.name)
    if name is None:
        tokens.mark(studio, on, x, top + 34, standing.seat, standing.name, 46)
    else:
        room = 2 * half - 16
        drawing.write(studio, on, x, top + 34, name, 34, art.DARK, anchor="mm", room=room)
    _worth(studio, on, x, top + 84, standing)


def _worth(studio: Studio, on: Image.Image, x: int, y: int, standing: Standing) -> None:
    """Draw place and gold around a point."""
    place, gold = f"{standing.place}.", str(standing.gold)
    first = lettering.width(studio.font(WORTH, True), place) + 6
    last = lettering.width(studio.font(WORTH, True), gold) + 4
    left = x - (first + WORTH + last) // 2
    drawing.write(studio, on, left, y, place, WORTH, art.DARK, True)
    drawing.put(on, art.coin(studio, WORTH), left + first, y - WORTH // 2)
    drawing.write(studio, on, left + first + WORTH + 4, y, gold, WORTH, art.DARK, True)


def _account(studio: Studio, on: Image.Image, top: int, standing: Standing) -> None:
    first = standing.place == 1
    box = (EDGE, top, WIDTH - EDGE, top + ROW)
    edge = drawing.GOLD if first else ""
    drawing.panel(studio, on, box, drawing.LIT if first else drawing.PANEL, 18, edge)
    y = top + 32
    medal = drawing.MEDALS[standing.place - 1] if standing.place <= 3 else drawing.QUIET
    color = art.DARK if standing.place <= 3 else drawing.TEXT
    drawing.badge(studio, on, EDGE + 42, y, str(standing.place), 52, medal, color)
    right = WIDTH - EDGE - 18
    right -= (
        drawing.write(studio, on, right, y, str(standing.gold), 46, drawing.GOLD, True, "rm") + 8
    )
    drawing.put(on, art.coin(studio, 48), right - 48, y - 24)
    player = Player(standing.name, standing.people, standing.gold)
    room = right - 62 - (EDGE + 82)
    tokens.nameplate(studio, on, EDGE + 82, y, standing.seat, player, room, size=36)
    _breakdown(studio, on, top + 80, standing)


def _breakdown(studio: Studio, on: Image.Image, y: int, standing: Standing) -> None:
    """Draw where the gold came from and went to, each with its sign."""
    parts = (
        (signs.chest(studio, 40), standing.start, ""),
        (art.blade(studio, 42), standing.loot, "+"),
        (signs.passed(studio, 44, True), standing.received, "+"),
        (signs.bank(studio, 40), standing.bank, "−"),
        (signs.passed(studio, 44, False), standing.owners, "−"),
        (art.plaster(studio, 42), standing.healing, "−"),
    )
    step = (WIDTH - 2 * EDGE - 30) // len(parts)
    for i, (icon, gold, sign) in enumerate(parts):
        x = EDGE + 22 + i * step
        drawing.put(on, icon, x, y - icon.height // 2, 1.0 if gold else 0.45)
        color = signs.FAINT if not gold else {"+": drawing.LEAF, "−": signs.CORAL}.get(sign, "")
        text = f"{sign}{gold}" if gold else "0"
        drawing.write(studio, on, x + 50, y, text, 34, color or drawing.TEXT, True)
