"""Computers: what they do in positions with a clear answer, and that the levels are ordered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import Level, Question
from engine.rng import Rng
from engine.tueftelmonster.values import Attach, Bolt, Discard, Draw, Options, State, Steal
from tests.bench.tueftelmonster import at_random, computer, duel, most_points
from tests.engine.tueftelmonster_table import (
    BOX,
    GAME_,
    ONE,
    STRAIGHT,
    THREE,
    cards,
    closed,
    monster,
    table,
)

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)


def decide(state: State, level: Level = "hard", effort: float = 1.0) -> Any:
    """Return what a computer in the asked seat does."""
    (seat,) = GAME_.to_act(state)
    question: Question[Any, Any, Any, Any, Any] = Question(
        options=Options(level=level),
        view=GAME_.view(state, seat),
        memory=None,
        legal=GAME_.legal(state, seat),
        world=lambda rng: GAME_.redeal(state, seat, rng),
        effort=effort,
    )
    action = GAME_.advice(question, Rng("decide")).action
    assert action in question.legal
    return action


@pytest.mark.parametrize("variant", ["full", "six", "four"])
def test_it_finishes_when_that_wins(variant: str) -> None:
    prizes = {"silver": BOX.silver[:3]} if variant == "full" else {}
    state = table(
        monster(*closed()[:3]),
        monster(body=1),
        hands=[[ONE[3], STRAIGHT[0], THREE[0]]],
        phase="attach",
        variant=variant,  # type: ignore[arg-type]
        **prizes,
    )
    assert decide(state) == Attach(ONE[3], 0, WEST, 1)


def test_it_does_not_finish_another_ones_monster() -> None:
    state = table(
        monster(body=1),
        monster(*closed()[:3]),
        hands=[[ONE[3], STRAIGHT[0], THREE[0]]],
        phase="attach",
        variant="six",
    )
    action = decide(state)
    assert (action.seat, action.card) != (1, ONE[3])


def test_it_steals_what_gives_the_other_a_prize() -> None:
    eyes = cards("N", "red", eyes=2)[0]
    plain = cards("N", "red", digits=4)[0]
    other = monster((eyes, NORTH, 2), (plain, EAST, 3), body=1)
    state = table(monster(), other, phase="steal", silver=("eyes", "teeth"), hands=[STRAIGHT[:3]])
    assert decide(state) == Steal(1, NORTH)


def test_it_draws_the_card_that_wins() -> None:
    displays = [(STRAIGHT[0],), (ONE[3],), (THREE[0],)]
    state = table(
        monster(*closed()[:3]),
        monster(body=1),
        hands=[[STRAIGHT[1], STRAIGHT[2], STRAIGHT[3]]],
        displays=displays,
        phase="draw",
        to_come=2,
        variant="six",
    )
    assert decide(state) == Draw(1)


def test_it_keeps_the_card_that_wins() -> None:
    state = table(
        monster(*closed()[:3]),
        monster(body=1),
        hands=[[ONE[3], STRAIGHT[0], THREE[0], THREE[1]]],
        phase="discard",
        attached=True,
        variant="six",
    )
    action = decide(state)
    assert isinstance(action, Discard) and action.card != ONE[3]


def test_it_bolts_down_what_it_would_miss_most() -> None:
    eyes = cards("N", "red", eyes=2)[0]
    dull = cards("N", "orange", digits=4)[0]
    bent = cards("NE", "yellow", eyes=0, teeth=0)[0]
    own = monster((eyes, NORTH, 2), (dull, EAST, 3), (bent, SOUTH, 0), body=1)
    state = table(
        own,
        monster(body=2),
        phase="bolt",
        mender=0,
        loose=(1, 0),
        bolts=29,
        deadline=2000.0,
        silver=("eyes", "teeth"),
    )
    assert decide(state) == Bolt((0, -1, "S"))


def test_the_same_question_gets_the_same_answer_at_any_effort() -> None:
    state = table(monster(), monster(body=1), phase="draw", to_come=2)
    for effort in (0.01, 0.5, 1.0):
        assert decide(state, effort=effort) == decide(state, effort=effort)


def test_the_hardest_wins_against_random_and_against_the_most_points_at_once() -> None:
    assert duel(GAME_, computer("hard"), at_random, 6) >= 0.9
    assert duel(GAME_, computer("hard"), most_points, 16) >= 0.85


def test_the_levels_are_ordered() -> None:
    assert duel(GAME_, computer("normal"), computer("easy"), 8) > 0.55
    assert duel(GAME_, computer("hard"), computer("normal"), 8) > 0.5
