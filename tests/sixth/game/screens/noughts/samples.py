"""The art of noughts and crosses from which its palette is learned."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image
from screens.noughts import art

from screens.kit import drawing
from screens.kit.studio import Studio

FIXED = (
    *drawing.COLOURS,
    art.CROSS, art.NOUGHT, art.FUR, art.SHADE, art.INK,
)  # fmt: skip
"""Colours of areas and texts, kept as they are; the first is the paper."""


def art_of(studio: Studio) -> Iterator[Image.Image]:
    """Yield every mark and monster in the sizes of pictures."""
    drawn = (art.cross(), art.nought(), art.monster(awake=False), art.monster(awake=True))
    yield from (studio.sprite(svg, side) for svg in drawn for side in (64, 150))
