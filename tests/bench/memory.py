"""What the bot's process holds in memory: idle, and with many tables in use."""

from __future__ import annotations

import asyncio
import tempfile
from asyncio.subprocess import Process
from pathlib import Path

import psutil

from engine import registry
from playground.server import PlaygroundServer
from playground.world.world import World
from storage.url import open_store
from tests.bench import stand_in, tables
from tests.bench.report import Row

TABLES = 1000
AT_ONCE = 10
"""People who open their panels at the same time."""
GAME = "meistercoup"
MOVES = 6
"""Moves played at each table before."""
SETTLED = 2.0
"""Seconds until the memory is read."""


def rows() -> list[Row]:
    """Return resident memory: bare discord.py, the idle bot, and all tables with open panels."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    async with stand_in.stand_in() as server, stand_in.bare_bot(server) as process:
        bare = await _resident(process)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            stand_in.stand_in() as server,
            stand_in.bot(server, Path(folder, "empty.db")) as process,
        ):
            idle = await _resident(process)
        used = await _used(Path(folder, "full.db"))
    return [
        Row("bare discord.py", f"{bare:.0f} MB"),
        Row("the bot, idle", f"{idle:.0f} MB", "< 90 MB"),
        Row(
            f"the bot, {TABLES:,} running tables, a panel open at each",
            f"{used:.0f} MB",
            "< 130 MB",
        ),
    ]


async def _used(database: Path) -> float:
    async with stand_in.stand_in(TABLES) as server:
        await _fill(server.world, database)
        async with stand_in.bot(server, database) as process:
            await _touch(server)
            return await _resident(process)


async def _fill(world: World, database: Path) -> None:
    """Store a running table for each channel of the bench."""
    store = await open_store(f"sqlite:///{database}")
    game = registry.load()[GAME]
    anna = int(world.person("Anna").id)
    channels = [c.id for c in world.channels.values() if c.name.startswith("bench-")]
    for number, channel in enumerate(channels):
        users = [anna, *range(2, max(game.seat_counts) + 1)]
        table = tables.table(game, number, int(channel), users, int(world.guild_id))
        await tables.add_running(store, game, table, MOVES)
    await store.close()


async def _touch(server: PlaygroundServer) -> None:
    """Let Anna open her panel at every table."""
    world = server.world
    places = [place for place in world.channels.values() if place.name.startswith("bench-")]

    async def some(first: int) -> None:
        for number in range(first, len(places), AT_ONCE):
            public = stand_in.public_message(world, places[number].id)
            await stand_in.opened(world, public, f"mr:bench{number}:0:seat:")

    await asyncio.gather(*map(some, range(AT_ONCE)))


async def _resident(process: Process) -> float:
    """Return the resident memory of a process in MB, once it has settled."""
    await asyncio.sleep(SETTLED)
    resident: int = psutil.Process(process.pid).memory_info().rss
    return resident / 1e6
