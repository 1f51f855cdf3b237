"""The art of Meister Coup from which its palette is learned."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.meistercoup.values import COLOURS, DECK, value_of
from screens.kit import drawing, seats
from screens.kit.studio import Studio
from screens.meistercoup import art, tokens

FIXED = (
    *drawing.COLOURS,
    drawing.LIT, "#1f222d", drawing.HOLE, drawing.FAINT, drawing.LEAF, drawing.SILVER,
    seats.INK, tokens.NEWEST, *tokens.TEAM_FILLS, *seats.FILLS[:6], *art.FLAT, *art.ON_DARK,
    *art.ON_FLAT,
)  # fmt: skip
"""Colours of areas and texts, kept as they are; the first is the paper."""


def art_of(studio: Studio) -> Iterator[Image.Image]:
    """Yield every card and icon as boards show them."""
    for card in DECK:
        yield art.card(studio, card, value_of(card) % 4, art.CARD)
    for colour in range(len(COLOURS)):
        yield art.small_back(studio, colour, 36)
        yield tokens.mark(studio, colour, 40)
        yield tokens.gap_tile(studio, colour)
    for on in (True, False):
        yield art.crown_icon(studio, 48, on)
    yield tokens.star(studio, 40)
    yield tokens.gem(studio, 14)
