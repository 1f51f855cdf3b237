"""How late boards and answers are, with computers at the tables: `-m tests.bench.fresh --help`."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence

from tests.bench import stand_in
from tests.bench.board_watch import BoardWatch
from tests.bench.crowd import Crowd, spread
from tests.bench.deciding import deciding
from tests.bench.report import Row, table
from tests.bench.watched import watched

SECONDS, PEOPLE, COMPUTERS = 60.0, 2, 2
SIZES = ((100, 23.0), (200, 31.0))
"""Tables, and clicks a second over all of them; the computers keep their human pace."""
CORES = (2, 1)
SETTLES = 10.0
"""Seconds of play before anything is counted."""
DUE = 20.0
"""Seconds that boards are waited for in the end."""
AIMS = {(200, 2): "99th ≤ 3.5 s", (200, 1): "99th ≤ 6 s"}


def rows(
    seconds: float = SECONDS,
    sizes: Sequence[tuple[int, float]] = SIZES,
    cores: Sequence[int] = CORES,
) -> list[Row]:
    """Return how late each entry stands on its board, and answers, under Discord's limits."""
    cases = [(count, *size) for size in sizes for count in cores]
    return [row for case in cases for row in asyncio.run(measured(seconds, *case))]


async def _at_once() -> None:
    """Wait for nothing."""


async def measured(
    seconds: float,
    cores: int,
    tables: int,
    rate: float,
    ready: Callable[[], Awaitable[None]] = _at_once,
) -> list[Row]:
    """Return the figures of so many tables, opened once the bot is `ready`, and clicks a second."""
    async with (
        stand_in.stand_in() as server,
        watched(server, cores=cores, COMPUTER_PACE="1") as bot,
        deciding(bot.database) as player,
    ):
        await ready()
        crowd = Crowd(server.world, tables, PEOPLE, COMPUTERS, player=player)
        await crowd.begin()
        server.world.rate_limits = True
        await crowd.play(SETTLES, rate)
        boards = BoardWatch(bot.database, server.world)
        async with boards.watching():
            bot.begin()
            since, used, painted = time.time(), bot.cpu, bot.cpu_beside
            clicks = await crowd.play(seconds, rate)
            until = time.time()
            painted = (bot.cpu_beside - painted) / (until - since)
            share, stalls = (bot.cpu - used) / (until - since), await bot.stalls()
            entries, edits, memory = bot.entries(since), boards.edits(since), bot.memory
            await asyncio.sleep(DUE)
        late = boards.lateness(since, until)
    what = f"{tables} tables, {cores} of {os.cpu_count()} cores"
    done = f"{clicks.rate:.0f}, {entries / (until - since):.0f}, {edits / (until - since):.0f}"
    used_up = f"{share:.0%}, {painted:.0%} of a core"
    machine = f"{os.getloadavg()[0]:.1f}; {boards.yardstick}"
    return [
        Row(f"{what}: clicks, entries, boards shown a second", done),
        Row("… an entry on the board after", spread(late, "s", 2), AIMS.get((tables, cores), "")),
        Row("… click to answer", clicks.times),
        boards.stall,
        Row("… an answer's content after", spread(clicks.contents, "s", 2), "≤ 0.5 s"),
        stalls,
        Row("… CPU of the bot, of that who paints", used_up),
        Row("… memory of the main process", f"{memory:.0f} MB"),
        Row("… the machine's load; a yardstick", machine),
    ]


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fresh", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tables", type=int, default=0, help="by default 100, then 200")
    parser.add_argument("--clicks", type=float, default=SIZES[-1][1], help="a second")
    parser.add_argument("--cores", type=int, nargs="*", default=CORES)
    said = parser.parse_args()
    sizes = [(said.tables, said.clicks)] if said.tables else SIZES
    table(rows(said.seconds, sizes, said.cores))


if __name__ == "__main__":
    main()
