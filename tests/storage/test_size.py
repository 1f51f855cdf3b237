"""A store with many tables answers as fast as one with few."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from storage.connection import Connection
from storage.sqlite import DUE
from storage.store import Store
from tests.storage.samples import entry, table

TABLES = 20_000
RUNNING = 200


def fill(path: Path) -> None:
    """Store many finished tables and few running ones, all with ten entries."""
    with closing(sqlite3.connect(path)) as db:
        db.executemany(
            "INSERT INTO matches VALUES "
            "(?, 1, ?, 1, 'meister', 1, '{}', '', '[]', ?, 1, 1, 1, 1, 1, '[]', 5)",
            (
                (f"t{n}", n, "running" if n % (TABLES // RUNNING) == 0 else "finished")
                for n in range(TABLES)
            ),
        )
        db.executemany(
            "INSERT INTO log VALUES (?, ?, 0, '{}', 1, 7)",
            ((f"t{n}", sequence) for n in range(TABLES) for sequence in range(1, 11)),
        )
        db.executemany(
            "INSERT INTO snapshots VALUES (?, 0, '{}')", ((f"t{n}",) for n in range(TABLES))
        )
        db.commit()


async def test_many_tables_cost_no_time(store: Store, path: Path) -> None:
    fill(path)
    begun = time.perf_counter()
    due = await store.due()
    await store.append("t0", entry(11, due=9.0))
    await store.add_table(table("new", TABLES + 1))
    assert await store.open_table(TABLES + 1) is not None
    taken = time.perf_counter() - begun
    assert len(due) == RUNNING
    assert taken < 0.1  # about 3 ms; the bound is for busy machines


async def test_due_reads_only_running_tables(path: Path) -> None:
    connection = await Connection.open(path)
    plan = [row[-1] for row in await connection.read(f"EXPLAIN QUERY PLAN {DUE}")]
    await connection.close()
    assert [step for step in plan if step.startswith("SCAN")] == [
        "SCAN matches USING INDEX matches_running"
    ]
