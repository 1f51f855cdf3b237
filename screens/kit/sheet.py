"""A picture put together from opaque parts that are painted once and kept by what they show."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PIL import Image

from screens.kit import spots
from screens.kit.drawing import PAPER, Box
from screens.kit.palette import Palette
from screens.kit.studio import Studio


class Sheet:
    """A picture in a palette's colours; parts that did not change cost no more than a copy."""

    def __init__(
        self, studio: Studio, palette: Palette, width: int, height: int, paper: str = ""
    ) -> None:
        """Begin in the colour of the paper, by default the first of the palette."""
        self._studio, self._palette, self._paper = studio, palette, paper
        self.picture = palette.canvas(width, height, paper)

    def part(
        self, key: Hashable, box: Box, paint: Callable[[Image.Image], None], paper: str = ""
    ) -> None:
        """Put a part into its place; `paint` gets its empty RGB canvas when none is kept, in the
        colour of the sheet's paper where no other is given.

        The key says all that the part shows, so that equal keys mean equal parts.
        """
        paper = paper or self._paper or PAPER
        left, top, right, bottom = box
        size = (right - left, bottom - top)

        def make() -> Image.Image:
            on = Image.new("RGB", size, paper)
            paint(on)
            return self._palette.flatten(on)

        done = self._studio.part((self._palette, key, size, paper), make)
        self.picture.paste(done, box)
        spots.carried(self.picture, done, left, top)

    def within(
        self, key: Hashable, box: Box, around: Box, panel: Callable[[Image.Image, Box], None],
        paint: Callable[[Image.Image], None] = lambda on: None, paper: str = "",
    ) -> None:  # fmt: skip
        """Put a part of a panel into its place; `panel` draws the whole of it, which lies around
        that place, and `paint` what is on the part.

        The key also says where on the panel the part lies, as far as that shows.
        """
        left, top, _, _ = box
        west, north, east, south = around
        whole = (west - left, north - top, east - left, south - top)

        def make(on: Image.Image) -> None:
            panel(on, whole)
            paint(on)

        self.part(key, box, make, paper)

    def over(self, key: Hashable, box: Box, paint: Callable[[Image.Image], None]) -> None:
        """Paint over what lies in a place; the key says all that then shows there."""

        def make() -> Image.Image:
            on = self.picture.crop(box).convert("RGB")
            on.info = {}
            paint(on)
            return self._palette.flatten(on)

        size = (box[2] - box[0], box[3] - box[1])
        self.picture.paste(self._studio.part((self._palette, "over", key, size), make), box)
