"""The art of Tüftelmonster from which its palette is learned."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from screens.kit import drawing, seats
from screens.kit.studio import Studio
from screens.tueftelmonster import art, icons, tokens
from screens.tueftelmonster.palette import COLOURS, INKS, LINE, MULTI
from screens.tueftelmonster.scene import BODY, FEATURES, KINDS, Part

FIXED = (
    *drawing.COLOURS, LINE,
    drawing.LIT, drawing.FAINT, drawing.LEAF, drawing.SILVER, *seats.FILLS, seats.INK,
    *art.PAPERS.values(), *art.RIMS.values(), *(ink.body for ink in INKS.values()),
    *(ink.shade for ink in INKS.values()), *(ink.light for ink in INKS.values()),
)  # fmt: skip
"""Colours of areas and texts, kept as they are; the first is the paper."""


def art_of(studio: Studio) -> Iterator[Image.Image]:
    """Yield parts of every colour and kind and all signs, as boards show them."""
    for i, colour in enumerate((*COLOURS, MULTI)):
        for j, kind in enumerate((*KINDS, BODY)):
            for pattern in (1, 2):
                few = dict(zip(FEATURES, (2, 3, 2, 1, 2), strict=False)) if kind != BODY else {}
                part = Part(i * 18 + j * 2 + pattern, colour, kind, "NES", pattern, **few)
                yield art.card(studio, part, 76, (art.PLAIN, art.SECURED, art.LOOSE)[j % 3])
        yield icons.colour(studio, colour, 44)
    for face in ("draw", "dig", "silver", "steal", "wish"):
        yield icons.die(studio, face, 92)
    for name in (*KINDS, *FEATURES):
        yield icons.medal(studio, name, False, 54)
    for name in ("finished", "colourful", "compact"):
        yield icons.medal(studio, name, True, 54)
    yield icons.bolt(studio, 44)
    yield tokens.back(studio, 160)
