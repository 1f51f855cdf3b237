"""How much remembering is worth in Monster Meister: levels against each other, two seats."""

from __future__ import annotations

from engine.monster_meister import GAME
from engine.monster_meister.values import Options
from tests.bench.contest import LEVELS, computer, share
from tests.bench.report import Row


def rows(matches: int = 1000) -> list[Row]:
    """Return how often the better of two levels wins."""
    rows = []
    easy, normal, hard = LEVELS
    for better, worse in ((hard, normal), (normal, easy), (hard, easy)):
        won = share(GAME(), Options(), computer(better), [computer(worse)], matches)
        rows.append(
            Row(f"{better} against {worse}, two seats, {matches} games won", f"{won:.1%}", "≥ 60%")
        )
    return rows
