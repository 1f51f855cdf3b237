"""A PostgreSQL database over two connections; failures are put in a sentence.

Works behind a transaction pooler: nothing is kept in a session from one transaction to the next.
"""

from __future__ import annotations

import asyncio
import os
import select
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import psycopg

from storage.database import Database
from storage.errors import Away, Conflict, Damaged, StoreError, Unsure
from storage.postgres import migrate
from storage.postgres.reasons import unreached
from storage.postgres.statements import CODES, Connection, execute, execute_all
from storage.postgres.view import PostgresView, replace
from storage.sql import Statement
from storage.views import View

SECONDS = 2.5
"""How long to wait for the server; a click has to be answered within 3 seconds."""

LONG_SECONDS = 3600.0
"""How long a migration or a copy may take."""
AGAIN = 2.0
"""Seconds for which a transaction is run again that the server undid in favour of another."""
PAUSE = 0.05
"""Seconds before it is: run at once it would take back what the other waited for."""

_LIMITS = Statement(
    "SELECT set_config('lock_timeout', '1500', true), set_config('statement_timeout', '2000', true)"
)
"""Milliseconds after which the server gives up, before we do: what we gave up on could be stored
behind our backs."""
_MAY_MAKE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
# Whatever is usual on the server: what a statement demands it sees when it has waited for others.
_BEGIN, _COMMIT = Statement("BEGIN ISOLATION LEVEL READ COMMITTED"), Statement("COMMIT")

T = TypeVar("T")

_KINDS = {code: kind for kind, code in CODES.items()} | {"23503": Conflict, "23505": Conflict}
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


class Undone(Away):
    """The server undid a transaction in favour of another, for which it waited crosswise."""


class Standby(Away):
    """The server may not be written to, as one that stands by for another."""


_PASSING: dict[str, type[StoreError]] = {
    **dict.fromkeys(("08", "40", "53", "55", "57"), Away),
    "40P01": Undone,
    "25006": Standby,
}


class Link:
    """One connection, made when it is needed and again after it broke."""

    def __init__(self, url: str) -> None:
        self._url = f"postgresql://{url.partition('://')[2]}"
        self._connection: Connection | None = None
        self._lock = asyncio.Lock()
        self._left = False

    def leave(self) -> None:
        """Connect anew before the next use: perhaps another server answers by then."""
        self._left = True

    async def run(self, work: Callable[[Connection], Awaitable[T]], seconds: float = SECONDS) -> T:
        """Let `work` use the connection, alone; raise StoreError, also after so many seconds."""
        async with self._lock:
            connection = await self.connected()
            end = asyncio.get_running_loop().call_later(seconds, _hang_up, connection)
            try:
                return await work(connection)
            except psycopg.Error as error:
                if connection.closed or _cut_off(error):
                    await self._drop()
                    raise Unsure("The connection to the database broke off.") from error
                raise _explained(error) from error
            except asyncio.CancelledError:
                await self._drop()
                raise
            finally:
                end.cancel()

    async def close(self) -> None:
        """Close the connection, if there is one."""
        async with self._lock:
            await self._drop()

    async def _drop(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def connected(self) -> Connection:
        """Return the connection, made anew where it broke; raise StoreError."""
        if self._left or self._connection is None or _broken(self._connection):
            await self._drop()
            self._left = False
            try:
                async with asyncio.timeout(SECONDS):
                    self._connection = await Connection.connect(
                        self._url, autocommit=True, prepare_threshold=None, client_encoding="utf8"
                    )
            except (psycopg.Error, OSError) as error:
                raise unreached(error) from None
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
        except BaseException as error:
            await database.close()
            if isinstance(error, Unsure):
                raise Away(f"{error}") from error  # who opens it again finds what came of it
            raise
        return database

    @classmethod
    async def schema(cls, url: str) -> int:
        """Return the version of a database's schema, 0 where there is none; raise StoreError."""
        return await _asked(url, migrate.version)

    @classmethod
    async def may_be_made(cls, url: str) -> bool:
        """Return whether this user may make tables in a database; raise StoreError."""
        return bool(await _asked(url, lambda c: migrate.value(c, _MAY_MAKE)))

    @staticmethod
    def newest() -> int:
        """Return the version of the schema that is known here."""
        return len(migrate.scripts())

    async def _query(self, sql: str, values: Sequence[Any]) -> list[Any]:
        async def ask(connection: Connection) -> list[Any]:
            return await (await execute(connection, Statement(sql, values))).fetchall()

        try:
            return await self._reader.run(ask)
        except Unsure as broke:
            raise Away(f"{broke}") from broke  # nothing was to be stored

    async def _transact(self, statements: Sequence[Statement]) -> None:
        end = time.monotonic() + AGAIN
        while True:
            try:
                await self._committed(statements)
                return
            except Undone:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(PAUSE)
            except Standby:
                for link in (self._writer, self._reader):
                    link.leave()
                raise

    async def _committed(self, statements: Sequence[Statement]) -> None:
        async def commit(connection: Connection) -> None:
            try:
                await execute_all(connection, (_BEGIN, _LIMITS, *statements, _COMMIT))
            except psycopg.Error:
                with suppress(psycopg.Error):
                    await connection.rollback()
                raise

        await self._writer.run(commit)

    @asynccontextmanager
    async def view(self) -> AsyncIterator[View]:
        link = Link(self._url)
        connection = await link.connected()
        try:
            async with connection.transaction():
                await connection.execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
                )
                yield PostgresView(connection)
        except psycopg.Error as error:
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


async def _asked(url: str, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Let `work` ask a database over a connection of its own; raise StoreError."""
    link = Link(url)
    try:
        return await link.run(work)
    finally:
        await link.close()


def _broken(connection: Connection) -> bool:
    """Return whether an idle connection cannot be used: nothing but its end is to be heard."""
    if connection.closed:
        return True
    ear = select.poll()
    ear.register(connection.fileno(), select.POLLIN)
    return bool(ear.poll(0))


def _hang_up(connection: Connection) -> None:
    """End what the connection waits for: as if the server had closed it."""
    if not connection.closed:
        with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)


def _cut_off(error: psycopg.Error) -> bool:
    """Return whether this is no answer to what was asked, but the end of the connection: said by
    the driver, by a server that is stopped, or by a pooler that has lost it."""
    code = error.sqlstate
    return isinstance(error, psycopg.OperationalError) and (code or "08").startswith(("08", "57P"))


def _explained(error: psycopg.Error) -> StoreError:
    code = error.sqlstate or ""
    if code in _KINDS:
        return _KINDS[code]()
    if code.startswith("XX00") and code != "XX000":
        return Damaged("The database is damaged.")
    sentence = _SENTENCES.get(code) or _SENTENCES.get(code[:2], "failed")
    kind = _PASSING.get(code) or _PASSING.get(code[:2], StoreError)
    # Without the place in the statement, which is in lines of its own.
    return kind(f"The database {sentence} ({error.diag.message_primary or error}).")
