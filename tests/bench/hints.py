"""How well plays who does what hints say, beside the strongest computer, and what a hint takes.

Both are asked the same (`tests/engine/test_hints.py`); only their chance is another.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engine import registry
from engine.contract import AnyGame, HintedOptions, Outcome, Seat
from engine.match import Match
from tests.bench.contest import computer, done, play_on
from tests.bench.report import Row
from tests.engine.driver import start, tick

PAIRS = 5000
"""Deals of a game that are played twice, by hints and by the strongest computer: it takes hours.

A difference spreads by up to 0.64 (Meister Coup's), as both ways part after a few entries and have
little in common from there: so many deals tell it to ±1.8 %.
"""
SHOWN = 250
"""Deals after which it is told how things stand, so that a run that is broken off counts too."""
SURE = 1.96
"""Standard errors of an interval that holds in 95 of 100 cases."""


def rows(pairs: int = PAIRS) -> Iterable[Row]:
    """Give for each game with hints how often its followers win, and how long a hint takes."""
    for game in games().values():
        if issubclass(game.options_type, HintedOptions):
            yield from _compared(game, pairs)
            slowest = max(_slowest(game, seats) for seats in game.seat_counts)
            yield Row(f"{game.id}, slowest hint", f"{slowest * 1000:.0f} ms", "≤ 300 ms")


def follower(match: Match, seat: Seat) -> Any:
    """Return what a hint says."""
    return match.hint(seat).action


def _compared(game: AnyGame, pairs: int) -> Iterable[Row]:
    """Give by how much more often who follows hints wins than the strongest computer would in
    the same seat of the same deals, against normal ones."""
    found = list[float]()
    with ProcessPoolExecutor() as pool:
        for each in pool.map(partial(difference, game.id), range(pairs), chunksize=5):
            found.append(each)
            if len(found) % SHOWN == 0 or len(found) == pairs:
                yield _gained(game, found)


def _gained(game: AnyGame, found: Sequence[float]) -> Row:
    about = SURE * stdev(found) / sqrt(len(found))
    mean = fmean(found)
    figure = f"{mean:+.1%} ({mean - about:+.1%} to {mean + about:+.1%})"
    return Row(
        f"{game.id}, by hints against by hard, {len(found)} deals each", figure, "within ±2%"
    )


def difference(id: str, number: int) -> float:
    """Return what of a victory is gained in one deal by hints, or lost.

    All chance follows from the seed and the log, so that both ways are one until a hint is another
    than what the computer does; only from there the deal is played twice.
    """
    game = games()[id]
    seats = min(4, max(game.seat_counts))
    own, hard = number % seats, computer("hard")
    players = [hard if seat == own else computer("normal") for seat in range(seats)]
    match = start(game, game.options_type(), seats, f"hints-{number}", range(seats)).match
    while not match.over:
        if not match.asked:
            match = tick(match, match.at).match
            continue
        seat = match.asked[0]
        action = players[seat](match, seat)
        if seat == own and (hint := follower(match, seat)) != action:
            followers = [*players[:own], follower, *players[own + 1 :]]
            by_hints = _won(play_on(done(match, own, hint), followers), own)
            return by_hints - _won(play_on(done(match, own, action), players), own)
        match = done(match, seat, action)
    return 0.0


@cache
def games() -> Mapping[str, AnyGame]:
    """Return the games, read once a process."""
    return registry.load()


def _won(outcome: Outcome, seat: Seat) -> float:
    """Return a seat's share of the victory."""
    return (seat in outcome.winners) / max(1, len(outcome.winners))


def _slowest(game: AnyGame, seats: int) -> float:
    """Return the seconds of one core that the slowest hint of a match takes."""
    match = start(game, game.options_type(), seats, "time", range(seats)).match
    slowest = 0.0
    while not match.over:
        if not match.asked:
            match = tick(match, match.at).match
            continue
        seat = match.asked[0]
        begun = time.process_time()
        advice = match.hint(seat)
        slowest = max(slowest, time.process_time() - begun)
        match = match.play(seat, match.token(seat), advice.action, match.at).match
    return slowest
