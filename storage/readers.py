"""How people want to read: who has chosen short words."""

from __future__ import annotations

from storage.sql import Part, Statement

_CHOOSE = """
INSERT INTO readers ("user", short) VALUES (?, ?)
ON CONFLICT ("user") DO UPDATE SET short = excluded.short"""


class Readers(Part):
    """What people have chosen for themselves, at all tables."""

    async def short(self, user: int) -> bool:
        """Return whether a person reads short words."""
        rows = await self._read('SELECT short FROM readers WHERE "user" = ?', user)
        return bool(rows and rows[0][0])

    async def choose(self, user: int, short: bool) -> None:
        """Store whether a person reads short words."""
        await self._write(Statement(_CHOOSE, (user, int(short))))
