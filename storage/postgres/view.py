"""A PostgreSQL database at one moment, and what takes its place."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg

from storage.views import AT_ONCE, View

_COUNT_ON = """
SELECT setval(pg_get_serial_sequence('audit', 'number'), max(number)) FROM audit
HAVING max(number) IS NOT NULL"""


class PostgresView:
    """What one transaction of a connection sees."""

    def __init__(self, connection: asyncpg.Connection[Any]) -> None:
        self._connection = connection

    async def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns."""
        prepared = await self._connection.prepare(f"SELECT * FROM {table}")
        return [attribute.name for attribute in prepared.get_attributes()]

    async def rows(self, table: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        """Yield a table's rows, some at a time."""
        cursor = await self._connection.cursor(f"SELECT * FROM {table}")
        while rows := await cursor.fetch(AT_ONCE):
            yield [tuple(row) for row in rows]


async def replace(connection: asyncpg.Connection[Any], tables: Sequence[str], view: View) -> None:
    """Replace what is in these tables by what a view has in them, in one transaction."""
    async with connection.transaction():
        for table in reversed(tables):
            await connection.execute(f"DELETE FROM {table}")
        for table in tables:
            names = await view.columns(table)
            async for rows in view.rows(table):
                await connection.copy_records_to_table(table, records=rows, columns=names)
        await connection.execute(_COUNT_ON)
