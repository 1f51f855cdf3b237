"""Meister Coup's playouts keep to the rules, and say how good an end of a round is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import Seat
from engine.meistercoup import GAME, deal, round_end, search, trick
from engine.meistercoup.playout import Playout, best_two, lowest_pairs
from engine.meistercoup.values import DECK, Card, Mode, Play, State, Take, TakePair
from engine.rng import Rng
from tests.engine.coup_table import act, c, table, won_rounds

game = GAME()
CARDS = st.lists(st.sampled_from(DECK), min_size=2, max_size=6, unique=True)


@given(CARDS, st.integers(0, 5))
def test_winner_and_runner_up_are_those_of_the_rules(cards: list[Card], leader: Seat) -> None:
    plays = tuple(((leader + i) % len(cards), card) for i, card in enumerate(cards))
    (winner, _), (runner_up, _) = trick.ranking(plays)[:2]
    assert best_two(plays) == (winner, runner_up)


@given(CARDS)
def test_the_lowest_pairs_are_those_of_the_rules(cards: list[Card]) -> None:
    found = [(min(pair), max(pair)) for pair in lowest_pairs(cards)]
    assert sorted(found) == trick.pairs(cards)


@pytest.mark.parametrize(("seats", "mode"), [(3, "standard"), (5, "standard"), (4, "team")])
def test_a_round_of_playouts_is_a_round_of_the_rules(seats: int, mode: Mode) -> None:
    for number in range(8):
        state = deal.new_round(mode, 60.0, seats, number % seats, (), Rng("round", number))
        playout, chance = Playout(state, game.box.diamonds), random.Random(number)
        while state.phase in ("play", "take", "pair") and state.round == 1:
            state = _step(state, playout, chance)
        assert state.rounds or state.phase == "enter" or state.champion is not None
        reached = round_end.result(state, game.box) if not state.rounds else state.rounds[0]
        assert tuple(playout.points) == reached.points
        assert tuple(map(min, playout.counts)) == reached.coups
        assert playout.champion == state.champion


def _step(state: State, playout: Playout, chance: random.Random) -> State:
    """Play one step of both."""
    seat = game.to_act(state)[0]
    match state.phase:
        case "play":
            assert seat == playout.next_seat()
            assert sorted(playout.hands[seat]) == list(state.hands[seat])
            card = chance.choice(
                [playout.greedy_card(seat), playout.any_card(seat, chance.random())]
            )
            playout.play(seat, card)
            return act(state, seat, Play(card)).state
        case "take":
            assert best_two(playout.trick) == (state.winner, state.runner_up)
            card = playout.best_card(seat)
            playout.take(seat, card)
            after = act(state, seat, Take(card)).state
            if after.phase != "pair" and playout.champion is None:
                assert state.runner_up is not None
                playout.take_pair(state.runner_up, playout.best_pair(state.runner_up))
            return after
        case _:
            low, high = sorted(playout.best_pair(seat))
            playout.take_pair(seat, (low, high))
            return act(state, seat, TakePair((low, high))).state


def test_finishing_plays_every_card_and_leaves_the_original_alone() -> None:
    state = deal.new_round("standard", 60.0, 5, 2, (), Rng("finish"))
    playout = Playout(state, game.box.diamonds)
    other = playout.copy()
    other.finish(random.Random(1).random)
    assert other.champion is not None or not any(other.hands)
    assert [sorted(hand) for hand in playout.hands] == [list(hand) for hand in state.hands]
    assert playout.points == [0] * 5 and playout.trick == [] and playout.leader == 2
    assert playout.counts == [[0] * 4] * 5


NEAR = "||v5 b5 g5|"
"""What was taken by then: the third seat lacks a yellow card."""


@pytest.mark.parametrize(
    ("mode", "coups", "taken", "played", "best"),
    [
        ("standard", (0, 0, 2, 0), NEAR, "v12 y8 v11 b1", "y8"),
        ("standard", (0, 0, 1, 0), NEAR, "v12 y8 v11 b1", "b1"),
        ("standard", (2, 0, 2, 0), "v6 g6 y6||v5 b5 g5|", "v12 y8 v11 b1", "b1"),
        ("standard", (0, 0, 2, 0), NEAR, "v12 y8 v11 y7", "v12"),
        ("team", (0, 0, 2, 0), NEAR, "v12 y8 v11 b1", "b1"),
    ],
    ids=["kept from it", "far from it", "the own one", "not to be kept from it", "a mate"],
)
def test_who_wins_a_trick_keeps_a_rival_from_its_third_coup(
    mode: Mode, coups: tuple[int, ...], taken: str, played: str, best: str
) -> None:
    before = won_rounds(coups, entered=(2, 1) if mode == "team" else ())
    hands = "|".join(played.split())
    playout = Playout(table(hands, mode, taken=taken, rounds=before, round=2), game.box.diamonds)
    for seat, word in enumerate(played.split()):
        playout.play(seat, c(word))
    assert best_two(playout.trick) == (0, 2)
    assert playout.copy().safe_card(0, 2) == c(best)
    held = playout.points[0]
    playout.divide()
    assert playout.points[0] - held == playout.worth[c(best)]


def test_in_this_trick_others_play_what_is_best_at_once_or_by_a_whim_anything() -> None:
    state = deal.new_round("standard", 60.0, 4, 0, (), Rng("whim"))
    playout = Playout(state, game.box.diamonds, whim=0.5)
    playout.play(0, playout.hands[0][3])
    anyhow, best, stepped = playout.copy(), playout.copy(), playout.copy()
    anyhow.complete(lambda: 0.0)
    best.complete(lambda: 0.6)
    for seat in (1, 2, 3):
        stepped.play(seat, stepped.greedy_card(seat))
    assert anyhow.hands[1:] == [hand[1:] for hand in playout.hands[1:]]
    assert best.hands == stepped.hands != anyhow.hands


def test_with_the_same_draws_others_play_the_same_cards_whoever_leads() -> None:
    state = deal.new_round("standard", 60.0, 4, 0, (), Rng("alike"))
    played = []
    for leader in range(4):
        playout = Noted(replace(state, leader=leader), game.box.diamonds)
        playout.play_on(random.Random(1).random)
        assert playout.champion is None
        played.append(playout.cards)
    assert all(cards == played[0] for cards in played)
    assert [sorted(cards) for cards in played[0]] == [list(hand) for hand in state.hands]


class Noted(Playout):
    """Notes by seat which cards are played."""

    def __init__(self, state: State, diamonds: Sequence[int]) -> None:
        super().__init__(state, diamonds)
        self.cards: list[list[Card]] = [[] for _ in state.hands]

    def play(self, seat: Seat, card: Card) -> None:
        self.cards[seat].append(card)
        super().play(seat, card)


def test_gain_counts_points_steps_and_coups() -> None:
    taken = "v5 b5 g5|v5 b6|v6|"
    state = table("v1|v2|v3|v4", taken=taken, rounds=won_rounds((2, 1, 0, 0)), round=2)
    playout = Playout(state, game.box.diamonds)
    assert playout.gain(0, c("v4")) == 2
    assert playout.gain(0, c("y4")) == pytest.approx(2 + 3.4 + 100)
    assert playout.gain(1, c("y4")) == pytest.approx(2 + 1.4)
    assert playout.gain(3, c("y4")) == pytest.approx(2 + 0.4)
    assert playout.gain_pair(1, (c("g4"), c("y4"))) == pytest.approx(4 + 1.4 + 3.4)
    assert playout.counts[1] == [1, 1, 0, 0]


def ended(taken: str, number: int, mode: Mode = "standard", *coups: tuple[int, ...]) -> State:
    """Return a state at the end of a round of this number."""
    seats = taken.count("|") + 1
    entered = (0, 1) if mode == "team" else ()
    before = won_rounds(*(coups or ((0,) * seats,) * (number - 1)), entered=entered)
    return table("|" * (seats - 1), mode, taken=taken, rounds=before, round=number)


def chances(state: State) -> list[float]:
    """Return the chance of every seat at this end of a round."""
    playout = Playout(state, game.box.diamonds)
    return [search.chance_to_win(playout, state, seat) for seat in range(len(state.hands))]


def test_after_the_last_round_points_then_coups_decide() -> None:
    assert chances(ended("v1 v2|b1||", 3)) == [1, 0, 0, 0]
    assert chances(ended("v1|b1|v12|", 3)) == [0.5, 0.5, 0, 0]
    assert chances(ended("v4 v9 v10 v11 b4|b9 b11 v2 g9 y9||", 3))[:2] == [0, 1]


def test_before_it_points_and_marks_are_chances() -> None:
    even = chances(ended("v1|b1|g1|y1|v2 v5", 1))
    assert sum(even) == pytest.approx(1) and even[0] == even[3] < 0.21
    ahead = chances(ended("v1 v2 v3 v4|b1|g1|y1|y3", 2))
    assert ahead[0] > ahead[1] == ahead[2] > ahead[4]
    marked = chances(ended("v8 b8 g8 y8|b1 b4||", 1))
    a_point, one, _ = search.WEIGHTS[4][0]
    assert log(marked[0] / marked[2]) == pytest.approx(4 * a_point + one)
    assert log(marked[1] / marked[2]) == pytest.approx(6 * a_point)


def test_a_lead_counts_for_more_when_less_is_left_to_play() -> None:
    taken = "v1 v2 v3 v4|b1|g1|y1|y3"
    assert chances(ended(taken, 1))[0] < chances(ended(taken, 2))[0] < 1


def test_a_third_coup_wins_for_the_seat_or_its_team() -> None:
    cases: tuple[tuple[Mode, list[int]], ...]
    cases = (("standard", [0, 0, 1, 0]), ("team", [1, 0, 1, 0]))
    for mode, expected in cases:
        state = ended("|||", 2, mode, (0, 0, 2, 0) if mode == "standard" else (2, 0, 0, 0))
        playout = Playout(state, game.box.diamonds)
        playout.take_pair(2, (c("v1"), c("b1")))
        playout.take_pair(2, (c("g1"), c("y1")))
        assert playout.champion == 2
        assert [search.chance_to_win(playout, state, seat) for seat in range(4)] == expected


def test_a_team_counts_by_its_best_member() -> None:
    one, other = ended("v1 v2|b1 b4|v12|b12", 3, "team"), ended("v1|b1 b4|v2|b12", 3, "team")
    assert chances(one) == [1, 0, 1, 0] and chances(other) == [0, 1, 0, 1]
    assert chances(replace(one, round=1, rounds=()))[0] > 0.5


def test_in_the_last_round_a_team_counts_by_most_points_and_a_coup_only_breaks_ties() -> None:
    assert chances(ended("v1 v4|b1 b11|v8 b8 g8 y8|", 3, "team")) == [1, 0, 1, 0]
    assert chances(ended("v10 v11 b10 b11|g10 g11 y10 y11|v8 b8 g8 y8|", 3, "team")) == [1, 0, 1, 0]
