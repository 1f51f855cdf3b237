"""How well plays who does what hints say, beside the strongest computer, and what a hint takes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engine import registry
from engine.contract import AnyGame, HintedOptions, Seat
from engine.match import Match
from tests.bench.contest import Player, computer, play
from tests.bench.report import Row
from tests.engine.driver import start, tick

PAIRS = 5000
"""Deals of a game that are played twice, by hints and by the strongest computer: it takes hours."""
SURE = 1.96
"""Standard errors of an interval that holds in 95 of 100 cases."""


def rows(pairs: int = PAIRS) -> Iterable[Row]:
    """Give for each game with hints how often its followers win, and how long a hint takes."""
    for game in games().values():
        if issubclass(game.options_type, HintedOptions):
            yield _compared(game, pairs)
            slowest = max(_slowest(game, seats) for seats in game.seat_counts)
            yield Row(f"{game.id}, slowest hint", f"{slowest * 1000:.0f} ms", "≤ 300 ms")


def follower(match: Match, seat: Seat) -> Any:
    """Return what a hint says."""
    return match.hint(seat).action


def _compared(game: AnyGame, pairs: int) -> Row:
    """Return by how much more often who follows hints wins than the strongest computer would in
    the same seat of the same deals, against normal ones."""
    with ProcessPoolExecutor() as pool:
        differences = list(pool.map(partial(difference, game.id), range(pairs), chunksize=5))
    about = SURE * stdev(differences) / sqrt(pairs)
    mean = fmean(differences)
    figure = f"{mean:+.1%} ({mean - about:+.1%} to {mean + about:+.1%})"
    return Row(f"{game.id}, by hints against by hard, {pairs} deals each", figure, "within ±2%")


def difference(id: str, number: int) -> float:
    """Return what of a victory is gained in one deal by hints, or lost."""
    game = games()[id]
    seats = min(4, max(game.seat_counts))
    by_hints = _won(game, follower, seats, number)
    return by_hints - _won(game, computer("hard"), seats, number)


@cache
def games() -> Mapping[str, AnyGame]:
    """Return the games, read once a process."""
    return registry.load()


def _won(game: AnyGame, player: Player, seats: int, number: int) -> float:
    """Return the share of the victory of a player in one deal."""
    own = number % seats
    players = [player if seat == own else computer("normal") for seat in range(seats)]
    winners = play(game, game.options_type(), players, f"hints-{number}").winners
    return (own in winners) / max(1, len(winners))


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
