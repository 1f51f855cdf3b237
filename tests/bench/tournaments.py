"""Tournaments with a tenth absent at any time: whether they end, who meets again, who is found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import mean

from tables.tournament.standings import standings
from tables.tournament.values import Tournament, met
from tests.bench.report import Row
from tests.tables.evenings import evening

TRIES = 40


def rows() -> Iterator[Row]:
    """Yield what is measured for 8, 24 and 100 people at tables of four."""
    for people in (8, 24, 100):
        begun = time.process_time()
        ended = [evening(people, 4, seed) for seed in range(TRIES)]
        taken = time.process_time() - begun
        over = sum(t.status == "over" and all(r.over for r in t.rounds) for t in ended)
        planned = ended[0].planned
        what = f"{people} people, {planned} rounds"
        yield Row(f"{what}: ended, of {TRIES}", str(over), str(TRIES))
        again = mean(sum(n - 1 for n in met(each).values()) for each in ended)
        yield Row(f"{what}: pairs that met again, on average", f"{again:.1f}", "–")
        quarter = people // 4
        found = mean(_found(each, quarter) for each in ended)
        yield Row(f"{what}: of the best quarter, placed there", f"{found:.0%}", "> 25% by luck")
        cost = 1000 * taken / TRIES / planned
        yield Row(f"{what}: CPU a round, all in all", f"{cost:.0f} ms", "–")


def _found(tournament: Tournament, count: int) -> float:
    """Return which part of the best so many people are placed among the first so many."""
    return sum(row.person < count for row in standings(tournament)[:count]) / count
