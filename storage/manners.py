"""Who sits with whom: guests of lobbies, people who block each other, and who stays to the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from storage import sql
from storage.part import Part
from storage.people import Fared
from storage.sql import Statement

_GUEST = """
INSERT INTO guests (match, "user", invited) VALUES (?, ?, ?)
ON CONFLICT (match, "user") DO UPDATE SET invited = excluded.invited"""

PLAYED_IN = """
SELECT 1 FROM matches
WHERE channel = ? AND started IS NOT NULL AND status IN ('finished', 'aborted') LIMIT 1"""

LEFT_BEHIND = """(completed = 1 OR EXISTS (SELECT 1 FROM results AS other
WHERE other.match = results.match AND other."user" IS NOT NULL
AND (other.completed = 1 OR other.place < results.place)))"""
"""What holds of a result of somebody who stayed, or left others who stayed, or stayed longer."""


def inviting(table_id: str, users: Collection[int]) -> list[Statement]:
    """Return what invites these people to a table."""
    return [Statement(_GUEST, (table_id, user, 1)) for user in users]


class Manners(Part):
    """What people and hosts want of each other."""

    async def guests(self, table_id: str) -> Mapping[int, bool]:
        """Return whom the host has invited (True) or sent away (False)."""
        query = 'SELECT "user", invited FROM guests WHERE match = ?'
        return {user: bool(invited) for user, invited in await self._read(query, table_id)}

    async def invite(self, table_id: str, users: Collection[int]) -> None:
        """Invite these people, and of the others nobody any more."""
        await self._write_again(
            Statement("DELETE FROM guests WHERE match = ? AND invited = 1", (table_id,)),
            *inviting(table_id, users),
        )

    async def send_away(self, table_id: str, user: int) -> None:
        """Note that a person is not to sit down at a table."""
        await self._write_again(Statement(_GUEST, (table_id, user, 0)))

    async def blocked(self, user: int) -> list[int]:
        """Return whom a person has blocked, the first to be blocked first."""
        query = 'SELECT other FROM blocks WHERE "user" = ? ORDER BY at, other'
        return await self._column(query, user)

    async def block(self, user: int, others: Collection[int], now: float) -> None:
        """Let a person have blocked these people, and nobody else."""
        kept = f"AND other NOT IN ({sql.marks(len(others))})" if others else ""
        add = """INSERT INTO blocks ("user", other, at) VALUES (?, ?, ?)
        ON CONFLICT ("user", other) DO NOTHING"""
        await self._write_again(
            Statement(f'DELETE FROM blocks WHERE "user" = ? {kept}', (user, *others)),
            *(Statement(add, (user, other, now)) for other in others),
        )

    async def apart(
        self, users: Collection[int], others: Collection[int]
    ) -> Mapping[int, Collection[int]]:
        """Return for each of `users` who does not sit with one of the others who has blocked whom:
        the person, for having blocked one of them, and those who have blocked the person.
        """
        if not (users and others):
            return {}
        these, those = sql.marks(len(users)), sql.marks(len(others))
        query = f"""SELECT "user", "user" FROM blocks
        WHERE "user" IN ({these}) AND other IN ({those})
        UNION SELECT other, "user" FROM blocks
        WHERE other IN ({these}) AND "user" IN ({those})"""
        found: dict[int, set[int]] = {}
        for user, blocker in await self._read(query, *users, *others, *users, *others):
            found.setdefault(user, set()).add(blocker)
        return found

    async def fared(self, guild: int, users: Collection[int]) -> Mapping[int, Fared]:
        """Return of how many games that were played to their end these people were there; who was
        the last to leave one has left nobody."""
        if not users:
            return {}
        query = f"""SELECT "user", count(*), sum(completed) FROM results
        WHERE guild = ? AND "user" IN ({sql.marks(len(users))}) AND {LEFT_BEHIND}
        GROUP BY "user\""""
        rows = await self._read(query, guild, *users)
        return {user: Fared(int(begun), int(stayed)) for user, begun, stayed in rows}

    async def given_up(self, guild: int, user: int, since: float, until: float) -> list[float]:
        """Return when lobbies of this host came to nothing between these times, the last first."""
        query = """SELECT updated FROM matches WHERE host = ? AND guild = ?
        AND status = 'aborted' AND started IS NULL AND updated > ? AND updated < ?
        ORDER BY updated DESC"""
        return await self._column(query, user, guild, since, until)

    async def played_in(self, channel: int) -> bool:
        """Return whether a game that was begun in a channel has ended, however."""
        return bool(await self._read(PLAYED_IN, channel))

    async def closed(self, since: float) -> list[tuple[int, int]]:
        """Return the servers and channels of own lobbies that came to nothing since then."""
        query = f"""SELECT DISTINCT guild, channel FROM matches WHERE status = 'aborted'
        AND started IS NULL AND updated > ? AND {self._own} ORDER BY guild, channel"""
        return [(guild, channel) for guild, channel in await self._read(query, since)]
