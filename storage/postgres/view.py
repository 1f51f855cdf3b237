"""A PostgreSQL database at one moment, and what takes its place."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from storage.postgres.statements import Connection, parameters
from storage.views import AT_ONCE, View

_COUNT_ON = """
SELECT setval(pg_get_serial_sequence('audit', 'number'), max(number)) FROM audit
HAVING max(number) IS NOT NULL"""


class PostgresView:
    """What one transaction of a connection sees."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns."""
        cursor = await self._connection.execute(f"SELECT * FROM {table} LIMIT 0")
        return [column.name for column in cursor.description or ()]

    async def rows(self, table: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        """Yield a table's rows, some at a time."""
        async with self._connection.cursor(name="rows") as cursor:
            await cursor.execute(f"SELECT * FROM {table}")
            while rows := await cursor.fetchmany(AT_ONCE):
                yield rows


async def replace(connection: Connection, tables: Sequence[str], view: View) -> None:
    """Replace what is in these tables by what a view has in them, in one transaction."""
    async with connection.transaction():
        for table in reversed(tables):
            await connection.execute(f"DELETE FROM {table}")
        for table in tables:
            await _fill(connection, table, view)
        await connection.execute(_COUNT_ON)


async def _fill(connection: Connection, table: str, view: View) -> None:
    names = ", ".join(f'"{name}"' for name in await view.columns(table))
    into = f"COPY {table} ({names}) FROM STDIN"
    async with connection.cursor() as cursor, cursor.copy(into) as copy:
        async for rows in view.rows(table):
            for row in rows:
                await copy.write_row(parameters(row))
