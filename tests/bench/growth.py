"""What a click costs as tables become more: `python -m tests.bench.growth --help`."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import psutil

from engine import registry
from playground.model import Message
from playground.world.world import World
from storage.records import Board
from storage.url import open_store
from tests.bench import clicks, stand_in, tables
from tests.bench.crowd import spread
from tests.bench.owed import settle
from tests.bench.report import Row, cpu, table

GAME = "meistercoup"
OPEN, STORED = (1, 10, 100, 1_000), (0, 10_000, 100_000)
SAMPLES = 10
"""Different finished tables, each stored many times; all but one have lost their logs."""
SECONDS = 5.0
"""For which somebody clicks."""
WARM = 40
"""Clicks before that."""


def rows(
    seconds: float = SECONDS, opened: Sequence[int] = OPEN, stored: Sequence[int] = STORED
) -> list[Row]:
    """Return a row for each number of open and stored tables."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_rows(Path(folder), seconds, opened, stored))


async def _rows(
    folder: Path, seconds: float, opened: Sequence[int], stored: Sequence[int]
) -> list[Row]:
    found = []
    for many in stored:
        base = folder / f"{many}.db"
        await _finished(base, many)
        for count in opened:
            database = Path(shutil.copy(base, folder / "used.db"))
            found.append(await _row(database, seconds, count, many))
        base.unlink()
    return found


async def _finished(database: Path, many: int) -> None:
    store, game = await open_store(f"sqlite:///{database}"), registry.load()[GAME]
    for number in range(min(many, SAMPLES)):
        old = tables.table(game, 10**6 + number, 10**6 + number, [1, 2, 3, 4])
        await tables.add_finished(store, game, old)
        await settle(store, old.id)
    await store.close()
    if many:
        with closing(sqlite3.connect(database)) as db:
            for name in ("log", "snapshots"):
                db.execute(f"DELETE FROM {name} WHERE match <> 'bench1000000'")
            db.commit()
        tables.multiply(database, many // SAMPLES - 1)


async def _row(database: Path, seconds: float, count: int, stored: int) -> Row:
    async with stand_in.stand_in(count + 1) as server:
        world = server.world
        board = await _fill(world, database)
        begun = time.perf_counter()
        async with stand_in.bot(server, database) as bot:
            ready = time.perf_counter() - begun
            click = await clicks.option(world, "bench0", board)
            for _ in range(WARM):
                await click()
            process = psutil.Process(bot.pid)
            used, until, times = cpu(process), time.perf_counter() + seconds, []
            while time.perf_counter() < until:
                times.append(await click())
            cost = (cpu(process) - used) / len(times) * 1000
            memory = process.memory_info().rss / 1e6
    what = f"{count:,} open, {stored:,} stored: ready; memory; an option set; CPU of it"
    figures = f"{ready:.2f} s; {memory:.0f} MB; {spread(times, 'ms')}; {cost:.2f} ms"
    return Row(what, figures)


async def _fill(world: World, database: Path) -> Message:
    """Store a lobby, and a running table in every other channel; return the lobby's board."""
    store, game = await open_store(f"sqlite:///{database}"), registry.load()[GAME]
    anna, guild = int(world.person("Anna").id), int(world.guild_id)
    first, *others = [c.id for c in world.channels.values() if c.name.startswith("bench-")]
    board = stand_in.public_message(world, first)
    lobby = tables.table(game, 0, int(first), [anna, None, None, None], guild)
    await clicks.add(store, game, lobby, lobby=True)
    await store.shown.save_board(Board(lobby.id, int(board.id), time.time()))
    for number, channel in enumerate(others, 1):
        running = tables.table(game, number, int(channel), [anna, 2, 3, 4], guild)
        await tables.add_running(store, game, running, moves=6)
    await store.close()
    return board


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--open", type=int, nargs="*", default=OPEN)
    parser.add_argument("--stored", type=int, nargs="*", default=STORED)
    said = parser.parse_args()
    table(rows(said.seconds, said.open, said.stored))


if __name__ == "__main__":
    main()
