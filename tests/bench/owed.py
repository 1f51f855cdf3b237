"""How soon a bot that was killed shows what 20 of 10,000 stored tables owe, nobody clicking."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from engine import registry
from engine.contract import AnyGame
from playground.model import Channel
from playground.server import PlaygroundServer
from storage.records import Board, Table
from storage.store import Store
from storage.url import open_store
from tests.bench import stand_in, tables
from tests.bench.report import Row

TABLES, OWING = 10_000, 20
FINISHED, LOBBIES = 9, 1
"""Of ten tables that owe nothing."""
RUNS = 3
AIM = 2.0
ELSEWHERE = 10**6
"""A channel that nobody looks into."""


def rows() -> list[Row]:
    """Return the seconds from ready until every table that owes something is shown."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Row]:
    full, few = folder / "full.db", folder / "few.db"
    await _fill(full, TABLES)
    await _fill(few, 0)
    async with stand_in.stand_in() as server:
        await _shown(server, few)  # the first start also sends commands and emojis
        return [
            await _row(server, f"{TABLES:,} tables", full),
            await _row(server, "no other table", few),
        ]


async def _row(server: PlaygroundServer, what: str, stored: Path) -> Row:
    seconds = [await _shown(server, stored) for _ in range(RUNS)]
    figure = f"{statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s"
    return Row(f"{OWING} tables owe their board, beside {what}: from ready", figure, f"≤ {AIM} s")


async def _fill(database: Path, count: int) -> None:
    store, games = await open_store(f"sqlite:///{database}"), registry.load()
    for number in range(FINISHED + LOBBIES if count else 0):
        table = tables.table(games["meistercoup"], number, ELSEWHERE + number, [1, 2, 3, 4])
        if number < FINISHED:
            await tables.add_finished(store, games["meistercoup"], table)
        else:
            await store.tables.add(table)
        await settle(store, table.id)
    await store.close()
    if count:
        tables.multiply(database, count // (FINISHED + LOBBIES) - 1)


async def settle(store: Store, table_id: str) -> None:
    """Store that the table's board shows the newest."""
    table, entries = await store.tables.get(table_id), await store.tables.entries(table_id)
    assert table is not None
    last = entries[-1].sequence if entries else -1
    await store.shown.save_board(Board(table_id, 1, time.time(), None, table.version, last))


async def _shown(server: PlaygroundServer, stored: Path) -> float:
    """Start a bot on a copy of the store; return how long it takes until all is shown."""
    database = stored.with_name("owing.db")
    shutil.copy(stored, database)
    channels = [server.world.add_channel(f"owing-{number}") for number in range(OWING)]
    store, games = await open_store(f"sqlite:///{database}"), list(registry.load().values())
    for number, channel in enumerate(channels):
        await _owe(store, games[number % len(games)], number, int(channel.id), server)
    assert len(await store.shown.owed()) == OWING
    await store.close()
    async with stand_in.bot(server, database):
        ready = time.perf_counter()
        await server.world.until(lambda: all(map(_has_board, channels)), 60)
        return time.perf_counter() - ready


async def _owe(
    store: Store, game: AnyGame, number: int, channel: int, server: PlaygroundServer
) -> Table:
    """Store a table that runs and was not shown before the bot was killed."""
    users = [int(person.id) for person in list(server.world.people.values())[1:4]]
    guild = int(server.world.guild.id)
    table = tables.table(game, TABLES + number, channel, users, guild)
    await tables.add_running(store, game, table, moves=1)
    return table


def _has_board(channel: Channel) -> bool:
    posted = channel.messages.values()
    return any(message.embeds and message.attachments for message in posted)
