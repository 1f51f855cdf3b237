"""What the bot holds in memory: idle, with many tables in use, and after load.

`python -m tests.bench.memory --help`
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import psutil

from engine import registry
from playground.model import Message
from playground.server import PlaygroundServer
from playground.world.state import RequestRecord
from playground.world.world import World
from storage.url import open_store
from tests.bench import stand_in, tables
from tests.bench.crowd import Crowd, controls
from tests.bench.report import Row, table
from tests.bench.watched import Watched, watched

TABLES, SECONDS = 1000, 60.0
OPTIMIZE = "2"
"""PYTHONOPTIMIZE, as it is in the image."""
PLAYED = 20
"""Further tables, at which people play as fast as answers come."""
AT_ONCE = 10
"""People who open their panels at the same time."""
PEOPLE = ("Anna", "Ben")
MOVES = 6
"""Moves played at each table before."""
SETTLED, LATEST = 2.0, 120.0
"""Seconds without a request after which the memory is read, at the latest after so many."""


def rows(
    seconds: float = SECONDS,
    count: int = TABLES,
    cores: int | None = None,
    optimize: str = OPTIMIZE,
) -> list[Row]:
    """Return resident memory: bare discord.py, the idle bot, with open panels, and after load; on
    so many cores, by default on all."""
    start = partial(watched, command=["bot.py"], cores=cores, PYTHONOPTIMIZE=optimize)
    return asyncio.run(_rows(seconds, count, start))


async def _rows(
    seconds: float, count: int, start: Callable[..., AbstractAsyncContextManager[Watched]]
) -> list[Row]:
    async with stand_in.stand_in() as server, stand_in.bare_bot(server) as process:
        await asyncio.sleep(SETTLED)
        bare = psutil.Process(process.pid).memory_info().rss / 1e6
    async with stand_in.stand_in() as server, start(server) as bot:
        idle = await _resident(server, bot)
    async with stand_in.stand_in(count) as server:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder, "full.db")
            await _fill(server.world, database)
            store = f"sqlite:///{database}"
            async with start(server, DATABASE_URL=store) as bot:
                await _touch(server)
                used = await _resident(server, bot)
                crowd = Crowd(server.world, PLAYED)
                await crowd.begin()
                clicks = await crowd.play(seconds)
                after = await _resident(server, bot)
    done = len(clicks.milliseconds)
    return [
        Row("bare discord.py", f"{bare:.0f} MB"),
        Row("the bot, idle; who paints beside it", idle, "≤ 85 MB"),
        Row(f"{count:,} running tables, {len(PEOPLE)} panels open at each", used, "≤ 130 MB"),
        Row(f"… after {done:,} further clicks at {PLAYED} other tables", after, "15 MB more"),
    ]


async def _fill(world: World, database: Path) -> None:
    """Store a running table for each channel of the bench."""
    store = await open_store(f"sqlite:///{database}")
    games = [game for game in registry.load().values() if not game.race]
    people = [int(world.person(name).id) for name in PEOPLE]
    channels = [c.id for c in world.channels.values() if c.name.startswith("bench-")]
    for number, channel in enumerate(channels):
        game = games[number % len(games)]
        users = [*people, 3, 4]
        lobby = tables.table(game, number, int(channel), users, int(world.guild_id))
        await tables.add_running(store, game, lobby, MOVES)
    await store.close()


async def _touch(server: PlaygroundServer) -> None:
    """Let everybody open their panel at every table."""
    world = server.world
    places = [place for place in world.channels.values() if place.name.startswith("bench-")]

    async def some(first: int) -> None:
        for number in range(first, len(places), AT_ONCE):
            for name in PEOPLE:
                await _opened(world, places[number].id, number, name)

    await asyncio.gather(*map(some, range(AT_ONCE)))


async def _opened(world: World, channel: str, number: int, name: str) -> None:
    """Let somebody open their panel by the table's own board, again where the machine was too busy
    to answer in time."""
    seat = f"mr:bench{number}:0:seat:"
    while True:
        with contextlib.suppress(AssertionError, TimeoutError):
            board = await world.until(lambda: _board(world, channel, seat), stand_in.PATIENCE)
            await stand_in.opened(world, board, seat, name)
            return


def _board(world: World, channel: str, seat: str) -> Message | None:
    """Return the newest message of a channel that has this control."""
    messages = reversed(world.channels[channel].messages.values())
    return next((m for m in messages if any(c["custom_id"] == seat for c in controls(m))), None)


async def _resident(server: PlaygroundServer, bot: Watched) -> str:
    """Return the memory of the main process and of who paints, once all is shown."""
    begun = last = time.monotonic()

    def note(request: RequestRecord) -> None:
        nonlocal last
        last = time.monotonic()

    server.world.on_request = note
    while time.monotonic() < min(last + SETTLED, begun + LATEST):
        await asyncio.sleep(0.1)
    return f"{bot.memory:.0f} MB; {bot.beside:.0f} MB"


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.memory", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of load")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--cores", type=int, help="that the bot may use")
    parser.add_argument("--optimize", default=OPTIMIZE, help="PYTHONOPTIMIZE, 2 in the image")
    said = parser.parse_args()
    table(rows(said.seconds, said.tables, said.cores, said.optimize))


if __name__ == "__main__":
    main()
