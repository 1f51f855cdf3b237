"""Which operations in which games are walked through, and how many of them at a time."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from typing import Any, TypeAlias

from tests.bench.report import Row
from tests.cogs.courses import EVERY, walks

GAMES = ("meistercoup", "monster_meister", "maechtige_monster", "tueftelmonster", "bugs")

Walked: TypeAlias = tuple[str, str]
"""An operation and a game."""

WALKS: Sequence[Walked] = tuple(walks(GAMES))


def chosen(name: str, doc: str | None) -> tuple[Sequence[Walked], int]:
    """Return what the command line asks for: which walks, and that every Nth point is tried."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.bench.{name}", description=doc)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try every Nth point")
    parser.add_argument("--of", choices=EVERY, nargs="+", default=EVERY)
    parser.add_argument("--games", choices=GAMES, nargs="+", default=GAMES)
    said = parser.parse_args()
    return [walk for walk in walks(said.games) if walk[0] in said.of], said.every


async def side_by_side(
    walks: Iterable[Coroutine[Any, Any, Row]], at_once: int
) -> AsyncIterator[Row]:
    """Give the row of each walk as it ends, so many of them under way at a time."""
    free = asyncio.Semaphore(at_once)

    async def row(walk: Coroutine[Any, Any, Row]) -> Row:
        async with free:
            return await walk

    for ended in asyncio.as_completed([asyncio.create_task(row(walk)) for walk in walks]):
        yield await ended
