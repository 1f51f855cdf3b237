"""When and how people want to be called, where they live, and when a roundup last told them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import astuple

from storage import sql
from storage.leftovers import Leftover, leaving
from storage.part import Part
from storage.people import Habit
from storage.sql import Statement

_HABIT = sql.columns(Habit)


class Habits(Part):
    """Habits; who has said nothing has those that a new one has."""

    async def of(self, user: int) -> Habit:
        """Return when and how a person wants to be called."""
        query = f'SELECT {_HABIT} FROM habits WHERE "user" = ?'
        return await self._record(Habit, query, user) or Habit(user)

    async def save(self, habit: Habit, *changed: str) -> None:
        """Store when and how a person wants to be called; where something is stored, only these
        fields are changed, by default all."""
        await self._write_again(Statement(sql.upsert("habits", Habit, 1, changed), astuple(habit)))

    async def stop_direct(self, user: int, left: Leftover | None = None) -> None:
        """Note that a person is not told by direct message when it is their turn, and the message
        by which they ended it."""
        query = 'UPDATE habits SET direct = 0 WHERE "user" = ?'
        await self._write_again(Statement(query, (user,)), *leaving(left))

    async def stop_roundup(self, user: int, left: Leftover | None = None) -> None:
        """Note that a person is not told once a day of what waits for them, and the message by
        which they ended it."""
        query = 'UPDATE habits SET roundup = NULL WHERE "user" = ?'
        await self._write_again(Statement(query, (user,)), *leaving(left))

    async def roundups(self, before: float, beyond: float) -> list[Habit]:
        """Return the habits of who wants to be told once a day and last was before then, or beyond
        a time to come: the clock was wrong."""
        query = f"""SELECT {_HABIT} FROM habits
        WHERE roundup IS NOT NULL AND (rounded_up <= ? OR rounded_up > ?)"""
        return await self._records(Habit, query, before, beyond)

    async def told_last(self, user: int) -> float:
        """Return when a person was last told once a day; 0 for who never was."""
        query = 'SELECT rounded_up FROM habits WHERE "user" = ?'
        return float(await self._value(query, user) or 0.0)

    async def rounded_up(self, user: int, now: float) -> None:
        """Note that a person was told of what waits for them, or that nothing does."""
        query = 'UPDATE habits SET rounded_up = ? WHERE "user" = ?'
        await self._write_again(Statement(query, (now, user)))

    async def zones(self, users: Collection[int]) -> Mapping[int, str]:
        """Return the time zones of those who have said one."""
        if not users:
            return {}
        query = f"""SELECT "user", zone FROM habits
        WHERE "user" IN ({sql.marks(len(users))}) AND zone <> ''"""
        return dict(await self._read(query, *users))
