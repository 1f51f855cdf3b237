"""A SQLite file at one moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiosqlite

from storage.sqlite.reasons import explained
from storage.views import AT_ONCE


class SqliteView:
    """What one transaction of a connection of its own sees."""

    def __init__(self, db: aiosqlite.Connection, path: Path) -> None:
        self._db, self._path = db, path

    async def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns."""
        async with self._db.execute(f"SELECT * FROM {table} LIMIT 0") as cursor:
            return [name for name, *_ in cursor.description]

    async def rows(self, table: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        """Yield a table's rows, some at a time; what is wrong is said of this file, and not of the
        one that they are written to."""
        with explained(self._path):
            async with self._db.execute(f"SELECT * FROM {table}") as cursor:
                while rows := await cursor.fetchmany(AT_ONCE):
                    yield [tuple(row) for row in rows]
