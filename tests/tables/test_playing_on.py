"""Which positions stand the test of being played on: the best answer must win, and surely more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest

from engine import ranking
from engine.match import Match
from engine.rng import Rng
from engine.tueftelmonster.values import Attach
from tables.puzzles import playing
from tables.puzzles.playing import FEWEST, RIVALS, WORLDS, confirmed
from tests.engine.positions import match_at
from tests.engine.tueftelmonster_table import BOX, FOUR, GAME_, ONE, THREE, closed, monster, table
from tests.tables.daily import position
from tests.tables.house import GAMES

Shares = Callable[[int, int], float]
"""By the number of an answer and of a world the share of the win."""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Let answers win these shares; return what is found, and how often each was played."""

    def play(shares: Shares, chances: Sequence[float]) -> tuple[Any, Counter[int]]:
        looks = Counter[int]()
        at = position("maechtige_monster")
        legal = list(at.match.legal(at.seat))[: len(chances)]

        def share(world: Match, seat: int, action: Any) -> Generator[None, None, float]:
            yield
            which = legal.index(action)
            looks[which] += 1
            return shares(which, looks[which] - 1)

        monkeypatch.setattr(playing, "_share", share)
        return result(confirmed(at.match, at.seat, chances, "seed")), looks

    return play


def result(work: Generator[None, None, Any]) -> Any:
    """Return what comes of work once all slices are done."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


def often(*wins: int) -> Shares:
    """Let each answer win so many of ten worlds, each in worlds of its own where that can be."""
    return lambda which, world: float((world * 7 + which * 3) % 10 < wins[which])


def test_an_answer_that_wins_surely_more_often_stands_with_what_was_won(
    played: Callable[..., Any],
) -> None:
    found, looks = played(often(9, 1, 2), [0.6, 0.3, 0.2])
    assert found == pytest.approx([0.9, 0.1, 0.2])
    assert set(looks.values()) == {FEWEST}


@pytest.mark.parametrize("better", [1, 2, 3])
def test_it_does_not_where_one_of_those_next_to_it_wins_as_often(
    played: Callable[..., Any], better: int
) -> None:
    wins = [6, 1, 1, 1]
    wins[better] = 6
    found, looks = played(often(*wins), [0.6, 0.5, 0.4, 0.3])
    assert found is None and looks[0] == 10, "that is seen soon"


def test_what_would_not_be_sure_in_the_end_is_given_up(played: Callable[..., Any]) -> None:
    found, looks = played(often(6, 5, 1), [0.6, 0.5, 0.4])
    assert found is None and looks[0] == FEWEST


def test_it_is_played_until_it_is_sure_and_no_longer_against_who_is_beaten(
    played: Callable[..., Any],
) -> None:
    found, looks = played(often(6, 4, 0), [0.6, 0.5, 0.4])
    assert found is not None and FEWEST == looks[2] < looks[1] == looks[0] <= WORLDS
    assert found == pytest.approx([0.6, 0.4, 0.0])


def test_after_the_last_world_what_is_not_sure_is_given_up(
    played: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ahead by nearly enough for 30 worlds, then as often behind."""
    monkeypatch.setattr(playing, "WORLDS", 40)
    wins = [world % 10 < 7 if world < 30 else world % 2 for world in range(50)]
    found, looks = played(lambda which, world: float(wins[world] == (which == 0)), [0.6, 0.5])
    assert found is None and looks[0] == 40


@pytest.mark.parametrize(("lead", "stands"), [(0.02, False), (0.04, True)])
def test_a_lead_that_hardly_counts_is_none(
    played: Callable[..., Any], lead: float, stands: bool
) -> None:
    found, _ = played(lambda which, world: 0.5 + lead * (which == 0), [0.6, 0.5])
    assert (found is not None) == stands


def test_what_the_judge_puts_far_behind_is_not_played(played: Callable[..., Any]) -> None:
    chances = [0.1, 0.2, 0.6, 0.3, 0.25]
    found, looks = played(often(9, 9, 9, 0, 0), chances)
    assert len(looks) == 1 + RIVALS and 0 not in looks and found is None
    found, _ = played(often(9, 0, 9, 0, 0), chances)
    assert found == pytest.approx([0.15, 0.0, 0.9, 0.0, 0.0]), "it keeps its part of the best"


@pytest.mark.parametrize("game", ["maechtige_monster", "meistercoup", "tueftelmonster"])
def test_worlds_differ_in_what_the_seat_does_not_know_and_in_what_is_to_come(game: str) -> None:
    at = position(game)
    match, seat = at.match, at.seat
    worlds = [playing._dealt(match, seat, Rng("world", number)) for number in range(3)]
    assert all(world.view(seat) == match.view(seat) for world in worlds)
    assert len({GAMES[game].codecs.state.dump(world.state) for world in worlds}) == 3
    assert len({world.header.seed for world in (*worlds, match)}) == 4
    again = playing._dealt(match, seat, Rng("world", 0))
    assert (again.state, again.header) == (worlds[0].state, worlds[0].header)


def test_a_real_end_is_told_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finishes now wins; who does not may still lose."""
    hand = [ONE[3], FOUR[1], THREE[0]]
    monsters = [monster(*closed()[:3]), monster(body=1)]
    state = table(*monsters, hands=[hand], phase="attach", silver=BOX.silver[:3])
    match = match_at(GAME_, state, 2)
    legal = list(match.legal(0))
    best = legal.index(Attach(ONE[3], 0, (-1, 0), 1))
    won = result(playing._share(match, 0, legal[best]))
    after = match.play(0, 0, legal[best], 0.0).match
    outcome = GAME_.outcome(after.state)
    assert outcome is not None and won == ranking.share(outcome.winners, 0) == 1
    slices = sum(1 for _ in playing._share(match, 0, legal[best - 1]))
    assert slices > 3, "a decision each"
