"""What people have chosen for themselves: short words, and to show how well they decide."""

from __future__ import annotations

from storage.part import Part
from storage.sql import Statement

_CHOOSE = """
INSERT INTO readers ("user", short) VALUES (?, ?)
ON CONFLICT ("user") DO UPDATE SET short = excluded.short"""
_SHOW = """
INSERT INTO readers ("user", short, shows) VALUES (?, 0, ?)
ON CONFLICT ("user") DO UPDATE SET shows = excluded.shows"""


class Readers(Part):
    """What people have chosen for themselves, at all tables."""

    async def short(self, user: int) -> bool:
        """Return whether a person reads short words."""
        return any(await self._column('SELECT short FROM readers WHERE "user" = ?', user))

    async def choose(self, user: int, short: bool) -> None:
        """Store whether a person reads short words."""
        await self._write_again(Statement(_CHOOSE, (user, int(short))))

    async def shows(self, user: int) -> bool:
        """Return whether a person lets others see how well they decide."""
        return any(await self._column('SELECT shows FROM readers WHERE "user" = ?', user))

    async def show(self, user: int, shows: bool) -> None:
        """Store whether a person lets others see how well they decide."""
        await self._write_again(Statement(_SHOW, (user, int(shows))))
