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
from tests.bench.board_watch import BoardWatch
from tests.bench.crowd import Crowd, spread
from tests.bench.deciding import deciding
from tests.bench.report import Row, table
from tests.bench.watched import watched

SECONDS, SHARE, TABLES, PEOPLE, COMPUTERS = 90.0, 0.1, 10, 2, 2
THOUGHT = (2.0, 6.0)
"""Seconds a person thinks before a click."""
DUE = 20.0
"""Seconds that boards are waited for in the end."""
ANSWERS, BOARDS = "every answer within 3 s", "at most 5 s late"


def rows(seconds: float = SECONDS, share: float = SHARE, tables: int = TABLES) -> list[Row]:
    """Return how a mix of tables, people and computers at each, is served by a part of a core."""
    return asyncio.run(_rows(seconds, share, tables))


async def _rows(seconds: float, share: float, tables: int) -> list[Row]:
    async with (
        stand_in.stand_in() as server,
        watched(server, cores=1, COMPUTER_PACE="1") as bot,
        deciding(bot.database) as player,
    ):
        crowd = Crowd(server.world, tables, PEOPLE, COMPUTERS, player=player)
        boards = BoardWatch(bot.database, server.world)
        await crowd.begin()
        server.world.rate_limits = True
        since, used, began = time.time(), bot.cpu, time.perf_counter()
        async with _throttled(bot.pid, share), boards.watching():
            clicks = await crowd.play(seconds, pause=lambda: random.uniform(*THOUGHT))
            until, got = time.time(), (bot.cpu - used) / (time.perf_counter() - began)
            await asyncio.sleep(DUE)
        late, entries = boards.lateness(since, until), bot.entries(since) / seconds
    what = f"{tables} tables, {PEOPLE} people, {COMPUTERS} computers each, {share:.0%} of a core"
    figures = f"{clicks.rate:.1f}; {entries:.1f}; {clicks.failed}"
    return [
        Row(f"{what}: clicks, entries a second; unanswered", figures, "–; –; 0"),
        Row("… click to answer, median / 99th percentile / longest", clicks.times, ANSWERS),
        boards.stall,
        Row("… an answer's content after", spread(clicks.contents, "s", 2)),
        Row("… an entry on the board after", spread(late, "s", 2), BOARDS),
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
    parser.add_argument("--tables", type=int, default=TABLES)
    said = parser.parse_args()
    table(rows(said.seconds, said.share, said.tables))


if __name__ == "__main__":
    main()
