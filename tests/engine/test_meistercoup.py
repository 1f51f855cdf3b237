"""Meister Coup at tables where everybody plays for themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import SeatOptions
from engine.errors import Illegal, RuleError, Unknown
from engine.meistercoup import GAME, score
from engine.meistercoup import trick as tricks
from engine.meistercoup.values import (
    DECK,
    CardsTaken,
    Confirm,
    CoupMarked,
    Options,
    Play,
    Propose,
    RoundResult,
    RoundScored,
    Take,
    TakePair,
    colour_of,
    value_of,
)
from engine.rng import Rng
from tests.engine.coup_table import act, c, cs, table, trick, two, won_rounds
from tests.engine.driver import START, start

game = GAME()


def plays(words: str) -> tuple[tuple[int, int], ...]:
    return tuple(enumerate(cs(words)))


@pytest.mark.parametrize(
    ("words", "winner", "runner_up"),
    [
        ("v10 v11 v12 v6", 2, 1),
        ("v10 b11 g4 v6", 0, 3),
        ("v10 b11 g4 g6", 1, 0),
        ("v10 b11 g4 g7", 1, 3),
        ("v10 g10 v6 g6", 0, 2),
        ("v6 g10 v10 g6", 1, 3),
        ("v10 v6 g9 g7", 0, 1),
        ("v1 b1 g1", 0, 1),
        ("v1 b2 g3 y4", 3, 2),
        ("y7 b7 g7 v7", 0, 1),
        ("v5 b3 b2 g5 v1", 0, 4),
        ("v5 b3 b2 g5", 0, 3),
        ("b2 b3 g5 v5", 2, 3),
        ("v1 v2 v3 b7 b8 b12", 5, 4),
        ("v9 b12 v4 b1 g12 g1", 1, 3),
    ],
)
def test_the_winner_and_the_runner_up(words: str, winner: int, runner_up: int) -> None:
    order = [seat for seat, _ in tricks.ranking(plays(words))]
    assert order[:2] == [winner, runner_up]


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=6, unique=True))
def test_the_winning_colour_has_the_highest_sum(cards: list[int]) -> None:
    ranked = tricks.ranking(tuple(enumerate(cards)))
    assert Counter(card for _, card in ranked) == Counter(cards)
    sums: Counter[int] = Counter()
    for card in cards:
        sums[colour_of(card)] += value_of(card)
    along = [sums[colour_of(card)] for _, card in ranked]
    assert along == sorted(along, reverse=True)
    (_, first), (_, second) = ranked[:2]
    alone = sum(colour_of(card) == colour_of(first) for card in cards) == 1
    assert alone or (colour_of(first) == colour_of(second) and first > second)


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ("v1 b2 g3", ["v1 b2"]),
        ("v1 b3 g3", ["v1 b3", "v1 g3"]),
        ("v3 b3 g1", ["v3 g1", "b3 g1"]),
        ("v1 b1 g3", ["v1 b1"]),
        ("v3 b3 g3", ["v3 b3", "v3 g3", "b3 g3"]),
        ("v3 b3", ["v3 b3"]),
        ("v1 b3 g3 y3 v5", ["v1 b3", "v1 g3", "v1 y3"]),
        ("v5 b5 g5 y5 v6", ["v5 b5", "v5 g5", "v5 y5", "b5 g5", "b5 y5", "g5 y5"]),
        ("v12 b11 g4 v4", ["v4 g4"]),
    ],
)
def test_the_two_lowest_of_what_is_left(left: str, expected: list[str]) -> None:
    assert tricks.pairs(cs(left)) == sorted(cs(words) for words in expected)


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=5, unique=True))
def test_no_card_left_is_lower_than_a_pair(left: list[int]) -> None:
    pairs = tricks.pairs(left)
    assert len(set(pairs)) == len(pairs)
    for low, high in pairs:
        assert low < high
        rest = [value_of(card) for card in left if card not in (low, high)]
        assert all(value >= max(value_of(low), value_of(high)) for value in rest)


FOUR = "v10 v1|v11 v2|v12 v3|v6 v4"


def test_the_worked_trick_of_one_colour() -> None:
    asked = trick(table(FOUR), "v10 v11 v12 v6")
    assert game.to_act(asked) == [2]
    assert game.legal(asked, 2) == tuple(map(Take, cs("v6 v10 v11 v12")))
    step = act(asked, 2, Take(c("v12")))
    assert step.events == (
        CardsTaken(seat=2, cards=cs("v12")),
        CardsTaken(seat=1, cards=cs("v6 v10")),
    )
    assert step.state.taken == ((), cs("v6 v10"), cs("v12"), ())
    assert step.state.out == cs("v11")
    assert game.to_act(step.state) == [1]


def test_the_winner_may_take_a_card_that_is_not_of_the_majority() -> None:
    asked = trick(table("v10 v1|b11 b1|g4 g1|v6 v2"), "v10 b11 g4 v6")
    after = act(asked, 0, Take(c("g4"))).state
    assert after.taken == (cs("g4"), (), (), cs("v6 v10"))
    assert game.to_act(after) == [3]


def test_the_runner_up_is_asked_once_where_equal_values_leave_a_choice() -> None:
    asked = trick(table("v9 v1|v8 v2|b3 b1|g3 g1|y1 y2"), "v9 v8 b3 g3 y1")
    after = act(asked, 0, Take(c("v9"))).state
    assert game.to_act(after) == [1]
    assert game.legal(after, 1) == (TakePair(two("b3 y1")), TakePair(two("g3 y1")))
    done = act(after, 1, TakePair(two("g3 y1"))).state
    assert done.taken[1] == cs("g3 y1")
    assert sorted(done.out) == sorted(cs("v8 b3"))
    assert done.last_trick is not None and done.last_trick.pair == cs("g3 y1")


@pytest.mark.parametrize("pair", ["b3 g3", "g3 v8", "y1 g3", "v9 y1", "b12 y1", "y1 y1"])
def test_other_pairs_are_refused(pair: str) -> None:
    asked = trick(table("v9 v1|v8 v2|b3 b1|g3 g1|y1 y2"), "v9 v8 b3 g3 y1")
    asked = act(asked, 0, Take(c("v9"))).state
    with pytest.raises(Illegal, match="not_the_lowest"):
        act(asked, 1, TakePair(two(pair)))


def test_three_seats_leave_the_runner_up_no_choice() -> None:
    asked = trick(table("v5 v1|b5 b1|g5 g1"), "v5 b5 g5")
    after = act(asked, 0, Take(c("b5"))).state
    assert after.taken == (cs("b5"), cs("v5 g5"), ())
    assert game.to_act(after) == [1]


def test_the_eighth_card_is_played_like_any_other() -> None:
    state = table("v10|v11|v12|v6")
    assert game.to_act(state) == [0] and game.legal(state, 0) == (Play(c("v10")),)


def test_a_round_ends_with_points_and_a_new_deal_that_the_runner_up_leads() -> None:
    state = table("v10|v11|v12|v6", taken="v1 b1 g1|||")
    step = act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12")))
    points = (12, 3, 2, 0)
    scored = RoundScored(round=1, points=points, coups=(0, 0, 0, 0))
    assert scored in step.events
    after = step.state
    assert (after.round, after.leader, after.phase) == (2, 1, "play")
    assert after.rounds == (RoundResult(points, (0, 0, 0, 0)),)
    assert Counter(sum(after.hands, after.undealt)) == Counter(DECK)
    assert [len(hand) for hand in after.hands] == [8] * 4
    assert after.taken == ((),) * 4 and after.out == ()
    assert after.last_trick is not None and after.last_trick.won == c("v12")


def test_points_are_cards_and_diamonds() -> None:
    assert score.points_of(cs("v8 b10 g11 y2 v4 b8"), game.box.diamonds) == 6 + 3


@pytest.mark.parametrize(
    ("words", "coups"),
    [
        ("", 0),
        ("v1 v2 v3 b1", 0),
        ("v1 b1 g1 y1", 1),
        ("v1 v2 b1 b2 g1 g2 y1", 1),
        ("v1 v2 b1 b2 g1 g2 y1 y2", 2),
    ],
)
def test_coups_are_sets_of_four_colours(words: str, coups: int) -> None:
    assert score.coups_of(cs(words)) == coups


def test_a_coup_is_marked_the_moment_it_is_complete() -> None:
    state = trick(table(FOUR, taken="||b1 g1 y1|"), "v10 v11 v12 v6")
    step = act(state, 2, Take(c("v12")))
    assert step.events[1] == CoupMarked(seat=2, new=1, in_round=1, total=1)
    assert game.view(step.state, None).coups == (0, 0, 1, 0)


def test_the_winners_third_coup_leaves_the_runner_up_nothing() -> None:
    before = won_rounds((1, 1, 2, 1), (0, 1, 0, 0))
    state = trick(table(FOUR, taken="|b2 g2 y2|b1 g1 y1|", rounds=before), "v10 v11 v12 v6")
    step = act(state, 2, Take(c("v12")))
    assert step.state.taken[1] == cs("b2 g2 y2")
    assert game.to_act(step.state) == []
    outcome = game.outcome(step.state)
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((2,), (2, 2, 1, 2))
    assert outcome.reason == "meistercoup.reason.coups"
    assert outcome.scores[2] == (10, 10, 3, 20), "the coup that decides is in the score"
    assert step.state.last_trick is not None and step.state.last_trick.pair == ()


def test_the_runner_ups_pair_may_complete_two_coups_at_once() -> None:
    before = won_rounds((0, 0, 0, 2))
    state = table("b10|y5|y6|b9", taken="|||v1 v2 b1 b2 g1 g2", rounds=before)
    step = act(trick(state, "b10 y5 y6 b9"), 0, Take(c("b10")))
    assert step.events[-1] == CoupMarked(seat=3, new=2, in_round=2, total=4)
    assert step.state.champion == 3
    assert game.view(step.state, None).coups == (0, 0, 0, 4)


def test_the_winner_is_first_when_both_would_have_a_third_coup() -> None:
    before = won_rounds((2, 0, 0, 2))
    state = table("b10|y5|y6|b9", taken="v3 g3 y3|||v1 b1 g1", rounds=before)
    step = act(trick(state, "b10 y5 y6 b9"), 0, Take(c("b10")))
    assert step.state.champion == 0
    assert step.state.taken[3] == cs("v1 b1 g1")


def test_marks_add_up_over_rounds() -> None:
    state = trick(
        table(FOUR, taken="||b1 g1 y1|", rounds=won_rounds((0, 0, 1, 0))), "v10 v11 v12 v6"
    )
    step = act(state, 2, Take(c("v12")))
    assert step.events[1] == CoupMarked(seat=2, new=1, in_round=1, total=2)
    assert step.state.champion is None
    assert game.view(step.state, None).coups[2] == 2


def last_round(points: tuple[int, ...], coups: tuple[int, ...]) -> Any:
    return replace(table("|||"), phase="over", round=3, rounds=(RoundResult(points, coups),))


@pytest.mark.parametrize(
    ("points", "coups", "places"),
    [
        ((20, 30, 10, 5), (0, 0, 0, 0), (2, 1, 3, 4)),
        ((20, 20, 20, 5), (0, 2, 1, 2), (3, 1, 2, 4)),
        ((20, 20, 10, 10), (1, 1, 0, 0), (1, 1, 3, 3)),
        ((10, 10, 10, 10), (1, 1, 1, 1), (1, 1, 1, 1)),
        ((10, 20, 20, 10), (2, 0, 0, 1), (3, 1, 1, 4)),
    ],
)
def test_most_points_then_more_coups(points: Any, coups: Any, places: Any) -> None:
    outcome = game.outcome(last_round(points, coups))
    assert outcome is not None
    assert outcome.places == places
    assert outcome.winners == tuple(i for i, place in enumerate(places) if place == 1)


def test_the_third_round_ends_the_match() -> None:
    state = table("v10|v11|v12|v6", rounds=won_rounds((0,) * 4, (0,) * 4))
    step = act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12")))
    outcome = game.outcome(step.state)
    assert outcome is not None and outcome.winners == (1,)
    assert outcome.reason == "meistercoup.reason.points"
    assert outcome.columns[:3] == tuple(f"meistercoup.column.round_{n}" for n in (1, 2, 3))
    assert outcome.scores == (
        (10, 10, 0, 0, 20),
        (10, 10, 3, 0, 23),
        (10, 10, 2, 0, 22),
        (10, 10, 0, 0, 20),
    )


@pytest.mark.parametrize(
    ("mode", "seats", "key"),
    [
        ("team", 3, "no_teams"),
        ("team", 5, "no_teams"),
        ("standard", 6, "only_teams"),
        *((mode, 4, None) for mode in ("auto", "standard", "team")),
        *(("auto", seats, None) for seats in (3, 5, 6)),
        ("team", 6, None),
    ],
)
def test_modes_fit_their_seats(mode: Any, seats: int, key: str | None) -> None:
    options = Options(mode=mode)
    if key is None:
        game.check(options, seats)
        return
    with pytest.raises(Illegal, match=key):
        game.check(options, seats)


def test_the_mode_is_a_choice_at_four_seats_only() -> None:
    offered = {seats: game.choices(seats)["mode"] for seats in game.seat_counts}
    assert offered[4] == ("auto", "standard", "team") and offered[6] == ("auto", "team")
    assert offered[3] == offered[5] == ("auto", "standard")
    assert [game.teams(Options(), seats) for seats in (3, 4, 5)] == [None] * 3
    assert game.teams(Options(mode="team"), 4) == (0, 1, 0, 1)
    assert game.teams(Options(), 6) == (0, 1, 0, 1, 0, 1)


def test_a_seats_time_begins_when_its_turn_comes() -> None:
    match = start(game, Options(), 3, "times").match
    (leader,) = match.asked
    assert match.due(leader) == START + 180
    after = match.play(leader, 0, match.legal(leader)[0], START + 50).match
    (second,) = after.asked
    assert second != leader and after.due(second) == START + 230


@pytest.mark.parametrize("seats", game.seat_counts)
def test_a_random_seat_leads(seats: int) -> None:
    leaders = {
        game.setup(Options(), (SeatOptions(),) * seats, Rng(n), 0.0).state.leader for n in range(60)
    }
    assert leaders == set(range(seats))


@pytest.mark.parametrize(
    ("seat", "action", "error", "key"),
    [
        (0, Play(48), Unknown, "meistercoup.error.unknown_card"),
        (0, Play(-1), Unknown, "meistercoup.error.unknown_card"),
        (0, Play(c("v11")), Illegal, "meistercoup.error.not_in_hand"),
        (0, Play(c("y9")), Illegal, "meistercoup.error.not_in_hand"),
        (0, Take(c("v10")), Illegal, "meistercoup.error.phase_play"),
        (0, TakePair(two("v1 v10")), Illegal, "meistercoup.error.phase_play"),
        (0, Propose(0), Illegal, "meistercoup.error.phase_play"),
        (0, Confirm(2), Illegal, "meistercoup.error.phase_play"),
        (1, Play(c("v11")), Illegal, "error.not_asked"),
    ],
)
def test_refusals_while_cards_are_played(
    seat: int, action: Any, error: type[RuleError], key: str
) -> None:
    with pytest.raises(error) as caught:
        act(table(FOUR), seat, action)
    assert (type(caught.value), caught.value.key) == (error, key)


@pytest.mark.parametrize(
    ("action", "error", "key"),
    [
        (Take(99), Unknown, "meistercoup.error.unknown_card"),
        (Take(c("v1")), Illegal, "meistercoup.error.not_in_trick"),
        (Play(c("v3")), Illegal, "meistercoup.error.phase_take"),
    ],
)
def test_refusals_while_the_winner_takes(action: Any, error: type[RuleError], key: str) -> None:
    with pytest.raises(error) as caught:
        act(trick(table(FOUR), "v10 v11 v12 v6"), 2, action)
    assert (type(caught.value), caught.value.key) == (error, key)


def test_a_view_shows_backs_but_only_the_own_values() -> None:
    state = table("v10 b1|g11 y2|y12 v3|v6 b4")
    assert game.view(state, None).hand == ()
    view = game.view(state, 1)
    assert view.hand == cs("g11 y2")
    assert view.backs == ((1, 1, 0, 0), (0, 0, 1, 1), (1, 0, 0, 1), (1, 1, 0, 0))
    assert view.undealt == 40


def test_hands_stay_private_after_the_match() -> None:
    state = table(FOUR, taken="||b1 g1 y1|", rounds=won_rounds((0, 0, 2, 0)))
    over = act(trick(state, "v10 v11 v12 v6"), 2, Take(c("v12"))).state
    assert over.phase == "over" and over.hands[0] == cs("v1")
    shown = game.view(over, None)
    assert shown.hand == () and game.view(over, 1).hand == cs("v2")
    assert shown.backs[0] == (1, 0, 0, 0) and shown.out == ()


def test_a_trick_is_numbered_from_one() -> None:
    state = table("v1 v2 v3|v4 v5 v6|v7 v8 v9")
    seen = []
    while state.round == 1:
        seen.append(game.view(state, None).trick_number)
        seat = game.to_act(state)[0]
        state = act(state, seat, game.legal(state, seat)[0]).state
    assert seen == [n for n in (6, 7, 8) for _ in range(4)]
    assert game.view(state, None).trick_number == 1


def test_a_redeal_keeps_backs_and_own_cards_and_moves_values_within_a_colour() -> None:
    state = game.setup(Options(), (SeatOptions(),) * 4, Rng("redeal"), 0.0).state
    changed = 0
    for number in range(20):
        other = game.redeal(state, 1, Rng(number))
        assert other.hands[1] == state.hands[1]
        assert game.view(other, 1) == game.view(state, 1)
        assert [colour_of(card) for card in other.undealt] == [
            colour_of(card) for card in state.undealt
        ]
        changed += other.hands[0] != state.hands[0] and other.undealt != state.undealt
    assert changed > 10


def test_hands_are_sorted_by_colour_then_value() -> None:
    state = game.setup(Options(), (SeatOptions(),) * 5, Rng("sorted"), 0.0).state
    for hand in state.hands:
        assert list(hand) == sorted(hand, key=lambda card: (colour_of(card), value_of(card)))
