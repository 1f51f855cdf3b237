"""What brings people to tables: the roles that hosts have called, who waits for the next game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import astuple

from storage import sql
from storage.part import Part
from storage.records import Summons
from storage.sql import Statement

_SUMMONS = sql.columns(Summons)
_SUMMON = f"""
INSERT INTO summons ({_SUMMONS}) SELECT {sql.marks(6)}
WHERE NOT EXISTS (SELECT 1 FROM summons WHERE guild = ? AND at > ? AND at < ?)"""
_SAVE = sql.upsert("summons", Summons, keys=1)


_WAIT = """
INSERT INTO waiting (match, "user", name, at) VALUES (?, ?, ?, ?)
ON CONFLICT (match, "user") DO UPDATE SET name = excluded.name"""
_WAITED_AT = """
SELECT id FROM waiting JOIN matches ON id = match
WHERE channel = ? AND game = ? AND updated > ? AND status IN ('finished', 'aborted')
ORDER BY updated DESC LIMIT 1"""
_WAIT_NO_MORE = 'DELETE FROM waiting WHERE match = ? AND "user" = ?'


def waiting_on(table_id: str, next_id: str, seated: Collection[int]) -> list[Statement]:
    """Return what lets who waits at a table wait at the next one instead, but for who is seated
    there."""
    return [
        *(Statement(_WAIT_NO_MORE, (table_id, user)) for user in seated),
        Statement("UPDATE waiting SET match = ? WHERE match = ?", (next_id, table_id)),
    ]


class Company(Part):
    """Who was called to lobbies, and who waits for one."""

    async def summon(self, summons: Summons, apart: float) -> None:
        """Store that a lobby calls a role; raise Conflict when it has called before, or another
        of its server has so few seconds before, or after where the clock was wrong."""
        at = summons.at
        values = (*astuple(summons), summons.guild, at - apart, at + apart)
        await self._write(sql.change(_SUMMON, values))

    async def summons(self, table_id: str) -> Summons | None:
        """Return what a lobby has called, or None."""
        query = f"SELECT {_SUMMONS} FROM summons WHERE match = ?"
        return await self._record(Summons, query, table_id)

    async def last_summons(self, guild: int, until: float) -> float | None:
        """Return when a lobby of a server last called before this time, or None."""
        query = "SELECT max(at) FROM summons WHERE guild = ? AND at < ?"
        [last] = await self._column(query, guild, until)
        return None if last is None else float(last)

    async def open_summons(self) -> list[Summons]:
        """Return the own lobbies' calls that are still to be sent, or to be said to be over."""
        query = f"SELECT {_SUMMONS} FROM summons WHERE over = 0 AND {self._own} ORDER BY at"
        return await self._records(Summons, query)

    async def save_summons(self, summons: Summons) -> None:
        """Store what has become of a call; raise Conflict without its table."""
        await self._write_again(Statement(_SAVE, astuple(summons)))

    async def drop_summons(self, summons: Summons) -> None:
        """Forget a call that was never sent: its lobby may call again, and its server."""
        query = "DELETE FROM summons WHERE match = ? AND message IS NULL"
        await self._write_again(Statement(query, (summons.table,)))

    async def wait(self, table_id: str, user: int, name: str, now: float) -> None:
        """Note that a person wants to sit in the next game at a table; raise Conflict."""
        await self._write_again(Statement(_WAIT, (table_id, user, name, now)))

    async def waiting(self, table_id: str) -> list[tuple[int, str]]:
        """Return who waits for the next game at a table, by name, who has waited longest first."""
        query = 'SELECT "user", name FROM waiting WHERE match = ? ORDER BY at, "user"'
        return [(user, name) for user, name in await self._read(query, table_id)]

    async def waited_at(self, channel: int, game: str, since: float) -> str | None:
        """Return the table at which somebody waits for a channel's next game of a kind: the last
        that has ended there since this time, or None."""
        return await self._value(_WAITED_AT, channel, game, since)

    async def wait_no_more(self, table_id: str, users: Collection[int]) -> None:
        """Note that these people do not wait at a table any more."""
        await self._write_again(*(Statement(_WAIT_NO_MORE, (table_id, user)) for user in users))
