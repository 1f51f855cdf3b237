"""What ratings make of honest people whose skill is known, and of wins that were contrived."""

from __future__ import annotations

from statistics import mean, median

from tests.bench.report import Row
from tests.tables.simulated import honest, over_fresh_accounts, over_one_account

TRIES = 20


def rows() -> list[Row]:
    """Return the points of both, and how often the true order of ten people is found."""
    four = [honest(people=4, seats=4, games=100, seed=seed) for seed in range(TRIES)]
    ten = [honest(people=10, seats=4, games=60, seed=seed) for seed in range(TRIES)]
    middle = min(median(points) for points in four)
    best = mean(map(max, four))
    found = sum(points == sorted(points) for points in ten)
    aim = f"< {middle:.0f}, the least median of four honest people after 100 games"
    return [
        Row("points after 20 wins over fresh accounts", str(over_fresh_accounts(20)), aim),
        Row("points after 100 wins over one account", str(over_one_account(100)), aim),
        Row("points of the best of four honest people, on average", f"{best:.0f}", "–"),
        Row(f"true order of ten found after 60 games, of {TRIES}", str(found), str(TRIES)),
    ]
