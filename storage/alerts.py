"""Which new tables people want to be told of by direct message, and what they were told."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from storage import sql
from storage.leftovers import Leftover, leaving
from storage.part import Part
from storage.people import Alert
from storage.sql import Statement

_ALERT = sql.columns(Alert)
_TELL = """
INSERT INTO alerted (match, "user", guild, at, sent) VALUES (?, ?, ?, ?, 0)
ON CONFLICT (match, "user") DO NOTHING"""
_DROP = 'DELETE FROM alerts WHERE guild = ? AND "user" = ?'
_OVER = "UPDATE alerted SET channel = 0, message = 0 WHERE message = ?"
_LEAVE = """
INSERT INTO leftovers (message, guild, channel, "user", says)
SELECT message, guild, channel, "user", ? FROM alerted WHERE message = ?
ON CONFLICT (message) DO NOTHING"""


@dataclass(frozen=True, slots=True)
class Letter:
    """What somebody was told of a table by direct message."""

    user: int
    guild: int
    """The table's server."""
    channel: int
    message: int

    def left(self, says: str) -> Leftover:
        """Return the message as one that is out of date, and has to say this."""
        return Leftover(self.message, self.guild, self.channel, self.user, says)


_LETTER = sql.columns(Letter)


class Alerts(Part):
    """Alerts, and who was told of which table."""

    async def save(self, alert: Alert, *changed: str) -> None:
        """Store what a person wants to be told of on a server; where something is stored, only
        these fields are changed, by default all."""
        values = astuple(replace(alert, games=(), parts=()))
        texts = (json.dumps(alert.games), json.dumps(alert.parts))
        query = sql.upsert("alerts", Alert, 2, changed)
        await self._write_again(Statement(query, (*values[:2], *texts, *values[4:])))

    async def shut(self, guild: int, user: int) -> None:
        """Note that a person takes no direct messages of the bot."""
        query = 'UPDATE alerts SET shut = 1 WHERE guild = ? AND "user" = ?'
        await self._write_again(Statement(query, (guild, user)))

    async def ungreeted(self) -> list[Alert]:
        """Return what people want to be told of on own servers who were not shown where yet."""
        query = f"SELECT {_ALERT} FROM alerts WHERE greeting <> '' AND {self._own}"
        return [_alert(row) for row in await self._read(query)]

    async def greeted(self, alert: Alert, shut: bool) -> None:
        """Note that a person was shown where they are told, or takes no messages of the bot."""
        query = """UPDATE alerts SET greeting = '', shut = ?
        WHERE guild = ? AND "user" = ? AND greeting = ?"""
        values = (shut, alert.guild, alert.user, alert.greeting)
        await self._write_again(Statement(query, values))

    async def drop(self, guild: int, user: int, left: Leftover | None = None) -> None:
        """Forget what a person wanted to be told of on a server, and note the message by which they
        ended it."""
        # It says no more of a table either.
        over = [] if left is None else [Statement(_OVER, (left.message,))]
        await self._write_again(Statement(_DROP, (guild, user)), *leaving(left), *over)

    async def get(self, guild: int, user: int) -> Alert | None:
        """Return what a person wants to be told of on a server, or None."""
        query = f'SELECT {_ALERT} FROM alerts WHERE guild = ? AND "user" = ?'
        rows = await self._read(query, guild, user)
        return _alert(rows[0]) if rows else None

    async def of(self, guild: int) -> list[Alert]:
        """Return what the people of a server want to be told of, as far as they take messages."""
        query = f'SELECT {_ALERT} FROM alerts WHERE guild = ? AND shut = 0 ORDER BY "user"'
        return [_alert(row) for row in await self._read(query, guild)]

    async def tell(self, table_id: str, guild: int, users: Collection[int], now: float) -> None:
        """Note that these people are told of a table; who was told already stays as noted."""
        values = [(table_id, user, guild, now) for user in users]
        await self._write_again(*(Statement(_TELL, row) for row in values))

    async def unsent(self, table_id: str) -> list[int]:
        """Return who is still to be told of a table."""
        query = 'SELECT "user" FROM alerted WHERE match = ? AND sent = 0 ORDER BY "user"'
        return await self._column(query, table_id)

    async def sent(self, table_id: str, user: int, channel: int = 0, message: int = 0) -> None:
        """Note by which message a person was told of a table, or that they cannot be."""
        query = """UPDATE alerted SET sent = 1, channel = ?, message = ?
        WHERE match = ? AND "user" = ?"""
        await self._write_again(Statement(query, (channel, message, table_id, user)))

    async def standing(self) -> list[str]:
        """Return the tables of own servers of which somebody was told by a message that says so
        still, or is still to be told."""
        query = f"""SELECT DISTINCT match FROM alerted
        WHERE (message <> 0 OR sent = 0) AND {self._own} ORDER BY match"""
        return await self._column(query)

    async def letters(self, table_id: str) -> list[Letter]:
        """Return the messages that say that a table is open."""
        query = f"""SELECT {_LETTER} FROM alerted
        WHERE match = ? AND message <> 0 ORDER BY "user\""""
        return await self._records(Letter, query, table_id)

    async def leave(self, left: Collection[Leftover]) -> None:
        """Note that these messages, as far as they still stand, are out of date: their table is
        open no more."""
        changes = [
            (Statement(_LEAVE, (each.says, each.message)), Statement(_OVER, (each.message,)))
            for each in left
        ]
        await self._write_again(*(change for both in changes for change in both))

    async def told(
        self, users: Collection[int], since: float, until: float
    ) -> Mapping[int, list[float]]:
        """Return when these people were told of tables between these times, by person."""
        found: dict[int, list[float]] = {user: [] for user in users}
        query = f"""SELECT "user", at FROM alerted
        WHERE "user" IN ({sql.marks(len(users))}) AND at > ? AND at <= ? ORDER BY at"""
        for user, at in await self._read(query, *users, since, until) if users else ():
            found[user].append(at)
        return found

    async def told_of(self, table_id: str) -> list[int]:
        """Return who was, or is to be, told of a table."""
        query = 'SELECT "user" FROM alerted WHERE match = ? ORDER BY "user"'
        return await self._column(query, table_id)

    async def forget_told(self, before: float) -> None:
        """Forget what people were told of before then, unless a message says so still."""
        query = "DELETE FROM alerted WHERE at < ? AND message = 0"
        await self._write_again(Statement(query, (before,)))


def _alert(row: Any) -> Alert:
    guild, user, games, parts, *rest = row
    values = (guild, user, tuple(json.loads(games)), tuple(json.loads(parts)), *rest)
    return sql.made(Alert, values)
