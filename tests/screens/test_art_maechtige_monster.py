"""The drawings of Mächtige Monster: all there, all different, whole, and legible small."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from screens.kit.studio import Studio
from screens.maechtige_monster import art, peoples, ranks

GREENS = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)
"""Turns a picture into what somebody sees who lacks the receptors for green."""
MONSTERS = tuple(product(peoples.PEOPLES, peoples.STRENGTHS))
GUARDS = tuple(
    (level, strength, look)
    for level, strengths in ((1, (4, 5, 6)), (2, (6, 7, 8, 9)), (3, (8, 9, 10)))
    for strength in strengths
    for look in range(3 if level == 2 else 4)
)
"""The guards of the box: level, strength, which of the equal ones."""
SEEN = 64
"""How wide figures are on the smallest board, in pixels."""


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


def on_floor(stamp: Image.Image) -> Image.Image:
    """Return a figure as it stands on a grey floor."""
    floor = Image.new("RGB", stamp.size, "#5a6078")
    floor.paste(stamp, (0, 0), stamp)
    return floor


def far_apart(pictures: Iterable[Image.Image], share: float, depth: int = 40) -> None:
    """Assert that any two pictures differ by more than `depth` in a share of their area."""
    for one, other in combinations([on_floor(p).convert("L") for p in pictures], 2):
        changed = ImageChops.difference(one, other).point(lambda value: value > depth and 255)
        assert changed.histogram()[255] > one.width * one.height * share


def test_there_are_thirty_monsters_and_thirty_six_guards() -> None:
    assert len(MONSTERS) == 30
    assert len(GUARDS) == 36
    assert {strength for _, strength, _ in GUARDS} == set(range(4, 11))
    assert max(look for *_, look in GUARDS) < ranks.LOOKS


def test_monsters_differ_at_phone_size(studio: Studio) -> None:
    far_apart((art.monster(studio, *kind, SEEN) for kind in MONSTERS), 1 / 30)


def test_guards_differ_at_phone_size(studio: Studio) -> None:
    far_apart((art.guard(studio, *kind, SEEN) for kind in GUARDS), 1 / 100, 24)


def test_guards_from_behind_differ_from_each_other_and_from_faces(studio: Studio) -> None:
    backs = [art.guard_back(studio, level, SEEN) for level in ranks.LEVELS]
    far_apart(backs, 1 / 30)
    for level, back in zip(ranks.LEVELS, backs, strict=True):
        for kind in GUARDS:
            if kind[0] == level:
                far_apart((back, art.guard(studio, *kind, SEEN)), 1 / 30)


@pytest.mark.parametrize("kind", MONSTERS, ids=str)
def test_monsters_are_drawn_whole(kind: tuple[str, int]) -> None:
    assert inside(peoples.monster_svg(*kind)) == []


@pytest.mark.parametrize("kind", GUARDS, ids=str)
def test_guards_are_drawn_whole(kind: tuple[int, int, int]) -> None:
    assert inside(art.guard_svg(*kind)) == []


def test_drawings_have_no_long_numbers_and_unlike_names() -> None:
    for kind in MONSTERS:
        drawn = peoples.monster_svg(*kind)
        assert not re.search(r"nan|\de-|\.\d{4}", drawn)
        names = re.findall(r'<clipPath id="(\w+)"', drawn)
        assert len(names) == len(set(names))


def inside(svg: str) -> list[str]:
    """Return the sides at which more than a hair of a figure leaves its square."""
    left, top, width, height = (float(n) for n in peoples.BOX.split())
    wide = svg.replace(peoples.BOX, f"{left - 22} {top - 22} {width + 44} {height + 44}")
    made = Studio().sprite(wide, 220).getchannel("A").point(lambda a: a > 128 and 255)
    box = made.getbbox()
    assert box is not None
    sides = (22 - box[0], 22 - box[1], box[2] - 198, box[3] - 198)
    names = ("left", "top", "right", "bottom")
    return [name for name, over in zip(names, sides, strict=True) if over > 4]


@pytest.mark.parametrize("people", peoples.PEOPLES)
def test_monsters_grow_with_their_strength(studio: Studio, people: str) -> None:
    boxes = [art.monster(studio, people, k, 176).getchannel("A").getbbox() for k in range(1, 6)]
    heights = [box[3] - box[1] for box in boxes if box]
    assert heights == sorted(heights) and len(set(heights)) == 5
    assert heights[-1] > 1.7 * heights[0]


def test_guards_grow_with_their_strength(studio: Studio) -> None:
    for look in range(ranks.LOOKS):
        row = [art.guard(studio, level, strength, look, 176) for level, strength, _ in GUARDS]
        heights = [box[3] - box[1] for box in (r.getchannel("A").getbbox() for r in row) if box]
        assert heights[0] < 0.75 * heights[-1]


@pytest.mark.parametrize("view", [None, GREENS], ids=["all colours", "without green"])
def test_plates_and_emblems_tell_peoples_apart(studio: Studio, view: tuple[float] | None) -> None:
    for stamps in (
        [art.plate(studio, people, 3, 48) for people in peoples.PEOPLES],
        [art.emblem(studio, people, 48, "#ffffff") for people in peoples.PEOPLES],
    ):
        seen = [on_floor(s).convert("RGB", view) if view else on_floor(s) for s in stamps]
        for one, other in combinations(seen, 2):
            changed = ImageChops.difference(one, other).convert("L")
            assert changed.point(lambda v: v > 40 and 255).histogram()[255] > 48 * 48 // 12


def test_shapes_alone_tell_plates_apart(studio: Studio) -> None:
    shapes = [art.plate(studio, people, 3, 48).getchannel("A") for people in peoples.PEOPLES]
    for one, other in combinations(shapes, 2):
        changed = ImageChops.difference(one, other).point(lambda v: v > 128 and 255)
        assert changed.histogram()[255] > 48 * 48 // 50


def test_strength_and_cost_are_on_the_card(studio: Studio) -> None:
    base = art.card(studio, "sea", 3, 2, 144).convert("RGB")
    assert base.size == (144, round(144 * art.CARD_RATIO))
    corners = {
        (0, 0, 72, 60): ("sea", 4, 2),
        (80, 150, 144, 202): ("sea", 3, 3),
    }
    for corner, (people, strength, heal) in corners.items():
        other = art.card(studio, people, strength, heal, 144).convert("RGB")
        assert ImageChops.difference(base.crop(corner), other.crop(corner)).getbbox()


def test_mirrored_monsters_are_the_same_ones(studio: Studio) -> None:
    plain, turned = (art.monster(studio, "dragons", 4, 120, flip) for flip in (False, True))
    assert turned.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes() == plain.tobytes()
    assert turned.tobytes() != plain.tobytes()


def luminance(color: str) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    line = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * line[0] + 0.7152 * line[1] + 0.0722 * line[2]


@pytest.mark.parametrize("people", peoples.PEOPLES.values(), ids=lambda people: people.id)
def test_strengths_can_be_read_on_plates(people: peoples.People) -> None:
    light, dark = sorted((luminance(people.flat), luminance(people.on_flat)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
