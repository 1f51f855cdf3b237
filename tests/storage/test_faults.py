"""What goes wrong with a file is told in one sentence, and the file stays as it was."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage import copying
from storage.errors import StoreError
from storage.records import Board
from storage.sql import Statement
from storage.sqlite import database
from storage.sqlite.database import SqliteDatabase
from storage.store import Store
from storage.url import open_store, schema, sqlite_path
from tests.storage.samples import entry, running, table

NOBODY = 65534


@pytest.mark.parametrize(
    "url",
    [
        "mysql://bot:hunter2@db/monsterrunde",
        "monsterrunde.db",
        "sqlite://",
        "sqlite:///",
        "sqlite://folder/file.db",
        "",
    ],
)
async def test_other_urls_are_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(StoreError, match="DATABASE_URL must look like") as caught:
        await open_store(url)
    assert "hunter2" not in str(caught.value)


def test_urls_name_files() -> None:
    assert sqlite_path("sqlite:////data/bot.db") == Path("/data/bot.db")
    assert sqlite_path("sqlite:///data/bot.db") == Path.cwd() / "data/bot.db"
    assert sqlite_path(" SQLite:///bot.db\n") == Path.cwd() / "bot.db"


async def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"folder of the database .* is not there"):
        await open_store(f"sqlite:///{tmp_path}/none/bot.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        await open_store(f"sqlite:///{tmp_path}")


@pytest.fixture
def threads_end() -> Iterator[None]:
    """Threads that were begun end, so that the process can."""
    before = threading.enumerate()
    yield
    left = set(threading.enumerate()).difference(before)
    for thread in left:
        thread.join(5)  # it says that it has closed the file before it has ended
    assert not any(thread.is_alive() for thread in left), "the process can end"


async def test_a_file_that_is_no_database(path: Path, url: str, threads_end: None) -> None:
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreError, match="damaged or no SQLite file"):
        await open_store(url)
    assert path.read_bytes() == b"Dear diary, " * 500


async def test_what_reads_is_closed_where_it_cannot_be_set_up(
    url: str, threads_end: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_CACHE", "PRAGMA cache_size = (")
    with pytest.raises(StoreError, match="syntax error"):
        await open_store(url)


async def test_a_damaged_database(path: Path, url: str) -> None:
    await (await open_store(url)).close()
    content = path.read_bytes()
    damaged = content[:200] + bytes(len(content) - 200)
    path.write_bytes(damaged)
    with pytest.raises(StoreError, match="is damaged"):
        await open_store(url)
    assert path.read_bytes() == damaged


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for other processes no longer than a test may take."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)


async def test_a_database_locked_by_another_program(
    hurry: None, store: Store, path: Path, url: str
) -> None:
    await running(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program"):
            await open_store(url)
        with pytest.raises(StoreError, match="is locked by another program"):
            await store.tables.append("t1", entry(1))
        with pytest.raises(StoreError, match="is locked by another program"):
            await store.tables.start(table(), None, "s0")
        with pytest.raises(StoreError, match="is locked by another program"):
            await store.shown.save_board(Board("t1", 1))
        assert await store.shown.owed() == ["t1"]
        assert await store.tables.entries("t1") == []
    await store.tables.append("t1", entry(1))


@pytest.fixture
async def opened(path: Path) -> AsyncIterator[SqliteDatabase]:
    """Open a connection to a new file."""
    made = await SqliteDatabase.open(path)
    yield made
    await made.close()


async def test_no_read_waits_until_what_was_removed_is_off_the_disk(
    opened: SqliteDatabase, path: Path
) -> None:
    await opened.write(Statement("DELETE FROM habits"))
    journal = Path(f"{path}-wal")
    assert journal.stat().st_size
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        scrubbing = asyncio.create_task(opened.scrub())
        await asyncio.sleep(0.1)
        async with asyncio.timeout(database.BUSY_SECONDS / 2):
            assert await opened.read("SELECT 1") == [(1,)]
        assert not scrubbing.done()
        other.execute("ROLLBACK")
        while not scrubbing.done():  # nor do reads hold it up
            await opened.read("SELECT count(*) FROM habits")
        await scrubbing
    assert journal.stat().st_size == 0


async def test_who_reads_for_long_holds_up_what_was_removed_and_no_write(
    opened: SqliteDatabase, path: Path
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM habits").fetchall()
        await opened.write(Statement("DELETE FROM habits"))
        scrubbing = asyncio.create_task(opened.scrub())
        for _ in range(5):
            await asyncio.sleep(0.05)
            async with asyncio.timeout(database.BUSY_SECONDS / 4):
                await opened.write(Statement("DELETE FROM habits"))
        assert not scrubbing.done()
        other.execute("ROLLBACK")
        await scrubbing
    assert Path(f"{path}-wal").stat().st_size == 0


async def test_a_full_disk(opened: SqliteDatabase) -> None:
    store = Store(opened)
    started = await running(store)
    await opened._writer.execute("PRAGMA max_page_count = 1")
    for call in (
        store.tables.append("t1", entry(1), "x" * 100_000),
        store.tables.finish(started, entry(1), "x" * 100_000, []),
    ):
        with pytest.raises(StoreError, match="has no room left"):
            await call
    shown = Board("t1", 1, version=started.version, sequence=0)
    with pytest.raises(StoreError, match="has no room left"):
        await store.shown.save_board(replace(shown, leftovers=tuple(range(50_000))))
    assert await store.shown.board("t1") is None
    assert await store.tables.entries("t1") == []
    await opened._writer.execute("PRAGMA max_page_count = 10000")
    await store.shown.save_board(shown)
    assert await store.shown.owed() == []
    await store.tables.append("t1", entry(1), "x" * 100_000)


async def test_a_mistake_of_ours_is_no_fault_of_the_file(opened: SqliteDatabase) -> None:
    with pytest.raises(sqlite3.ProgrammingError):
        await opened.read("SELECT ?")
    with pytest.raises(StoreError, match=r"failed \(CHECK constraint failed"):
        await Store(opened).tables.add(table(status="closed"))


@contextmanager
def nobody() -> Iterator[None]:
    """Run as a user without rights, as root may write to everything."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that every user may enter but, at first, only its owner change."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


async def test_a_file_or_folder_that_may_not_be_written_to(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{folder}/bot.db"
    folder.chmod(0o555)
    with nobody(), pytest.raises(StoreError, match="must be readable and writable"):
        await open_store(url)
    folder.chmod(0o777)
    await (await open_store(url)).close()
    file = folder / "bot.db"
    before = file.read_bytes()
    file.chmod(0o444)
    with nobody(), pytest.raises(StoreError, match="may not be written to"):
        await open_store(url)
    file.chmod(0o000)
    with nobody(), pytest.raises(StoreError, match="must be readable and writable"):
        await open_store(url)
    file.chmod(0o644)
    folder.chmod(0o555)
    with nobody(), pytest.raises(StoreError, match=r"must be readable and writable|written to"):
        await open_store(url)
    assert file.read_bytes() == before
    assert capfd.readouterr() == ("", "")


class Late(logging.Handler):
    """Holds up whoever logs something."""

    def emit(self, record: logging.LogRecord) -> None:
        """Wait a little."""
        time.sleep(0.02)


@pytest.mark.parametrize("look", [open_store, schema])
def test_a_file_that_may_not_be_opened_leaves_no_thread_that_speaks_to_a_closed_loop(
    folder: Path, monkeypatch: pytest.MonkeyPatch, look: Callable[[str], Coroutine[Any, Any, Any]]
) -> None:
    file, failed = folder / "bot.db", list[Any]()
    file.touch()
    file.chmod(0o000)
    monkeypatch.setattr(threading, "excepthook", failed.append)
    library, late, before = logging.getLogger("aiosqlite"), Late(), threading.enumerate()
    monkeypatch.setattr(library, "level", logging.DEBUG)
    library.addHandler(late)
    with nobody(), pytest.raises(StoreError, match="must be readable and writable"):
        asyncio.run(look(f"sqlite:///{file}"))
    for thread in set(threading.enumerate()).difference(before):
        thread.join()
    library.removeHandler(late)
    assert failed == []


async def test_a_folder_that_may_not_be_looked_into(folder: Path) -> None:
    inner = folder / "closed"
    inner.mkdir()
    file, url = inner / "bot.db", f"sqlite:///{inner}/bot.db"
    await (await open_store(url)).close()
    inner.chmod(0o000)
    with nobody():
        with pytest.raises(StoreError, match=rf"{file} cannot be looked at \(Permission denied"):
            await schema(url)
        with pytest.raises(StoreError, match=f"The file {file} cannot be read"):
            await copying.restore(file, f"sqlite:///{folder}/other.db")
    inner.chmod(0o755)


async def test_the_files_are_their_owner_s_alone(store: Store, url: str, path: Path) -> None:
    await running(store)
    await store.leases.others("a")
    await copying.backup(url, path.parent / "backup.db")
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    journal = {f"{path.name}-{end}" for end in ("wal", "shm", "owner")}
    assert set(files) == {path.name, "backup.db", *journal}
    assert set(files.values()) == {0o600}


@pytest.fixture
def durable(made_once: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be opened as they really are."""
    monkeypatch.setattr(database, "_PRAGMAS", made_once)


@pytest.mark.usefixtures("durable")
async def test_what_is_stored_is_on_the_disk_and_refers_to_what_exists(
    opened: SqliteDatabase,
) -> None:
    full, on = 2, 1
    for pragma, value in (("synchronous", full), ("foreign_keys", on)):
        [row] = await opened._writer.execute_fetchall(f"PRAGMA {pragma}")
        assert tuple(row) == (value,)
