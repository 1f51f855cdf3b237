"""A SQLite file at one moment."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from typing import Any

from storage.views import AT_ONCE


class SqliteView:
    """What one transaction of a connection of its own sees; it reads in the caller's thread."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns."""
        cursor = self._db.execute(f"SELECT * FROM {table} LIMIT 0")
        return [name for name, *_ in cursor.description]

    async def rows(self, table: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        """Yield a table's rows, some at a time."""
        cursor = self._db.execute(f"SELECT * FROM {table}")
        while rows := cursor.fetchmany(AT_ONCE):
            yield rows
