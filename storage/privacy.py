"""What is stored of people and servers: given out, made anonymous, removed."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, TypeAlias

from storage import sql
from storage.cases import Case, recording
from storage.database import Database
from storage.errors import Conflict, StoreError
from storage.leftovers import Leftover
from storage.part import Part
from storage.people import Alert, Ban, Deed, Habit, Offer, Rating, Vacation
from storage.puzzles import Solver
from storage.records import Entry, Player, Result, Table
from storage.reviews import Review
from storage.sql import Statement
from storage.tables import OPEN, table_of, vacated
from storage.votes import ALL

log = logging.getLogger(__name__)

_TABLE, _ENTRY, _LEFTOVER = map(sql.columns, (Table, Entry, Leftover))
_ALL = ("log", "snapshots", "boards", "calls", "privates", "results", "reviews", "matches")
_OWN = (
    *("audit", "ratings", "settings", "alerts", "alerted"),
    *("meetings", "tournaments", "leftovers"),
)
_OF_ONE = (
    *("ratings", "privates", "offers", "guests", "alerts", "alerted", "habits", "vacations"),
    *("leftovers", "waiting", "votes", "meeting_guests", "tips", "readers", "lessons"),
    *("reviews", "solvers", "blocks"),
)
"""What is of one person alone."""
_BANS = 'bans WHERE "user" <> 0'
"""The bans of servers; with user 0 the operator blocks a whole server."""
OF_PERSON = 'SELECT id FROM matches WHERE host = ? UNION SELECT match FROM seats WHERE "user" = ?'
"""The tables that a person hosts or hosted, or sits or sat at."""
_LEFT_MEETINGS = """
UPDATE meetings SET version = version + 1 WHERE host = ? OR by = ?
    OR id IN (SELECT meeting FROM meeting_guests WHERE "user" = ?)"""
"""Of which the messages are to name them no more."""
_OFFERED = f"""INSERT INTO leftovers ({_LEFTOVER})
SELECT offers.message, guild, channel, 0, '' FROM offers JOIN matches ON id = match
WHERE offers."user" = ? AND offers.message IS NOT NULL ON CONFLICT (message) DO NOTHING"""
_CALLED = f"""INSERT INTO leftovers ({_LEFTOVER})
SELECT posters.call, guild, channel, 0, '' FROM posters JOIN meetings ON id = meeting
WHERE id IN (SELECT meeting FROM meeting_guests WHERE "user" = ?) AND posters.call IS NOT NULL
ON CONFLICT (message) DO NOTHING"""
"""Let the messages go that mention them: to whom a seat is offered, and who have a date."""
_SHOWN_ANEW = """UPDATE tournaments SET version = version + 1
WHERE id IN (SELECT tournament FROM entrants WHERE "user" = ?)"""
"""Lets the tournaments be shown anew that a person has entered."""
MENTION = re.compile(r"<@(\d+)>")
"""How a person is named in a reason, so that a name is found by its id and is no part of another's.
"""
NOBODY = "<@0>"
"""What stands where a person was named who is forgotten, or not to be told."""
_AT_ONCE = 200
"""Tables that are changed in one transaction: clicks wait for it."""
_TRIES = 5
_LOGS = 50
"""Tables whose logs are read at once: other reads wait for it."""

Rows: TypeAlias = list[dict[str, Any]]
"""Records as values of JSON."""


class Privacy(Part):
    """Answers for what the store knows of a person or a server."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._scrub = database.scrub
        # The process before may have died over it.
        self._removals, self._scrubbed = 1, 0

    async def export(self, user: int) -> AsyncIterator[tuple[str, Rows]]:
        """Yield everything that is stored of a person, without secrets: parts by their names, a
        long one in several pieces, one after another."""
        bans = await self._rows(Ban, "bans", user)
        audit = await self._rows(Deed, "audit", user, "? IN (actor, target)")
        yield "results", await self._rows(Result, "results", user, more=("match",))
        yield "ratings", await self._rows(Rating, "ratings", user)
        yield "bans", [_own_ban(ban, user) for ban in bans]
        yield "audit", [_own_deed(deed, user) for deed in audit]
        yield "blocks", await self._blocks(user)
        yield "guest_at", await self._guest_at(user)
        yield "alerts", await self._rows(Alert, "alerts", user)
        yield "alerted", await self._alerted(user)
        yield "habits", await self._rows(Habit, "habits", user)
        yield "vacations", await self._rows(Vacation, "vacations", user)
        yield "leftovers", await self._rows(Leftover, "leftovers", user)
        yield "waits_at", await self._waits_at(user)
        yield "votes", await self._votes(user)
        yield "meetings", await self._meetings(user)
        yield "tips", await self._tips(user)
        yield "reads", await self._reads(user)
        yield "lessons", await self._lessons(user)
        yield "reviews", await self._rows(Review, "reviews", user)
        yield "puzzles", await self._rows(Solver, "solvers", user)
        yield "tournaments", await self._tournaments(user)
        yield "offers", await self._rows(Offer, "offers", user)
        yield "tables", []
        ids = await self._column(OF_PERSON, user, user)
        for first in range(0, len(ids), _LOGS):
            yield "tables", await self._at_tables(ids[first : first + _LOGS], user)

    async def forget(self, user: int, now: float) -> None:
        """Make a person's seats anonymous everywhere and remove what else is stored of them.

        Many tables are done in steps; when one fails, call it again.

        An anonymous seat is a computer's, without a name; in a lobby there is none, another person
        hosts, or it is closed. A ban goes on as a bare id until it
        ends; of rows of the audit stays what was done and when; where a reason names the person
        stands nobody. Nothing of what is removed can be read from the store's files afterwards,
        or from `scrub` on, where another program reads them just then.
        """
        for _ in range(_TRIES):
            tables = await self.tables_of(user)
            changes = [_without(table, user, now) for table in tables] + _forgotten(user, now)
            changes += await self._unnamed(user)
            try:
                for first in range(0, len(changes), _AT_ONCE):
                    await self._write(*changes[first : first + _AT_ONCE])
            except Conflict:
                continue  # one of the tables was written meanwhile
            if await self._read(OF_PERSON, user, user):
                continue  # seated meanwhile, as by a tournament that was just opening its tables
            await self._removed()
            return
        raise StoreError("A table of this person is written all the time.")

    async def tables_of(self, user: int) -> list[Table]:
        """Return the tables that a person hosts or hosted, or sits or sat at."""
        query = f"SELECT {_TABLE} FROM matches WHERE id IN ({OF_PERSON}) ORDER BY created, id"
        rows = await self._read(query, user, user)
        return await asyncio.to_thread(lambda: [table_of(row) for row in rows])

    async def guilds(self) -> list[int]:
        """Return the servers of which anything is stored that a purge would remove."""
        each = (f"SELECT DISTINCT guild FROM {name}" for name in ("matches", _BANS, *_OWN))
        found = await self._column(f"{' UNION '.join(each)} ORDER BY guild")
        return [guild for guild in found if guild > 0]

    async def purge(self, guild: int, case: Case | None = None) -> None:
        """Remove everything that is stored of a server, its open tables too; the operator's
        block of it stays, and the case of who did it.

        Many tables are done in steps; when one fails, call it again.
        """
        query = "SELECT id FROM matches WHERE guild = ? LIMIT ?"
        while await self._drop(await self._column(query, guild, _AT_ONCE), _ALL):
            pass
        await self._write(
            Statement(f"DELETE FROM {_BANS} AND guild = ?", (guild,)),
            *(Statement(f"DELETE FROM {name} WHERE guild = ?", (guild,)) for name in _OWN),
            *recording(case),
        )
        await self._removed()

    async def scrub(self) -> None:
        """See to it that what was removed cannot be read from the store's files any more; while
        that cannot be done, as they are being read, it has to be tried again."""
        removals = self._removals
        if self._scrubbed == removals:
            return
        try:
            await self._scrub()
        except StoreError as error:
            log.info("what was removed stays in the store's files for now: %s", error)
        else:
            self._scrubbed = removals

    async def drop_logs(self, before: float, count: int = _AT_ONCE) -> int:
        """Remove the logs of so many own tables that ended before this time; return of how many.

        Their results stay. For them `load` returns None.
        """
        query = f"""SELECT id FROM matches WHERE NOT {OPEN} AND updated < ? AND {self._own}
        AND EXISTS (SELECT 1 FROM snapshots WHERE match = id) LIMIT ?"""
        return await self._drop(await self._column(query, before, count), ("log", "snapshots"))

    async def drop_lobbies(self, before: float, count: int = _AT_ONCE) -> int:
        """Remove so many own tables that ended before this time without having begun, if their
        boards say so; return how many.
        """
        query = f"""SELECT id FROM matches WHERE status = 'aborted' AND started IS NULL
        AND updated < ? AND owed = 0 AND {self._own} LIMIT ?"""
        return await self._drop(await self._column(query, before, count), _ALL)

    async def _removed(self) -> None:
        self._removals += 1
        await self.scrub()

    async def _drop(self, ids: list[str], parts: tuple[str, ...]) -> int:
        if ids:
            chosen = f"IN ({sql.marks(len(ids))})"
            await self._write(
                *(Statement(f"DELETE FROM {p} WHERE {_key(p)} {chosen}", ids) for p in parts)
            )
        return len(ids)

    async def _blocks(self, user: int) -> Rows:
        """Return whom a person has blocked; of who has blocked them nobody is told."""
        query = 'SELECT other, at FROM blocks WHERE "user" = ? ORDER BY at'
        return [{"person": other, "at": at} for other, at in await self._read(query, user)]

    async def _tips(self, user: int) -> Rows:
        """Return which tips a person was given; a row without a game: they want no more."""
        query = 'SELECT game, kind, times FROM tips WHERE "user" = ? ORDER BY game, kind'
        rows = await self._read(query, user)
        return [{"game": game, "kind": kind, "times": times} for game, kind, times in rows]

    async def _reads(self, user: int) -> Rows:
        """Return how a person has chosen to read."""
        rows = await self._read('SELECT short, shows FROM readers WHERE "user" = ?', user)
        return [{"short_words": bool(s), "shows_accuracy": bool(shows)} for s, shows in rows]

    async def _lessons(self, user: int) -> Rows:
        """Return how far a person is in the lessons of the games."""
        query = 'SELECT game, place, finished FROM lessons WHERE "user" = ? ORDER BY game'
        rows = await self._read(query, user)
        return [{"game": game, "at": place, "finished": bool(end)} for game, place, end in rows]

    async def _tournaments(self, user: int) -> Rows:
        """Return which tournaments a person has entered, as which number, or opened."""
        query = """SELECT id, guild, number, host FROM tournaments
        LEFT JOIN entrants ON tournament = id AND "user" = ?
        WHERE host = ? OR number IS NOT NULL ORDER BY id"""
        rows = await self._read(query, user, user)
        return [
            {"tournament": name, "guild": guild, "number": number, "host": host == user}
            for name, guild, number, host in rows
        ]

    async def _guest_at(self, user: int) -> Rows:
        query = 'SELECT match, invited FROM guests WHERE "user" = ? ORDER BY match'
        rows = await self._read(query, user)
        return [{"match": table_id, "invited": bool(invited)} for table_id, invited in rows]

    async def _alerted(self, user: int) -> Rows:
        query = 'SELECT match, at, channel, message FROM alerted WHERE "user" = ? ORDER BY at'
        names = ("match", "at", "channel", "message")
        return [dict(zip(names, row, strict=True)) for row in await self._read(query, user)]

    async def _waits_at(self, user: int) -> Rows:
        query = 'SELECT match, at FROM waiting WHERE "user" = ? ORDER BY match'
        return [{"match": table_id, "at": at} for table_id, at in await self._read(query, user)]

    async def _votes(self, user: int) -> Rows:
        """Return what a person wants at running tables; a row without a seat: that all stop. The
        token of somebody else's question counts what nobody else can see, and is left out."""
        query = 'SELECT match, seat, at FROM votes WHERE "user" = ? ORDER BY at, seat'
        return [
            {"match": table_id, "seat": None if seat == ALL else seat, "at": at}
            for table_id, seat, at in await self._read(query, user)
        ]

    async def _meetings(self, user: int) -> Rows:
        """Return the games that a person has agreed to play at some time."""
        query = """SELECT id, guild, channel, game, at, zone, created, host, by, coming
        FROM meetings LEFT JOIN meeting_guests ON meeting = id AND "user" = ?
        WHERE coming IS NOT NULL OR host = ? OR by = ? ORDER BY at, id"""
        names = ("id", "guild", "channel", "game", "at", "zone", "created")
        return [
            {**dict(zip(names, row, strict=True)), "host": host == user, "changed": by == user}
            | {"coming": coming}
            for *row, host, by, coming in await self._read(query, user, user, user)
        ]

    async def _unnamed(self, user: int) -> list[Statement]:
        """Return what takes a person's name out of the reasons of what was done to others."""
        mention, changes = f"<@{user}>", list[Statement]()
        for table, column, key in (("audit", "detail", "number"), ("bans", "reason", '"user"')):
            query = f"SELECT DISTINCT {key} FROM {table} WHERE {column} LIKE ?"
            change = f"UPDATE {table} SET {column} = replace({column}, ?, ?) WHERE {key} = ?"
            named = await self._column(query, f"%{mention}%")
            changes += [Statement(change, (mention, NOBODY, found)) for found in named]
        return changes

    async def _at_tables(self, ids: Sequence[str], user: int) -> Rows:
        chosen = f"IN ({sql.marks(len(ids))})"
        query = f"SELECT {_TABLE} FROM matches WHERE id {chosen} ORDER BY created, id"
        tables = await self._read(query, *ids)
        query = f"""SELECT match, {_ENTRY} FROM log WHERE match {chosen} AND by = 'person'
        ORDER BY match, sequence"""
        return await asyncio.to_thread(_own_tables, tables, await self._read(query, *ids), user)

    async def _rows(
        self,
        record: type,
        table: str,
        user: int,
        where: str = '"user" = ?',
        more: Sequence[str] = (),
    ) -> Rows:
        columns = sql.columns(record, *more)
        names = [name.strip('"') for name in columns.split(", ")]
        query = f"SELECT {columns} FROM {table} WHERE {where} ORDER BY {columns}"
        return [dict(zip(names, row, strict=True)) for row in await self._read(query, user)]


def _key(part: str) -> str:
    return "id" if part == "matches" else "match"


def _own_tables(tables: Sequence[Any], log: Sequence[Any], user: int) -> Rows:
    """Return the tables of these rows as a person may know them, with their own actions."""
    entries = defaultdict[str, list[Entry]](list)
    for table_id, *row in log:
        entries[table_id].append(sql.made(Entry, row))
    return [_own_table(table, entries[table.id], user) for table in map(table_of, tables)]


def _own_table(table: Table, entries: Sequence[Entry], user: int) -> dict[str, Any]:
    """Return a table as a person may know it: no seed, nobody else, their own actions; while it
    runs nothing that tells how often others acted, which may be secret."""
    seats = [seat for seat, player in enumerate(table.players) if player.user == user]
    counting = ("sequence", "due", "since") if table.status == "running" else ()

    def told(own: Player | Entry) -> dict[str, Any]:
        return {f.name: getattr(own, f.name) for f in fields(own) if f.name not in counting}

    return {
        **{name: getattr(table, name) for name in ("id", "guild", "channel", "game", "status")},
        **{name: getattr(table, name) for name in ("created", "started", "options")},
        "host": table.host == user,
        "seats": {seat: told(table.players[seat]) for seat in seats},
        "actions": [
            told(entry)
            for entry in entries
            if entry.seat in seats and _made(entry, table.players[entry.seat])
        ],
    }


def _made(entry: Entry, player: Player) -> bool:
    """Return whether this person made an entry of their seat, and nobody who sat there before."""
    return player.after is not None and entry.sequence > player.after


def _own_ban(ban: dict[str, Any], user: int) -> dict[str, Any]:
    """Return a person's ban as they may know it: not by whom."""
    told = {name: _told(value, user) for name, value in ban.items() if name != "by"}
    del told["standing"]  # a server has one owner
    return told


def _own_deed(deed: dict[str, Any], user: int) -> dict[str, Any]:
    """Return a row of the audit as a person may know it: what they did, or what was done to them,
    and nobody else."""
    own = {name: deed[name] for name in ("number", "guild", "at", "action", "match", "closed")}
    parts = {"by_you": deed["actor"] == user, "to_you": deed["target"] == user}
    detail = json.loads(deed["detail"])
    if not parts["by_you"]:
        detail.pop("standing", None)  # a server has one owner
    return {**own, **parts, "detail": _told(json.dumps(detail, ensure_ascii=False), user)}


def _told(value: Any, user: int) -> Any:
    """Return a value in which nobody is named but this person."""
    if not isinstance(value, str):
        return value
    return MENTION.sub(lambda found: found[0] if int(found[1]) == user else NOBODY, value)


def _without(table: Table, user: int, now: float) -> Statement:
    """Return what takes a person from a table, and from a lobby their seat, too."""
    if table.status == "lobby":
        left = replace(vacated(table, user), updated=now)
    else:
        players = tuple(_anonymous(p) if p.user == user else p for p in table.players)
        left = replace(table, players=players)
    query = f"""UPDATE matches SET players = ?, host = ?, status = ?, updated = ?,
    version = version + 1, owed = CASE WHEN {OPEN} THEN 1 ELSE owed END
    WHERE id = ? AND version = ?"""
    seats = json.dumps([asdict(player) for player in left.players])
    there = [p.user for p in left.players if p.user and not p.away] if left.is_open else []
    host = left.host if left.host != user else next(iter(there), 0)
    values = (seats, host, left.status, left.updated, table.id, table.version)
    return sql.change(query, values)


def _anonymous(player: Player) -> Player:
    """Return the seat without its person; what was chosen for it stays, as the log builds on it."""
    return Player(None, "", player.options)


def _forgotten(user: int, now: float) -> list[Statement]:
    one = (user,)
    return [
        *(Statement(query, one) for query in (_OFFERED, _CALLED, _SHOWN_ANEW)),
        Statement(_LEFT_MEETINGS, (user, user, user)),
        *(Statement(f'DELETE FROM {table} WHERE "user" = ?', one) for table in _OF_ONE),
        Statement('UPDATE results SET "user" = NULL, name = \'\' WHERE "user" = ?', one),
        Statement('UPDATE entrants SET "user" = NULL, name = \'\' WHERE "user" = ?', one),
        Statement("UPDATE meetings SET host = 0 WHERE host = ?", one),
        Statement("UPDATE meetings SET by = 0 WHERE by = ?", one),
        Statement("UPDATE tournaments SET host = 0 WHERE host = ?", one),
        Statement("DELETE FROM blocks WHERE other = ?", one),
        Statement('DELETE FROM bans WHERE "user" = ? AND until <= ?', (user, now)),
        Statement("UPDATE bans SET reason = '', by = 0 WHERE \"user\" = ?", one),
        Statement("UPDATE bans SET by = 0 WHERE by = ?", one),
        Statement("UPDATE audit SET detail = '{}' WHERE ? IN (actor, target)", one),
        Statement("UPDATE audit SET actor = NULL WHERE actor = ?", one),
        Statement("UPDATE audit SET target = NULL WHERE target = ?", one),
    ]
