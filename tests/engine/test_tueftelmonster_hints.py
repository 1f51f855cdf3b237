"""Why a hint says what it says in Tüftelmonster: positions, and what it claims anywhere."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Advice, Question, Reason
from engine.rng import Rng
from engine.tueftelmonster.computer import Thought
from engine.tueftelmonster.judge import Judge
from engine.tueftelmonster.values import Attach, Dig, Options, State, Steal
from engine.tuples import put
from tests.engine.driver import EFFORT, advance, start
from tests.engine.tueftelmonster_table import (
    BOX,
    FOUR,
    GAME_,
    ONE,
    STRAIGHT,
    THREE,
    closed,
    monster,
    table,
)


def question(state: State) -> Question[Any, Any, Any, Any, Any]:
    """Return what the asked seat has to decide."""
    (seat,) = GAME_.to_act(state)
    return Question(
        options=Options(level="hard"),
        view=GAME_.view(state, seat),
        memory=None,
        legal=GAME_.legal(state, seat),
        world=lambda rng: GAME_.redeal(state, seat, rng),
        effort=EFFORT,
    )


def why(state: State) -> Reason | None:
    """Return the reason of a hint."""
    return GAME_.advice(question(state), Rng("why")).reason


def test_who_finished_before_ends_nothing_now() -> None:
    """The youngest play on to the end of the round."""
    over = monster(*closed(spare=ONE[10:]), body=1)
    fields: dict[str, Any] = {"phase": "attach", "variant": "four", "finished": (1,)}
    own = monster(*closed()[:3])
    finishing = table(own, over, hands=[[ONE[3], STRAIGHT[0]]], **fields)
    assert why(finishing) == Reason("finish")
    lost = table(own, over, hands=[[STRAIGHT[0], THREE[0]]], **fields)
    assert why(lost) == Reason("alike")


@pytest.mark.parametrize("phase", ["dig", "bolt"])
def test_what_is_all_the_same_is_called_so(phase: str) -> None:
    own = monster(*closed()[:2])
    fields: dict[str, Any] = {"mender": 0, "loose": (1, 0)} if phase == "bolt" else {}
    state = table(own, monster(body=1), phase=phase, variant="six", **fields)
    assert why(state) == Reason("alike")


def test_a_draw_of_which_none_helps_more_than_the_hand_is_no_choice() -> None:
    """The mean of equal prices is not the price to the last digit."""
    displays, uneven = [(STRAIGHT[0],), (STRAIGHT[1],), (STRAIGHT[2],)], 0
    fields: dict[str, Any] = {"displays": displays, "phase": "draw", "to_come": 1}
    for seats in range(2, 6):
        others = [monster(*closed(spare=ONE[4 * n :])[: n % 3], body=n) for n in range(1, seats)]
        hands = [
            [ONE[3], *STRAIGHT[3:5]],
            *(STRAIGHT[3 * n : 3 * n + 3] for n in range(2, seats + 1)),
        ]
        pile = tuple(STRAIGHT[20:36])
        own = monster(*closed()[:2])
        state = table(own, *others, hands=hands, pile=pile, variant="six", **fields)
        asked = replace(question(state), effort=1.0)
        thought = Thought(BOX, asked, Rng("draw"))
        prices = [thought.price(action) for action in asked.legal]
        assert thought.best(asked.legal).reason == Reason("alike"), prices
        uneven += max(prices) > min(prices)
    assert uneven, "the price is one that is uneven"


def test_what_is_yet_to_be_attached_is_told_so() -> None:
    displays = [(STRAIGHT[0],), (ONE[3],), (THREE[0],)]
    fields: dict[str, Any] = {"variant": "six", "hands": [STRAIGHT[1:4]]}
    drawing = table(
        monster(*closed()[:3]),
        monster(body=1),
        displays=displays,
        phase="draw",
        to_come=1,
        **fields,
    )
    assert why(drawing) == Reason("then_finish")
    stealing = table(
        monster(*closed()[:3]), monster(*closed(spare=ONE[3:])[:2], body=1), phase="steal", **fields
    )
    assert why(stealing) in (Reason("then_finish"), Reason("alike"))


def test_what_wins_at_once_is_told_of_a_wish_and_of_a_pile() -> None:
    own, other = monster(*closed()[:3]), monster(*closed(spare=ONE[4:])[:1], body=1)
    fields: dict[str, Any] = {"hands": [STRAIGHT[:3]], "silver": BOX.silver[:3]}
    displays = [tuple(THREE[:3]), (ONE[3],), (THREE[3],)]
    for phase in ("wish", "dig"):
        state = table(own, other, phase=phase, displays=displays, **fields)
        assert why(state) == Reason("then_finish")
    missing = state.but(phase="wish", silver=BOX.silver[:2], covered=BOX.silver[2:])
    assert why(missing) == Reason("then_finish")
    one_more = missing.but(silver=BOX.silver[:1], covered=BOX.silver[1:])
    assert why(one_more) == Reason("wish_steal")


def test_what_a_discard_keeps_from_the_next_seat_is_told() -> None:
    own, other = monster(*closed()[:2]), monster(*closed(spare=ONE[4:])[:3], body=1)
    fields: dict[str, Any] = {"phase": "discard", "attached": True, "variant": "six"}
    displays = [(STRAIGHT[3],), (ONE[21],), (STRAIGHT[4],)]

    def told(hand: list[int], *displays: tuple[int, ...]) -> Reason | None:
        return why(table(own, other, hands=[hand], displays=displays, **fields))

    assert told([FOUR[0], *STRAIGHT[:3]], *displays) == Reason("guard", {"seat": 1})
    displays[0] = (ONE[22],)
    assert told([FOUR[0], *STRAIGHT[:3]], *displays) == Reason("spare"), "one is left"
    displays[:2] = [(STRAIGHT[3],), (STRAIGHT[5],)]
    assert told([FOUR[0], *STRAIGHT[:3]], *displays) == Reason("spare")


@pytest.mark.parametrize(
    ("heights", "reason"),
    [
        ((1, 3, 1), Reason("deep", {"n": 3})),
        ((3, 3, 1), Reason("deep", {"n": 3})),
        ((2, 1, 1), Reason("open")),
        ((2, 2, 2), Reason("open")),
    ],
)
def test_of_a_pile_is_told_what_is_to_be_had_there(
    heights: tuple[int, ...], reason: Reason
) -> None:
    tops, under = [STRAIGHT[3], FOUR[0], STRAIGHT[4]], list(THREE)
    displays = [
        (*(under.pop() for _ in range(h - 1)), top) for h, top in zip(heights, tops, strict=True)
    ]
    fields: dict[str, Any] = {"phase": "dig", "variant": "six", "hands": [STRAIGHT[:3]]}
    state = table(monster(*closed()[:3]), monster(body=1), displays=displays, **fields)
    assert why(state) == reason


def wins(state: State, seat: int, card: int) -> bool:
    """Return whether the seat whose turn has come would win at once with this card."""
    turn = state.but(phase="attach", hands=put(state.hands, seat, (card,)))
    ends = [GAME_.apply(turn, seat, a, Rng("wins"), 1000.0).state for a in GAME_.legal(turn, seat)]
    outcomes = [GAME_.outcome(end) for end in ends if end.phase == "over"]
    return any(outcome.winners == (seat,) for outcome in outcomes if outcome is not None)


def claimed(variant: str, seats: int) -> Counter[str]:
    """Hold every hint of some matches against what the engine does; return the reasons seen."""
    seen: Counter[str] = Counter()
    options = GAME_.options_type.model_validate({"variant": variant})
    for number in range(2):
        chance = random.Random(f"{variant} {seats} {number}")
        match = start(GAME_, options, seats, f"claimed {number}").match
        while not match.over:
            for seat in match.asked:
                legal = match.legal(seat)
                if len(legal) > 1 and (isinstance(legal[0], Steal) or not seen.total() % 3):
                    advice = match.hint(seat, EFFORT)
                    check(match.state, seat, advice)
                    assert advice.reason is not None
                    seen[advice.reason.key] += 1
                elif len(legal) > 1:
                    seen["unasked"] += 1
            match = advance(match, chance).match
    return seen


def check(state: State, seat: int, advice: Advice[Any]) -> None:
    """Assert that what a hint claims is so."""
    asked, reason, action = question(state), advice.reason, advice.action
    assert reason is not None
    view, key = asked.view, reason.key
    thought = Thought(BOX, asked, Rng("check"))
    prices = {each: thought.price(each) for each in asked.legal}
    if view.phase not in ("draw", "lay"):
        assert (max(prices.values()) - min(prices.values()) < 1e-9) == (key == "alike")
    if key in ("least", "then_least"):
        judge = Judge(BOX, view.variant, [p.name for p in view.prizes if not p.gold], seat)
        now = judge.worth(judge.standing(view.monsters))
        assert max(prices.values()) <= now + 1e-9
    if isinstance(action, Dig):
        heights = [display.height for display in view.displays]
        assert key != "deep" or heights[action.pile] == max(heights) == reason.values["n"]
        assert key not in ("deep", "open") or (key == "deep") == (max(heights) > 2)
    if key == "guard":
        after = GAME_.apply(state, seat, action, Rng("check"), 1000.0).state
        assert not any(wins(after, int(reason.values["seat"]), pile[-1]) for pile in after.displays)
    if "seat" in reason.values:
        assert reason.values["seat"] != seat
    if isinstance(action, Attach | Steal) and not key.startswith("then_"):
        after = GAME_.apply(state, seat, action, Rng("check"), 1000.0).state
        ends = GAME_.view(after, None).open_ends
        if key == "end":
            assert after.phase == "over"
        if key == "further":
            rival = int(reason.values["seat"])
            assert ends[rival] > view.open_ends[rival]
        if key == "closer":
            assert reason.values["n"] == ends[seat] < view.open_ends[seat]
    if key in ("finish", "closer"):
        assert isinstance(action, Attach), "nothing is attached by this"


@pytest.mark.parametrize(("variant", "seats"), [("full", 3), ("six", 2), ("six", 4), ("four", 3)])
def test_what_hints_claim_is_so(variant: str, seats: int) -> None:
    seen = claimed(variant, seats)
    assert len(seen) >= 5 and (variant == "four" or seen["then_closer"]), seen
