"""Tables, entries and results to store, and what is given out of them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import replace
from typing import Any

from storage.privacy import Rows
from storage.puzzles import Puzzle
from storage.records import Entry, Player, Result, Table
from storage.sql import Statement
from storage.store import Store
from storage.tables import Tables

PUZZLE = Puzzle(20, 7, "meister", "{}", "s0", 2, 1, "[0.25,0.5]")


def table(table_id: str = "t1", channel: int = 20, **changes: Any) -> Table:
    """Return a table in the lobby with a person and a computer."""
    values: dict[str, Any] = {
        "id": table_id,
        "guild": 10,
        "channel": channel,
        "host": 2**63 - 1,
        "game": "meister",
        "rules": 1,
        "options": '{"level": "hard"}',
        "seed": "5eed",
        "players": (Player(2**63 - 1, 'Zoë "🐉"', '{"level": 3}', away=True), Player(None, "Grim")),
        "status": "lobby",
        "created": 1000.25,
        "updated": 1000.25,
    }
    return Table(**(values | changes))


def entry(sequence: int, due: float | None = None) -> Entry:
    """Return an entry of the person in seat 0."""
    return Entry(sequence, 0, '{"verb":"draw"}', 2000.5 + sequence, "person", due)


async def play_to_the_end(
    store: Store,
    table: Table,
    fared: Sequence[Result],
    idle: Collection[int] = (),
    late: Collection[int] = (),
) -> None:
    """Store the end of a running table, at which who stayed has acted, but for the idle, and for
    those for whom the clock did, as they were too late."""
    last = len(await store.tables.entries(table.id))
    stayed = [one.seat for one in fared if one.completed and one.seat not in idle] or [0]
    *before, final = [
        replace(entry(last + n), seat=seat, by="clock" if seat in late else "person")
        for n, seat in enumerate(stayed, 1)
    ]
    for each in before:
        await store.tables.append(table.id, each)
    ended = replace(table, status="finished", updated=time.time())
    await store.tables.finish(ended, final, None, fared)


def results() -> list[Result]:
    """Return how both seats of `table` fared."""
    return [
        Result(0, 2**63 - 1, "Zoë", 1, '{"total": 7}', 3000.0),
        Result(1, None, "Grim", 2, '{"total": 3}', 3000.0),
    ]


@asynccontextmanager
async def at_once(tables: Tables) -> AsyncIterator[Tables]:
    """Give the tables to write to; all of it is one transaction, at the end of the block: a bot
    that runs sees nothing half done, which it would see to."""
    statements: list[Statement] = []

    async def note(*more: Statement) -> None:
        statements.extend(more)

    noting = copy(tables)
    noting._write = note
    yield noting
    await tables._write(*statements)


async def given_out(store: Store, user: int) -> dict[str, Rows]:
    """Return everything that is stored of a person, as they get it."""
    given: dict[str, Rows] = {}
    async for part, rows in store.privacy.export(user):
        given[part] = [*given.get(part, ()), *rows]
    return given


async def running(store: Store, table_id: str = "t1", channel: int = 20) -> Table:
    """Store a table that runs, not due, with the snapshot "s0"; return it as it is stored."""
    await store.tables.add(table(table_id, channel))
    return await store.tables.start(table(table_id, channel, started=1500.0), None, "s0")
