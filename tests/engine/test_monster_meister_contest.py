"""Monster Meister's contest: naming, steps, who is out, and the roles it gives."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.monster_meister.values import (
    PROPERTIES,
    Contest,
    Name,
    Naming,
    Property,
    Remove,
    State,
    StepEnded,
    TurnUp,
    View,
)
from tests.engine.monster_meister_table import CELLS, card, do, game, table, told


def step(state: State, wanted: Property, *seats_cells: tuple[Seat, int]) -> State:
    """Return the state after the namer has named and these seats have turned up these cells."""
    state = do(state, game.to_act(state)[0], Name(wanted))
    for seat, cell in seats_cells:
        state = do(state, seat, TurnUp(CELLS[cell]))
    return state


def contest(shown: State | View) -> Contest:
    """Return the contest that is running."""
    assert shown.contest is not None
    return shown.contest


def roles(state: State) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return memorisers and muddlers of the contest."""
    result = state.results[-1]
    assert (result.task, result.points) == ("contest", None)
    return result.memorisers, result.muddlers


def test_the_holder_names_any_of_eight_properties() -> None:
    state = table("contest", [], [], [], holder=1)
    assert game.to_act(state) == (1,)
    assert list(game.legal(state, 1)) == [Name(p) for p in PROPERTIES] and len(PROPERTIES) == 8
    nothing: Any = "double"
    with pytest.raises(Unknown):
        do(state, 1, Name(nothing))
    with pytest.raises(Illegal):
        do(state, 0, Name("red"))
    state = do(state, 1, Name("red"))
    assert game.to_act(state) == (0, 1, 2)
    assert contest(game.view(state, None)).named == (Naming(1, "red"),)
    assert game.view(state, None).to_turn == (1, 1, 1)
    assert game.view(state, None).points is None


def test_each_turns_up_one_card_a_step() -> None:
    state = do(table("contest", ["red 1"], ["red 1"]), 0, Name("red"), TurnUp(CELLS[0]))
    assert game.to_act(state) == (1,)
    with pytest.raises(Illegal, match="not_asked"):
        do(state, 0, TurnUp(CELLS[1]))


def test_one_monster_of_a_double_suffices() -> None:
    state = table("contest", ["blue 4 + green 1"], ["green 2"])
    state = step(state, "green", (0, 0), (1, 0))
    assert state.phase == "name" and contest(state).still_in == (0, 1)


def test_an_eye_count_is_shown_by_one_monster_not_by_a_sum() -> None:
    state = step(table("contest", ["green 3 + red 1"], ["red 4"]), "4", (0, 0), (1, 0))
    assert roles(state) == ((1,), (0,))


def test_the_only_one_left_memorises_and_who_was_out_first_muddles() -> None:
    state = table("contest", ["red 1", "blue 1"], ["red 1", "red 2"], ["blue 1"], ["blue 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0), (3, 0))
    assert contest(state).first_out == (2, 3) and contest(state).still_in == (0, 1)
    state = step(state, "2", (0, 1), (1, 1))
    assert roles(state) == ((1,), (2, 3))
    assert game.to_act(state) == (1,)
    assert list(game.legal(state, 1)) == [Remove(CELLS[0]), Remove(CELLS[1])]


def test_who_is_out_later_has_no_role() -> None:
    state = table("contest", ["red 1", "red 2"], ["red 1", "blue 1"], ["blue 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert roles(step(state, "red", (0, 1), (1, 1))) == ((0,), (2,))


def test_the_last_out_together_memorise() -> None:
    state = table("contest", ["red 1", "blue 1"], ["red 1", "blue 1"], ["blue 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert roles(step(state, "red", (0, 1), (1, 1))) == ((0, 1), (2,))


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_all_out_in_one_step_with_nobody_out_before_gives_no_roles(steps: int) -> None:
    row = [*("red 1", "red 2", "red 4")[:steps], "blue 1"]
    state = table("contest", row, row, row)
    for n in range(steps + 1):
        state = step(state, "red", *((seat, n) for seat in range(3)))
    assert roles(state) == ((), ()) and state.phase == "look"


@pytest.mark.parametrize(("out", "next_namer"), [((2,), 3), ((2, 3), 0), ((1,), 2), ((), 2)])
def test_the_next_seat_clockwise_still_in_names(out: tuple[int, ...], next_namer: int) -> None:
    rows = [["blue 1"] if seat in out else ["red 1"] for seat in range(4)]
    state = table("contest", *rows, holder=1)
    state = step(state, "red", *((seat, 0) for seat in range(4)))
    assert game.to_act(state) == (next_namer,)
    assert game.legal(state, next_namer) == game.legal(table("contest", [], []), 0)


def test_a_step_tells_who_is_out_and_who_is_still_in() -> None:
    state = table("contest", ["red 1"], ["blue 1"], ["red 1"])
    state = do(do(do(state, 0, Name("red")), 2, TurnUp(CELLS[0])), 0, TurnUp(CELLS[0]))
    assert contest(state).shown == (2, 0)
    state, events = told(state, 1, TurnUp(CELLS[0]))
    assert events[-1] == StepEnded(out=(1,), still_in=(0, 2))


def small(seats: int, **kept: list[str]) -> State:
    """Return a contest in which the seats in `kept` have only these cards."""
    rows = [kept.get(f"s{seat}", ["red 1", "red 2", "red 4"]) for seat in range(seats)]
    gone = [
        16 * seat + i
        for seat in range(seats)
        if f"s{seat}" in kept
        for i in range(16)
        if 16 * seat + i not in [card(seat, text) for text in rows[seat]]
    ]
    return table("contest", *rows, outside=gone)


def test_who_has_no_face_down_card_goes_out_in_the_step_it_cannot_answer() -> None:
    state = small(3, s1=["red 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert contest(state).still_in == (0, 1, 2)
    assert game.to_act(state) == (1,), "it names, though it has nothing left to turn up"
    state = do(state, 1, Name("red"))
    assert game.to_act(state) == (0, 2)
    state = do(do(state, 0, TurnUp(CELLS[1])), 2, TurnUp(CELLS[1]))
    assert contest(state).first_out == (1,) and contest(state).still_in == (0, 2)


def test_it_goes_out_together_with_those_who_fail() -> None:
    state = small(3, s1=["red 1"], s2=["red 1", "blue 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert roles(step(state, "red", (0, 1), (2, 1))) == ((0,), (1, 2))


def test_without_any_face_down_card_the_step_ends_with_the_naming() -> None:
    state = small(3, s0=["red 1"], s1=["red 1"], s2=["red 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert roles(step(state, "red")) == ((), ())
    state = small(3, s0=["red 1"], s1=["red 1"], s2=["blue 1"])
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert roles(step(state, "red")) == ((0, 1), (2,))


def test_removals_and_draws_go_from_the_holder_not_from_the_last_namer() -> None:
    state = table("contest", ["red 1", "blue 1"], ["red 1", "blue 1"], ["blue 1"], holder=1)
    state = step(state, "red", (0, 0), (1, 0), (2, 0))
    assert roles(step(state, "red", (0, 1), (1, 1))) == ((1, 0), (2,))


def test_a_memoriser_with_one_card_face_up_is_not_asked_which() -> None:
    state = do(table("contest", ["red 1"], ["blue 1"]), 0, Name("red"), TurnUp(CELLS[0]))
    state, events = told(state, 1, TurnUp(CELLS[0]))
    assert roles(state) == ((0,), (1,)) and state.phase == "place"
    assert [gone.card for gone in state.removed] == [card(0, "red 1")]
    assert [event.kind for event in events][2:5] == ["scored", "removed", "drew"]
    with pytest.raises(Illegal):
        do(state, 0, Remove(CELLS[0]))
