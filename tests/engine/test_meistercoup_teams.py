"""Meister Coup in teams: whose result is entered, and when a team wins by coups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.contract import CLOCK, Expire, SeatOptions
from engine.errors import Illegal, Unknown
from engine.meistercoup import GAME
from engine.meistercoup.values import (
    Confirm,
    CoupMarked,
    Entered,
    Options,
    Play,
    Propose,
    Proposed,
    State,
    Take,
)
from engine.rng import Rng
from tests.engine.coup_table import NOW, act, c, cs, table, trick, won_rounds

game = GAME()

SIX = "v2 v3|b2 b3 g3|g2|y2 y3|v1 b1 g1 y1|v4"
"""Points 6, 9, 3, 6, 16, 2; seat 4 has a coup."""


def ended(taken: str = SIX, **changes: Any) -> State:
    """Return a state in which the teams are asked whose result they enter."""
    hands = "|" * taken.count("|")
    state = table(hands, "team", taken=taken, **changes)
    return replace(state, phase="enter", deadline=NOW + 60)


def test_all_members_are_asked_when_the_round_ends() -> None:
    state = table("v10|v11|v12|v6", "team")
    after = act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12")), NOW).state
    assert (after.phase, after.deadline) == ("enter", NOW + 60)
    assert game.to_act(after) == [0, 1, 2, 3]
    assert game.deadline(after) == NOW + 60
    assert game.legal(after, 0) == (Propose(0), Propose(2))


def test_cards_that_are_out_are_shown_until_the_teams_enter() -> None:
    state = table("v10|v11|v12|v6", "team", out=cs("b1 b2"))
    assert game.view(state, 0).out == cs("b1 b2")
    entering = act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12"))).state
    assert entering.out == cs("b1 b2 v11")
    assert game.view(entering, 0).out == game.view(entering, None).out == ()


def test_at_a_slow_table_teams_have_the_tables_time() -> None:
    chosen = (SeatOptions(),) * 6
    slow = game.setup(Options(clock="slow"), chosen, Rng("slow"), NOW).state
    assert slow.limit == 86400
    assert game.setup(Options(clock="none"), chosen, Rng("slow"), NOW).state.limit == 60
    state = table("v10|v11|v12|v6", "team", limit=slow.limit)
    after = act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12"))).state
    assert after.deadline == NOW + 86400


def test_everybody_but_the_proposer_may_confirm_or_propose_another() -> None:
    step = act(ended(), 0, Propose(4))
    assert step.events == (Proposed(seat=0, member=4),)
    assert game.to_act(step.state) == [1, 2, 3, 4, 5]
    assert game.legal(step.state, 2) == (Confirm(4), Propose(0), Propose(2))
    assert game.legal(step.state, 1) == (Propose(1), Propose(3), Propose(5))
    assert game.view(step.state, None).waiting == (1, 2, 3, 4, 5)


def test_a_computer_leaves_it_to_its_own_team_whose_result_they_enter() -> None:
    assert game.defers(ended(), 2) == [0, 4]
    proposed = act(ended(), 0, Propose(4)).state
    assert game.defers(proposed, 2) == [4] and game.defers(proposed, 1) == [3, 5]
    assert game.defers(table("v10|v11|v12|v6", "team"), 0) == ()


def test_another_proposal_replaces_the_first_and_asks_its_proposer() -> None:
    state = act(act(ended(), 0, Propose(4)).state, 2, Propose(0)).state
    assert game.to_act(state) == [0, 1, 3, 4, 5]
    assert state.deadline == NOW + 60
    with pytest.raises(Illegal, match="other_proposal"):
        act(state, 4, Confirm(4))
    after = act(state, 4, Confirm(0))
    assert after.events == (Entered(team=0, member=0, points=6, coups=0, by=4),)


def test_one_confirmation_enters_and_the_team_is_not_asked_again() -> None:
    step = act(act(ended(), 0, Propose(4)).state, 4, Confirm(4))
    assert step.events == (Entered(team=0, member=4, points=16, coups=1, by=4),)
    assert game.to_act(step.state) == [1, 3, 5]
    assert step.state.entered == (4, None)
    assert step.state.phase == "enter"
    with pytest.raises(Illegal, match="not_asked"):
        act(step.state, 2, Propose(2))


def test_the_next_round_begins_when_both_teams_have_entered() -> None:
    state = ended()
    for seat, action in [(1, Propose(1)), (0, Propose(4)), (2, Confirm(4)), (5, Confirm(1))]:
        state = act(state, seat, action).state
    assert (state.phase, state.round, state.deadline) == ("play", 2, None)
    assert state.rounds[0].entered == (4, 1)
    view = game.view(state, 3)
    assert view.points == (16, 9) and view.coups == (1, 0)
    assert (view.proposals, view.entered) == ((None, None), (None, None))


def test_time_running_out_enters_the_best_member_of_an_undecided_team() -> None:
    state = act(act(ended(), 1, Propose(5)).state, 3, Confirm(5)).state
    state = act(state, 0, Propose(2)).state
    step = act(state, CLOCK, Expire(), NOW + 60)
    assert isinstance(step.events[0], Entered)
    assert (step.events[0].team, step.events[0].member, step.events[0].by) == (0, 4, None)
    assert step.state.rounds[0].entered == (4, 5)


@pytest.mark.parametrize(
    ("taken", "member"),
    [
        ("v8||v8 b8||v8|", 2),
        ("v8 b8||v8 b8||v8|", 0),
        ("v8||v8||b8|", 0),
        ("v8 v9 b8 g10||v8 b8 g8 y8 v10||v8|", 2),
        ("v8 b8 v10 v11||v8 b8 g8 y8||v8|", 2),
    ],
)
def test_best_is_most_points_then_coups_then_the_lowest_seat(taken: str, member: int) -> None:
    step = act(ended(taken), CLOCK, Expire(), NOW + 60)
    assert step.state.rounds[0].entered[0] == member


def test_the_clock_and_late_answers() -> None:
    state = ended()
    with pytest.raises(Illegal, match=r"error\.early"):
        act(state, CLOCK, Expire(), NOW + 59.9)
    with pytest.raises(Illegal, match="too_late"):
        act(state, 0, Propose(0), NOW + 60)
    assert act(state, 0, Propose(0), NOW + 59.9)


@pytest.mark.parametrize(
    ("seat", "action", "error", "key"),
    [
        (0, Propose(6), Unknown, "unknown_seat"),
        (0, Propose(-1), Unknown, "unknown_seat"),
        (0, Confirm(6), Unknown, "unknown_seat"),
        (0, Propose(1), Illegal, "other_team"),
        (0, Confirm(0), Illegal, "nothing_proposed"),
        (3, Propose(5), Illegal, "already_proposed"),
        (3, Confirm(1), Illegal, "other_proposal"),
        (1, Confirm(5), Illegal, "not_asked"),
        (0, Play(3), Illegal, "phase_enter"),
        (0, Expire(), Illegal, "not_asked"),
        (CLOCK, Propose(0), Illegal, "not_asked"),
    ],
)
def test_refusals_while_teams_decide(seat: int, action: Any, error: Any, key: str) -> None:
    state = act(ended(), 1, Propose(5)).state
    with pytest.raises(error) as caught:
        act(state, seat, action)
    assert type(caught.value) is error and caught.value.key.endswith(f"error.{key}")


def final(taken: str, rounds: Any) -> Any:
    """Return the step in which seat 2 takes the violet 12 of a trick."""
    state = table("v10 y9|v11 y8|v12 y7|v6 y6", "team", taken=taken, rounds=rounds)
    return act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12")))


def test_entered_coups_and_one_members_coups_win_at_once() -> None:
    step = final("||b1 g1 y1|", won_rounds((2, 0, 0, 0), entered=(0, 1)))
    assert step.events[1] == CoupMarked(seat=2, new=1, in_round=1, total=3)
    outcome = game.outcome(step.state)
    assert outcome is not None and outcome.places == (1, 2, 1, 2)
    assert outcome.reason == "meistercoup.reason.coups"


def test_coups_that_were_not_entered_are_lost() -> None:
    step = final("||b1 g1 y1|", won_rounds((2, 0, 2, 0), (0, 0, 1, 0), entered=(0, 1)))
    assert step.state.champion == 2
    step = final("||b1 g1 y1|", won_rounds((1, 0, 2, 0), entered=(0, 1)))
    assert step.state.champion is None
    assert game.view(step.state, None).coups == (1, 0)


def test_coups_of_two_members_of_a_round_never_add_up() -> None:
    step = final("v1 b2 g2 y2||b1 g1 y1|", won_rounds((1, 0, 0, 0), entered=(0, 1)))
    assert step.state.champion is None
    assert game.view(step.state, None).coups_round == (1, 0, 1, 0)


def test_one_member_may_win_with_three_coups_of_one_round() -> None:
    taken = "||v1 v2 b1 b2 b3 g1 g2 g3 y1 y2 y3|"
    assert final(taken, ()).state.champion == 2


def test_the_third_round_is_entered_too() -> None:
    rounds = won_rounds((0,) * 4, (0,) * 4, entered=(0, 1))
    state = ended("v1 v2|v8|b8|b1 b2", rounds=rounds)
    for seat, action in [(0, Propose(2)), (2, Propose(0)), (0, Confirm(0))]:
        state = act(state, seat, action).state
    step = act(act(state, 1, Propose(1)).state, 3, Confirm(1))
    assert step.state.phase == "over"
    outcome = game.outcome(step.state)
    assert outcome is not None and outcome.winners == (0, 2)
    assert outcome.reason == "meistercoup.reason.points"
    assert outcome.scores == ((10, 10, 7, 0, 27), (10, 10, 1, 0, 21)) * 2


def test_a_full_tie_of_teams_is_shared() -> None:
    state = ended("v1|b1|g1|y1", rounds=won_rounds((0,) * 4, (0,) * 4, entered=(0, 1)))
    outcome = game.outcome(act(state, CLOCK, Expire(), NOW + 61).state)
    assert outcome is not None
    assert (outcome.places, outcome.winners) == ((1, 1, 1, 1), (0, 1, 2, 3))


def test_team_mates_do_not_see_each_others_values() -> None:
    state = table("v10 b1|g11 y2|y12 v3|v6 b4", "team")
    view = game.view(state, 2)
    assert (view.hand, view.teams) == (cs("v3 y12"), (0, 1, 0, 1))
    assert game.view(game.redeal(state, 2, Rng("mates")), 2) == view
