"""Bugs & Co: its data file, the images, and the faults that are reported."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engine import seeds
from engine.bugs.box import LOOKS, BugsBox, Image
from tests.engine.bugs_table import GAME

RAW = tomllib.loads((seeds.FOLDER / "bugs.toml").read_text(encoding="utf-8"))


def differences(one: Image, two: Image) -> int:
    """Return in how many features besides the eyes two images differ."""
    return sum(getattr(one, name) != getattr(two, name) for name in LOOKS)


def test_the_box_holds_what_the_rulebook_says() -> None:
    assert Counter(image.eyes for image in GAME.box.images) == {2: 15, 1: 5, 3: 5}
    assert len(GAME.box.images) * 3 == 75 and len(GAME.box.colours) == 3
    assert GAME.box.table(8).trophies == (3, 3, 2, 2, 1)


def test_images_can_be_told_apart() -> None:
    assert all(differences(a, b) >= 2 for a, b in combinations(GAME.box.images, 2))


def test_images_resemble_each_other_at_every_table() -> None:
    for eyes in ((2,), (2, 1), (2, 3), (1, 2, 3)):
        images = [GAME.box.images[i] for i in GAME.box.taking_part(eyes)]
        for image in images:
            assert any(differences(image, other) == 2 for other in images)


def test_no_look_is_much_commoner_than_another() -> None:
    for name in LOOKS:
        counts = Counter(getattr(image, name) for image in GAME.box.images)
        assert max(counts.values()) <= 2 * min(counts.values()), name


def faults(tmp_path: Path, **changes: Any) -> str:
    """Return the faults of the data file with these changes."""
    (tmp_path / "bugs.toml").write_text(_toml(RAW | changes), encoding="utf-8")
    with pytest.raises(seeds.SeedsError) as caught:
        seeds.load(BugsBox, "bugs", tmp_path)
    return "\n".join(caught.value.faults)


def test_a_box_without_faults_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bugs.toml").write_text(_toml(RAW), encoding="utf-8")
    assert seeds.load(BugsBox, "bugs", tmp_path) == GAME.box


def test_faults_are_reported_together(tmp_path: Path) -> None:
    found = faults(tmp_path, images=RAW["images"][:-1], colours=RAW["colours"][:2], areas=0)
    for part in ("5 images with 3 eyes", "3 colours", "areas"):
        assert part in found


@pytest.mark.parametrize("changes", [{}, {"mouth": "fangs"}])
def test_images_that_look_nearly_the_same_are_a_fault(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    twin = RAW["images"][0] | {"eyes": 1} | changes
    images = [*RAW["images"][:15], twin, *RAW["images"][16:]]
    assert "images 0 and 15 differ in fewer than two looks" in faults(tmp_path, images=images)


def test_each_level_has_its_computer(tmp_path: Path) -> None:
    levels = {level: how for level, how in RAW["computers"].items() if level != "easy"}
    assert "each level must be there" in faults(tmp_path, computers=levels)


def test_a_time_limit_is_one_of_ten(tmp_path: Path) -> None:
    assert "time_limits" in faults(tmp_path, time_limits=[5, 11])
    assert "time_limits" in faults(tmp_path, time_limits=[])


def test_tables_are_checked(tmp_path: Path) -> None:
    wrong = {"seats": [2], "eyes": [2, 2], "trophies": [2, 3]}
    found = faults(tmp_path, tables=[wrong, *RAW["tables"][1:]])
    for part in ("highest first", "fewer trophies", "named twice"):
        assert part in found
    assert "each number of seats" in faults(tmp_path, tables=RAW["tables"][1:])


def test_areas_must_hold_all_tiles(tmp_path: Path) -> None:
    assert "an area needs 12 places" in faults(tmp_path, places=11)


def _toml(values: dict[str, Any]) -> str:
    return "\n".join(f"{key} = {_value(value)}" for key, value in values.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
