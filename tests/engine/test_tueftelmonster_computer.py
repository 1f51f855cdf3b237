"""Computers: what they do in positions with a clear answer, and that the levels are ordered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import Level, Question
from engine.rng import Rng
from engine.tueftelmonster.values import (
    Attach,
    Bolt,
    Card,
    Deed,
    Dig,
    Discard,
    Draw,
    Options,
    State,
    Steal,
    Wish,
)
from tests.bench.tueftelmonster import at_random, computer, duel, most_points
from tests.engine.tueftelmonster_table import (
    BENT,
    BOX,
    FOUR,
    GAME_,
    ONE,
    STRAIGHT,
    THREE,
    cards,
    closed,
    monster,
    table,
)

RICH = sorted(ONE[4:], key=lambda card: sum(BOX.tallies[card]))[-3:]
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


def wishing(silver: int, hand: list[Card], top: Card) -> State:
    """Return a wish of who lacks one card, beside somebody who can be robbed of a poor one."""
    poor = min(ONE[4:], key=lambda card: sum(BOX.tallies[card]))
    displays = [(STRAIGHT[4],), (top,), (THREE[0],)]
    own, other = monster(*closed()[:3]), monster((poor, NORTH, 2), body=1)
    fields: dict[str, Any] = {"phase": "wish", "displays": displays, "hands": [hand]}
    return table(own, other, silver=BOX.silver[:silver], **fields)


@pytest.mark.parametrize(
    ("silver", "hand", "top", "deed"),
    [
        (3, STRAIGHT[:3], ONE[3], "draw"),
        (3, STRAIGHT[:3], THREE[1], "steal"),
        (2, [ONE[3], *STRAIGHT[:2]], THREE[1], "silver"),
        (2, STRAIGHT[:3], ONE[3], "silver"),
        (2, STRAIGHT[:3], THREE[1], "steal"),
        (1, [ONE[3], *STRAIGHT[:2]], THREE[1], "steal"),
    ],
)
def test_it_wishes_for_what_wins_at_once(
    silver: int, hand: list[Card], top: Card, deed: Deed
) -> None:
    assert decide(wishing(silver, hand, top)) == Wish(deed)


def test_a_prize_that_may_make_another_win_is_no_sure_victory() -> None:
    state = wishing(2, [ONE[3], *STRAIGHT[:2]], THREE[1])
    rich = monster(
        *((c, cell, turn) for c, (_, cell, turn) in zip(RICH, closed(), strict=False)), body=1
    )
    assert decide(state.but(monsters=(state.monsters[0], rich))) == Wish("steal")


def test_it_digs_where_the_card_that_wins_lies_open_else_where_most_lie() -> None:
    own, other = monster(*closed()[:3]), monster(body=1)
    fields: dict[str, Any] = {"phase": "dig", "variant": "six", "hands": [STRAIGHT[:3]]}
    high, low = tuple(THREE[:3]), (THREE[3],)

    def digs(*displays: tuple[Card, ...]) -> Any:
        return decide(table(own, other, displays=displays, **fields))

    assert digs(high, tuple(THREE[4:7]), (ONE[3],)) == Dig(2)
    assert digs(low, high, (THREE[4],)) == Dig(1)
    assert digs(tuple(STRAIGHT[3:5]), (FOUR[0],), (STRAIGHT[5],)) == Dig(1), "two are had anywhere"


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


def leaving(hand: list[Card], *tops: Card) -> Discard:
    """Return what is laid away by who lacks a bent card before somebody who lacks a plain end."""
    own = monster(*closed((BENT[0], EAST, 2), (BENT[1], SOUTH, 0)))
    other = monster(*closed(spare=ONE[4:])[:3], body=1)
    fields: dict[str, Any] = {"phase": "discard", "attached": True, "variant": "six"}
    displays = [(top,) for top in tops]
    action = decide(table(own, other, monster(body=2), hands=[hand], displays=displays, **fields))
    assert isinstance(action, Discard)
    return action


def test_it_lays_nothing_open_with_which_the_next_seat_wins() -> None:
    """Though it is what it misses least: no other card of the hand helps it either."""
    assert leaving([ONE[20], *STRAIGHT[:3]], *STRAIGHT[3:6]).card != ONE[20]
    assert leaving([ONE[20], *STRAIGHT[:3]], STRAIGHT[3], ONE[21], STRAIGHT[4]).pile == 1
    assert leaving([ONE[20], *STRAIGHT[:3]], ONE[21], ONE[22], FOUR[3]).card == ONE[20], "in vain"


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
