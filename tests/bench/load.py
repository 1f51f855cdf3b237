"""Many tables of all games at once, beside a bare bot: `python -m tests.bench.load --help`."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import psutil

from playground.server import PlaygroundServer
from tests.bench import stand_in
from tests.bench.crowd import Clicks, Crowd, spread
from tests.bench.report import Row, table
from tests.hosting.test_health import free_port

TABLES, SECONDS = 200, 60.0
STEADY = 100.0
"""Clicks a second of the steady run."""
FRESH = ((20, 8.0), (50, 17.0), (100, 24.0), (200, 40.0))
"""Tables, and clicks a second over all of them, under Discord's limits."""


def rows(seconds: float = SECONDS, tables: int = TABLES) -> list[Row]:
    """Return what was measured of the bare bot and of ours."""
    return asyncio.run(_rows(seconds, tables))


def fresh(seconds: float = SECONDS, sizes: Sequence[tuple[int, float]] = FRESH) -> list[Row]:
    """Return how late boards and contents are under Discord's limits."""
    return [row for size in sizes for row in asyncio.run(_fresh(seconds, *size))]


async def _rows(seconds: float, tables: int) -> list[Row]:
    bare = await _bare(seconds / 2, tables)
    found = [Row(f"bare bot, {tables} people: clicks a second", f"{bare.rate:,.0f}"), _times(bare)]
    async with stand_in.stand_in() as server, watched(server) as bot:
        crowd = Crowd(server.world, tables)
        await crowd.begin()
        before = bot.memory
        for what, rate in (("as fast as answers come", None), (f"{STEADY:.0f}/s", STEADY)):
            bot.begin()
            clicks = await crowd.play(seconds, rate)
            aim = f"≥ {bare.rate / 3:,.0f}" if rate is None else ""
            found += [
                Row(f"{tables} tables, {what}: clicks a second", f"{clicks.rate:,.0f}", aim),
                _times(clicks, "no click over 3 s" if rate is None else "99th < 50 ms"),
                await bot.stalls(),
            ]
        between = bot.memory
        again = await crowd.play(seconds, None)
        found += [
            Row("the first run once more: clicks a second", f"{again.rate:,.0f}"),
            Row(
                "resident memory with all tables open / after both runs / after the third",
                f"{before:.0f} / {between:.0f} / {bot.memory:.0f} MB",
                "no growth from the second to the third",
            ),
            Row("429s", str(server.world.rate_limited)),
        ]
    return found


def _times(clicks: Clicks, aim: str = "") -> Row:
    what = "… click to answer, median / 99th percentile / longest; unanswered"
    return Row(what, f"{clicks.times}; {clicks.failed}", aim)


async def _bare(seconds: float, people: int) -> Clicks:
    clicks = Clicks()
    async with stand_in.stand_in(people) as server, stand_in.bare_bot(server):
        world, until = server.world, time.perf_counter() + seconds

        async def person(channel: str) -> None:
            public = stand_in.public_message(world, channel)
            while time.perf_counter() < until:
                attempt = await stand_in.press(world, world.person("Anna"), public, "count")
                clicks.milliseconds.append(attempt.ms)

        places = [place.id for place in world.channels.values() if place.name.startswith("bench-")]
        await asyncio.gather(*map(person, places))
    clicks.seconds = seconds
    return clicks


async def _fresh(seconds: float, tables: int, rate: float) -> list[Row]:
    async with stand_in.stand_in() as server, watched(server) as bot:
        crowd = Crowd(server.world, tables)
        await crowd.begin()
        server.world.rate_limits = True
        since = time.time()
        clicks = await crowd.play(seconds, rate)
        late = crowd.lateness(bot.database, since)
        refused = server.world.rate_limited
    what = f"{tables} tables, {rate:.0f} clicks/s"
    aim = {100: "99th ≤ 3 s", 200: "99th ≤ 8 s"}.get(tables, "")
    return [
        Row(f"{what}: a move on the board after", spread(late, "s", 2), aim),
        Row("… an answer's content after", spread(clicks.contents, "s", 2), "≤ 1.5 s"),
        Row("… clicks answered a second; 429s", f"{clicks.rate:.1f}; {refused}"),
    ]


class Watched:
    """A running bot whose process and loop are watched."""

    def __init__(self, process: Process, folder: Path) -> None:
        self._process, self._stalls = process, folder / "stalls.json"
        self.database = folder / "bench.db"
        self.pid = process.pid

    @property
    def memory(self) -> float:
        """Resident memory in MB."""
        return float(psutil.Process(self.pid).memory_info().rss) / 1e6

    @property
    def cpu(self) -> float:
        """Seconds of CPU used so far."""
        times = psutil.Process(self.pid).cpu_times()
        return float(times.user + times.system)

    def begin(self) -> None:
        """Forget what the loop did so far."""
        self._process.send_signal(signal.SIGUSR1)

    async def stalls(self) -> Row:
        """Return what the loop did since."""
        said = await self.told()
        what = "… longest stall of the loop; stalls over 20 ms; errors logged"
        figures = f"{said['longest'] * 1000:.0f} ms; {said['over']:.0f}; {said['errors']:.0f}"
        return Row(what, figures, "≤ 20 ms; 0; 0")

    async def told(self) -> dict[str, float]:
        """Return the loop's longest stall (s), those over 20 ms, and errors logged since."""
        self._stalls.unlink(missing_ok=True)
        self._process.send_signal(signal.SIGUSR2)
        async with asyncio.timeout(30):
            while not self._stalls.exists():
                await asyncio.sleep(0.05)
        said: dict[str, float] = json.loads(self._stalls.read_text())
        return said


@asynccontextmanager
async def watched(server: PlaygroundServer) -> AsyncIterator[Watched]:
    """Run the bot in a process and a group of its own, on a new store, until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "DATABASE_URL": f"sqlite:///{folder}/bench.db",
            "BENCH_STALLS": f"{folder}/stalls.json",
            "PORT": str(free_port()),
        }
        module = ["-m", "tests.bench.watched_bot", "--serve"]
        async with stand_in.ours(server, module, environment) as process:
            yield Watched(process, Path(folder))


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each of three runs")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--fresh", action="store_true", help="how late boards are, instead")
    said = parser.parse_args()
    if said.fresh:
        sizes = [size for size in FRESH if size[0] <= said.tables]
        table(fresh(said.seconds, sizes or [(said.tables, said.tables / 4)]))
    else:
        table(rows(said.seconds, said.tables))


if __name__ == "__main__":
    main()
