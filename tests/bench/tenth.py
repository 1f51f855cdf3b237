"""A part of a core, as free tiers give it: `python -m tests.bench.tenth --help`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from settings import ROOT
from tests.bench import stand_in
from tests.bench.crowd import GAMES, Crowd, spread
from tests.bench.load import watched
from tests.bench.report import Row, table

SECONDS, SHARE, PEOPLE = 120.0, 0.1, 3
THOUGHT = (2.0, 6.0)
"""Seconds a person thinks before a click."""
ANSWERS, BOARDS = "every answer within 3 s", "at most 5 s late"


def rows(seconds: float = SECONDS, share: float = SHARE, tables: int = len(GAMES)) -> list[Row]:
    """Return how a table of each game, with three people each, is served by a part of a core."""
    return asyncio.run(_rows(seconds, share, tables))


async def _rows(seconds: float, share: float, tables: int) -> list[Row]:
    async with stand_in.stand_in() as server, watched(server) as bot:
        crowd = Crowd(server.world, tables, PEOPLE)
        await crowd.begin()
        server.world.rate_limits = True
        since, used, began = time.time(), bot.cpu, time.perf_counter()
        async with _throttled(bot.pid, share):
            clicks = await crowd.play(seconds, pause=lambda: random.uniform(*THOUGHT))
        got = (bot.cpu - used) / (time.perf_counter() - began)
        late = crowd.lateness(bot.database, since)
    what = f"{tables} tables, {PEOPLE} people each, {share:.0%} of a core"
    return [
        Row(f"{what}: clicks a second; unanswered", f"{clicks.rate:.1f}; {clicks.failed}", "–; 0"),
        Row("… click to answer, median / 99th percentile / longest", clicks.times, ANSWERS),
        Row("… an answer's content after", spread(clicks.contents, "s", 2)),
        Row("… a move on the board after", spread(late, "s", 2), BOARDS),
        Row("… CPU that it got", f"{got:.1%} of a core"),
    ]


@asynccontextmanager
async def _throttled(group: int, share: float) -> AsyncIterator[None]:
    command = (sys.executable, "-m", "tests.bench.throttle", str(group), str(share))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    try:
        yield
    finally:
        process.terminate()
        await process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGCONT)


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tenth", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--share", type=float, default=SHARE, help="of a core")
    parser.add_argument("--tables", type=int, default=len(GAMES))
    said = parser.parse_args()
    table(rows(said.seconds, said.share, said.tables))


if __name__ == "__main__":
    main()
