"""What people were told who play a game for the first time, and who wants none of it."""

from __future__ import annotations

from collections.abc import Mapping

from storage.part import Part
from storage.sql import Statement

_TOLD = """
INSERT INTO tips ("user", game, kind, times) VALUES (?, ?, ?, ?)
ON CONFLICT ("user", game, kind) DO UPDATE SET times = excluded.times"""
_NONE = ""
"""The game of the row of who wants no more tips."""


class Tips(Part):
    """Tips by person, game and kind of decision."""

    async def told(self, user: int, game: str) -> Mapping[str, int] | None:
        """Return how often a person was told of which kind of decision; None where they have
        finished this game before, or want no more tips."""
        query = """SELECT 1 FROM tips WHERE "user" = ? AND game = ? UNION ALL
        SELECT 1 FROM results WHERE "user" = ? AND game = ? AND completed = 1 LIMIT 1"""
        if await self._read(query, user, _NONE, user, game):
            return None
        query = 'SELECT kind, times FROM tips WHERE "user" = ? AND game = ?'
        return dict(await self._read(query, user, game))

    async def note(self, user: int, game: str, times: Mapping[str, int]) -> None:
        """Store how often a person was told of these kinds."""
        await self._write_again(
            *(Statement(_TOLD, (user, game, kind, n)) for kind, n in times.items()),
        )

    async def stop(self, user: int) -> None:
        """Note that a person wants no more tips."""
        await self._write_again(
            Statement('DELETE FROM tips WHERE "user" = ?', (user,)),
            Statement(_TOLD, (user, _NONE, _NONE, 0)),
        )
