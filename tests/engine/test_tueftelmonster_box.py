"""The data file keeps its bounds, and what breaks them is told."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine import seeds
from engine.tueftelmonster.box import TueftelBox
from tests.engine.tueftelmonster_table import BOX


@pytest.fixture
def raw() -> dict[str, Any]:
    return tomllib.loads((seeds.FOLDER / "tueftelmonster.toml").read_text(encoding="utf-8"))


def faults(raw: dict[str, Any]) -> str:
    with pytest.raises(ValueError) as caught:
        TueftelBox.model_validate(raw)
    return str(caught.value)


def test_totals() -> None:
    totals = BOX.totals()
    assert totals["colour"] == dict.fromkeys(BOX.colours, 30) | {"multi": 10}
    assert totals["ends"] == {"1": 78, "2": 75, "3": 31, "4": 6}
    assert sum(totals["kind"].values()) == 190 and set(totals["kind"]) == set(BOX.kinds)
    assert min(totals["silver"].values()) >= 20 and len(totals["silver"]) == 12


def test_each_colour_has_two_patterns() -> None:
    assert {(p.colour, p.pattern) for p in BOX.parts} == {
        (colour, pattern) for colour in (*BOX.colours, "multi") for pattern in (1, 2)
    }


@pytest.mark.parametrize(
    ("number", "key", "value", "said"),
    [
        (0, "colour", "pink", "unknown colours: pink"),
        (0, "colour", "blue", "red must have"),
        (0, "kind", "beak", "unknown kinds: beak"),
        (0, "ends", "NE", "red must have"),
        (12, "ends", "NE", "red must have 6 straight"),
        (0, "ends", "SN", "ends"),
        (0, "eyes", -1, "eyes"),
    ],
)
def test_a_wrong_part(raw: dict[str, Any], number: int, key: str, value: Any, said: str) -> None:
    raw["parts"][number][key] = value
    assert said in faults(raw)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("silver", ["eyes", "head", "hand", "foot", "tail"], "more silver prizes than seats"),
        ("silver", ["eyes"] * 12, "two of silver prize eyes"),
        (
            "silver",
            ["eyes", "nails", "head", "hand", "foot", "tail"],
            "unknown silver prizes: nails",
        ),
        ("die", ["draw", "dig", "silver", "steal"], "the die must show"),
        ("bodies", ["red"] * 9, "9 bodies"),
        ("gold", ["finished", "compact"], "gold prizes"),
        ("names", [["a", "b", "c", "d"], ["x"] * 5], "names need as many"),
    ],
)
def test_a_wrong_box(raw: dict[str, Any], key: str, value: Any, said: str) -> None:
    raw[key] = value
    assert said in faults(raw)


def test_a_prize_to_which_too_few_parts_matter(raw: dict[str, Any]) -> None:
    for part in raw["parts"]:
        part.pop("noses", None)
    assert "only 0 parts matter to noses" in faults(raw)
