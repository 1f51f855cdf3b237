"""The store in one SQLite file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import Any

from storage.connection import Connection, Statement
from storage.errors import ChannelTaken, Conflict
from storage.records import Call, Entry, OpenPanel, Player, Result, Saved, Table
from storage.store import Store

_OPEN = "status IN ('lobby', 'running')"
_TABLE = ", ".join(field.name for field in fields(Table))
_ENTRY = ", ".join(field.name for field in fields(Entry))
_PANEL = ", ".join(field.name for field in fields(OpenPanel))
_RESULT = ", ".join(field.name for field in fields(Result))

_MARKS = ", ".join("?" for _ in fields(Table))

_ADD = f"INSERT INTO matches ({_TABLE}) VALUES ({_MARKS})"
_APPEND = f"INSERT INTO append (match, state, {_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?)"
DUE = """
SELECT id, due FROM (
    SELECT id, iif(log.sequence IS NULL, matches.due, log.due) AS due
    FROM matches LEFT JOIN log ON log.match = id
        AND log.sequence = (SELECT max(sequence) FROM log WHERE match = id)
    WHERE status = 'running'
) WHERE due IS NOT NULL ORDER BY due"""


class SqliteStore(Store):
    """A store in a SQLite file; several processes may share the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """Open or make the store in this file; raise StoreError when it cannot be used."""
        return cls(await Connection.open(path))

    async def close(self) -> None:
        await self._connection.close()

    async def add_table(self, table: Table) -> None:
        try:
            await self._connection.write((_ADD, _row(table)))
        except Conflict:
            taken = await self.open_table(table.channel)
            if taken is None or taken.id == table.id:
                raise
            raise ChannelTaken(taken.id) from None

    async def table(self, table_id: str) -> Table | None:
        sql = f"SELECT {_TABLE} FROM matches WHERE id = ?"
        return _first(await self._connection.read(sql, table_id))

    async def open_table(self, channel: int) -> Table | None:
        sql = f"SELECT {_TABLE} FROM matches WHERE channel = ? AND {_OPEN}"
        return _first(await self._connection.read(sql, channel))

    async def save_table(self, table: Table) -> None:
        expected = f"status = '{table.status}'"
        if table.status == "aborted":
            expected = f"({expected} OR {_OPEN})"
        await self._connection.write(_update(table, expected))

    async def start(self, table: Table, due: float | None, snapshot: str) -> None:
        await self._connection.write(
            _update(replace(table, status="running"), "status = 'lobby'"),
            ("UPDATE matches SET due = ? WHERE id = ?", (due, table.id)),
            ("INSERT INTO snapshots VALUES (?, 0, ?)", (table.id, snapshot)),
        )

    async def append(self, table_id: str, entry: Entry, snapshot: str | None = None) -> None:
        await self._connection.write(_append(table_id, entry, snapshot))

    async def finish(
        self, table: Table, entry: Entry, snapshot: str | None, results: Sequence[Result]
    ) -> None:
        sql = f"INSERT INTO results (match, {_RESULT}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        await self._connection.write(
            _append(table.id, entry, snapshot),
            _update(replace(table, status="finished"), "status = 'running'"),
            *((sql, (table.id, *astuple(result))) for result in results),
        )

    async def load(self, table_id: str) -> Saved | None:
        sql = "SELECT state, sequence FROM snapshots WHERE match = ?"
        rows = await self._connection.read(sql, table_id)
        if not rows:
            return None
        [(snapshot, sequence)] = rows
        return Saved(snapshot, sequence, tuple(await self.entries(table_id, sequence)))

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        sql = f"SELECT {_ENTRY} FROM log WHERE match = ? AND sequence > ? ORDER BY sequence"
        return [Entry(*row) for row in await self._connection.read(sql, table_id, after)]

    async def due(self) -> list[tuple[str, float]]:
        return [(table_id, due) for table_id, due in await self._connection.read(DUE)]

    async def results(self, table_id: str) -> list[Result]:
        sql = f"SELECT {_RESULT} FROM results WHERE match = ? ORDER BY seat"
        return [Result(*row) for row in await self._connection.read(sql, table_id)]

    async def keep_panel(self, table_id: str, panel: OpenPanel) -> None:
        sql = f"INSERT OR REPLACE INTO panels (match, {_PANEL}) VALUES (?, ?, ?, ?, ?, ?)"
        await self._connection.write((sql, (table_id, *astuple(panel))))

    async def panels(self, now: float) -> list[tuple[str, OpenPanel]]:
        await self._connection.write(("DELETE FROM panels WHERE until <= ?", (now,)))
        rows = await self._connection.read(f"SELECT match, {_PANEL} FROM panels ORDER BY until")
        return [(table_id, OpenPanel(*values)) for table_id, *values in rows]

    async def setting(self, guild: int, key: str) -> str | None:
        sql = "SELECT value FROM settings WHERE guild = ? AND key = ?"
        rows = await self._connection.read(sql, guild, key)
        return str(rows[0][0]) if rows else None

    async def set_setting(self, guild: int, key: str, value: str | None) -> None:
        if value is None:
            sql = "DELETE FROM settings WHERE guild = ? AND key = ?"
            await self._connection.write((sql, (guild, key)))
        else:
            sql = "INSERT OR REPLACE INTO settings VALUES (?, ?, ?)"
            await self._connection.write((sql, (guild, key, value)))


def _append(table_id: str, entry: Entry, snapshot: str | None) -> Statement:
    return _APPEND, (table_id, snapshot, *astuple(entry))


def _update(table: Table, expected: str) -> Statement:
    sql = f"UPDATE matches SET ({_TABLE}) = ({_MARKS}) WHERE id = ? AND {expected} RETURNING 1"
    return sql, (*_row(table), table.id)


def _row(table: Table) -> tuple[Any, ...]:
    values = {field.name: getattr(table, field.name) for field in fields(Table)}
    for name in ("players", "calls"):
        values[name] = json.dumps([astuple(item) for item in values[name]])
    return tuple(values.values())


def _first(rows: list[Any]) -> Table | None:
    if not rows:
        return None
    values = dict(zip(_TABLE.split(", "), rows[0], strict=True))
    values["players"] = tuple(Player(*item) for item in json.loads(values["players"]))
    values["calls"] = tuple(Call(*item) for item in json.loads(values["calls"]))
    return Table(**values)
