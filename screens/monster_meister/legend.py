"""What the signs of Monster Meister mean, as a picture with words for the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PIL import Image

from screens.kit import legend
from screens.kit.studio import Studio
from screens.monster_meister import art
from screens.monster_meister.painting import PALETTE

SIZE = 76

SIGNS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "card": art.card_icon,
        "until": art.until_icon,
        "tick": art.tick_icon,
        "miss": art.miss_icon,
        "minus": partial(art.role_icon, "minus"),
        "plus": partial(art.role_icon, "plus"),
        "cross": art.cross_icon,
        "contest": art.contest_icon,
        "double": art.double_icon,
        "head": art.head_icon,
        "eye": art.eye_icon,
        "stray": partial(art.back, art.BACKS[-1]),
    }
)
"""The signs in the order of the legend."""


def paint(studio: Studio, texts: Sequence[str]) -> Image.Image:
    """Return the legend, 1000 wide, with a text for each sign."""
    drawn = (studio.sprite(draw(), SIZE) for draw in SIGNS.values())
    return legend.legend(studio, PALETTE, drawn, texts)
