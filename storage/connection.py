"""One connection to a SQLite file: whole transactions, and failures put in a sentence."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from storage import migrate
from storage.errors import Conflict, StoreError

BUSY_SECONDS = 2.0
"""How long to wait for another process; a click has to be answered within 3 seconds."""

Statement = tuple[str, Sequence[Any]]

_CLASHES = {
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_TRIGGER,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
}
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_NOTADB: "is damaged or no SQLite file",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_READONLY: "or its folder may not be written to",
    sqlite3.SQLITE_PERM: "may not be read and written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: it and its folder must be readable and writable",
    sqlite3.SQLITE_FULL: "has no room left on its disk",
}


class Connection:
    """A SQLite file, open for any number of tasks of one event loop."""

    def __init__(self, db: aiosqlite.Connection, path: Path) -> None:
        self._db = db
        self._path = path
        self._lock = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Connection:
        """Open or make the file and bring it to the newest schema; raise StoreError."""
        if not os.path.isdir(path.parent):
            raise StoreError(f"The folder of the database {path} is not there.")
        if os.path.isdir(path):
            raise StoreError(f"The database {path} is a folder, not a file.")
        with _explained(path):
            # Without an isolation level sqlite3 begins no transactions behind our back.
            db = await aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                connection = cls(db, path)
                await connection._prepare()
            except BaseException:
                await db.close()
                raise
        return connection

    async def close(self) -> None:
        """Close after the transactions under way."""
        async with self._lock:
            if not self._closed:
                self._closed = True
                await self._db.close()

    async def read(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of one query."""
        async with self._turn():
            return await self._run(sql, values)

    async def write(self, *statements: Statement) -> None:
        """Run the statements in one transaction; raise Conflict when one clashes.

        A statement that ends in RETURNING clashes when it returns no row.
        """
        async with self._turn():
            if len(statements) == 1:
                await self._do(statements[0])  # commits by itself: one trip to the thread
            else:
                await self._transact(statements)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        async with self._lock:
            if self._closed:
                raise StoreError("The store is closed.")
            with _explained(self._path):
                yield

    async def _transact(self, statements: Sequence[Statement]) -> None:
        try:
            await self._run("BEGIN IMMEDIATE")
            for statement in statements:
                await self._do(statement)
            await self._run("COMMIT")
        except BaseException:
            # Also when cancelled: it is queued behind whatever still runs in the thread, and
            # does nothing when that was the COMMIT.
            await self._db.rollback()
            raise

    async def _do(self, statement: Statement) -> None:
        sql, values = statement
        rows = await self._run(sql, values)
        if not rows and sql.rstrip().endswith("RETURNING 1"):
            raise Conflict("What was to be stored is out of date.")

    async def _run(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return list(await self._db.execute_fetchall(sql, values))

    async def _prepare(self) -> None:
        steps = migrate.scripts()
        await migrate.inspect(self._run, self._path, len(steps))
        await self._run("PRAGMA journal_mode = WAL")
        await self._run("PRAGMA synchronous = FULL")
        await self._run("PRAGMA foreign_keys = ON")
        await migrate.migrate(self._run, steps)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            raise
        if code in _CLASHES:
            raise Conflict("What was to be stored is out of date.") from error
        # The low byte is the kind of failure, the rest a detail.
        sentence = _SENTENCES.get(code & 0xFF, f"failed ({error})")
        raise StoreError(f"The database {path} {sentence}.") from error
