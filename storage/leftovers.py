"""Messages of the bot that are out of date, until they are deleted or say something else."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from storage import sql
from storage.part import Part
from storage.sql import Statement


@dataclass(frozen=True, slots=True)
class Leftover:
    """A message that has to go, or to say something else."""

    message: int
    guild: int
    """The server that it belongs to; 0: none, it is a direct message."""
    channel: int
    user: int = 0
    """Whom it was written to; 0: nobody alone."""
    says: str = ""
    """What is to stand in it; empty: it goes."""


_LEFTOVER = sql.columns(Leftover)
_LEAVE = sql.upsert("leftovers", Leftover, keys=1)


class Leftovers(Part):
    """They are noted with what makes them so."""

    async def due(self, guild: int | None = None) -> list[Leftover]:
        """Return those in own servers, or in one, the oldest first."""
        here, values = (self._own, ()) if guild is None else ("guild = ?", (guild,))
        query = f"SELECT {_LEFTOVER} FROM leftovers WHERE {here} ORDER BY message"
        return await self._records(Leftover, query, *values)

    async def get(self, message: int) -> Leftover | None:
        """Return what a message is noted as, if it is."""
        query = f"SELECT {_LEFTOVER} FROM leftovers WHERE message = ?"
        return await self._record(Leftover, query, message)

    async def drop(self, leftover: Leftover) -> None:
        """Forget a message that is gone, or says what it was to say, unless by now that is
        something else."""
        query = "DELETE FROM leftovers WHERE message = ? AND says = ?"
        await self._write_again(Statement(query, (leftover.message, leftover.says)))


def leaving(leftover: Leftover | None) -> list[Statement]:
    """Return what notes that a message is out of date, if there is one."""
    return [] if leftover is None else [Statement(_LEAVE, astuple(leftover))]
