"""What the store stands on: reads, and whole transactions, those that wait in one commit."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from storage import sql
from storage.errors import Conflict, Damaged, LeaseLost, StoreError, Unsure, aside
from storage.shards import Shards
from storage.sql import Statement
from storage.views import View

_HELD = f"""
SELECT 1 FROM (
    SELECT count(*) AS held FROM (SELECT 1 FROM leases WHERE number = ? {sql.LOCK}) AS mine
) AS counted WHERE held = ?"""


@dataclass(frozen=True, slots=True)
class _Job:
    statements: Sequence[Statement]
    done: asyncio.Future[None]


class Database(ABC):
    """A database, open for any number of tasks of one event loop.

    Transactions that come while another is committed wait, and are then committed together:
    that costs one trip and one flush to the disk for all. When one of them clashes each runs
    by itself, so that none is harmed by another.
    """

    def __init__(self) -> None:
        self._waiting: list[_Job] = []
        self._committing: asyncio.Task[None] | None = None
        self._closed = False
        self.fenced: int | None = None
        """The number of the lease that every commit names, if there is one."""
        self.shards = Shards()
        """What is leased; without a lease everything."""
        self.taken = asyncio.Event()
        """Set once a transaction was refused because another process has the lease."""
        self.commits = 0
        """How many transactions were stored."""

    async def read(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of one query."""
        self._demand_open()
        with aside():
            return await self._query(sql, values)

    async def write(self, *statements: Statement) -> None:
        """Run the statements in one transaction; raise Conflict when one clashes."""
        self._demand_open()
        job = _Job(statements, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit())
        await job.done

    def fence(self, number: int, shards: Shards) -> None:
        """Refuse every later write with LeaseLost unless these shards are leased under this."""
        self.fenced, self.shards = number, shards

    async def succeed(self, owner: str) -> str | None:
        """Be known as this owner for as long as the process lives; return the owner before it.

        That one is gone for certain. None where nobody knows, or while another is known so.
        """
        return None

    async def close(self) -> None:
        """Close after the transactions under way; closing twice does nothing."""
        if not self._closed:
            self._closed = True
            if self._committing is not None:
                await self._committing
            await self._shut()

    def _demand_open(self) -> None:
        if self._closed:
            raise StoreError("The store is closed.")

    async def _commit(self) -> None:
        try:
            while self._waiting:
                # A call that was cancelled while it waited is not begun.
                jobs = [job for job in self._waiting if not job.done.done()]
                self._waiting = []
                await self._commit_together(jobs)
        finally:
            self._committing = None

    async def _commit_together(self, jobs: Sequence[_Job]) -> None:
        if not jobs:
            return
        error = await self._try([statement for job in jobs for statement in job.statements])
        for job in jobs:
            if len(jobs) > 1 and _harms_one(error):
                _tell(job, await self._try(job.statements))
            else:
                _tell(job, error)

    def _guard(self) -> list[Statement]:
        """Return what begins every transaction: that the lease is still held."""
        if self.fenced is None:
            return []
        return [Statement(_HELD, (self.fenced, len(self.shards.ids)), LeaseLost)]

    async def _try(self, statements: Sequence[Statement]) -> Exception | None:
        try:
            await self._transact([*self._guard(), *statements])
        except Exception as error:
            if isinstance(error, LeaseLost):
                self.taken.set()
            return error
        self.commits += 1
        return None

    @abstractmethod
    def view(self) -> AbstractAsyncContextManager[View]:
        """Return what is stored at one moment; writes go on meanwhile."""

    @abstractmethod
    async def replace(self, tables: Sequence[str], view: View) -> None:
        """Replace what is in these tables by what a view has in them, in one transaction.

        A table comes after those it refers to. Nothing else may use the database meanwhile.
        """

    @abstractmethod
    async def _query(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """Return the rows of one query; raise StoreError."""

    @abstractmethod
    async def _transact(self, statements: Sequence[Statement]) -> None:
        """Run the statements in one transaction; raise StoreError."""

    @abstractmethod
    async def scrub(self) -> None:
        """See to it that what was removed or replaced cannot be read from the files any more."""

    @abstractmethod
    async def _shut(self) -> None:
        """Let go of the database."""


def _harms_one(error: Exception | None) -> bool:
    return isinstance(error, Conflict | Damaged) and not isinstance(error, Unsure)


def _tell(job: _Job, error: Exception | None) -> None:
    if job.done.done():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
