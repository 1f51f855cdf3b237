"""What staff needs: who may not play, what was done, which tables are open."""

from __future__ import annotations

from dataclasses import astuple

from storage import settings, sql
from storage.people import Ban, Deed, Idle
from storage.records import Table
from storage.sql import Part, Statement
from storage.tables import OPEN, table_of

_BAN, _DEED, _TABLE = map(sql.columns, (Ban, Deed, Table))
_SAVE_BAN = sql.upsert("bans", Ban, keys=2)
_ADD_DEED = sql.insert("audit", Deed, without="number")
HALT = "new-tables"
_IDLE = f"""
SELECT id, guild, status, last FROM (
    SELECT id, guild, status, CASE WHEN log.at > updated THEN log.at ELSE updated END AS last
    FROM matches LEFT JOIN log ON log.match = id
        AND log.sequence = (SELECT max(sequence) FROM log WHERE match = id)
    WHERE {OPEN}
) AS open WHERE last < ?"""


class Staff(Part):
    """Bans, the audit and open tables."""

    async def ban(self, ban: Ban) -> None:
        """Store a ban, in place of the person's older one on this server."""
        await self._write(Statement(_SAVE_BAN, astuple(ban)))

    async def unban(self, guild: int, user: int) -> None:
        """Forget a ban."""
        query = 'DELETE FROM bans WHERE guild = ? AND "user" = ?'
        await self._write(Statement(query, (guild, user)))

    async def banned(self, guild: int, user: int, now: float) -> Ban | None:
        """Return the ban that keeps this person from playing here, the longest, or None."""
        query = f"""SELECT {_BAN} FROM bans
        WHERE guild IN (0, ?) AND "user" IN (0, ?) AND (until IS NULL OR until > ?)
        ORDER BY until IS NULL DESC, until DESC"""
        rows = await self._read(query, guild, user, now)
        return sql.made(Ban, rows[0]) if rows else None

    async def bans(self, guild: int, now: float) -> list[Ban]:
        """Return the bans of a server's people that have not ended, the newest first; forget the
        others.
        """
        ended = Statement("DELETE FROM bans WHERE guild = ? AND until <= ?", (guild, now))
        await self._write(ended)
        query = f'SELECT {_BAN} FROM bans WHERE guild = ? AND "user" <> 0 ORDER BY at DESC'
        return [sql.made(Ban, row) for row in await self._read(query, guild)]

    async def blocks(self) -> list[Ban]:
        """Return whom the operator has banned everywhere, people and servers, the newest first."""
        query = f'SELECT {_BAN} FROM bans WHERE guild = 0 OR "user" = 0 ORDER BY at DESC'
        return [sql.made(Ban, row) for row in await self._read(query)]

    async def halted(self) -> bool:
        """Return whether no game may begin for now."""
        query = "SELECT 1 FROM settings WHERE guild = 0 AND key = ?"
        return bool(await self._read(query, HALT))

    async def halt(self, halted: bool) -> None:
        """Let no game begin, or let them begin again; boards of lobbies owe their showing it."""
        change = Statement(settings.DROP, (0, HALT))
        if halted:
            change = Statement(settings.SAVE, (0, HALT, "off"))
        await self._write(change, Statement("UPDATE matches SET owed = 1 WHERE status = 'lobby'"))

    async def record(self, deed: Deed) -> None:
        """Add a row to the audit; its number is the store's."""
        *values, _ = astuple(deed)
        await self._write(Statement(_ADD_DEED, values))

    async def audit(
        self,
        guild: int,
        count: int,
        before: int | None = None,
        person: int | None = None,
        table_id: str | None = None,
    ) -> list[Deed]:
        """Return so many rows of a server's audit, the newest first, numbered below `before`.

        With `person` only what that person did or had done to them; with `table_id` only what
        was done at that table.
        """
        filters: dict[str, int | str | None] = {
            "guild = ?": guild,
            "number < ?": before,
            "? IN (actor, target)": person,
            "match = ?": table_id,
        }
        used = {part: value for part, value in filters.items() if value is not None}
        query = f"SELECT {_DEED} FROM audit WHERE {' AND '.join(used)} ORDER BY number DESC LIMIT ?"
        return [sql.made(Deed, row) for row in await self._read(query, *used.values(), count)]

    async def open_tables(self, guild: int) -> list[Table]:
        """Return a server's tables in the lobby or running, the oldest first."""
        query = f"SELECT {_TABLE} FROM matches WHERE guild = ? AND {OPEN} ORDER BY created"
        return [table_of(row) for row in await self._read(query, guild)]

    async def lobbies(self) -> list[str]:
        """Return the own tables in the lobby."""
        rows = await self._read(f"SELECT id FROM matches WHERE status = 'lobby' AND {self._own}")
        return [table_id for (table_id,) in rows]

    async def seats(self, user: int) -> list[str]:
        """Return the own open tables at which a person sits."""
        query = f"""SELECT id FROM matches JOIN seats ON match = id
        WHERE "user" = ? AND {OPEN} AND {self._own} ORDER BY created, id"""
        return [table_id for (table_id,) in await self._read(query, user)]

    async def idle(self, since: float) -> list[Idle]:
        """Return the own open tables at which nothing happened since, oldest first."""
        query = f"{_IDLE} AND {self._own} ORDER BY last"
        return [sql.made(Idle, row) for row in await self._read(query, since)]
