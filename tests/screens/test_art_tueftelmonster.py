"""The parts of Tüftelmonster: all can be drawn, counted, told apart, and joined into one."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops

from screens.kit.raster import rasterise
from screens.kit.studio import Studio
from screens.tueftelmonster import art, palette
from screens.tueftelmonster.limbs import NECK
from screens.tueftelmonster.scene import BODY, FEATURES, KINDS, SIDES, Part, turned
from tests.covering import covering

SHAPES = ("N", "NS", "NE", "NES", "NESW")
SIZE = 100
TAGS = {
    "eyes": "eye", "teeth": "tooth", "ears": "ear", "noses": "nose", "horns": "horn",
    "digits": "digit",
}  # fmt: skip
LIMITS = {"eyes": 6, "teeth": 8, "ears": 4, "noses": 3, "horns": 4, "digits": 6}
FINGERED = ("hand", "foot", "wing")


def some(kind: str, ends: str, number: int) -> Part:
    """Return a part with features that vary with its number."""
    counts = {
        name: (number * (3 + i) + i) % (LIMITS[name] + 1) if (number + i) % 3 == 0 else 0
        for i, name in enumerate(FEATURES)
    }
    if kind not in FINGERED:
        counts["digits"] = 0
    colour = (*palette.COLOURS, palette.MULTI)[number % 7]
    if kind == BODY:
        counts = {}
    return Part(number, colour, kind, ends, 1 + number % 2, **counts)


PARTS = [
    some(kind, turned(shape, quarters), number * 4 + quarters)
    for number, (kind, shape) in enumerate(product((*KINDS, BODY), SHAPES))
    for quarters in range(4)
]


def features_of(part: Part) -> set[tuple[str, str]]:
    """Return each feature with the kind of part, and with the ends, beside which it is drawn."""
    return {(feature, beside) for feature, _ in part.features for beside in (part.kind, part.ends)}


FEATURED = covering(PARTS, features_of)


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


def name_of(part: Part) -> str:
    return f"{part.kind}-{part.ends}-{part.number}"


def drawn(part: Part) -> Image.Image:
    return rasterise(art.creature_svg(part), SIZE)


def edges(picture: Image.Image) -> dict[str, list[int]]:
    """Return how opaque the outermost pixels are, by side, from west or north on."""
    alpha, last = picture.getchannel("A"), picture.width - 1
    lines = {
        "N": (0, 0, last + 1, 1), "S": (0, last, last + 1, last + 1),
        "W": (0, 0, 1, last + 1), "E": (last, 0, last + 1, last + 1),
    }  # fmt: skip
    return {side: list(alpha.crop(box).tobytes()) for side, box in lines.items()}


@pytest.mark.parametrize("part", PARTS, ids=name_of)
def test_limbs_leave_at_the_middle_of_their_edges_and_nothing_else_does(part: Part) -> None:
    half = (NECK + palette.WIDTH) * SIZE / 200
    for side, line in edges(drawn(part)).items():
        inked = [i for i, value in enumerate(line) if value > 40]
        if side in part.ends:
            assert inked == list(range(inked[0], inked[-1] + 1))
            assert abs(inked[0] - (SIZE / 2 - half)) <= 1
            assert abs(inked[-1] - (SIZE / 2 + half - 1)) <= 1
        else:
            assert inked == []


def test_every_feature_is_drawn_as_often_as_the_part_has_it() -> None:
    for part, (feature, tag) in product(PARTS, TAGS.items()):
        count = art.creature_svg(part).count(f'class="{tag}"')
        assert count == getattr(part, feature), f"{name_of(part)}: {feature}"


@pytest.mark.parametrize("part", FEATURED, ids=name_of)
def test_every_feature_can_be_seen_on_the_card_beside_its_signs(part: Part, studio: Studio) -> None:
    whole = art.card(studio, part, SIZE)
    for feature, count in part.features:
        change: dict[str, Any] = {feature: count - 1}
        fewer = art.card(studio, replace(part, **change), SIZE)
        changed = ImageChops.difference(whole, fewer).convert("RGB").convert("L")
        assert sum(changed.point(lambda v: v > 30 and 1).tobytes()) > 15


def test_turning_a_card_turns_its_ends() -> None:
    assert [turned("NE", quarters) for quarters in range(5)] == ["NE", "ES", "SW", "NW", "NE"]
    assert [turned("NS", quarters) for quarters in range(2)] == ["NS", "EW"]


@pytest.mark.parametrize("colour", [*palette.COLOURS, palette.MULTI])
def test_a_colour_has_two_patterns_and_no_other_colour_has_them(colour: str) -> None:
    mine = [coats(colour, pattern) for pattern in (1, 2)]
    others = [coats(c, p) for c in palette.COLOURS if c != colour for p in (1, 2)]
    assert mine[0] != mine[1]
    assert not set(mine) & set(others)


def coats(colour: str, pattern: int) -> str:
    return re.sub("#[0-9a-f]{6}", "", palette.coat(colour, pattern))


@pytest.mark.parametrize("part", PARTS[:: len(SIDES) * 3], ids=name_of)
def test_cards_are_the_same_in_every_studio(part: Part, studio: Studio) -> None:
    assert art.card(studio, part, 80).tobytes() == art.card(Studio(), part, 80).tobytes()


def test_the_state_of_a_card_can_be_seen(studio: Studio) -> None:
    part = PARTS[0]
    states = (art.PLAIN, art.SECURED, art.LOOSE)
    assert len({art.card(studio, part, 40, state).tobytes() for state in states}) == 3
