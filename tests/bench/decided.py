"""What decided a game: whether two looks name the same, what a look costs, how well levels do."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from engine import registry
from engine.contract import AnyGame, Level
from engine.match import Entry, Match
from engine.rng import Rng
from tables.past.study import LEAST, Decision, Drop, Study, decisions
from tests.bench.contest import LEVELS, computer
from tests.bench.report import Row
from tests.engine.driver import start, tick

MATCHES = 40
"""Matches a game in which two independent looks are compared."""
LONG = 160
"""Slices of work, by other chance, in which what a moment cost is found anew."""
SAMPLES = 2000
"""Times that matches are drawn anew, for the interval of how often two looks agree."""
LOOKED = 12
"""Matches a game and level of which one look is taken."""
SEATS = 4


def rows(matches: int = MATCHES, looked: int = LOOKED) -> Iterable[Row]:
    """Give by game how often two looks agree, what one costs, and how accurate computers are."""
    for game in registry.load().values():
        if game.judged:
            yield from _game(game, matches, looked)


def _game(game: AnyGame, matches: int, looked: int) -> Iterable[Row]:
    counts: list[tuple[int, int]] = []
    costs: list[float] = []
    seconds: list[float] = []
    for number in range(matches):
        found = _decisions(game, "normal", f"decided-{number}")
        looks = [_studied(found, f"{seed}-{number}", seconds).drops for seed in ("one", "other")]
        first, second = ({drop.entry for drop in drops} for drops in looks)
        counts.append((2 * len(first & second), len(first) + len(second)))
        by_entry = {each.entry: each for each in found}
        costs += [_cost(by_entry[drop.entry], drop) for drops in looks for drop in drops]
    name = game.id
    yield Row(f"{name}: moments named by two looks, {matches} games", str(len(costs)))
    low, high = _interval(counts)
    told = f"{_share(counts):.0%} ({low:.0%} to {high:.0%})"
    yield Row(f"{name}: the same in both, with a 95 % interval", told, "≥ 80%")
    less = [sum(cost < least for cost in costs) for least in (LEAST, LEAST / 2)]
    told = f"{less[0]}, {less[1]}"
    yield Row(f"{name}: of them less than {LEAST:.0%}, {LEAST / 2:.1%} by a longer look", told)
    yield Row(f"{name}: a look, median and longest", _times(seconds), "≤ 10 s")
    kept = [f"{_kept(game, level, looked):.1%}" for level in LEVELS]
    yield Row(f"{name}: accuracy of easy, normal, hard, {looked} games", " / ".join(kept))


def _share(counts: Sequence[tuple[int, int]]) -> float:
    return sum(same for same, _ in counts) / max(1, sum(named for _, named in counts))


def _interval(counts: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return between what the share lies in 95 of 100 samples of as many matches."""
    chance = random.Random("interval")
    shares = sorted(_share(chance.choices(counts, k=len(counts))) for _ in range(SAMPLES))
    return shares[SAMPLES // 40], shares[-SAMPLES // 40]


def _cost(decision: Decision, drop: Drop) -> float:
    """Return what a moment cost, by chance that no look had."""
    only = (drop.played, drop.best)
    rngs = (Rng("long", drop.entry, number) for number in range(LONG))
    rows = [decision.look(rng, 1.0, only) for rng in rngs]
    return statistics.fmean(best - played for played, best in rows)


def _times(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds):.1f} s, {max(seconds):.1f} s of a core"


def _kept(game: AnyGame, level: Level, matches: int) -> float:
    kept: list[float] = []
    for number in range(matches):
        found = _decisions(game, level, f"kept-{number}")
        kept += [share] if (share := _studied(found, "kept", []).kept) is not None else []
    return statistics.fmean(kept)


def _studied(found: Sequence[Decision], seed: str, seconds: list[float]) -> Study:
    """Return a look at decisions, of which nothing is known yet; note what it costs."""
    study = Study([Decision(each.before, each.seat, each.played) for each in found], 1.0, seed)
    begun = time.process_time()
    for _ in study.work():
        pass
    seconds.append(time.process_time() - begun)
    return study


def _decisions(game: AnyGame, level: Level, seed: str) -> list[Decision]:
    """Return what a computer of this level decided in seat 0 among hard ones."""
    players = [computer(level), *[computer("hard", 0.3)] * (SEATS - 1)]
    steps, entries = [], list[Entry]()
    match = start(game, game.options_type(), SEATS, seed, range(SEATS)).match
    while not match.over:
        played = _played(match, players)
        assert played.entry is not None
        entries.append(played.entry)
        steps.append((match, played.match))
        match = played.match
    return asyncio.run(decisions(_each(steps), entries, 0))


def _played(match: Match, players: Sequence[Any]) -> Any:
    if not match.asked:
        return tick(match, match.at)
    seat = random.Random(match.sequence).choice(match.asked)
    return match.play(seat, match.token(seat), players[seat](match, seat), match.at)


async def _each(steps: Iterable[tuple[Match, Match]]) -> AsyncIterator[tuple[Match, Match]]:
    for step in steps:
        yield step
