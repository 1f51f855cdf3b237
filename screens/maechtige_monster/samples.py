"""The art of Mächtige Monster from which its palette is learned."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from screens.kit import drawing, seats
from screens.kit.studio import Studio
from screens.maechtige_monster import (
    art,
    bay,
    castle,
    peoples,
    ranks,
    result,
    signs,
    tokens,
    treasury,
)
from screens.maechtige_monster.scene import TILE_ICONS

FIXED = (
    castle.TURF, *drawing.COLOURS[1:],
    drawing.LIT, "#ffb03a", "#ff7a3d", art.DARK, signs.NEWEST, signs.STONE,
    *seats.FILLS[:6], seats.INK, tokens.PARCHMENT, tokens.INK,
    tokens.INK_DIM, drawing.HOLE, drawing.LEAF, signs.CORAL, signs.FAINT, bay.KING, castle.WALL,
    castle.NICHE, castle.NICHE_JOINT, castle.NICHE_DARK, castle.STONE, castle.STONE_DARK,
    castle.STONE_LIGHT, castle.LINE, castle.SKY, castle.SKY_LOW, castle.HILLS,
    treasury.VELVET, treasury.VELVET_LIGHT,
    *(people.flat for people in peoples.PEOPLES.values()),
    *(sky for people in peoples.PEOPLES.values() for sky in people.sky),
)  # fmt: skip
"""Colours of areas and texts, kept as they are; the first is the ground."""


def art_of(studio: Studio) -> Iterator[Image.Image]:
    """Yield every figure and sign as pictures show them, and the castle."""
    for people in peoples.PEOPLES:
        for strength in peoples.STRENGTHS:
            yield art.monster(studio, people, strength, castle.WIDE.monster)
            yield art.plate(studio, people, strength, 56)
        yield art.card(studio, people, 3, 2, 138)
    for level, strength in ((1, 5), (2, 7), (2, 9), (3, 8), (3, 10)):
        for look in range(ranks.LOOKS):
            yield art.guard(studio, level, strength, look, castle.WIDE.guard)
        yield art.guard_back(studio, level, castle.WIDE.guard)
    for plan in (castle.WIDE, castle.NARROW):
        for side in range(2):
            yield castle.bay(studio, plan, side).convert("RGBA")
    yield castle.sky(studio).convert("RGBA")
    yield studio.rasterise(treasury.stage_svg(result.STAGE), drawing.WIDTH)
    vault = drawing.canvas(castle.WIDE.bay, castle.WIDE.storey)
    treasury.vault(studio, castle.WIDE, vault)
    yield vault.convert("RGBA")
    yield signs.burst(studio, 180)
    yield signs.dizzy(studio, 96)
    for sign in (signs.bank, signs.chest, signs.flag, signs.weakest, signs.cards):
        yield sign(studio, 44)
    for icon in TILE_ICONS:
        yield signs.tile_icon(studio, icon, 76)
    for drawn in (art.coin, art.blade, art.star, art.plaster):
        yield drawn(studio, 42)
    for is_open in (True, False):
        yield signs.lock(studio, 46, is_open)
        yield signs.verdict(studio, 42, is_open)
    for sign in (signs.sure, signs.newest, signs.away):
        yield sign(studio, 44)
