"""Messages of the bot in whose place others stand, until they are deleted."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from storage import sql
from storage.sql import Part, Statement


@dataclass(frozen=True, slots=True)
class Leftover:
    """A message that has to go."""

    message: int
    guild: int
    channel: int


_LEFTOVER = sql.columns(Leftover)
_LEAVE = sql.upsert("leftovers", Leftover, keys=1)


class Leftovers(Part):
    """They are noted with what stands in their place."""

    async def due(self, guild: int | None = None) -> list[Leftover]:
        """Return those in own servers, or in one, the oldest first."""
        here, values = (self._own, ()) if guild is None else ("guild = ?", (guild,))
        query = f"SELECT {_LEFTOVER} FROM leftovers WHERE {here} ORDER BY message"
        return [sql.made(Leftover, row) for row in await self._read(query, *values)]

    async def drop(self, message: int) -> None:
        """Forget a message that is gone."""
        await self._write_again(Statement("DELETE FROM leftovers WHERE message = ?", (message,)))


def leaving(leftover: Leftover | None) -> list[Statement]:
    """Return what notes that a message has to go, if there is one."""
    return [] if leftover is None else [Statement(_LEAVE, astuple(leftover))]
