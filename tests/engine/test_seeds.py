"""Data files: what is wrong with one is reported completely."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import seeds
from engine.meistercoup import GAME
from engine.meistercoup.box import CoupBox
from engine.monster_meister.box import MeisterBox
from engine.seeds import SeedsError


def faults(folder: Path, text: str) -> list[str]:
    (folder / "meistercoup.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SeedsError) as caught:
        GAME(folder)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return [fault.removeprefix("meistercoup.toml: ") for fault in caught.value.faults]


def test_a_file_is_read_as_its_model() -> None:
    box = seeds.load(CoupBox, "meistercoup")
    assert box.diamonds == (3, 2, 2, 1, 2, 1, 1, 0, 1, 0, 0, 1)
    assert box.entry_seconds == 60


def test_what_follows_from_a_box_follows_anew_in_its_copy() -> None:
    box = seeds.load(MeisterBox, "monster_meister")
    assert len(box.task_cards) > 1
    assert box.model_copy(update={"tasks": box.tasks[:1]}).task_cards == box.task_cards[:1]
    assert box.model_copy() == box


def test_all_faults_of_a_file_are_reported(tmp_path: Path) -> None:
    found = faults(tmp_path, 'diamonds = [4, 2, "x", 1]\nentry_seconds = 0\nextra = 1\n')
    keys = [fault.split(":")[0] for fault in found]
    assert keys == [
        "diamonds.0",
        "diamonds.2",
        *(f"diamonds.{n}" for n in range(4, 12)),
        "entry_seconds",
        "extra",
    ]


def test_a_card_too_many_is_a_fault(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, f"diamonds = {[1] * 13}\nentry_seconds = 60\n")
    assert fault.startswith("diamonds: ")


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(SeedsError) as caught:
        seeds.load(CoupBox, "nothing", tmp_path)
    (fault,) = caught.value.faults
    assert fault.startswith("nothing.toml: ")


@pytest.mark.parametrize("text", ["diamonds = [", "= 3", "a = 1\na = 2"])
def test_a_file_that_is_no_toml_is_a_fault(tmp_path: Path, text: str) -> None:
    assert len(faults(tmp_path, text)) == 1


def test_a_file_that_is_no_text_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "meistercoup.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SeedsError):
        GAME(tmp_path)
