"""The art of Bugs & Co from which its palette is learned."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.bugs import GAME
from engine.bugs.values import Face
from screens.bugs import art, diagrams, laid, painting
from screens.kit import drawing, seats
from screens.kit.studio import Studio

FIXED = (
    *drawing.COLOURS,
    painting.TILE, painting.RIM, laid.GREEN, diagrams.RED, art.INK, seats.INK, laid.RED,
    *seats.FILLS,
)  # fmt: skip
"""Colours of areas and texts, kept as they are; the first is the paper."""


def art_of(studio: Studio) -> Iterator[Image.Image]:
    """Yield every tile, cup and icon as pictures show them."""
    box = GAME().box
    for image in range(len(box.images)):
        for colour in range(len(box.colours)):
            yield painting.tile(studio, box, Face(image, colour), 92)
    for value in (1, 2, 3):
        yield studio.sprite(art.cup(value), 84)
    yield from (studio.sprite(svg, 48) for svg in (art.back(), art.hand(), art.pile()))
