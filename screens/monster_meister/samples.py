"""The art of Monster Meister from which its palette is learned."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.monster_meister import GAME
from screens.kit import drawing
from screens.kit.studio import Studio
from screens.monster_meister import art, display

FIXED = (
    *drawing.COLOURS,
    display.ACCENT, display.TARGET, art.INK, "#ffffff",
    *art.BODY.values(), *art.SHADE.values(), *art.GROUND.values(),
)  # fmt: skip
"""Colours of areas and texts, kept as they are; the first is the paper."""


def art_of(studio: Studio) -> Iterator[Image.Image]:
    """Yield every card and icon as boards and panels show them."""
    for front in dict.fromkeys(GAME().box.fronts):
        yield from (display.front_sprite(studio, front, side) for side in (110, 190))
    for back in range(len(art.BACKS)):
        yield display.back_sprite(studio, back, 110)
    for colour in art.COLOURS:
        yield studio.sprite(art.icon(colour), 62)
    for eyes in (1, 2, 3, 4):
        yield studio.sprite(art.eye_icon(eyes), 62)
    icons = (art.double_icon(crossed=True), art.card_icon(), art.contest_icon(), art.tick_icon())
    yield from (studio.sprite(svg, 62) for svg in (*icons, art.miss_icon(), art.cross_icon()))
    yield from (studio.sprite(art.role_icon(sign), 48) for sign in ("minus", "plus"))
