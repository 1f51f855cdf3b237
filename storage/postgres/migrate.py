"""Brings a PostgreSQL database to the newest schema, and refuses newer ones."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from storage.errors import StoreError
from storage.postgres.statements import Connection

FOLDER = Path(__file__).parent / "migrations"


def scripts() -> list[str]:
    """Return the migrations in order; the first leads from version 0 to version 1."""
    return [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sql"))]


async def migrate(connection: Connection) -> None:
    """Run the steps the database has not seen yet, in one transaction; raise StoreError."""
    steps = scripts()
    if await _version(connection) != len(steps):
        with suppress(psycopg.errors.UniqueViolation):  # another process just made it
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"
            )
        async with connection.transaction():
            await connection.execute("LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE")
            await _run(connection, steps)


async def _run(connection: Connection, steps: list[str]) -> None:
    version = await value(connection, "SELECT max(version) FROM schema_version") or 0
    if version > len(steps):
        raise StoreError(
            f"The database is of version {version}, but this bot knows only "
            f"version {len(steps)}: run a newer bot."
        )
    for number, step in enumerate(steps[version:], version + 1):
        await connection.execute(f"{step}; INSERT INTO schema_version VALUES ({number})")


async def _version(connection: Connection) -> int:
    if await value(connection, "SELECT to_regclass('schema_version')") is None:
        return 0
    return await value(connection, "SELECT max(version) FROM schema_version") or 0


async def value(connection: Connection, query: str) -> Any:
    """Return the first value that a query gives."""
    [first, *_] = await (await connection.execute(query)).fetchall()
    return first[0]
