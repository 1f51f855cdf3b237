"""What the signs of Meister Coup are, for the legend in the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing, legend, seats
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.meistercoup import art
from screens.meistercoup.tokens import TILE, gap_tile, gem, newest, pointer, star

SIZE = 68


def _pill(text: str, fill: str) -> Callable[[Studio], Image.Image]:
    def draw(studio: Studio) -> Image.Image:
        made = drawing.canvas(SIZE + 8, SIZE, drawing.PANEL)
        drawing.pill(studio, made, 4, SIZE // 2, text, 38, fill, seats.INK, 50)
        return made.convert("RGBA")

    return draw


def _gaps(studio: Studio) -> Image.Image:
    """Return the empty places of all colours, two above two."""
    wide, high = TILE
    made = Image.new("RGBA", (2 * wide + 4, 2 * high + 4))
    for colour in range(4):
        at = colour % 2 * (wide + 4), colour // 2 * (high + 4)
        made.alpha_composite(gap_tile(studio, colour), at)
    return made


SIGNS: Mapping[str, Callable[[Studio], Image.Image]] = MappingProxyType(
    {
        "winner": _pill("+1", drawing.GOLD),
        "second": _pill("+2", drawing.SILVER),
        "first_so_far": _pill("1.", drawing.GOLD),
        "second_so_far": _pill("2.", drawing.SILVER),
        "newest": lambda studio: newest(studio, SIZE),
        "asked": lambda studio: pointer(studio, SIZE),
        "coup": lambda studio: art.crown_icon(studio, SIZE),
        "missing": _gaps,
        "points": lambda studio: star(studio, SIZE),
        "gem": lambda studio: gem(studio, SIZE),
        "back": lambda studio: art.small_back(studio, 0, 48),
        "no_coup": lambda studio: art.crown_icon(studio, SIZE, False),
    }
)
"""The signs in the order of the legend."""


def paint(studio: Studio, palette: Palette, texts: Sequence[str]) -> Image.Image:
    """Return the legend, 1000 wide, with a text for each sign."""
    return legend.legend(studio, palette, (draw(studio) for draw in SIGNS.values()), texts)
