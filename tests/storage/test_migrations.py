"""The schema: made from nothing, left alone when it is newer or another program's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from storage.alerts import Letter
from storage.copying import backup, copy, restore
from storage.errors import StoreError
from storage.postgres import migrate as postgres
from storage.sql import Statement
from storage.sqlite import database, migrate
from storage.store import Store
from storage.url import on_server, open_store, schema
from tests.storage.samples import running

MAKE = database._make
NOW = 5000.0


@pytest.fixture(scope="module", autouse=True)
def made_once() -> Iterator[None]:
    """Make each new file from nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_make", MAKE)
        yield


@pytest.fixture(params=["url_of_file", "schema"], ids=["sqlite", "postgres"])
def either_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a store that does not exist yet, once of each kind."""
    url: str = request.getfixturevalue(request.param)
    return url


def pragma(path: Path, name: str) -> Any:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"PRAGMA {name}").fetchone()[0]


def run(path: Path, script: str) -> bytes:
    """Run a script on the file and return what the file then is."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)
    return path.read_bytes()


@pytest.mark.parametrize("store", [migrate, postgres])
def test_migrations_are_numbered_without_a_gap(store: Any) -> None:
    names = sorted(path.name for path in store.FOLDER.iterdir())
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    assert len(names) == len(store.scripts())


def test_no_part_of_a_migration_is_lost() -> None:
    for script in migrate.scripts():
        assert "".join(migrate.statements(script)) == script


async def test_a_new_file_gets_the_newest_schema(path: Path, url: str) -> None:
    await (await open_store(url)).close()
    assert pragma(path, "user_version") == len(migrate.scripts())
    assert pragma(path, "application_id") == migrate.APPLICATION
    assert pragma(path, "journal_mode") == "wal"


async def test_opening_again_writes_nothing(path: Path, url: str) -> None:
    await (await open_store(url)).close()
    before = path.read_bytes()
    await (await open_store(url)).close()
    assert path.read_bytes() == before


async def test_a_newer_database_is_refused(path: Path, url: str) -> None:
    await (await open_store(url)).close()
    before = run(path, "PRAGMA user_version = 999")
    with pytest.raises(StoreError, match=r"version 999, but .* run a newer bot\.$"):
        await open_store(url)
    assert path.read_bytes() == before


async def test_a_database_that_gets_newer_before_its_turn_to_be_migrated_is_refused(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_store(url)).close()
    looks, seen = migrate.demand_known, list[bytes]()

    def looks_and_is_late(db: sqlite3.Connection, path: Path, newest: int) -> None:
        looks(db, path, newest)
        if not seen:
            seen.append(run(path, "PRAGMA user_version = 999"))

    monkeypatch.setattr(migrate, "demand_known", looks_and_is_late)
    with pytest.raises(StoreError, match=r"version 999, but .* run a newer bot\.$"):
        await open_store(url)
    assert seen


async def test_another_program_s_database_is_refused(path: Path, url: str) -> None:
    before = run(path, "CREATE TABLE notes (text); PRAGMA user_version = 1")
    with pytest.raises(StoreError, match="another program"):
        await open_store(url)
    assert path.read_bytes() == before


async def test_a_migration_that_fails_changes_nothing(
    path: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_store(url)).close()
    steps = [*migrate.scripts(), "CREATE TABLE more (x);\nCREATE TABLE log (x);\n"]
    monkeypatch.setattr(migrate, "scripts", lambda: steps)
    with pytest.raises(StoreError, match="table log already exists"):
        await open_store(url)
    assert pragma(path, "user_version") == len(steps) - 1
    with closing(sqlite3.connect(path)) as db:
        assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'more'").fetchall()


async def test_later_migrations_run_on_an_older_file(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_store(url)).close()
    steps = [*migrate.scripts(), "CREATE TABLE a (x);\n", "CREATE TABLE b (x);\n"]
    monkeypatch.setattr(migrate, "scripts", lambda: steps)
    await (await open_store(url)).close()
    assert pragma(path, "user_version") == len(steps)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM a, b").fetchall() == []


@asynccontextmanager
async def before(name: str, url: str, patch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """Give a store as it was before the migration of this name."""
    module = postgres if on_server(url) else migrate
    files = enumerate(sorted(module.FOLDER.iterdir()))
    [steps] = [module.scripts()[:n] for n, path in files if name in path.name]
    with patch.context() as older:
        older.setattr(module, "scripts", lambda: steps)
        store = await open_store(url)
        yield store
        await store.close()


async def noted(
    store: Store, guild: int, action: str, table: str | None, target: int | None, detail: object
) -> None:
    """Store a row of the audit as all versions could."""
    insert = """INSERT INTO audit (guild, at, actor, action, "match", target, detail)
    VALUES (?, ?, 9, ?, ?, ?, ?)"""
    values = (guild, NOW, action, table, target, json.dumps(detail))
    await store._database.write(Statement(insert, values))


async def test_who_was_told_of_a_table_stays_known_from_before_it_was_known_where(
    either_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with before("letters", either_url, monkeypatch) as older:
        await older.alerts.tell("t1", 10, [1, 2], 100.0)
        await older._database.write(Statement("UPDATE alerted SET sent = 1"))
    store = await open_store(either_url)
    assert await store.alerts.told_of("t1") == [1, 2]
    assert await store.alerts.letters("t1") == [] == await store.alerts.standing()
    await store.alerts.sent("t1", 2, 50, 70)
    assert await store.alerts.letters("t1") == [Letter(2, 10, 50, 70)]
    await store.close()


async def test_a_table_that_was_paused_before_rows_told_why_still_knows(
    either_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whys: dict[str, list[str]] = {"a": ["lock", "staff"], "b": ["staff", "lock"], "c": []}
    async with before("paused", either_url, monkeypatch) as older:
        for channel, (id, told) in enumerate({**whys, "going": []}.items()):
            await running(older, id, channel)
            for why in told:
                await noted(older, 10, "pause", id, None, {"game": "meister", "why": why})
        stop = "UPDATE matches SET paused = 1.0 WHERE id != 'going'"
        await older._database.write(Statement(stop))
    store = await open_store(either_url)
    tables = [await store.tables.get(id) for id in (*whys, "going")]
    told = [table.why for table in tables if table is not None]
    assert told == ["pause.staff", "pause.lock", "pause.staff", ""]
    await store.close()


async def test_a_ban_of_before_its_row_told_how_high_who_banned_stood_still_knows(
    either_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stood: dict[int, list[int]] = {1: [1, 3], 2: [2], 3: [], 4: [3]}
    async with before("bans", either_url, monkeypatch) as older:
        for user, ranks in stood.items():
            insert = f"INSERT INTO bans VALUES (10, {user}, NULL, '', 9, 1.0)"
            await older._database.write(Statement(insert))
            for rank in ranks:
                await noted(older, 10, "ban", None, user, {"standing": rank})
        await noted(older, 11, "ban", None, 2, {"standing": 3})
        await noted(older, 10, "unban", None, 2, {"standing": 3})
        await older._database.write(Statement("UPDATE audit SET closed = 1 WHERE target = 4"))
    store = await open_store(either_url)
    stands = {ban.user: ban.standing for ban in await store.staff.bans(10, NOW)}
    assert stands == {1: 3, 2: 2, 3: 0, 4: 0}
    await store.close()


async def test_an_older_store_is_left_as_it_is(
    either_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot of its version may be running on it, or be wanted again."""
    module = postgres if on_server(either_url) else migrate
    steps = module.scripts()
    with monkeypatch.context() as older:
        older.setattr(module, "scripts", lambda: steps[:-1])
        store = await open_store(either_url)
        await store.settings.set(10, "language", "de")
        await store.close()
    other = f"sqlite:///{tmp_path}/other.db"
    with pytest.raises(StoreError, match="older schema"):
        await copy(either_url, other)
    await (await open_store(other)).close()
    await backup(other, tmp_path / "other.db.backup")
    with pytest.raises(StoreError, match="older schema"):
        await restore(tmp_path / "other.db.backup", either_url)
    file = tmp_path / "backup.db"
    if on_server(either_url):
        with pytest.raises(StoreError, match="older schema"):
            await backup(either_url, file)
    else:
        await backup(either_url, file)
        assert await schema(f"sqlite:///{file}") == len(steps) - 1, (
            "the bot that runs can go back to it"
        )
        assert file.stat().st_mode & 0o777 == 0o600
        await restore(file, other)
        restored = await open_store(other)
        assert await restored.settings.get(10, "language") == "de"
        await restored.close()
    assert await schema(either_url) == len(steps) - 1
