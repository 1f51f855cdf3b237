"""Pictures put together from kept parts: caches never show, and learned palettes fit the art."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from itertools import islice

import pytest
from PIL import Image, ImageChops, ImageStat

from screens.kit import spots
from screens.kit.drawing import PAPER
from screens.kit.palette import SCREENS, Palette, learn
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio

GAMES = sorted(path.parent.name for path in SCREENS.glob("*/palette.txt"))


def fill(color: str, painted: list[str]) -> Callable[[Image.Image], None]:
    """Return a painter that fills its part and notes that it was asked."""

    def paint(on: Image.Image) -> None:
        painted.append(color)
        on.paste(color, (0, 0, *on.size))

    return paint


def test_a_part_is_painted_once_and_kept_by_its_key_and_size() -> None:
    studio, palette, painted = Studio(), Palette([PAPER, "#ff0000", "#00ff00"]), list[str]()
    for _ in range(2):
        sheet = Sheet(studio, palette, 20, 10)
        sheet.part("a", (0, 0, 10, 10), fill("#ff0000", painted))
        sheet.part("b", (10, 0, 20, 10), fill("#00ff00", painted))
    assert painted == ["#ff0000", "#00ff00"]
    shown = sheet.picture.convert("RGB")
    assert shown.getpixel((5, 5)) == (255, 0, 0) and shown.getpixel((15, 5)) == (0, 255, 0)
    sheet.part("a", (0, 0, 20, 10), fill("#00ff00", painted))
    assert len(painted) == 3


def test_what_is_painted_over_a_part_is_kept_and_leaves_the_part_as_it_was() -> None:
    studio, palette, painted = Studio(), Palette([PAPER, "#ff0000", "#00ff00"]), list[str]()
    for key in ("over", "over", "other"):
        sheet = Sheet(studio, palette, 20, 10)
        spots.note(sheet.picture, "thing", (0, 0, 10, 10))
        sheet.part("a", (0, 0, 20, 10), fill("#ff0000", painted))
        sheet.over(key, (10, 0, 20, 10), lambda on: fill("#00ff00", painted)(on.crop((0, 0, 5, 5))))
        assert spots.noted(sheet.picture) == {"thing": (0, 0, 10, 10)}
    assert painted == ["#ff0000", "#00ff00", "#00ff00"]
    sheet.over("third", (10, 0, 15, 10), lambda on: on.paste("#00ff00", (0, 0, 2, 10)))
    shown = sheet.picture.convert("RGB")
    assert [shown.getpixel((x, 5)) for x in (5, 11, 12, 16)] == [
        (255, 0, 0), (0, 255, 0), (255, 0, 0), (255, 0, 0),
    ]  # fmt: skip


def test_palettes_of_two_games_do_not_share_parts() -> None:
    studio, painted = Studio(), list[str]()
    shown = []
    for color in ("#ff0000", "#00ff00"):
        sheet = Sheet(studio, Palette([PAPER, color]), 4, 4)
        sheet.part("a", (0, 0, 4, 4), fill(color, painted))
        shown.append(sheet.picture.convert("RGB").getpixel((1, 1)))
    assert shown == [(255, 0, 0), (0, 255, 0)] and len(painted) == 2


def test_parts_that_do_not_fit_are_painted_again() -> None:
    studio, palette, painted = Studio(parts=50), Palette([PAPER, "#ff0000"]), list[str]()
    for _ in range(2):
        Sheet(studio, palette, 10, 10).part("a", (0, 0, 10, 10), fill("#ff0000", painted))
    assert len(painted) == 2 and studio.weight <= 50


def test_fixed_colours_are_kept_to_the_letter() -> None:
    art = [Image.linear_gradient("L").convert("RGB")]
    palette = learn(art, [PAPER, "#123456"])
    assert palette.colours[:2] == (PAPER, "#123456")
    assert len(palette.colours) <= 256
    flat = palette.flatten(Image.new("RGB", (2, 2), "#123456")).convert("RGB")
    assert flat.getpixel((0, 0)) == (0x12, 0x34, 0x56)


@pytest.mark.parametrize("game", GAMES)
def test_a_games_palette_fits_its_art_no_worse_than_one_made_for_it(game: str) -> None:
    samples = importlib.import_module(f"screens.{game}.samples")
    palette, studio = Palette.of(game), Studio()
    for drawn in islice(samples.art_of(studio), 0, None, 7):
        shown = Image.new("RGB", drawn.size, PAPER)
        shown.paste(drawn, (0, 0), drawn)
        own = shown.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        assert error(shown, palette.flatten(shown)) <= max(4.0, 1.5 * error(shown, own))


def error(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, 0 to 255."""
    mean = ImageStat.Stat(ImageChops.difference(one, other.convert("RGB"))).mean
    return sum(mean) / len(mean)
