"""What was removed cannot be read from the files of the store either."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from storage.records import Player
from storage.sqlite import database
from storage.store import Store
from storage.url import open_store
from tests.storage.contract_people import ADA, BOB, PrivacyContract, finished
from tests.storage.samples import table


def files(path: Path) -> bytes:
    """Return everything that lies in the store's folder."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


def traces(path: Path, user: int) -> int:
    """Return how often an id lies there, as text or as SQLite stores an integer."""
    content = files(path)
    return content.count(str(user).encode()) + content.count(user.to_bytes(8, "big"))


async def test_a_forgotten_person_leaves_no_trace(store: Store, path: Path) -> None:
    await PrivacyContract().everywhere(store)
    await store.staff.unban(10, ADA)
    # A name that was replaced before, and rows long enough to move to pages of their own.
    lobby = table("lobby", 30, players=(Player(ADA, "Ada " * 2000),))
    await store.tables.add(lobby)
    await store.tables.save(replace(lobby, players=(Player(ADA, "Ada"), Player(BOB, "Bob"))))
    for n in range(40):
        await finished(store, f"many{n}", 100 + n, players=(Player(ADA, "Ada"),))
    assert traces(path, ADA) > 40
    assert b"Ada" in files(path)
    others = traces(path, BOB)
    await store.privacy.forget(ADA, 1000.0)
    assert traces(path, ADA) == 0
    assert b"Ada" not in files(path)
    assert traces(path, BOB) > 0 < others


async def test_a_running_ban_alone_keeps_the_bare_id(store: Store, path: Path) -> None:
    await PrivacyContract().everywhere(store)
    await store.privacy.forget(ADA, 1000.0)
    assert traces(path, ADA) == 1
    assert b"Ada" not in files(path)


async def test_a_purged_server_leaves_no_trace(store: Store, path: Path) -> None:
    server = 2**60 + 3
    await finished(store, "t1", guild=server, players=(Player(ADA, "Ada"),))
    await store.settings.set(server, "language", "de")
    assert traces(path, server) >= 3
    await store.privacy.purge(server)
    assert traces(path, server) == traces(path, ADA) == 0
    assert b"5eed" not in files(path)


async def test_what_is_removed_while_others_read_leaves_no_trace_once_they_have(
    store: Store, path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    server = 2**60 + 3
    await finished(store, "t1", guild=server, players=(Player(ADA, "Ada"),))
    await finished(store, "t2", players=(Player(ADA, "Ada"),))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM matches").fetchall()
        await store.privacy.forget(ADA, 1000.0)
        await store.privacy.purge(server)
        assert await store.privacy.tables_of(ADA) == []
        await store.privacy.scrub()
        assert traces(path, ADA) and traces(path, server), "or this tests nothing"
        other.execute("COMMIT")
    await store.privacy.scrub()
    assert traces(path, ADA) == traces(path, server) == 0


async def test_nobody_is_kept_from_writing_while_the_log_goes_into_the_file(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[bool]()

    class Looking(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if "TRUNCATE" in sql:  # from then on it holds the lock of who writes
                seen.append(b"Ada" in path.read_bytes())
            return super().execute(sql, parameters)

    await finished(store, "t1", players=(Player(ADA, "Ada"),))
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Looking))
    await store.privacy.scrub()
    assert seen == [True], "a slow disk is waited for before"


async def test_a_process_removes_the_traces_that_one_before_it_has_left(
    store: Store, path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store, "t1", players=(Player(ADA, "Ada"),))
    with monkeypatch.context() as killed:
        killed.setattr(store.privacy, "_scrub", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            await store.privacy.forget(ADA, 1000.0)
    assert traces(path, ADA)
    other = await open_store(url)
    await other.privacy.scrub()
    assert traces(path, ADA) == 0
    await other.close()
