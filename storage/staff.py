"""What staff needs: who may not play, what was done, which seats are offered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple

from storage import settings, sql
from storage.cases import Case, recorded, recording
from storage.leftovers import Leftover, leaving
from storage.part import Part
from storage.people import Ban, Deed, Offer
from storage.sql import Statement
from storage.tables import OPEN

_BAN, _DEED, _OFFER = map(sql.columns, (Ban, Deed, Offer))
_SAVE_BAN = sql.upsert("bans", Ban, keys=2)
_SAVE_OFFER = sql.upsert("offers", Offer, keys=2)
HALT = "new-tables"
_STANDING = f"SELECT {_DEED} FROM audit WHERE guild = ? AND action = ? AND closed IS NULL"


class Staff(Part):
    """Bans, the audit and offers."""

    async def ban(self, ban: Ban, case: Case | None = None) -> None:
        """Store a ban, in place of the person's older one on this server, with its case."""
        query = 'SELECT 1 FROM bans WHERE guild = ? AND "user" = ? AND at = ?'
        stored = Statement(query, (ban.guild, ban.user, ban.at))
        await self._write_surely(stored, Statement(_SAVE_BAN, astuple(ban)), *recording(case))

    async def unban(self, guild: int, user: int, case: Case | None = None) -> None:
        """Forget a ban, with the case of that."""
        of_person = 'FROM bans WHERE guild = ? AND "user" = ?'
        gone = Statement(f"SELECT 1 WHERE NOT EXISTS (SELECT 1 {of_person})", (guild, user))
        drop = Statement(f"DELETE {of_person}", (guild, user))
        await self._write_surely(gone, drop, *recording(case))

    async def banned(self, guild: int, user: int, now: float) -> Ban | None:
        """Return the ban that keeps this person from playing here, the longest, or None."""
        return (await self.barred(guild, [user], now)).get(user)

    async def barred(self, guild: int, users: Collection[int], now: float) -> Mapping[int, Ban]:
        """Return by person the longest ban that keeps them from playing here, where one does."""
        query = f"""SELECT {_BAN} FROM bans WHERE guild IN (0, ?)
        AND "user" IN (0, {sql.marks(len(users))}) AND (until IS NULL OR until > ?)
        ORDER BY until IS NOT NULL, until DESC"""
        bans = await self._records(Ban, query, guild, *users, now) if users else []
        found = {u: next((b for b in bans if b.user in (0, u)), None) for u in users}
        return {user: ban for user, ban in found.items() if ban is not None}

    async def bans(self, guild: int, now: float) -> list[Ban]:
        """Return the bans of a server's people that have not ended, the newest first; forget the
        others.
        """
        ended = Statement("DELETE FROM bans WHERE guild = ? AND until <= ?", (guild, now))
        await self._write(ended)
        query = f'SELECT {_BAN} FROM bans WHERE guild = ? AND "user" <> 0 ORDER BY at DESC'
        return await self._records(Ban, query, guild)

    async def blocks(self) -> list[Ban]:
        """Return whom the operator has banned everywhere, people and servers, the newest first."""
        query = f'SELECT {_BAN} FROM bans WHERE guild = 0 OR "user" = 0 ORDER BY at DESC'
        return await self._records(Ban, query)

    async def halted(self) -> bool:
        """Return whether no game may begin for now."""
        query = "SELECT 1 FROM settings WHERE guild = 0 AND key = ?"
        return bool(await self._read(query, HALT))

    async def halt(self, halted: bool) -> None:
        """Let no game begin, or let them begin again; boards of lobbies owe their showing it."""
        change = Statement(settings.DROP, (0, HALT))
        if halted:
            change = Statement(settings.SAVE, (0, HALT, "off"))
        await self._write_again(
            change, Statement("UPDATE matches SET owed = 1 WHERE status = 'lobby'")
        )

    async def record(self, case: Case) -> None:
        """Write down a case of which nothing else is stored."""
        await self._write_surely(recorded(case), *recording(case))

    async def audit(
        self,
        guild: int,
        count: int,
        before: int | None = None,
        person: int | None = None,
        table_id: str | None = None,
        action: str | None = None,
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
            "action = ?": action,
        }
        used = {part: value for part, value in filters.items() if value is not None}
        query = f"""SELECT {_DEED} FROM audit WHERE {" AND ".join(used)}
        ORDER BY number DESC LIMIT ?"""
        return await self._records(Deed, query, *used.values(), count)

    async def standing(self, guild: int, action: str, people: Collection[int]) -> list[Deed]:
        """Return the rows of a server's audit on an action that was done to one of these people
        and that nothing has ended, the oldest first."""
        query = f"{_STANDING} AND target IN ({sql.marks(len(people))}) ORDER BY number"
        return await self._records(Deed, query, guild, action, *people) if people else []

    async def standing_at(self, guild: int, action: str, table_id: str) -> list[Deed]:
        """Return the rows of a server's audit on an action at a table that nothing has ended, the
        oldest first."""
        query = f"{_STANDING} AND match = ? ORDER BY number"
        return await self._records(Deed, query, guild, action, table_id)

    async def done_to(self, guild: int, person: int, table_id: str) -> list[Deed]:
        """Return the rows of a server's audit on what was done to a person, at this table or at no
        table alone, the oldest first."""
        query = f"""SELECT {_DEED} FROM audit
        WHERE guild = ? AND target = ? AND (match = ? OR match IS NULL) ORDER BY number"""
        return await self._records(Deed, query, guild, person, table_id)

    async def deeds(self, guild: int, numbers: Sequence[int]) -> list[Deed]:
        """Return the rows of a server's audit that have these numbers, in their order."""
        query = f"""SELECT {_DEED} FROM audit
        WHERE guild = ? AND number IN ({sql.marks(len(numbers))}) ORDER BY number"""
        return await self._records(Deed, query, guild, *numbers) if numbers else []

    async def untold(self, guild: int | None = None) -> list[Deed]:
        """Return the own servers' rows of the audit that are still to be told, or those of one
        server, the oldest first."""
        where, values = (self._own, ()) if guild is None else ("guild = ?", (guild,))
        query = f"SELECT {_DEED} FROM audit WHERE owed = 1 AND {where} ORDER BY number"
        return await self._records(Deed, query, *values)

    async def told(self, number: int) -> None:
        """Note that a row of the audit was told."""
        await self._write_again(Statement("UPDATE audit SET owed = 0 WHERE number = ?", (number,)))

    async def heard(self, number: int) -> None:
        """Note that of a row of the audit the log channel alone is still to be told."""
        await self._write_again(Statement("UPDATE audit SET heard = 1 WHERE number = ?", (number,)))

    async def offer(self, offer: Offer) -> None:
        """Store the offer of a seat, in place of an older one."""
        await self._write_again(Statement(_SAVE_OFFER, astuple(offer)))

    async def offered(self, table_id: str, seat: int) -> Offer | None:
        """Return the offer of a seat, or None."""
        query = f"SELECT {_OFFER} FROM offers WHERE match = ? AND seat = ?"
        return await self._record(Offer, query, table_id, seat)

    async def offers(self) -> list[Offer]:
        """Return the offers at own tables, also those that have ended."""
        query = f"SELECT {_OFFER} FROM offers WHERE {self._of_own}"
        return await self._records(Offer, query)

    async def withdraw(self, offer: Offer, left: Leftover | None = None) -> None:
        """Forget the offer of a seat, and no later one; its message may be left over."""
        query = "DELETE FROM offers WHERE match = ? AND seat = ? AND until = ?"
        withdrawn = Statement(query, (offer.table, offer.seat, offer.until))
        await self._write_again(withdrawn, *leaving(left))

    async def banned_seats(self, now: float) -> list[tuple[str, int]]:
        """Return the own open tables at which somebody sits who is banned there, and who."""
        query = f"""SELECT id, "user" FROM matches JOIN seats ON match = id
        WHERE {OPEN} AND {self._own} AND EXISTS (
            SELECT 1 FROM bans WHERE bans.guild = matches.guild AND bans."user" = seats."user"
            AND (until IS NULL OR until > ?)
        ) ORDER BY created, id"""
        return [(table, user) for table, user in await self._read(query, now)]
