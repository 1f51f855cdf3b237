"""Puts the store's statements as PostgreSQL and its driver understand them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import psycopg

from storage.errors import Conflict, LeaseLost, StoreError
from storage.sql import LOCK, Statement

CODES: dict[type[StoreError], str] = {Conflict: "MR001", LeaseLost: "MR002"}
"""The SQLSTATE with which the server ends a transaction that lacks a row, by what it means."""

Connection = psycopg.AsyncConnection[Any]


async def execute(connection: Connection, statement: Statement) -> psycopg.AsyncCursor[Any]:
    """Run a statement, in one trip and without a name that would outlive it."""
    return await connection.execute(text(statement), parameters(statement.values))


async def execute_all(connection: Connection, statements: Sequence[Statement]) -> None:
    """Run statements in one trip together; none of those after one that fails is run."""
    failed: psycopg.Error | None = None
    try:
        async with connection.pipeline():
            try:
                for statement in statements:
                    await execute(connection, statement)
            except psycopg.Error as error:
                failed = error  # leaving the pipeline may raise another, of those not run
    except psycopg.Error as error:
        failed = failed or error
    if failed is not None:
        raise failed


def text(statement: Statement) -> str:
    """Return the SQL with the driver's marks; the server itself demands the row it needs."""
    sql = _marked(statement.sql)
    if statement.unmet is None:
        return sql
    return f"WITH done AS ({sql}) SELECT demand(count(*), '{CODES[statement.unmet]}') FROM done"


def parameters(values: Sequence[Any]) -> list[Any]:
    """Return the values as the server takes them: no NUL in a text, and truth is a number."""
    return [_parameter(value) for value in values]


def _parameter(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\0", "")
    return int(value) if isinstance(value, bool) else value


@cache
def _marked(sql: str) -> str:
    return sql.replace(LOCK, "FOR SHARE").replace("%", "%%").replace("?", "%s")
