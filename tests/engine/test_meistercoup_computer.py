"""The computer of Meister Coup: it sees what wins, and it agrees with its team."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from engine.contract import SeatOptions
from engine.meistercoup import GAME
from engine.meistercoup.computer import sample
from engine.meistercoup.values import (
    Confirm,
    Options,
    Play,
    Propose,
    State,
    Take,
    TakePair,
    colour_of,
)
from engine.rng import Rng
from tests.bench.meistercoup_computer import rows
from tests.engine.coup_table import NOW, act, c, table, trick, two, won_rounds
from tests.engine.positions import ask

game = GAME()


def choice(state: State, seat: int) -> Any:
    return ask(game, state, len(state.hands), seat, None, "normal")


def test_it_takes_the_card_of_its_third_coup() -> None:
    before = won_rounds((0, 0, 2, 0))
    state = table("v10 v2|v11 v3|v12 v4|b1 b2", taken="||v1 g1 y1|", rounds=before)
    assert choice(trick(state, "v10 v11 v12 b1"), 2) == Take(c("b1"))


def test_it_takes_the_pair_that_makes_a_coup() -> None:
    state = table("v9 v1|v8 v2|b3 b1|g3 g1|y1 y2", taken="|v3 b2|||")
    asked = act(trick(state, "v9 v8 b3 g3 y1"), 0, Take(c("v9"))).state
    assert choice(asked, 1) == TakePair(two("g3 y1"))


def test_it_leaves_the_runner_up_no_third_coup() -> None:
    before = won_rounds((0, 2, 0, 0))
    state = table("b10 v1|b9 v2|y1 v3|g8 v4", taken="|v5 g5 b5||", rounds=before)
    assert choice(trick(state, "b10 b9 y1 g8"), 0) == Take(c("y1"))


def test_it_plays_the_sure_winner_for_diamonds() -> None:
    state = replace(table("v12 b1|v1 b3|y1 g3"), leader=1)
    asked = trick(state, "v1 y1")
    assert choice(asked, 0) == Play(c("v12"))


def test_it_confirms_and_proposes_the_best_member() -> None:
    taken = "v1 v2|b2|v3 b1 g1 y1|y2"
    state = replace(table("|||", "team", taken=taken), phase="enter", deadline=NOW + 60)
    assert choice(state, 0) == choice(state, 2) == Propose(2)
    proposed = act(state, 2, Propose(0)).state
    assert choice(proposed, 0) == Confirm(0)


def test_its_samples_keep_to_backs_and_unseen_values() -> None:
    state = game.setup(Options(), (SeatOptions(),) * 5, Rng("samples"), 0.0).state
    state = replace(state, leader=3)
    view = game.view(state, 3)
    for plays in sample(view, Rng("drawn")):
        assert [seat for seat, _ in plays] == [4, 0, 1, 2]
        assert len({card for _, card in plays}) == 4
        for seat, card in plays:
            assert card not in view.hand and view.backs[seat][colour_of(card)] > 0


def test_it_answers_whatever_is_asked() -> None:
    chance = random.Random(8)
    for number in range(6):
        seats = 3 + number % 4
        state = game.setup(Options(), (SeatOptions(),) * seats, Rng(number), NOW).state
        while seats_asked := game.to_act(state):
            seat = chance.choice(seats_asked)
            action = choice(state, seat)
            assert action in game.legal(state, seat)
            state = act(state, seat, action).state


def test_it_beats_random_players() -> None:
    alone, team, *_ = rows(matches=24)
    assert float(alone.figure.rstrip("%")) > 50 and float(team.figure.rstrip("%")) > 50
