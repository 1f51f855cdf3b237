"""What every part of the store has: the way to the database, and to rows as records."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from storage import sql
from storage.database import Database
from storage.errors import Damaged, StoreError, Unsure
from storage.sql import Statement

log = logging.getLogger(__name__)

R = TypeVar("R")


class Part:
    """A part of the store, over its database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read, self._write = database.read, database.write

    async def _write_surely(self, sign: Statement, *statements: Statement) -> None:
        """Run the statements in one transaction; where the connection broke off they count as
        stored when `sign` gives a row, which it does only after them."""
        try:
            await self._write(*statements)
        except Unsure as unsure:
            if not await self._gives(sign):
                raise unsure

    async def _write_again(self, *statements: Statement) -> None:
        """Run statements that may as well run twice, in one transaction, and once more where the
        connection broke off."""
        try:
            await self._write(*statements)
        except Unsure:
            await self._write(*statements)

    async def _gives(self, sign: Statement) -> bool:
        """Return whether a query gives a row, as far as it can be asked."""
        try:
            return bool(await self._read(sign.sql, *sign.values))
        except StoreError:
            return False

    async def _records(self, record: Callable[..., R], query: str, *values: Any) -> list[R]:
        """Return the rows of a query as records; raise Damaged."""
        return [sql.made(record, row) for row in await self._read(query, *values)]

    async def _record(self, record: Callable[..., R], query: str, *values: Any) -> R | None:
        """Return the one row of a query as a record, None where there is none; raise Damaged."""
        return next(iter(await self._records(record, query, *values)), None)

    async def _value(self, query: str, *values: Any) -> Any | None:
        """Return the only value of a query's first row, None where there is none."""
        return next(iter(await self._column(query, *values)), None)

    async def _column(self, query: str, *values: Any) -> list[Any]:
        """Return the only value of each row of a query."""
        return [value for (value,) in await self._read(query, *values)]

    @property
    def _own(self) -> str:
        """What is so of the rows of `matches` that belong to the leased shards."""
        return self._database.shards.condition

    @property
    def _of_own(self) -> str:
        """The same of rows that belong to a table."""
        if self._database.shards.whole:
            return "1 = 1"
        return f"EXISTS (SELECT 1 FROM matches WHERE id = match AND {self._own})"

    async def _each(
        self, ids: Sequence[str], read: Callable[[str], Awaitable[Sequence[R]]]
    ) -> tuple[list[R], list[str]]:
        """Return what is read for each id, and the ids of which it is damaged."""
        found, damaged = list[R](), list[str]()
        for id in ids:
            try:
                found += await read(id)
            except Damaged:
                damaged.append(id)
        if damaged:
            log.error("damaged: %s", ", ".join(damaged[:10]) + ", …" * (len(damaged) > 10))
        return found, damaged
