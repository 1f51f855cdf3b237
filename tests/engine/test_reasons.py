"""The reason that is given is what weighed most: worked cases of what computers compare."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Reason
from engine.maechtige_monster import reasons as raids
from engine.meistercoup.reasons import Tried, Weighing
from engine.meistercoup.values import Play, Take
from engine.tueftelmonster import reasons as monsters
from engine.tueftelmonster.judge import Judge, Standing
from tests.engine import monster_table
from tests.engine.driver import start
from tests.engine.facts import known_games

COUP = known_games()["meistercoup"]
VIEW = start(COUP, COUP.options_type.model_validate({"mode": "standard"}), 3, "reasons").match.view(
    0
)
WORLDS = 10


def tried(chance: float, **found: Any) -> Tried:
    """Return what came of an answer in ten worlds."""
    return replace(Tried.none(3), worlds=WORLDS, chance=chance, **found)


def weighed(best: Tried, *others: Tried, taking: bool = False) -> Reason:
    """Return why seat 0 played a card, or took one."""
    action = Take(VIEW.hand[0]) if taking else Play(VIEW.hand[0])
    return Weighing(VIEW, action, best, others).reason()


def test_a_third_coup_of_ones_own_or_of_a_rival_weighs_by_what_it_decides() -> None:
    plain = tried(3.0)
    assert weighed(tried(6.5, thirds=[5, 0, 0]), plain) == Reason("third", {"share": 50})
    threatened = tried(1.5, thirds=[0, 1, 5])
    assert weighed(tried(3.3, thirds=[0, 1, 0]), threatened) == Reason("deny", {"seat": 2})
    sure = tried(10.0, thirds=[10, 0, 0], at_once=10)
    assert weighed(sure, plain, taking=True) == Reason("third_sure")
    assert weighed(sure, plain) == Reason("third", {"share": 100}), "others are still to play"


@pytest.mark.parametrize(
    ("best", "other", "taking", "reason"),
    [
        ({"points": [40, 0, 0], "first": 8, "second": 1}, {}, False, ("first", {"share": 80})),
        ({"points": [40, 0, 0], "first": 1, "second": 7}, {}, False, ("second", {"share": 70})),
        ({"points": [0, 9, 0]}, {"points": [0, 10, 40]}, False, ("spoil", {"seat": 2})),
        ({"points": [4, 0, 0]}, {}, False, ("later", {})),
        ({"points": [20, 0, 0]}, {"points": [16, 0, 0]}, False, ("alike", {})),
        ({"points": [16, 0, 0]}, {"points": [20, 0, 0]}, False, ("alike", {})),
        ({"points": [0, 0, 0]}, {"points": [20, 0, 0]}, False, ("save", {})),
        ({"points": [4, 0, 0]}, {}, True, ("even", {})),
        ({"points": [40, 0, 0]}, {"points": [20, 0, 0]}, True, ("points", {"n": 4})),
        ({"points": [20, 0, 0], "coups": [10, 0, 0]}, {}, True, ("coup", {"n": 2})),
        ({"points": [20, 0, 0], "steps": [26.0, 0, 0]}, {}, True, ("step", {"n": 2})),
    ],
)
def test_a_trick_weighs_by_what_it_brings(
    best: dict[str, Any], other: dict[str, Any], taking: bool, reason: tuple[str, dict[str, int]]
) -> None:
    found = weighed(tried(4.0, **best), tried(3.0, **other), taking=taking)
    assert found == Reason(*reason)


@pytest.mark.parametrize("chance", [0.0, 10.0])
def test_of_answers_that_win_as_often_nothing_is_said_of_later(chance: float) -> None:
    def why(best: dict[str, Any], taking: bool = False) -> Reason:
        return weighed(tried(chance, **best), tried(chance), tried(chance), taking=taking)

    assert why({"points": [4, 0, 0]}) == why({"points": [4, 0, 0]}, taking=True) == Reason("same")
    assert why({"points": [40, 0, 0], "first": 8}) == Reason("first", {"share": 80})
    assert why({"points": [40, 0, 0]}, taking=True) == Reason("points", {"n": 4})
    assert why({"points": [0, -40, 0]}) == Reason("same"), "by that it is not chosen"


def raid(gold: list[float], kept: float = 0.0) -> raids.Tried:
    """Return what came of a play in one world."""
    found = raids.Tried.none(3)
    found.add(raids.End(0.0, gold, kept))
    return found


def test_a_play_weighs_by_gold_by_what_others_lose_and_by_what_is_kept() -> None:
    state = monster_table.table("2:9/10 1:5/5 1:4/4", "| |", hands=[(1, 2, 3)] * 3)
    view = monster_table.game.view(state, 0)
    play = monster_table.game.legal(state, 0)[0]

    def why(best: raids.Tried, *others: raids.Tried) -> Reason:
        return raids.reason(monster_table.box, view, play, best, others)

    plain = raid([8.0, 8.0, 8.0])
    assert why(raid([8.0, 8.0, 8.0], kept=1.0), plain) == Reason("keep")
    assert why(raid([8.0, 7.0, 3.0]), plain) == Reason("spoil", {"seat": 2})
    assert why(raid([12.4, 8.0, 8.0]), plain) == Reason("gain", {"n": 4})
    assert why(raid([7.0, 8.0, 8.0]), raid([5.0, 8.0, 8.0])) == Reason("loss", {"n": 1})


TUEFTEL = known_games()["tueftelmonster"]
EMPTY: Standing = tuple(
    ((1, *[0] * len(TUEFTEL.box.colours), 1, *[0] * len(TUEFTEL.box.silver)), 4) for _ in range(3)
)


def grown(seat: int, place: int, by: int = 1, ends: int = 0) -> Standing:
    """Return the position with more at one place of a tally, and so many more open ends."""
    tally, left = EMPTY[seat]
    tally = (*tally[:place], tally[place] + by, *tally[place + 1 :])
    return (*EMPTY[:seat], (tally, left + ends), *EMPTY[seat + 1 :])


def test_a_prize_that_is_still_covered_is_named_as_one_that_may_yet_come() -> None:
    """Whatever grows or is lost, with random prizes turned up."""
    box, chance = TUEFTEL.box, random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(400):
        open_ = chance.sample(box.silver, chance.randrange(4))
        judge = Judge(box, "full", open_, 0)
        place = chance.randrange(len(EMPTY[0][0]))
        before, after = EMPTY, grown(0, place, chance.randint(1, 5))
        if chance.random() < 0.5:
            before, after = grown(chance.choice((1, 2)), place, chance.randint(1, 5)), EMPTY
        for reason in (monsters.better(judge, before, after), monsters.then(judge, before, after)):
            what = reason.values.get("what")
            covered = what in set(box.silver) - set(open_)
            assert reason.key.endswith("_later") == covered, reason
            seen[reason.key.removeprefix("then_")] += what is not None
    for key in ("gain", "spoil", "gain_later", "spoil_later"):
        assert seen[key] >= 10, seen


def test_a_position_is_better_by_one_part_of_the_score_or_by_open_ends() -> None:
    box = TUEFTEL.box
    judge = Judge(box, "full", ["eyes"], 0)
    eyes = len(box.colours) + 2 + box.silver.index("eyes")
    assert monsters.better(judge, EMPTY, grown(0, eyes, 4)) == Reason("gain", {"what": "eyes"})
    assert monsters.better(judge, EMPTY, grown(0, 0)) == Reason("gain", {"what": "colour"})
    assert monsters.better(judge, EMPTY, grown(0, 0, 0, -1)) == Reason("closer", {"n": 3})
    assert monsters.better(judge, EMPTY, grown(2, 0, 0, 2)) == Reason("further", {"seat": 2})
    assert monsters.better(judge, EMPTY, grown(0, 0, 0, -4)) == Reason("finish")
    assert monsters.better(judge, EMPTY, grown(1, 0, 0, -4)) == Reason("end", {"seat": 1})
    assert monsters.better(judge, EMPTY, EMPTY) == Reason("least")
    over, closer = grown(1, 0, 0, -4), grown(0, 0, 0, -1)
    assert monsters.better(Judge(box, "four", [], 0), over, (closer[0], *over[1:])) == Reason(
        "least"
    )
    fewer = monsters.better(judge, grown(1, eyes, 3), EMPTY)
    assert fewer == Reason("spoil", {"seat": 1, "what": "eyes"})
