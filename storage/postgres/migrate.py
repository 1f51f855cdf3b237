"""Brings a PostgreSQL database to the newest schema, and refuses newer ones."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from storage.errors import StoreError
from storage.postgres.statements import Connection

JUST_MADE = (
    psycopg.errors.UniqueViolation,
    psycopg.errors.DuplicateTable,
    psycopg.errors.DuplicateObject,
)
"""What the server says when another process makes the same table at this moment."""
ENCODINGS = ("UTF8", "SQL_ASCII", None)
"""In which a database keeps every text: the second takes what comes; a pooler may not say."""
FOLDER = Path(__file__).parent / "migrations"


def scripts() -> list[str]:
    """Return the migrations in order; the first leads from version 0 to version 1."""
    return [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sql"))]


async def migrate(connection: Connection) -> None:
    """Run the steps the database has not seen yet, in one transaction; raise StoreError."""
    steps = scripts()
    if await version(connection) != len(steps):
        with suppress(*JUST_MADE):
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"
            )
        async with connection.transaction():
            await connection.execute("LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE")
            await _run(connection, steps)


async def _run(connection: Connection, steps: list[str]) -> None:
    found = await value(connection, "SELECT max(version) FROM schema_version") or 0
    if found > len(steps):
        raise StoreError(
            f"The database is of version {found}, but this bot knows only "
            f"version {len(steps)}: run a newer bot."
        )
    for number, step in enumerate(steps[found:], found + 1):
        await connection.execute(f"{step}; INSERT INTO schema_version VALUES ({number})")


async def version(connection: Connection) -> int:
    """Return the version of the schema, 0 where there is none; raise StoreError where not every
    text can be kept."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding not in ENCODINGS:
        raise StoreError(
            f"The database keeps texts as {encoding}, and has to be UTF8: make one with "
            "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0."
        )
    if await value(connection, "SELECT to_regclass('schema_version')") is None:
        return 0
    return await value(connection, "SELECT max(version) FROM schema_version") or 0


async def value(connection: Connection, query: str) -> Any:
    """Return the first value that a query gives."""
    [first, *_] = await (await connection.execute(query)).fetchall()
    return first[0]
