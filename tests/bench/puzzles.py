"""How sure puzzles are: judged anew by other chance than they were found by; and what they take."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator
from itertools import count

from engine import registry
from engine.contract import AnyGame
from engine.rng import Rng
from tables.puzzles.choosing import AHEAD, RESEEDS, Position, Search, ahead, suits
from tests.bench.report import Row

MADE = 20
"""Puzzles of each game."""


def rows(made: int = MADE) -> Iterable[Row]:
    """Give for each game how many of its puzzles stay sure, and the CPU that one takes."""
    for game in registry.load().values():
        if suits(game):
            yield from _game(game, made)


def _game(game: AnyGame, made: int) -> Iterable[Row]:
    puzzles = _puzzles(game)
    found = [next(puzzles) for _ in range(made)]
    kept = [_kept(position) for position, _, _ in found]
    sure = sum(times >= AHEAD for times in kept)
    told = f"{sure} of {made}; at least {min(kept)}, {statistics.fmean(kept):.1f} on average"
    yield Row(f"{game.id}: ahead in {AHEAD} of {RESEEDS} other reseeds", told, "nearly all")
    searched = sum(matches for _, _, matches in found)
    yield Row(f"{game.id}: matches that gave one", f"{made} of {searched}")
    seconds = [spent for _, spent, _ in found]
    told = f"{statistics.median(seconds):.1f} s, {max(seconds):.1f} s of a core"
    yield Row(f"{game.id}: a puzzle made, median and longest", told, "≤ 60 s")


def _puzzles(game: AnyGame) -> Iterator[tuple[Position, float, int]]:
    """Give puzzles, each with the seconds of a core and the matches that it took."""
    begun, first = time.process_time(), 0
    for number in count():
        search = Search(game, f"bench-{number}", 0.0, 1.0)
        for _ in search.work():
            pass
        if search.found:
            yield search.found, time.process_time() - begun, number + 1 - first
            begun, first = time.process_time(), number + 1


def _kept(position: Position) -> int:
    """Return in how many of other reseeds the best answer is ahead."""
    match = position.match
    question = match.question(position.seat)
    chances = (Rng("anew", match.header.seed, number) for number in range(RESEEDS))
    return sum(ahead(match.game.prospects(question, rng), position.best) for rng in chances)
