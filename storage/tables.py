"""The tables, the logs of their matches and how they ended."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import astuple, fields, replace
from functools import partial
from operator import itemgetter
from typing import Any

from storage import sql
from storage.cases import Case, recording
from storage.company import waiting_on
from storage.errors import ChannelTaken, Conflict, Damaged
from storage.manners import inviting
from storage.part import Part
from storage.records import Entry, Idle, Player, Result, Saved, Table
from storage.sql import Statement
from storage.tournaments import entered
from storage.votes import Vote, casting, ending, settling

_NAMES, _OF_PLAYER = ([field.name for field in fields(each)] for each in (Table, Player))
_TABLE = sql.columns(Table)
_ENTRY = sql.columns(Entry)
SAMPLE = 3
"""Running tables of which one has to be readable."""
OPEN = "status IN ('lobby', 'running')"

_ADD = sql.insert("matches", Table)
# Without the id: setting it would look up whether other rows refer to it.
_SET = ", ".join(sql.names(Table)[1:])
_UPDATE = f"""
UPDATE matches SET ({_SET}, owed) = ({sql.marks(len(fields(Table)) - 1)}, 1)
WHERE id = ? AND version = ?"""
_APPEND = f"""
INSERT INTO log (match, {_ENTRY})
SELECT id, {sql.marks(len(fields(Entry)))} FROM matches WHERE id = ? AND status = 'running'
    AND ? = 1 + (SELECT coalesce(max(sequence), 0) FROM log WHERE match = ?) {sql.LOCK}"""
_SNAP = "UPDATE snapshots SET sequence = ?, state = ? WHERE match = ?"
_ADD_RESULT = sql.insert("results", Result, "match", "guild", "game")
_UNRATED = "UPDATE matches SET rated = 0 WHERE id = ?"
COUNT = "SELECT game, status, count(*) FROM matches GROUP BY game, status"
RUNNING = "SELECT id FROM matches WHERE status = 'running'"
# Whoever changes a row after the last entry may change when the table is due: a seat is another's.
DUE = """
SELECT id, CASE WHEN updated > coalesce(log.at, started) THEN 0.0
    WHEN log.sequence IS NULL THEN matches.due ELSE log.due END AS due
FROM matches LEFT JOIN log ON log.match = id
    AND log.sequence = (SELECT max(sequence) FROM log WHERE match = id)
WHERE status = 'running'"""
_IDLE = f"""
SELECT id, guild, status, last FROM (
    SELECT id, guild, status, CASE WHEN log.at > updated THEN log.at ELSE updated END AS last
    FROM matches LEFT JOIN log ON log.match = id
        AND log.sequence = (SELECT max(sequence) FROM log WHERE match = id)
    WHERE {OPEN}
) AS open WHERE last < ?"""


class Tables(Part):
    """What is stored of a table and its match."""

    async def add(
        self, table: Table, invited: Collection[int] = (), before: str | None = None
    ) -> None:
        """Store a new table, to which these people are invited; who waits at the one `before` and
        has no seat waits here instead. Raise ChannelTaken when its channel has an open one, and
        Conflict where somebody sits at a table of a tournament who is not in it."""
        further = inviting(table.id, invited)
        if table.tournament:
            further += entered(table.tournament, table.users)
        if before is not None:
            seated = [player.user for player in table.players if player.user is not None]
            further += waiting_on(before, table.id, seated)
        try:
            await self._write_surely(_row_of(table), Statement(_ADD, _row(table)), *further)
        except Conflict:
            taken = await self.open_table(table.channel)
            if taken is None or taken.id == table.id:
                raise
            raise ChannelTaken(taken.id) from None

    async def get(self, table_id: str) -> Table | None:
        """Return this table, or None when there is none."""
        return _first(await self._read(f"SELECT {_TABLE} FROM matches WHERE id = ?", table_id))

    async def going(self, tables: Collection[str]) -> set[str]:
        """Return those of these tables that are in the lobby or running."""
        query = f"SELECT id FROM matches WHERE id IN ({sql.marks(len(tables))}) AND {OPEN}"
        return set(await self._column(query, *tables)) if tables else set()

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        """Return of which version the rows of these tables are, of those that there are."""
        query = f"SELECT id, version FROM matches WHERE id IN ({sql.marks(len(tables))})"
        return dict(await self._read(query, *tables)) if tables else {}

    async def open_table(self, channel: int) -> Table | None:
        """Return the channel's table in the lobby or running, or None."""
        query = f"SELECT {_TABLE} FROM matches WHERE channel = ? AND {OPEN}"
        return _first(await self._read(query, channel))

    async def open_tables(self, guild: int) -> list[Table]:
        """Return a server's tables in the lobby or running, the oldest first."""
        query = f"SELECT {_TABLE} FROM matches WHERE guild = ? AND {OPEN} ORDER BY created"
        return [table_of(row) for row in await self._read(query, guild)]

    async def hosted(self, guild: int, user: int) -> list[Table]:
        """Return the open tables of a server that a person hosts, the oldest first, without those
        of tournaments, which have a host that nobody chose."""
        query = f"""SELECT {_TABLE} FROM matches
        WHERE guild = ? AND host = ? AND tournament = '' AND {OPEN} ORDER BY created"""
        return [table_of(row) for row in await self._read(query, guild, user)]

    async def open_count(self, guild: int) -> int:
        """Return how many tables of a server are in the lobby or running."""
        query = f"SELECT count(*) FROM matches WHERE guild = ? AND {OPEN}"
        [count] = await self._column(query, guild)
        return int(count)

    async def lobbies(self, since: float = 0.0) -> list[str]:
        """Return the own tables in the lobby that were opened after then."""
        query = f"SELECT id FROM matches WHERE status = 'lobby' AND created > ? AND {self._own}"
        return await self._column(query, since)

    async def open_of(self, user: int, guild: int | None = None) -> list[str]:
        """Return the own open tables at which a person sits, of a server or of all."""
        here = "" if guild is None else "AND guild = ?"
        query = f"""SELECT id FROM matches JOIN seats ON match = id
        WHERE "user" = ? AND {OPEN} AND {self._own} {here} ORDER BY created, id"""
        values = (user,) if guild is None else (user, guild)
        return await self._column(query, *values)

    async def running_of(self, user: int) -> list[str]:
        """Return the running tables at which a person sits, whichever process has them."""
        query = """SELECT id FROM matches JOIN seats ON match = id
        WHERE "user" = ? AND status = 'running' ORDER BY created, id"""
        return await self._column(query, user)

    async def idle(self, since: float) -> list[Idle]:
        """Return the own open tables at which nothing happened since, oldest first."""
        query = f"{_IDLE} AND {self._own} ORDER BY last"
        return await self._records(Idle, query, since)

    async def save(
        self,
        table: Table,
        results: Sequence[Result] = (),
        case: Case | None = None,
        cast: Collection[Vote] = (),
        settled: Collection[Vote] = (),
    ) -> Table:
        """Replace the stored table, its status unchanged or now aborted, with the results of a
        game that was not played to its end, where it has any, the case of who did it, and the
        votes that are cast; return it as stored.

        The votes that are settled by it are removed, as all are where the table ends. Raise
        Conflict when there is none or the row was written since `table.version`.
        """
        expected, voting = f"status = '{table.status}'", [*settling(settled), *casting(cast)]
        if table.status == "aborted":
            expected, voting = f"({expected} OR {OPEN})", [ending(table.id)]
        stored, update = _update(table, expected)
        further = [*(_resulting(table, results) if results else []), *recording(case), *voting]
        await self._write_surely(_row_of(stored), update, *further)
        return stored

    async def start(self, table: Table, due: float | None, snapshot: str) -> Table:
        """Store a lobby's table as it runs, with its snapshot 0 and when it is due; return it.

        Raise Conflict when the row was written since or the table is not in the lobby.
        """
        stored, update = _update(replace(table, status="running"), "status = 'lobby'")
        await self._write_surely(
            _row_of(stored),
            update,
            Statement("UPDATE matches SET due = ? WHERE id = ?", (due, table.id)),
            Statement(
                "INSERT INTO snapshots (match, sequence, state) VALUES (?, 0, ?)",
                (table.id, snapshot),
            ),
        )
        return stored

    async def append(
        self,
        table_id: str,
        entry: Entry,
        snapshot: str | None = None,
        case: Case | None = None,
        settled: Collection[Vote] = (),
        cast: Collection[Vote] = (),
    ) -> None:
        """Append an entry, with the snapshot after it, and the case of who made it for somebody;
        remove the votes that it settles, and store those that stay and get another token.

        Raise Conflict when it does not follow the last entry of a running table.
        """
        appending = _append(table_id, entry, snapshot)
        further = (*recording(case), *settling(settled), *casting(cast))
        await self._write_surely(_entry_of(table_id, entry), *appending, *further)

    async def finish(
        self,
        table: Table,
        entry: Entry,
        snapshot: str | None,
        results: Sequence[Result],
        case: Case | None = None,
    ) -> Table:
        """Append the last entry and store the table as it ended, with a result a seat; return it.

        The case is as in `append`. Raise Conflict as `append` and `save` do.
        """
        stored, update = _update(replace(table, status="finished"), "status = 'running'")
        appending, resulting = _append(table.id, entry, snapshot), _resulting(table, results)
        further = (*resulting, *recording(case), ending(table.id))
        await self._write_surely(_row_of(stored), *appending, update, *further)
        return stored

    async def load(self, table_id: str) -> Saved | None:
        """Return the last snapshot and the entries after it, or None before the start.

        Raise Damaged when either cannot be read; `entries` may still give the whole log.
        """
        rows = await self._read("SELECT state, sequence FROM snapshots WHERE match = ?", table_id)
        if not rows:
            return None
        saved = sql.made(Saved, (*rows[0], ()))
        return replace(saved, entries=tuple(await self.entries(table_id, saved.sequence)))

    async def entries(self, table_id: str, after: int = 0, count: int | None = None) -> list[Entry]:
        """Return the entries with a sequence above `after`, at most so many, in order; raise
        Damaged.
        """
        until = 2**62 if count is None else after + count
        query = f"""SELECT {_ENTRY} FROM log WHERE match = ? AND sequence > ? AND sequence <= ?
        ORDER BY sequence"""
        entries = await self._records(Entry, query, table_id, after, until)
        if any(entry.sequence != after + n for n, entry in enumerate(entries, 1)):
            raise Damaged(f"The log of table {table_id} has a gap.")
        return entries

    async def acted(self, table_id: str) -> dict[int, float]:
        """Return when each seat of a table made its last entry, by seat."""
        query = "SELECT seat, max(at) FROM log WHERE match = ? GROUP BY seat"
        return dict(await self._read(query, table_id))

    async def decided(self, table_id: str) -> dict[int, bool]:
        """Return by seat, of those that made entries, whether its person made any of them."""
        query = """SELECT seat, max(CASE WHEN "by" = 'person' THEN 1 ELSE 0 END) FROM log
        WHERE match = ? GROUP BY seat"""
        return {seat: bool(own) for seat, own in await self._read(query, table_id)}

    async def count(self) -> list[tuple[str, str, int]]:
        """Return how many tables there are of each game and status."""
        return [(game, status, count) for game, status, count in await self._read(COUNT)]

    async def demand_readable(self) -> None:
        """Raise StoreError when no table can be read; some that run are tried."""
        await self.get("")
        failure: Damaged | None = None
        for table_id in await self._column(f"{RUNNING} LIMIT {SAMPLE}"):
            try:
                await self.get(table_id)
                await self.load(table_id)
                return
            except Damaged as error:
                failure = error
        if failure is not None:
            raise failure

    async def due(self) -> list[tuple[str, float]]:
        """Return the own running tables that are ever due, each with when, the soonest first.

        One whose row was changed since its last entry is due at once, as is one whose rows are
        damaged, so that somebody looks at it.
        """
        damaged: list[str] = []
        try:
            rows = await self._read(f"{DUE} AND {self._own}")
        except Damaged:
            running = await self._column(f"{RUNNING} AND {self._own}")
            rows, damaged = await self._each(running, partial(self._read, f"{DUE} AND id = ?"))
        due = [(table_id, when) for table_id, when in rows if when is not None]
        return sorted([*due, *((table_id, 0.0) for table_id in damaged)], key=itemgetter(1))


def _row_of(table: Table) -> Statement:
    """Return what gives a row once a table's row is stored so, and by nobody else."""
    query = "SELECT 1 FROM matches WHERE id = ? AND version = ? AND status = ? AND updated = ?"
    return Statement(query, (table.id, table.version, table.status, table.updated))


def _entry_of(table_id: str, entry: Entry) -> Statement:
    """Return what gives a row once an entry is stored, and not another one in its place."""
    query = """SELECT 1 FROM log
    WHERE match = ? AND sequence = ? AND seat = ? AND action = ? AND at = ?"""
    return Statement(query, (table_id, entry.sequence, entry.seat, entry.action, entry.at))


def _append(table_id: str, entry: Entry, snapshot: str | None) -> list[Statement]:
    values = (*astuple(entry), table_id, entry.sequence, table_id)
    statements = [sql.change(_APPEND, values)]
    if snapshot is not None:
        statements.append(Statement(_SNAP, (entry.sequence, snapshot, table_id)))
    return statements


def _resulting(table: Table, results: Sequence[Result]) -> list[Statement]:
    """Return what stores the results of a table, which is then to be rated."""
    about = (table.id, table.guild, table.game)
    add = [Statement(_ADD_RESULT, (*about, *astuple(result))) for result in results]
    return [Statement(_UNRATED, (table.id,)), *add]


def _update(table: Table, expected: str) -> tuple[Table, Statement]:
    """Return the table as it will be stored, and what stores it over the row it was read from."""
    stored = replace(table, version=table.version + 1)
    _, *values = _row(stored)
    return stored, sql.change(f"{_UPDATE} AND {expected}", (*values, table.id, table.version))


def _row(table: Table) -> tuple[Any, ...]:
    values = {name: getattr(table, name) for name in _NAMES}
    values["players"] = json.dumps([_told(player) for player in table.players])
    return tuple(values.values())


def _told(player: Player) -> dict[str, Any]:
    # As asdict does, which copies every value deeply and takes ten times as long.
    return {name: getattr(player, name) for name in _OF_PLAYER}


def _first(rows: Sequence[Any]) -> Table | None:
    return table_of(rows[0]) if rows else None


def vacated(table: Table, user: int) -> Table:
    """Return a lobby without a person's seat: the next person hosts; without any it is aborted."""
    players = tuple(player for player in table.players if player.user != user)
    people = [player.user for player in players if player.user is not None]
    if not people:
        return replace(table, players=players, status="aborted")
    return replace(table, players=players, host=table.host if table.host in people else people[0])


def table_of(row: Sequence[Any]) -> Table:
    """Return the table of a row; raise Damaged."""
    values = dict(zip(_NAMES, row, strict=True))
    try:
        values["players"] = tuple(Player(**item) for item in json.loads(values["players"]))
    except (TypeError, ValueError) as error:
        raise Damaged("The players of a stored table are damaged.") from error
    return sql.made(Table, tuple(values.values()))
