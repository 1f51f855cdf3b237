"""Very many clicks that no page offers, at tables of all games: `python -m tests.bench.fuzz`."""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from cogs.shown.boards import APART
from playground.world.world import World
from tests.bench import stand_in
from tests.bench.crowd import GAMES, Circle, Crowd, controls
from tests.bench.report import Row, table
from tests.bench.watched import watched
from tests.cogs.forging import Forger, Scene, commit
from tests.cogs.healthy import Healthy

CLICKS, SEED, AT_ONCE = 100_000, 5, 20
SETTLED = 5.0
"""Seconds until every panel shows the newest question: its number is no forgery then."""
APOLOGIES = ("(Fehler ", "(Error ", "Traceback")
"""What people read when something of ours failed."""


def rows(clicks: int = CLICKS, seed: int = SEED) -> list[Row]:
    """Return what came of so many forged clicks."""
    return asyncio.run(_rows(clicks, seed))


async def _rows(clicks: int, seed: int) -> list[Row]:
    told: Counter[str] = Counter()
    async with stand_in.stand_in() as server, watched(server) as bot:
        crowd = Crowd(server.world, len(GAMES))
        await crowd.begin()
        beside = await Healthy.begun(server.world)
        await crowd.play(3.0)
        await asyncio.sleep(SETTLED)
        scenes = {circle.channel.id: await _scene(circle) for circle in crowd.circles}
        tables = [scene.table for scene in scenes.values()]
        before, began = _kept(bot.database, tables), time.perf_counter()
        work = iter([*scenes.items()] * (clicks // len(scenes)))
        watching = asyncio.create_task(_next_door(beside, bot.pid, told))
        await asyncio.gather(
            *(_click(crowd.world, Forger(seed + one), work, told) for one in range(AT_ONCE))
        )
        seconds = time.perf_counter() - began
        watching.cancel()
        changed = _kept(bot.database, tables) != before
        errors = (await bot.told())["errors"]
        after = await crowd.play(3.0)
        await asyncio.sleep(SETTLED)  # one may just be posted anew
        dead = sum(circle.board() is None for circle in crowd.circles)
    return [
        Row("forged clicks", f"{clicks:,} in {seconds:.0f} s"),
        Row("… unanswered", str(told["unanswered"]), "0"),
        Row("… answered with an apology or a traceback", str(told["apology"]), "0"),
        Row(f"… {told['moves']} moves next door meanwhile, late", str(told["late"]), "0"),
        Row("… late, but for want of a core alone", str(beside.by_load)),
        Row("errors in the log", f"{errors:.0f}", "0"),
        Row("tables that were changed by them", "some" if changed else "none", "none"),
        Row("boards that are gone; moves in the 3 s after", f"{dead}; {after.rate * 3:.0f}", "0"),
    ]


async def _click(
    world: World, forger: Forger, work: Iterator[tuple[str, Scene]], told: Counter[str]
) -> None:
    for channel, scene in work:
        attempt = await commit(world, channel, forger.click(scene))
        said = attempt.message["content"] if attempt.message else ""
        told["unanswered"] += attempt.failed or not attempt.acknowledged
        told["apology"] += any(words in said for words in APOLOGIES)


async def _scene(circle: Circle) -> Scene:
    await circle.world.until(lambda: "seat" in circle.verbs() or "again" in circle.verbs(), 20)
    shown = [circle.board(), *(circle.panel(person) for person in circle.people)]
    ids = [part["custom_id"] for message in shown for part in controls(message)]
    seated = [person.name for person in circle.people]
    return Scene(ids[0].split(":")[1], seated, ("Deniz", "Finn"), ids)


async def _next_door(beside: Healthy, pid: int, told: Counter[str]) -> None:
    """Let people move next door meanwhile, and count what is shown late."""
    while True:
        await asyncio.sleep(APART)  # a board's own pace makes nothing late
        told["late"] += bool(await beside.late(pid))
        told["moves"] += 1


def _kept(database: Path, tables: Sequence[str]) -> list[Any]:
    """Return what people alone change; clocks, and computers for who is late, go on meanwhile."""
    these = f"({', '.join('?' * len(tables))})"
    row = f"SELECT id, options, started, seed FROM matches WHERE id IN {these}"
    log = f"SELECT * FROM log WHERE by = 'person' AND match IN {these}"
    with closing(sqlite3.connect(database)) as db:
        return [db.execute(query, tables).fetchall() for query in (row, log)]


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fuzz", description=__doc__)
    parser.add_argument("--clicks", type=int, default=CLICKS)
    parser.add_argument("--seed", type=int, default=SEED)
    said = parser.parse_args()
    table(rows(said.clicks, said.seed))


if __name__ == "__main__":
    main()
