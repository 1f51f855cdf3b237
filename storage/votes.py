"""The votes at running tables: for a computer in somebody's place, and to stop."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import astuple, dataclass

from storage import sql
from storage.part import Part
from storage.sql import Statement

ALL = -1
"""Stands for the seat where all are to stop."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What a person wants at a running table."""

    table: str
    user: int
    seat: int
    """For whom a computer is to go on; or `ALL`."""
    token: int
    """Of the question that this seat leaves open; 0 where all are to stop."""
    at: float


_VOTE = sql.columns(Vote)
_CAST = sql.upsert("votes", Vote, keys=3)


class Votes(Part):
    """Who has voted; what is cast and settled goes with what is done at the table."""

    async def of(self, table_id: str) -> list[Vote]:
        """Return the votes at a table, the oldest first."""
        query = f'SELECT {_VOTE} FROM votes WHERE match = ? ORDER BY at, "user", seat'
        return await self._records(Vote, query, table_id)

    async def passed(self, before: float) -> list[str]:
        """Return the own tables at which somebody wanted all to stop by then."""
        query = f"""SELECT DISTINCT match FROM votes
        WHERE seat = ? AND at <= ? AND {self._of_own} ORDER BY match"""
        return await self._column(query, ALL, before)


def casting(votes: Collection[Vote]) -> list[Statement]:
    """Return what stores these votes, in place of their people's older ones."""
    return [Statement(_CAST, astuple(vote)) for vote in votes]


def settling(votes: Collection[Vote]) -> list[Statement]:
    """Return what removes these votes."""
    query = 'DELETE FROM votes WHERE match = ? AND "user" = ? AND seat = ?'
    return [Statement(query, (vote.table, vote.user, vote.seat)) for vote in votes]


def ending(table_id: str) -> Statement:
    """Return what removes all votes at a table that ends."""
    return Statement("DELETE FROM votes WHERE match = ?", (table_id,))
