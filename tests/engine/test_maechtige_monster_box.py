"""The box of Mächtige Monster: what the rulebook and the data file say, and faults of the file."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from engine.maechtige_monster import GAME
from engine.seeds import FOLDER, SeedsError
from tests.engine.monster_table import box

TEXT = (FOLDER / "maechtige_monster.toml").read_text(encoding="utf-8")


def test_what_is_in_the_box() -> None:
    assert box.gold == 8 and box.healing == (1, 1, 2, 2, 3)
    assert box.rounds == {3: 6, 4: 6, 5: 5, 6: 6}
    assert len(box.faces) == 36 and len(box.tiles) == 12
    assert Counter(face.level for face in box.faces) == {1: 12, 2: 12, 3: 12}
    loots = {
        (level, strength): sorted(
            f.loot for f in box.faces if (f.level, f.strength) == (level, strength)
        )
        for level, strength in {(f.level, f.strength) for f in box.faces}
    }
    assert loots == {
        (1, 4): [4, 4, 5, 5],
        (1, 5): [4, 5, 6, 6],
        (1, 6): [5, 6, 7, 7],
        (2, 6): [8, 9, 11],
        (2, 7): [8, 9, 10],
        (2, 8): [9, 10, 11],
        (2, 9): [10, 11, 11],
        (3, 8): [12, 12, 13, 13],
        (3, 9): [12, 13, 14, 14],
        (3, 10): [13, 14, 15, 15],
    }


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("5 = 5,", "", "rounds for 3 to 6 seats"),
        ("6 = 6 }", "6 = 7 }", "more guards are laid"),
        ("loot = [12, 12, 13, 13]", "loot = [12, 12, 13]", "level 3 needs 12"),
        ('id = "twins"', 'id = "no_ones"', "two tiles 'no_ones'"),
        ("healing = [1, 1, 2, 2, 3]", "healing = [1, 1, 2, 2]", "healing"),
        ("posts = [1, 2]\n", "", "posts together"),
        ("posts = [-2, -1]", "posts = [0]", "counted from 1"),
        ("barred = 1", "barred = 6", "barred"),
        ("hand = [3, 4, 5]", "hand = [4, 5]", "hand"),
    ],
)
def test_faults_of_the_file_are_told(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in TEXT
    broken = TEXT.replace(old, new)
    assert tomllib.loads(broken)
    (tmp_path / "maechtige_monster.toml").write_text(broken, encoding="utf-8")
    with pytest.raises(SeedsError) as caught:
        GAME(tmp_path)
    assert fault in "\n".join(caught.value.faults)


def test_a_tile_fewer_is_a_fault(tmp_path: Path) -> None:
    broken = TEXT.replace('[[tiles]]\nid = "no_change"\n', "")
    (tmp_path / "maechtige_monster.toml").write_text(broken, encoding="utf-8")
    with pytest.raises(SeedsError):
        GAME(tmp_path)
