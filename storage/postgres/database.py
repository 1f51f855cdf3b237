"""A PostgreSQL database over two connections; failures are put in a sentence.

Works behind a transaction pooler: nothing is kept in a session from one transaction to the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from storage.database import Database
from storage.errors import Away, Conflict, Damaged, LeaseLost, StoreError, Unsure
from storage.postgres import migrate
from storage.postgres.literals import CLASH, LEASE, text, transaction
from storage.postgres.reasons import unreached
from storage.postgres.view import PostgresView, replace
from storage.sql import Statement
from storage.views import View

SECONDS = 2.5
"""How long to wait for the server; a click has to be answered within 3 seconds."""

LONG_SECONDS = 3600.0
"""How long a migration or a copy may take."""

LIMITS = "SET LOCAL lock_timeout = 1500; SET LOCAL statement_timeout = 2000"
"""Milliseconds after which the server gives up, before we do: what we gave up on could be stored
behind our backs."""

T = TypeVar("T")

_BROKEN = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_CLASHES = {CLASH, "23503", "23505"}
_PASSING = {"08", "40", "53", "55", "57"}
_SENTENCES = {
    "08": "cannot be reached",
    "25": "may not be written to",
    "28": "does not let this user in",
    "3D": "does not exist",
    "40": "is too busy",
    "42": "does not let this user do what is needed, or holds another program's data",
    "53": "has no room left, or no connection",
    "55": "is locked by another program",
    "57": "is being stopped or started",
    "57014": "is too slow",
}


class Link:
    """One connection, made when it is needed and again after it broke."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection[Any] | None = None
        self._lock = asyncio.Lock()

    async def run(
        self, work: Callable[[asyncpg.Connection[Any]], Awaitable[T]], seconds: float = SECONDS
    ) -> T:
        """Let `work` use the connection, alone; raise StoreError, also after so many seconds."""
        async with self._lock:
            connection = await self.connected()
            try:
                async with asyncio.timeout(seconds):
                    return await work(connection)
            except asyncpg.PostgresError as error:
                raise _explained(error) from error
            except _BROKEN as error:
                self._drop()
                raise Unsure("The connection to the database broke off.") from error
            except asyncio.CancelledError:
                self._drop()
                raise

    async def close(self) -> None:
        """Close the connection, if there is one."""
        async with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def connected(self) -> asyncpg.Connection[Any]:
        """Return the connection, made anew where it broke; raise StoreError."""
        if self._connection is None or self._connection.is_closed():
            try:
                self._connection = await asyncpg.connect(
                    self._url, timeout=SECONDS, statement_cache_size=0
                )
            except asyncpg.PostgresError as error:
                raise _explained(error) from error
            except (*_BROKEN, ValueError) as error:
                raise unreached(error) from error
        return self._connection


class PostgresDatabase(Database):
    """A PostgreSQL database; several processes may share it."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._writer, self._reader = Link(url), Link(url)

    @classmethod
    async def open(cls, url: str) -> PostgresDatabase:
        """Connect and bring the database to the newest schema; raise StoreError."""
        database = cls(url)
        try:
            await database._writer.run(migrate.migrate, LONG_SECONDS)
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def schema(cls, url: str) -> int:
        """Return the version of a database's schema, 0 where there is none; raise StoreError."""
        link = Link(url)
        try:
            return await link.run(migrate.version)
        finally:
            await link.close()

    @staticmethod
    def newest() -> int:
        """Return the version of the schema that is known here."""
        return len(migrate.scripts())

    async def _query(self, sql: str, values: Sequence[Any]) -> list[Any]:
        async def ask(connection: asyncpg.Connection[Any]) -> list[Any]:
            async with connection.transaction(readonly=True):
                return [tuple(row) for row in await connection.fetch(text(sql, values))]

        return await self._reader.run(ask)

    async def _transact(self, statements: Sequence[Statement]) -> None:
        whole = f"{LIMITS}; {transaction(statements)}"
        await self._writer.run(lambda connection: connection.execute(whole))

    @asynccontextmanager
    async def view(self) -> AsyncIterator[View]:
        link = Link(self._url)
        connection = await link.connected()
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                yield PostgresView(connection)
        except asyncpg.PostgresError as error:
            raise _explained(error) from error
        finally:
            await link.close()

    async def replace(self, tables: Sequence[str], view: View) -> None:
        await self._writer.run(lambda c: replace(c, tables, view), LONG_SECONDS)

    async def scrub(self) -> None:
        """Leave it to the server: VACUUM takes what was removed out of its files, at its pace."""

    async def _shut(self) -> None:
        await self._writer.close()
        await self._reader.close()


def _explained(error: asyncpg.PostgresError) -> StoreError:
    code = error.sqlstate or ""
    if code == LEASE:
        return LeaseLost("Another process has taken over.")
    if code in _CLASHES:
        return Conflict("What was to be stored is out of date.")
    if code.startswith("XX00") and code != "XX000":
        return Damaged("The database is damaged.")
    sentence = _SENTENCES.get(code) or _SENTENCES.get(code[:2], "failed")
    kind = Away if code[:2] in _PASSING else StoreError
    return kind(f"The database {sentence} ({error}).")
