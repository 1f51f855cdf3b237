"""One palette a game, learned beforehand from its art, so that pictures need none of their own.

`python -m screens.kit.palette [GAME …]` learns the palettes of these games, or of all, anew, after
art has changed.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from PIL import Image

SCREENS = Path(__file__).resolve().parent.parent
COLOURS = 256
SHEET = 1200
"""Pixels across the sheet on which art is laid out to be learned from."""


class Palette:
    """At most 256 colours that a game's pictures are made of."""

    def __init__(self, colours: Iterable[str]) -> None:
        self.colours = tuple(colours)
        """As #rrggbb."""

    @classmethod
    def of(cls, game: str) -> Palette:
        """Read the palette of a game's screen."""
        return cls((SCREENS / game / "palette.txt").read_text("ascii").split())

    def __reduce__(self) -> tuple[type[Palette], tuple[tuple[str, ...]]]:
        """Tell another process the colours alone."""
        return Palette, (self.colours,)

    def canvas(self, width: int, height: int, paper: str = "") -> Image.Image:
        """Return an empty picture in the first of these colours, or in that nearest to a paper."""
        picture = Image.new("P", (width, height), self._place(paper) if paper else 0)
        picture.putpalette(self._bytes)
        return picture

    def flatten(self, picture: Image.Image) -> Image.Image:
        """Return an RGB picture in these colours, each pixel in the nearest one."""
        return picture.quantize(palette=self._image, dither=Image.Dither.NONE)

    def own(self, picture: Image.Image) -> Image.Image:
        """Return a picture in these colours: itself, if it was made of them."""
        if picture.mode == "P" and picture.getpalette() == self._image.getpalette():
            return picture
        return self.flatten(picture.convert("RGB"))

    def _place(self, color: str) -> int:
        """Return where the nearest of these colours stands."""
        if color not in self._places:
            [self._places[color]] = self.flatten(Image.new("RGB", (1, 1), color)).tobytes()
        return self._places[color]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {}

    @cached_property
    def _bytes(self) -> bytes:
        return b"".join(bytes.fromhex(color[1:]) for color in self.colours)

    @cached_property
    def _image(self) -> Image.Image:
        carrier = Image.new("P", (1, 1))
        carrier.putpalette(self._bytes)
        return carrier


def learn(art: Iterable[Image.Image], fixed: Iterable[str]) -> Palette:
    """Return the palette that fits this art (RGBA or RGB) best and holds the fixed colours."""
    kept = list(dict.fromkeys(color.lower() for color in fixed))
    sheet = _sheet(list(art), kept[0])
    few = sheet.quantize(COLOURS - len(kept), Image.Quantize.MEDIANCUT, kmeans=8)
    raw = few.getpalette() or []
    learned = [bytes(raw[i : i + 3]).hex() for i in range(0, len(raw), 3)]
    return Palette(dict.fromkeys([*kept, *(f"#{color}" for color in learned)]))


def _sheet(art: list[Image.Image], paper: str) -> Image.Image:
    """Lay pictures out in rows on one sheet."""
    spots, x, y, high = [], 0, 0, 0
    for picture in art:
        if x and x + picture.width > SHEET:
            x, y, high = 0, y + high, 0
        spots.append((x, y))
        x, high = x + picture.width, max(high, picture.height)
    sheet = Image.new("RGB", (SHEET, y + high), paper)
    for picture, spot in zip(art, spots, strict=True):
        sheet.paste(picture, spot, picture if picture.mode == "RGBA" else None)
    return sheet


def main(games: Sequence[str]) -> None:
    """Learn these games' palettes from the samples of their art, and write them beside the screens;
    where none are given, those of all games."""
    from screens.kit.studio import Studio

    for game in games or sorted(path.parent.name for path in SCREENS.glob("*/samples.py")):
        file = SCREENS / game / "palette.txt"
        file.touch()  # a game's painters ask for it when they are imported
        samples = importlib.import_module(f"screens.{game}.samples")
        palette = learn(samples.art_of(Studio()), samples.FIXED)
        file.write_text("\n".join(palette.colours) + "\n", "ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
