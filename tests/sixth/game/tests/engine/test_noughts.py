"""The worked cases of noughts and crosses over sleeping monsters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine.noughts import GAME
from engine.noughts.values import Mark, Marked, Options, State

from engine.contract import Level, Question
from engine.errors import Illegal, RuleError, Unknown
from engine.rng import Rng

game = GAME()


def board(marks: str, asleep: tuple[int, ...] = (), woken: tuple[int, ...] = ()) -> State:
    """Return a state from nine signs, `x` for seat 0, `o` for seat 1; seat 0 is asked."""
    seats = tuple({"x": 0, "o": 1}.get(sign) for sign in marks.replace(" ", ""))
    return State(seats, asleep, woken, 0)


def after(state: State, *spots: int) -> State:
    """Return the state after marks by whose turn it is."""
    for spot in spots:
        state = game.apply(state, state.turn, Mark(spot), Rng("test"), 0.0).state
    return state


@pytest.mark.parametrize("row", game.box.rows)
def test_three_in_a_row_win(row: tuple[int, int, int]) -> None:
    marks = "".join("x" if spot in row[:2] else "." for spot in range(9))
    outcome = game.outcome(after(board(marks), row[2]))
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0,), (1, 2))


def test_a_full_board_without_a_row_is_a_tie() -> None:
    outcome = game.outcome(after(board("xox xoo ox."), 8))
    assert outcome is not None
    assert outcome.winners == (0, 1) and outcome.reason == "noughts.reason.full"


def test_a_monster_eats_the_mark_and_the_spot_stays_empty() -> None:
    step = game.apply(board("xx. ... ...", asleep=(2, 5)), 0, Mark(2), Rng("test"), 0.0)
    assert step.events == (Marked(seat=0, spot=2, woke=True),)
    assert step.state == replace(board("xx. ... ...", asleep=(5,), woken=(2,)), turn=1)
    assert game.outcome(step.state) is None and Mark(2) not in game.legal(step.state, 1)


@pytest.mark.parametrize(
    ("spot", "kind"), [(9, Unknown), (-1, Unknown), (0, Illegal), (4, Illegal)]
)
def test_marks_that_cannot_be_put_are_refused(spot: int, kind: type[RuleError]) -> None:
    with pytest.raises(kind):
        after(board("x.. ... ...", woken=(4,)), spot)


def test_who_sleeps_where_is_seen_at_the_end_alone() -> None:
    state = board("xx. oo. ...", asleep=(7, 8))
    assert all(game.view(state, viewer).asleep == () for viewer in (None, 0, 1))
    assert game.view(after(state, 2), None).asleep == (7, 8)


@pytest.mark.parametrize(
    ("marks", "spot"), [("xx. oo. ...", 2), ("oo. xx. ...", 5), ("oo. .x. ...", 2)]
)
def test_a_computer_ends_a_row_and_spoils_the_others(marks: str, spot: int) -> None:
    assert chosen(board(marks), "normal") == spot


def test_an_easy_computer_marks_anything_and_a_hard_one_begins_in_the_middle() -> None:
    empty = board("... ... ...")
    assert len({chosen(empty, "easy", seed) for seed in range(60)}) == 9
    assert {chosen(empty, "hard", seed) for seed in range(20)} == {4}


def chosen(state: State, level: Level, seed: int = 0) -> int:
    """Return where a computer in seat 0 puts its mark."""
    question = Question(
        options=Options(level=level),
        view=game.view(state, 0),
        memory=None,
        legal=game.legal(state, 0),
        world=lambda rng: game.redeal(state, 0, rng),
    )
    return game.advice(question, Rng("computer", seed)).action.spot
