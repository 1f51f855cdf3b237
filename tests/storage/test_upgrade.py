"""A file of version 1 opens with its tables, logs, boards, calls and panels."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.people import Tally
from storage.records import Board, Call, Entry, Player, Private, Result, Saved, Table
from storage.sqlite import migrate
from storage.store import Store
from storage.url import open_store
from tests.storage.samples import given_out

USER = 2**63 - 1
PLAYERS = [[USER, 'Zoë "🐉"'], [None, "Grim"]]
SEATS = (Player(USER, 'Zoë "🐉"'), Player(None, "Grim"))


def old(
    table_id: str, channel: int, status: str, message: int | None, calls: list[list[int]]
) -> tuple[object, ...]:
    """Return a row of `matches` as version 1 stored it."""
    players = json.dumps(PLAYERS)
    return (
        *(table_id, 10, channel, USER, "meister", 4, "{}", "5eed", players, status),
        *(1.5, 2.5, 3.5, message, 4.5, json.dumps(calls), 5.5),
    )


@pytest.fixture
def first(path: Path) -> None:
    """Make a file of version 1 with an open and an ended table."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(migrate.scripts()[0])
        db.execute(f"PRAGMA application_id = {migrate.APPLICATION}")
        db.execute("PRAGMA user_version = 1")
        rows = [
            old("open", 20, "running", USER - 1, [[0, USER - 2], [1, 8]]),
            old("lobby", 21, "lobby", None, []),
            old("ended", 20, "finished", 9, []),
        ]
        db.executemany(f"INSERT INTO matches VALUES ({', '.join('?' * 17)})", rows)
        db.execute("INSERT INTO snapshots VALUES ('open', 0, 's0')")
        for sequence, seat in enumerate((0, 1, -1), 1):
            db.execute(
                "INSERT INTO append VALUES ('open', ?, ?, '{}', 7.5, NULL, NULL)", (sequence, seat)
            )
        db.execute("INSERT INTO panels VALUES ('open', ?, 12, 'token', 'de', 99.5)", (USER,))
        db.execute("INSERT INTO results VALUES ('ended', 1, ?, 'Zoë', 2, '{}', 8.5)", (USER,))
        db.execute("INSERT INTO settings VALUES (10, 'language', 'de')")
        db.commit()


def expected(table_id: str, channel: int, status: str) -> Table:
    """Return the table as it reads today."""
    values = (table_id, 10, channel, USER, "meister", 4, "{}", "5eed", SEATS, status)
    return Table(*values, 1.5, 2.5, 3.5)  # type: ignore[arg-type]


async def test_tables_and_logs_are_kept(first: None, store: Store) -> None:
    for row in (("open", 20, "running"), ("lobby", 21, "lobby"), ("ended", 20, "finished")):
        assert await store.tables.get(row[0]) == expected(*row)
    entries = [
        Entry(sequence, seat, "{}", 7.5, by)
        for sequence, seat, by in ((1, 0, "person"), (2, 1, "computer"), (3, -1, "clock"))
    ]
    assert await store.tables.load("open") == Saved("s0", 0, tuple(entries))
    assert await store.settings.get(10, "language") == "de"


async def test_a_table_of_an_older_file_goes_on(first: None, store: Store) -> None:
    await store.tables.append("open", Entry(4, 0, "{}", 8.5, "staff"), "s4")
    assert await store.tables.load("open") == Saved("s4", 4, ())
    table = await store.tables.get("lobby")
    assert table is not None
    started = await store.tables.start(table, None, "s0")
    assert await store.tables.get("lobby") == started


async def test_what_stood_in_the_channel_is_kept(first: None, store: Store) -> None:
    assert await store.shown.board("open") == Board("open", USER - 1, 4.5)
    assert await store.shown.board("lobby") is None
    assert [(call.seat, call.message) for call in await store.shown.calls()] == [
        (0, USER - 2),
        (1, 8),
    ]
    assert await store.shown.calls("lobby") == []
    assert await store.shown.calls("open") == [
        Call("open", 0, "", USER - 2, told=True),
        Call("open", 1, "", 8, told=True),
    ]
    panel = Private("open", USER, "panel", "token", 12, "de", 99.5)
    assert await store.shown.privates(0.0) == [panel]


async def test_results_are_counted_and_not_rated_late(first: None, store: Store) -> None:
    assert await store.history.results("ended") == [Result(1, USER, "Zoë", 2, "{}", 8.5)]
    assert await store.history.tally(10, USER) == [Tally("meister", True, 2, 1)]
    assert await store.history.unrated() == []


async def test_open_tables_alone_are_shown_anew(first: None, store: Store) -> None:
    assert await store.shown.owed() == ["lobby", "open"]


async def test_who_sits_where_is_known_of_older_tables(first: None, store: Store) -> None:
    assert await store.tables.open_of(USER) == ["lobby", "open"]
    assert {each["id"] for each in (await given_out(store, USER))["tables"]} == {
        *("open", "lobby", "ended"),
    }
    await store.privacy.forget(USER, 0.0)
    assert await store.tables.open_of(USER) == []


async def test_an_upgrade_happens_once(first: None, path: Path, url: str) -> None:
    for _ in range(2):
        store = await open_store(url)
        assert len(await store.tables.entries("open")) == 3
        await store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(migrate.scripts()),)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
