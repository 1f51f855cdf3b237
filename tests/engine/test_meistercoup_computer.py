"""The computer of Meister Coup: it sees what wins, and it agrees with its team."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Level, SeatOptions
from engine.meistercoup import GAME, deal, search
from engine.meistercoup.computer import Judge, sample
from engine.meistercoup.values import (
    Confirm,
    Options,
    Play,
    Propose,
    RoundResult,
    State,
    Take,
    TakePair,
    colour_of,
)
from engine.rng import Rng
from tests.bench.contest import Player, computer, share
from tests.bench.meistercoup_computer import anyhow
from tests.engine.coup_table import NOW, act, c, table, trick, two, won_rounds
from tests.engine.driver import start
from tests.engine.positions import ask

game = GAME()


def choice(state: State, seat: int, level: Level = "normal") -> Any:
    return ask(game, state, len(state.hands), seat, None, level)


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


def test_the_same_card_is_worth_a_coup_to_one_seat_alone() -> None:
    state = table("v5|b5|g5", taken="v2 b2 g2|v3|")
    judge = Judge(game.view(state, 0), game.box.diamonds)
    assert judge.gain(0, (c("y1"),)) > judge.gain(1, (c("y1"),)) > judge.gain(2, (c("y1"),))


def test_its_samples_keep_to_backs_and_unseen_values() -> None:
    state = game.setup(Options(), (SeatOptions(),) * 5, Rng("samples"), 0.0).state
    state = replace(state, leader=3)
    view = game.view(state, 3)
    for plays in sample(view, Rng("drawn")):
        assert [seat for seat, _ in plays] == [4, 0, 1, 2]
        assert len({card for _, card in plays}) == 4
        for seat, card in plays:
            assert card not in view.hand and view.backs[seat][colour_of(card)] > 0


def test_of_cards_that_bring_the_same_it_plays_the_lowest() -> None:
    state = replace(table("b6 b7|v12 y1|v11 y2", taken="v1|v2|v3"), leader=1)
    asked = trick(state, "v12 v11")
    assert game.box.diamonds[5] == game.box.diamonds[6]
    assert choice(asked, 0) == Play(c("b6"))


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_it_answers_whatever_is_asked(level: Level) -> None:
    chance = random.Random(8)
    for number in range(4):
        match = start(game, Options(level=level), 3 + number, f"any-{number}").match
        while match.asked and match.sequence < 60:
            seat = chance.choice(match.asked)
            action = chance.choice(match.legal(seat))
            if chance.random() < 0.4:
                action = match.choose(seat, 0.02)
                assert action in match.legal(seat)
            match = match.play(seat, match.counts[seat + 1], action, match.at).match


TABLE = Options(mode="standard")


def test_an_easy_one_takes_points_and_plays_anything() -> None:
    state = table("v10 v2|v11 v3|v12 v4|b1 b2", taken="||v1 g1 y1|")
    asked = trick(state, "v10 v11 v12 b1")
    assert choice(asked, 2, "easy") == Take(c("b1"))
    begun = [start(game, Options(level="easy"), 3, f"easy-{n}").match for n in range(30)]
    played = [match.legal(match.asked[0]).index(match.choose(match.asked[0])) for match in begun]
    assert len(set(played)) > 5


@pytest.mark.parametrize(
    ("level", "below", "games", "least"),
    [
        (computer("easy"), anyhow, 12, 0.3),
        (computer("normal"), computer("easy"), 4, 0.4),
        (computer("hard", 0.0), computer("normal"), 12, 0.3),
    ],
    ids=["easy", "normal", "hard"],
)
def test_each_level_beats_the_one_below(
    level: Player, below: Player, games: int, least: float
) -> None:
    assert share(game, TABLE, level, [below] * 3, games) > least


def test_a_hard_one_thinks_in_as_many_worlds_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    redeal = deal.redeal

    def counted(*given: Any) -> Any:
        drawn.append(given)
        return redeal(*given)

    monkeypatch.setattr(deal, "redeal", counted)
    match = start(game, Options(level="hard"), 4, "effort").match
    for effort, worlds in ((1.0, search.WORLDS), (0.5, search.WORLDS // 2), (0.0, search.LEAST)):
        drawn.clear()
        assert match.choose(match.asked[0], effort) == match.choose(match.asked[0], effort)
        assert len(drawn) == 2 * worlds


def test_a_hard_one_takes_the_card_that_wins_in_every_world() -> None:
    before = won_rounds((0, 0, 2, 0))
    state = table("v10 v2|v11 v3|v12 v4|b1 b2", taken="||v1 g1 y1|", rounds=before, round=2)
    assert choice(trick(state, "v10 v11 v12 b1"), 2, "hard") == Take(c("b1"))


def test_a_hard_one_leaves_the_runner_up_no_third_coup() -> None:
    before = won_rounds((0, 2, 0, 0))
    state = table("b10 v1|b9 v2|y1 v3|g8 v4", taken="|v5 g5 b5||", rounds=before, round=2)
    assert choice(trick(state, "b10 b9 y1 g8"), 0, "hard") == Take(c("y1"))


def far_ahead(seat: int, seats: int = 3) -> tuple[RoundResult, ...]:
    """Return two finished rounds that leave the others nothing to win."""
    points = tuple(90 if each == seat else 5 for each in range(seats))
    return (RoundResult(points, (0,) * seats),) * 2


@pytest.mark.parametrize("ahead", [0, 1], ids=["won", "lost"])
def test_where_all_is_won_or_lost_a_hard_one_plays_on_for_points(ahead: int) -> None:
    state = table("v1 v12 g2|b3 b2 g5|y9 y2 v4", round=3, rounds=far_ahead(ahead), leader=1)
    assert choice(trick(state, "b3 y9"), 0, "hard") == Play(c("v12"))
    state = table("v12 v1 g2|b3 b2 g5|y11 y2 v4", round=3, rounds=far_ahead(ahead))
    assert choice(trick(state, "v12 b3 y11"), 0, "hard") == Take(c("b3"))
