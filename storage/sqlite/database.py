"""A SQLite file in a thread of its own; failures are put in a sentence."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from storage.database import Database
from storage.errors import Away, Conflict, Damaged, LeaseLost, Lost, StoreError
from storage.sql import CHANGES, FENCE, Statement, marks
from storage.sqlite import migrate
from storage.sqlite.presence import Presence
from storage.sqlite.view import SqliteView
from storage.views import View

BUSY_SECONDS = 2.0
"""How long to wait for another process; a click has to be answered within 3 seconds."""

T = TypeVar("T")

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # always: a name that was replaced must not be found either
)

_CLASHES = {
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
}
_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
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


class SqliteDatabase(Database):
    """A SQLite file; several processes may share it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._presence = Presence(path)
        self._files: dict[str, tuple[int, int] | None] = {}

    @classmethod
    async def open(cls, path: Path) -> SqliteDatabase:
        """Open or make the file and bring it to the newest schema; raise StoreError."""
        if not os.path.isdir(path.parent):
            raise StoreError(f"The folder of the database {path} is not there.")
        if os.path.isdir(path):
            raise StoreError(f"The database {path} is a folder, not a file.")
        database = cls(path)
        try:
            await database._run(database._open)
        except BaseException:
            database._thread.shutdown()
            raise
        return database

    async def succeed(self, owner: str) -> str | None:
        return await self._run(lambda: self._presence.succeed(owner))

    async def _query(self, sql: str, values: Sequence[Any]) -> list[Any]:
        return await self._run(lambda: self._db.execute(sql, values).fetchall())

    async def _transact(self, statements: Sequence[Statement]) -> None:
        await self._run(lambda: self._do(statements))

    async def scrub(self) -> None:
        [(busy, *_)] = await self.read("PRAGMA wal_checkpoint(TRUNCATE)")
        if busy:
            raise StoreError(f"The database {self._path} is read by another program.")

    @asynccontextmanager
    async def view(self) -> AsyncIterator[View]:
        with _explained(self._path), closing(sqlite3.connect(self._path)) as db:
            db.execute("BEGIN")
            yield SqliteView(db)

    async def replace(self, tables: Sequence[str], view: View) -> None:
        await self._run(lambda: self._db.execute("BEGIN IMMEDIATE"))
        try:
            for table in reversed(tables):
                await self.read(f"DELETE FROM {table}")
            for table in tables:
                names = await view.columns(table)
                quoted = ", ".join(f'"{name}"' for name in names)
                insert = f"INSERT INTO {table} ({quoted}) VALUES ({marks(len(names))})"
                async for rows in view.rows(table):
                    await self._run(partial(self._db.executemany, insert, rows))
            await self._run(lambda: self._db.execute("COMMIT"))
        except BaseException:
            await self._run(self._db.rollback)
            raise

    async def _shut(self) -> None:
        await self._run(self._db.close)
        await self._run(self._presence.let_go)
        self._thread.shutdown()

    async def _run(self, work: Callable[[], T]) -> T:
        def explained() -> T:
            with _explained(self._path):
                return work()

        return await asyncio.get_running_loop().run_in_executor(self._thread, explained)

    def _open(self) -> None:
        # Without an isolation level sqlite3 begins no transactions behind our back.
        self._db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            steps = migrate.scripts()
            migrate.demand_known(self._db, self._path, len(steps))
            for pragma in _PRAGMAS:
                self._db.execute(f"PRAGMA {pragma}")
            migrate.migrate(self._db, steps)
            self._files = {name: _identity(name) for name in (f"{self._path}", f"{self._path}-wal")}
        except BaseException:
            self._db.close()
            raise

    def _do(self, statements: Sequence[Statement]) -> None:
        self._demand_file()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                rows = self._db.execute(sql, values).fetchall()
                if not rows and sql.endswith(CHANGES):
                    raise Conflict("What was to be stored is out of date.")
                if not rows and sql.endswith(FENCE):
                    raise LeaseLost("Another process has taken over.")
            self._db.execute("COMMIT")
        except BaseException:
            self._db.rollback()
            raise
        # Only now is it sure that the commit went to the file that the next start opens.
        self._demand_file()

    def _demand_file(self) -> None:
        """Raise Lost when the file was deleted or replaced while it is open."""
        if any(_identity(name) != was for name, was in self._files.items()):
            raise Lost(f"The database {self._path} was deleted or replaced while it was in use.")


def sqlite_schema(path: Path) -> int:
    """Return the version of a file's schema, 0 where nothing is; raise StoreError."""
    if not path.is_file():
        return 0
    with _explained(path), closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return migrate.inspect(db, path)


def snapshot(path: Path, copy: Path) -> None:
    """Write a file, also while it is used, to another as it is, of whatever schema."""
    with (
        _explained(path),
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db,
        closing(sqlite3.connect(copy)) as new,
    ):
        db.backup(new)


def _identity(name: str) -> tuple[int, int] | None:
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None and "decode" in str(error):
            code = sqlite3.SQLITE_CORRUPT  # bytes that are no text
        if code is None:
            raise
        if code in _CLASHES:
            raise Conflict("What was to be stored is out of date.") from error
        # The low byte is the kind of failure, the rest a detail.
        kind = code & 0xFF
        sentence = f"The database {path} {_SENTENCES.get(kind, f'failed ({error})')}."
        if kind == sqlite3.SQLITE_CORRUPT:
            raise Damaged(sentence) from error
        if kind in _PASSING:
            raise Away(sentence) from error
        raise StoreError(sentence) from error
