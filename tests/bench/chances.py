"""How true told chances are: whether seats of the strongest computers win as often as is told."""

from __future__ import annotations

import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from typing import NamedTuple

from engine import ranking
from engine.contract import AnyGame
from engine.rng import Rng
from tables.past.study import Decision
from tests.bench.contest import computer, done
from tests.bench.hints import SURE, games
from tests.bench.report import Row
from tests.engine.driver import start, tick

MATCHES = 200
"""Matches of each game, at its numbers of seats in turn."""
LOOKED = 0.15
"""Of the decisions in a match, how many are looked at: those of one match tell much the same."""
SLICES = 4
"""Slices of work for each; of what was played alone, so that they are many worlds."""


class Told(NamedTuple):
    """A chance that would be told after a decision, and the share of the win that came of it."""

    match: int
    chance: float
    won: float

    @property
    def odds(self) -> float:
        """The logarithm of the odds that are told; what is certain counts as nearly so."""
        chance = min(max(self.chance, 0.001), 0.999)
        return math.log(chance / (1 - chance))


def rows(matches: int = MATCHES) -> Iterable[Row]:
    """Give for each game how much too high chances are told, and how much too sure."""
    for game in games().values():
        if game.judged:
            with ProcessPoolExecutor() as pool:
                found = pool.map(partial(told, game.id), range(matches), chunksize=5)
                yield from _compared(game, list(chain.from_iterable(found)), matches)


def told(id: str, number: int) -> Sequence[Told]:
    """Return what would be told of some decisions of one match, each with what came of it."""
    game, chance = games()[id], random.Random(number)
    seats = game.seat_counts[number % len(game.seat_counts)]
    hard, looked = computer("hard"), list[tuple[int, float]]()
    match = start(game, game.options_type(), seats, f"chances-{number}", range(seats)).match
    while not match.over:
        if not match.asked:
            match = tick(match, match.at).match
            continue
        seat = match.asked[0]
        action, legal = hard(match, seat), list(match.legal(seat))
        if len(legal) > 1 and chance.random() < LOOKED:
            row = _looked(Decision(match, seat, legal.index(action)), number)
            looked += [(seat, row)] if row is not None else []
        match = done(match, seat, action)
    outcome = game.outcome(match.state)
    assert outcome is not None
    return [Told(number, row, ranking.share(outcome.winners, seat)) for seat, row in looked]


def _looked(decision: Decision, number: int) -> float | None:
    """Return the chance after what was played; None where the game does not judge it."""
    streams = (Rng("chances", number, decision.entry, slice) for slice in range(SLICES))
    found = [decision.look(rng, 1.0, [decision.played]) for rng in streams]
    return statistics.fmean(row[0] for row in found) if found[0] else None


def _compared(game: AnyGame, found: Sequence[Told], matches: int) -> Iterable[Row]:
    high, about = excess(found)
    figure = f"{high:+.1%} ± {SURE * about:.1%}"
    name = f"{game.id}, {matches} matches, {len(found)} decisions"
    yield Row(f"{name}: chances told less wins", figure, "within ±2%")
    steep, about = slope(found)
    figure = f"{steep:.2f} ± {SURE * about:.2f}"
    yield Row(f"{game.id}: odds of winning rise by … as those told do by 1", figure, "0.9 to 1.1")


def excess(found: Sequence[Told]) -> tuple[float, float]:
    """Return by how much told chances are too high on average, and the standard error of that."""
    mean = statistics.fmean(each.chance - each.won for each in found)
    sums = defaultdict[int, float](float)
    for each in found:
        sums[each.match] += each.chance - each.won - mean
    return mean, math.hypot(*sums.values()) / len(found)


def slope(found: Sequence[Told]) -> tuple[float, float]:
    """Return by how much the odds of winning rise with those told (a logistic fit), and the
    standard error: below 1 who tells them is too sure."""
    level, steep = 0.0, 1.0
    for _ in range(50):
        a = b = c = up = right = 0.0
        for each in found:
            chance = _chance(level + steep * each.odds)
            left, weight = each.won - chance, chance * (1 - chance)
            up, right = up + left, right + left * each.odds
            a, b, c = a + weight, b + weight * each.odds, c + weight * each.odds**2
        whole = a * c - b * b
        level += (c * up - b * right) / whole
        steep += (a * right - b * up) / whole
    sums = defaultdict[int, float](float)
    for each in found:
        left = each.won - _chance(level + steep * each.odds)
        sums[each.match] += left * (a * each.odds - b)
    return steep, math.hypot(*sums.values()) / whole


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
