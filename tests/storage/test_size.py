"""A store with many tables answers as fast as one with few."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from storage.manners import PLAYED_IN
from storage.privacy import OF_PERSON
from storage.records import Board
from storage.shown import BEHIND, FLAGGED
from storage.sqlite.database import SqliteDatabase
from storage.store import Store
from storage.tables import COUNT, DUE
from tests.storage.samples import entry, table

TABLES = 20_000
RUNNING = 200


def fill(path: Path) -> None:
    """Store many finished tables and few running ones, all with ten entries and shown whole."""
    with closing(sqlite3.connect(path)) as db:
        db.executemany(
            "INSERT INTO matches (id, guild, channel, host, game, rules, options, seed, players,"
            " status, created, updated, started, due, version, owed)"
            " VALUES (?, 1, ?, 1, 'meister', 1, '{}', '', '[]', ?, 1, 1, 1, 5, 2, 0)",
            (
                (f"t{n}", n, "running" if n % (TABLES // RUNNING) == 0 else "finished")
                for n in range(TABLES)
            ),
        )
        db.executemany(
            "INSERT INTO log (match, sequence, seat, action, at, due, by)"
            " VALUES (?, ?, 0, '{}', 1, 7, 'person')",
            ((f"t{n}", sequence) for n in range(TABLES) for sequence in range(1, 11)),
        )
        db.executemany(
            "INSERT INTO snapshots VALUES (?, 0, '{}')", ((f"t{n}",) for n in range(TABLES))
        )
        db.executemany(
            "INSERT INTO boards VALUES (?, 1, 1, NULL, 2, 10, '[]')",
            ((f"t{n}",) for n in range(TABLES)),
        )
        db.commit()


async def test_many_tables_cost_no_time(store: Store, path: Path) -> None:
    fill(path)
    begun = time.process_time()  # other work on the machine does not count
    due = await store.tables.due()
    none = await store.shown.owed()
    await store.tables.append("t0", entry(11, due=9.0))
    one = await store.shown.owed()
    await store.shown.save_board(Board("t0", 1, version=2, sequence=11))
    await store.tables.add(table("new", TABLES + 1))
    assert await store.tables.open_table(TABLES + 1) is not None
    taken = time.process_time() - begun
    assert len(due) == RUNNING
    assert (none, one, await store.shown.owed()) == ([], ["t0"], ["new"])
    assert taken < 0.1  # about 5 ms


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (DUE, "matches_running"),
        (BEHIND, "matches_running"),
        (FLAGGED, "matches_owed"),
        (COUNT, "matches_of_kind"),
    ],
)
async def test_no_other_rows_are_read(path: Path, query: str, index: str) -> None:
    connection = await SqliteDatabase.open(path)
    plan = [row[-1] for row in await connection.read(f"EXPLAIN QUERY PLAN {query}")]
    await connection.close()
    [scan] = [step for step in plan if step.startswith("SCAN")]
    assert scan.removeprefix("SCAN matches USING ").removeprefix("COVERING ") == f"INDEX {index}"


@pytest.mark.parametrize(
    ("query", "values", "index"),
    [(OF_PERSON, (1, 1), "matches_of_host"), (PLAYED_IN, (1,), "matches_ended")],
)
async def test_who_sits_where_and_where_was_played_is_looked_up(
    path: Path, query: str, values: tuple[int, ...], index: str
) -> None:
    connection = await SqliteDatabase.open(path)
    plan = [row[-1] for row in await connection.read(f"EXPLAIN QUERY PLAN {query}", *values)]
    await connection.close()
    assert not [step for step in plan if step.startswith("SCAN")]
    assert any(index in step for step in plan)


async def test_records_are_found_at_once_among_many(store: Store, path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "INSERT INTO results (match, seat, user, name, place, scores, finished, completed,"
            " guild, game) SELECT id, seat, matches.rowid % 500, '', 1 + seat, '{}', 1, 1,"
            " guild, game"
            " FROM matches JOIN (SELECT 0 AS seat UNION SELECT 1 UNION SELECT 2)"
        )
        db.execute(
            "INSERT INTO ratings SELECT 1, 'meister', rowid, 25 + rowid % 10, 8, 9, 3, 'ever'"
            " FROM matches"
        )
        db.commit()
    begun = time.process_time()
    [*tallies] = await store.history.tally(1, 7)
    page = await store.history.leaderboard(1, "meister", 10, skip=1000)
    past = await store.history.past(7, 10)
    taken = time.process_time() - begun
    assert sum(tally.games for tally in tallies) == 3 * TABLES // 500
    assert (len(page), len(past)) == (10, 1)
    assert taken < 0.1  # about 2 ms


async def test_no_connection_keeps_much_of_the_file(path: Path) -> None:
    connection = await SqliteDatabase.open(path)
    for each in (connection._writer, connection._reader):
        [row] = await each.execute_fetchall("PRAGMA cache_size")
        assert tuple(row) == (-512,)
    await connection.close()
