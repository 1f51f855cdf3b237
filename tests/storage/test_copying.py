"""Whole stores: copied over, backed up while they are in use, restored."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from storage import copying, leases
from storage.cases import Case
from storage.copying import TABLES, backup, copy, restore
from storage.errors import StoreError
from storage.people import Ban, Deed
from storage.sqlite.database import SqliteDatabase
from storage.store import Store
from storage.url import open_database, open_store, schema
from storage.views import View
from tests.storage.contract_meetings import meeting
from tests.storage.contract_people import ADA, PrivacyContract
from tests.storage.samples import entry, running

NOW = 5000.0


@pytest.fixture
def url(either_url: str) -> str:
    """Return the URL of a store in which there is nothing, once of each kind."""
    return either_url


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path, postgres: Any) -> str:
    """Return the URL of another store that does not exist yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/target.db"
    postgres.psql("DROP SCHEMA IF EXISTS target CASCADE; CREATE SCHEMA target")
    return f"{postgres.get_uri()}&options=-csearch_path%3Dtarget"


async def contents(url: str) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table."""
    database, found = await open_database(url), {}
    async with database.view() as view:
        for table in TABLES:
            names = await view.columns(table)
            rows = [
                dict(zip(names, row, strict=True))
                async for some in view.rows(table)
                for row in some
            ]
            found[table] = sorted(rows, key=lambda row: sorted(map(str, row.items())))
    await database.close()
    return found


async def test_a_copy_is_equal_and_goes_on(store: Store, url: str, target: str) -> None:
    await PrivacyContract().everywhere(store)
    await store.settings.set(10, "language", "de")
    await store.close()
    before = await contents(url)
    assert all(before.values())
    await copy(url, target)
    assert await contents(target) == before == await contents(url)
    copied = await open_store(target)
    await copied.tables.append("open", entry(3))
    await copied.staff.record(Case(Deed(10, 9.0, None, "end")))
    assert await copied.tables.open_of(ADA) == ["open"]
    newest = (await copied.staff.audit(10, 2))[0]
    assert newest.number == max(row["number"] for row in before["audit"]) + 1
    await copied.close()


async def test_texts_that_one_database_takes_and_the_other_does_not_are_copied(
    store: Store, url: str, target: str
) -> None:
    await store.settings.set(10, "language", "d\0e")
    await store.close()
    await copy(url, target)
    copied = await open_store(target)
    assert (await copied.settings.get(10, "language") or "").replace("\0", "") == "de"
    await copied.close()


async def test_a_copy_overwrites_nothing(store: Store, url: str, target: str) -> None:
    await running(store)
    await copy(url, target)
    with pytest.raises(StoreError, match="not empty"):
        await copy(url, target)


async def test_who_was_banned_where_nobody_plays_is_not_overwritten(
    store: Store, url: str, target: str
) -> None:
    other = await open_store(target)
    await other.settings.set(0, "commands", "sent")  # as every bot does that was ever started
    await other.close()
    await copy(url, target)
    other = await open_store(target)
    await other.staff.ban(Ban(0, ADA, None, "", 0, 1.0))
    await other.close()
    with pytest.raises(StoreError, match="not empty"):
        await copy(url, target)


@asynccontextmanager
async def used(store: Store) -> AsyncIterator[None]:
    """Let somebody whose clock is years ahead use a store, and die in the end."""
    await store.leases.take("host-7", [0], 1, 9e9)

    async def lives() -> None:
        for n in count():
            await asyncio.sleep(0.05)
            await store.leases.extend(9e9 + n)

    living = asyncio.create_task(lives())
    try:
        yield
    finally:
        living.cancel()
        await asyncio.wait({living})


async def test_nothing_is_copied_under_a_process_s_feet(
    store: Store, url: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await running(store)
    await backup(url, tmp_path / "backup.db")
    async with used(store):
        with pytest.raises(StoreError, match="in use by host-7"):
            await copy(url, target)
        with pytest.raises(StoreError, match="in use by host-7"):
            await restore(tmp_path / "backup.db", url)
    monkeypatch.setattr(leases, "LIFE", 1.0)
    await copy(url, target)
    await restore(tmp_path / "backup.db", url)


async def test_a_backup_is_of_one_moment_while_people_play(
    store: Store, url: str, tmp_path: Path
) -> None:
    for n in range(4):
        await running(store, f"t{n}", n)
    stop = asyncio.Event()

    async def play(n: int) -> None:
        sequence = 0
        while not stop.is_set():
            sequence += 1
            await store.tables.append(f"t{n}", entry(sequence), f"s{sequence}")

    players = [asyncio.create_task(play(n)) for n in range(4)]
    for number in range(3):
        await asyncio.sleep(0.05)
        file = tmp_path / f"backup{number}.db"
        await backup(url, file)
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
            for count, last, snapshot in db.execute(
                "SELECT count(*), max(log.sequence), snapshots.sequence"
                " FROM log JOIN snapshots USING (match) GROUP BY match"
            ):
                assert count == last == snapshot
        assert not list(tmp_path.glob("*.part*"))
    stop.set()
    await asyncio.wait_for(asyncio.gather(*players), 30)


async def test_a_backup_comes_back(store: Store, url: str, target: str, tmp_path: Path) -> None:
    await PrivacyContract().everywhere(store)
    before = await contents(url)
    (tmp_path / "backup.db.part").write_text("what a backup left behind that was killed")
    await backup(url, tmp_path / "backup.db")
    kept = (tmp_path / "backup.db").read_bytes()
    other = await open_store(target)
    await running(other, "older", 99)
    await other.close()
    await restore(tmp_path / "backup.db", target)
    assert await contents(target) == before
    await restore(tmp_path / "backup.db", url)
    assert await contents(url) == before
    assert (tmp_path / "backup.db").read_bytes() == kept


async def test_a_later_store_is_not_overwritten(store: Store, url: str, tmp_path: Path) -> None:
    await running(store)
    await store.tables.append("t1", entry(1))
    await backup(url, tmp_path / "backup.db")
    await store.tables.append("t1", replace(entry(2), at=entry(1).at + 0.001))
    with pytest.raises(StoreError, match="later than the backup"):
        await restore(tmp_path / "backup.db", url)
    assert len(await store.tables.entries("t1")) == 2


@pytest.mark.parametrize("later", ["a ban", "a case", "a date"])
async def test_what_is_later_is_not_only_what_was_played(
    store: Store, url: str, tmp_path: Path, later: str
) -> None:
    await running(store)
    await backup(url, tmp_path / "backup.db")
    at = entry(1).at + NOW
    if later == "a ban":
        await store.staff.ban(Ban(0, ADA, None, "", 0, at))
    elif later == "a case":
        await store.staff.record(Case(Deed(10, at, None, "settings")))
    else:
        await store.meetings.add(meeting(created=at))
    with pytest.raises(StoreError, match="later than the backup"):
        await restore(tmp_path / "backup.db", url)


async def test_files_are_not_overwritten_nor_invented(
    store: Store, url: str, tmp_path: Path
) -> None:
    await backup(url, tmp_path / "backup.db")
    with pytest.raises(StoreError, match="is there already"):
        await backup(url, tmp_path / "backup.db")
    with pytest.raises(StoreError, match=r"^The folder of .*/backup\.db is not there"):
        await backup(url, tmp_path / "nowhere" / "backup.db")
    with pytest.raises(StoreError, match="is not there"):
        await restore(tmp_path / "nothing.db", url)


async def test_a_backup_is_whole_without_what_lies_beside_it(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where its disk has no room left when it is closed, which SQLite does not say."""
    await running(store)
    await store.close()
    shut, left = SqliteDatabase._shut, list[SqliteDatabase]()

    async def leave(self: SqliteDatabase) -> None:
        left.append(self)

    with monkeypatch.context() as patch:
        patch.setattr(SqliteDatabase, "_shut", leave)
        await backup(url, tmp_path / "backup.db")
    alone = tmp_path / "alone.db"
    alone.write_bytes((tmp_path / "backup.db").read_bytes())
    assert await contents(f"sqlite:///{alone}") == await contents(url)
    for database in left:
        await shut(database)


async def test_what_is_refused_makes_no_store(
    store: Store, url: str, target: str, tmp_path: Path
) -> None:
    await backup(url, tmp_path / "backup.db")
    async with used(store):
        with pytest.raises(StoreError, match="in use by host-7"):
            await copy(url, target)
    assert await schema(target) == 0
    (tmp_path / "not a folder").touch()
    with pytest.raises(StoreError, match="is not there"):
        await backup(url, tmp_path / "not a folder" / "backup.db")
    with pytest.raises(StoreError, match="is not there"):
        await restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/not a folder/x.db")
    with pytest.raises(StoreError, match="cannot be written"):
        await backup(url, tmp_path / ("x" * 300))


async def test_what_breaks_off_leaves_nothing_behind(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a disk gets full in the middle; what was there stays as it was."""
    await running(store)
    await store.close()
    goal = tmp_path / "some" / "goal.db"
    goal.parent.mkdir()
    await backup(url, tmp_path / "backup.db")

    async def full(self: SqliteDatabase, table: str, view: View) -> None:
        if table == "results":
            raise StoreError("no room left")
        await fill(self, table, view)

    fill = SqliteDatabase._fill
    monkeypatch.setattr(SqliteDatabase, "_fill", full)
    for broken_off in (
        copy(url, f"sqlite:///{goal}"),
        restore(tmp_path / "backup.db", f"sqlite:///{goal}"),
        backup(url, goal),
    ):
        with pytest.raises(StoreError, match="no room left"):
            await broken_off
        assert [*goal.parent.iterdir()] == []
    await (await open_store(f"sqlite:///{goal}")).close()
    with pytest.raises(StoreError, match="no room left"):
        await restore(tmp_path / "backup.db", f"sqlite:///{goal}")
    assert [*goal.parent.iterdir()] == [goal]


class Full(sqlite3.Connection):
    """Is copied to where there is no room."""

    def backup(self, *_: Any, **__: Any) -> None:
        """Fail as SQLite does."""
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error


async def test_a_disk_without_room_for_a_copy_is_named(
    url_of_file: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    await (await open_store(url_of_file)).close()
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", f"{other}")
    monkeypatch.setattr(shutil, "copy", full)
    with pytest.raises(StoreError, match=f"^There is no room for a copy of {path} in {other}/"):
        await restore(path, f"sqlite:///{tmp_path}/goal.db")
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Full))
    with pytest.raises(StoreError, match=rf"^The database {other}/\S+ has no room left"):
        async with copying.opened_apart(url_of_file):
            pass


def test_what_breaks_off_goes_with_what_lies_beside_it(tmp_path: Path) -> None:
    """As where there was no room left to close it."""
    with pytest.raises(StoreError), copying._whole(tmp_path / "new.db"):
        for end in ("", "-wal", "-shm"):
            (tmp_path / f"new.db{end}").touch()
        raise StoreError("no room left")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"Dear diary, " * 500, "no SQLite file"),
        (b"", "There is no store at"),
        (None, "cannot be read"),
    ],
)
async def test_what_is_no_backup_is_named_and_changes_nothing(
    store: Store, url: str, tmp_path: Path, content: bytes | None, said: str
) -> None:
    await store.settings.set(10, "language", "de")
    file = tmp_path / "diary.db"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(StoreError, match=said) as caught:
        await restore(file, url)
    assert f"{file}" in str(caught.value) and str(caught.value).count("diary.db") == 1
    assert await store.settings.get(10, "language") == "de"
