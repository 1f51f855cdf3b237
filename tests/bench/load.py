"""Many tables of all games at once, beside a bare bot: `python -m tests.bench.load --help`."""

from __future__ import annotations

import argparse
import asyncio
import time

from tests.bench import stand_in
from tests.bench.crowd import Clicks, Crowd
from tests.bench.report import Row, table
from tests.bench.watched import watched

TABLES, SECONDS = 200, 60.0
STEADY = 100.0
"""Clicks a second of the steady run."""


def rows(seconds: float = SECONDS, tables: int = TABLES) -> list[Row]:
    """Return what was measured of the bare bot and of ours."""
    return asyncio.run(_rows(seconds, tables))


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


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each of three runs")
    parser.add_argument("--tables", type=int, default=TABLES)
    said = parser.parse_args()
    table(rows(said.seconds, said.tables))


if __name__ == "__main__":
    main()
