"""When people are on vacation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple

from storage import sql
from storage.part import Part
from storage.people import Vacation
from storage.sql import Statement

_VACATION = sql.columns(Vacation)
_ADD = sql.insert("vacations", Vacation)
_CUT = 'UPDATE vacations SET until = ? WHERE "user" = ? AND begin < ? AND until > ?'
_DROP = 'DELETE FROM vacations WHERE "user" = ? AND begin >= ?'


class Vacations(Part):
    """Vacations of people; each has at most one that is not over."""

    async def of(self, users: Collection[int]) -> Mapping[int, Sequence[Vacation]]:
        """Return the vacations of those of these people who have any, the first first."""
        query = f"""SELECT {_VACATION} FROM vacations
        WHERE "user" IN ({sql.marks(len(users))}) ORDER BY begin"""
        found: dict[int, list[Vacation]] = {}
        for row in await self._read(query, *users) if users else ():
            vacation = sql.made(Vacation, row)
            found.setdefault(vacation.user, []).append(vacation)
        return found

    async def take(self, vacation: Vacation, now: float) -> None:
        """Store a vacation, in place of the one that is not over; it may have begun before now."""
        ended = _ended(vacation.user, min(now, vacation.begin))
        await self._write(*ended, Statement(_ADD, astuple(vacation)))

    async def end(self, user: int, now: float) -> None:
        """End a person's vacation now, or forget one that has not begun."""
        await self._write(*_ended(user, now))

    async def forget(self, before: float) -> None:
        """Forget the vacations that were over before then."""
        await self._write(Statement("DELETE FROM vacations WHERE until < ?", (before,)))


def _ended(user: int, now: float) -> list[Statement]:
    return [Statement(_CUT, (now, user, now, now)), Statement(_DROP, (user, now))]
