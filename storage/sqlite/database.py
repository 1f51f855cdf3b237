"""A SQLite file through aiosqlite: one connection writes, one reads; failures in a sentence."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.database import Database
from storage.errors import Lost, StoreError, aside
from storage.sql import Statement, marks
from storage.sqlite import migrate
from storage.sqlite.presence import Presence
from storage.sqlite.reasons import explained
from storage.sqlite.view import SqliteView
from storage.views import AT_ONCE, View

BUSY_SECONDS = 2.0
"""How long to wait for another process; a click has to be answered within 3 seconds."""
PAUSE = 0.02
"""Seconds between two tries to empty the write-ahead log."""

T = TypeVar("T")

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # always: a name that was replaced must not be found either
)

_CACHE = "PRAGMA cache_size = -512"
"""KiB of the file that a connection keeps: the machine has it all, at a few microseconds a page."""


class Connection(aiosqlite.Connection):
    """A connection of aiosqlite that can do several things in one trip to its thread."""

    def __init__(self, file: Path | str, uri: bool = False) -> None:
        # Without an isolation level sqlite3 begins no transactions behind our back.
        connect = partial(
            sqlite3.connect, file, uri=uri, timeout=BUSY_SECONDS, isolation_level=None
        )
        super().__init__(connect, iter_chunk_size=AT_ONCE)
        self._stopped: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread, and remember when it will have done so."""
        self._stopped = super().stop()
        return self._stopped

    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        try:
            return (yield from super().__await__())
        except BaseException:
            # Where there is no connection the library stops the thread and does not wait for it,
            # which would then speak to a loop that may be closed.
            if self._stopped is not None:
                yield from self._stopped
            raise

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let `work` use the connection, alone and whole, also when the caller is cancelled."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done


class SqliteDatabase(Database):
    """A SQLite file; several processes may share it."""

    def __init__(self, path: Path, writer: Connection, reader: Connection) -> None:
        super().__init__()
        self._path, self._writer, self._reader = path, writer, reader
        self._presence = Presence(path)
        self._files = {name: _identity(name) for name in (f"{path}", f"{path}-wal")}

    @classmethod
    async def open(cls, path: Path) -> SqliteDatabase:
        """Open or make the file and bring it to the newest schema; raise StoreError."""
        if not os.path.isdir(path.parent):
            raise StoreError(f"The folder of the database {path} is not there.")
        if os.path.isdir(path):
            raise StoreError(f"The database {path} is a folder, not a file.")
        _make(path)
        writer, reader = Connection(path), Connection(path)
        async with AsyncExitStack() as opened:
            with explained(path):
                await opened.enter_async_context(writer)
                await writer.run(lambda db: _prepare(db, path))
                await opened.enter_async_context(reader)
                for connection in (writer, reader):
                    await connection.execute(_CACHE)
            opened.pop_all()
        return cls(path, writer, reader)

    async def succeed(self, owner: str) -> str | None:
        return self._presence.succeed(owner)

    async def _query(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with explained(self._path):
            return await self._reader.run(lambda db: _fetched(db, sql, values))

    async def _transact(self, statements: Sequence[Statement]) -> None:
        with explained(self._path):
            await self._writer.run(lambda db: self._do(db, statements))

    async def scrub(self) -> None:
        self._demand_open()
        with aside(), explained(self._path):
            busy = await asyncio.to_thread(_checkpoint, self._path)
        if busy:
            raise StoreError(f"The database {self._path} is read by another program.")

    @asynccontextmanager
    async def view(self) -> AsyncIterator[View]:
        with explained(self._path):
            async with Connection(self._path) as connection:
                await connection.execute("BEGIN")
                yield SqliteView(connection, self._path)

    async def replace(self, tables: Sequence[str], view: View) -> None:
        with explained(self._path):
            await self._writer.execute("BEGIN IMMEDIATE")
            try:
                for table in reversed(tables):
                    await self._writer.execute(f"DELETE FROM {table}")
                for table in tables:
                    await self._fill(table, view)
                await self._writer.execute("COMMIT")
            except BaseException:
                await self._writer.rollback()
                raise

    async def _fill(self, table: str, view: View) -> None:
        names = await view.columns(table)
        quoted = ", ".join(f'"{name}"' for name in names)
        insert = f"INSERT INTO {table} ({quoted}) VALUES ({marks(len(names))})"
        async for rows in view.rows(table):
            await self._writer.executemany(insert, rows)

    async def _shut(self) -> None:
        await self._reader.close()
        await self._writer.close()
        self._presence.let_go()

    def _do(self, db: sqlite3.Connection, statements: Sequence[Statement]) -> None:
        self._demand_file()
        try:
            db.execute("BEGIN IMMEDIATE")
            for statement in statements:
                rows = db.execute(statement.sql, statement.values).fetchall()
                if statement.unmet is not None and not rows:
                    raise statement.unmet
            db.execute("COMMIT")
        except BaseException:
            db.rollback()
            raise
        # Only now is it sure that the commit went to the file that the next start opens.
        self._demand_file()

    def _demand_file(self) -> None:
        """Raise Lost when the file was deleted or replaced while it is open."""
        if any(_identity(name) != was for name, was in self._files.items()):
            raise Lost(f"The database {self._path} was deleted or replaced while it was in use.")


def _fetched(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[Any]:
    # Closed also when it fails: a query left open would keep showing what was stored then.
    with closing(db.execute(sql, values)) as cursor:
        return cursor.fetchall()


def _checkpoint(path: Path) -> bool:
    """Empty the write-ahead log into the file; return whether that is not possible for now.

    A connection of its own does this, which waits for commits and reads: so none of them has to.
    Nor does it wait in SQLite, which lets nobody write meanwhile (its documentation, PRAGMA
    wal_checkpoint): a write that comes has waited as long as it may by then.
    """
    until = time.monotonic() + BUSY_SECONDS
    with closing(sqlite3.connect(path, timeout=0.0, isolation_level=None)) as db:
        # First as far as that hinders nobody, so that a slow disk is not waited for meanwhile.
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        while True:
            [(busy, *_)] = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            if not busy or time.monotonic() >= until:
                return bool(busy)
            time.sleep(PAUSE)


def _make(path: Path) -> None:
    """Make the file, for its owner alone; SQLite's other files get the same mode.

    One that is there is not opened: closing it takes all locks on it away from the whole process,
    and who closes the file last elsewhere then deletes the write-ahead log under its feet.
    """
    with suppress(OSError):  # it is there, or SQLite says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Bring the file to the newest schema; raise StoreError."""
    steps = migrate.scripts()
    migrate.demand_known(db, path, len(steps))
    for pragma in _PRAGMAS:
        db.execute(f"PRAGMA {pragma}")
    migrate.migrate(db, path, steps)


async def sqlite_schema(path: Path) -> int:
    """Return the version of a file's schema, 0 where nothing is; raise StoreError."""
    try:
        if not path.is_file():
            return 0
    except OSError as error:
        raise StoreError(f"The database {path} cannot be looked at ({error.strerror}).") from error
    with explained(path):
        file = Connection(_there(path), uri=True)
        async with file:
            return await file.run(lambda db: migrate.inspect(db, path))


def snapshot(path: Path, copy: Path) -> None:
    """Write a file, also while it is used, to another as it is, of whatever schema."""
    _make(copy)
    with (
        explained(path),
        closing(sqlite3.connect(_there(path), uri=True)) as db,
        closing(sqlite3.connect(copy)) as new,
    ):
        try:
            db.backup(new)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_FULL:
                raise
            with explained(copy):  # only there anything is written
                raise


def _there(path: Path) -> str:
    """Return what opens a file that is there, to be read: one that may only read would leave the
    write-ahead log behind that it makes."""
    return f"{path.as_uri()}?mode=rw"


def _identity(name: str) -> tuple[int, int] | None:
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino
