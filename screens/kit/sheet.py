"""A picture put together from opaque parts that are painted once and kept by what they show."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PIL import Image

from screens.kit.drawing import PAPER, Box
from screens.kit.palette import Palette
from screens.kit.studio import Studio


class Sheet:
    """A picture in a palette's colours; parts that did not change cost no more than a copy."""

    def __init__(self, studio: Studio, palette: Palette, width: int, height: int) -> None:
        self._studio, self._palette = studio, palette
        self.picture = palette.canvas(width, height)

    def part(
        self, key: Hashable, box: Box, paint: Callable[[Image.Image], None], paper: str = PAPER
    ) -> None:
        """Put a part into its place; `paint` gets its empty RGB canvas when none is kept.

        The key says all that the part shows, so that equal keys mean equal parts.
        """
        left, top, right, bottom = box
        size = (right - left, bottom - top)

        def make() -> Image.Image:
            on = Image.new("RGB", size, paper)
            paint(on)
            return self._palette.flatten(on)

        self.picture.paste(self._studio.part((self._palette, key, size), make), box)
