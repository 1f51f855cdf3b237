"""What the signs of Mächtige Monster are, for the legends in the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from PIL import Image

from screens.kit import drawing, legend
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs
from screens.maechtige_monster.peoples import PEOPLES
from screens.maechtige_monster.scene import ICONS

Draw: TypeAlias = "Callable[[Studio, int], Image.Image]"
SIZE = 72


def _chance(studio: Studio, size: int) -> Image.Image:
    made = drawing.canvas(size + 24, size, drawing.PANEL)
    middle = (size + 24) // 2
    drawing.write(studio, made, middle, size // 2, "75%", 36, drawing.GOLD, True, "mm")
    return made.convert("RGBA")


def _emblem(people: str, studio: Studio, size: int) -> Image.Image:
    return art.emblem(studio, people, size)


def _tile(icon: str, studio: Studio, size: int) -> Image.Image:
    return signs.tile_icon(studio, icon, size)


SIGNS: Mapping[str, Mapping[str, Draw]] = MappingProxyType(
    {
        "signs": {
            "sure": signs.sure,
            "chance": _chance,
            "open": partial(signs.lock, is_open=True),
            "closed": partial(signs.lock, is_open=False),
            "poor": signs.poor,
            "free": signs.paw,
            "newest": signs.newest,
            "away": signs.away,
            "asked": signs.pointer,
            "start": signs.flag,
            "aside": signs.moon,
            "weakest": signs.weakest,
        },
        "peoples": {people: partial(_emblem, people) for people in PEOPLES},
        "accounts": {
            "chest": signs.chest,
            "loot": art.blade,
            "received": partial(signs.passed, inwards=True),
            "bank": signs.bank,
            "owners": partial(signs.passed, inwards=False),
            "healing": art.plaster,
        },
        "tiles": {tile: partial(_tile, icon) for tile, icon in ICONS.items()},
    }
)
"""By page of the rules the signs that it explains, in their order."""


def paint(studio: Studio, palette: Palette, page: str, texts: Sequence[str]) -> Image.Image:
    """Return the legend of a page, 1000 wide, with a text for each of its signs."""
    drawn = (draw(studio, SIZE) for draw in SIGNS[page].values())
    return legend.legend(studio, palette, drawn, texts, castle.SKY)
