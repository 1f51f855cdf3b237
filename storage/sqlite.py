"""The store in one SQLite file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, astuple, fields, replace
from pathlib import Path
from typing import Any

from storage.connection import Connection, Statement
from storage.errors import ChannelTaken, Conflict
from storage.records import (
    Board,
    Call,
    Entry,
    Player,
    Private,
    PrivateKind,
    Result,
    Saved,
    Table,
)
from storage.store import Store


def _columns(record: type, *more: str) -> tuple[str, str]:
    """Return a record's columns, quoted, and a mark for each; a field `table` is "match"."""
    names = [*more, *(field.name for field in fields(record))]
    quoted = ('"match"' if name == "table" else f'"{name}"' for name in names)
    return ", ".join(quoted), ", ".join("?" * len(names))


_TABLE, _TABLE_MARKS = _columns(Table)
_ENTRY, _ = _columns(Entry)
_RESULT, _ = _columns(Result)
_BOARD, _ = _columns(Board)
_CALL, _ = _columns(Call)
_PRIVATE, _ = _columns(Private)

_OPEN = "status IN ('lobby', 'running')"


def _insert(into: str, record: type, *more: str) -> str:
    columns, marks = _columns(record, *more)
    return f"INSERT INTO {into} ({columns}) VALUES ({marks})"


def _upsert(into: str, record: type, *key: str) -> str:
    rest = [field.name for field in fields(record) if field.name not in key]
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in rest)
    keys = ", ".join('"match"' if name == "table" else f'"{name}"' for name in key)
    return f"{_insert(into, record)} ON CONFLICT ({keys}) DO UPDATE SET {changes}"


_ADD = _insert("matches", Table)
_APPEND = _insert("append", Entry, "match", "state")
_ADD_RESULT = _insert("results", Result, "match")
_SAVE_BOARD = _upsert("boards", Board, "table")
_SAVE_CALL = _upsert("calls", Call, "table", "seat")
_SAVE_PRIVATE = _upsert("privates", Private, "table", "user", "kind")
_SETTLE = """
UPDATE matches SET owed = 1 - owed WHERE id = ? AND owed = CASE WHEN EXISTS (
    SELECT 1 FROM boards WHERE boards.match = matches.id
        AND nonce IS NULL AND leftovers = '[]' AND boards.version >= matches.version
        AND boards.sequence
            >= (SELECT coalesce(max(sequence), -1) FROM log WHERE log.match = matches.id)
) THEN 1 ELSE 0 END"""
OWED = """
SELECT id FROM matches WHERE owed = 1
UNION
SELECT id FROM matches JOIN boards ON boards.match = id WHERE status = 'running'
    AND boards.sequence < (SELECT max(sequence) FROM log WHERE log.match = id)
ORDER BY id"""
DUE = """
SELECT id, due FROM (
    SELECT id, CASE WHEN log.sequence IS NULL THEN matches.due ELSE log.due END AS due
    FROM matches LEFT JOIN log ON log.match = id
        AND log.sequence = (SELECT max(sequence) FROM log WHERE match = id)
    WHERE status = 'running'
) AS running WHERE due IS NOT NULL ORDER BY due"""


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

    async def save_table(self, table: Table) -> Table:
        expected = f"status = '{table.status}'"
        if table.status == "aborted":
            expected = f"({expected} OR {_OPEN})"
        stored, update = _update(table, expected)
        await self._connection.write(update)
        return stored

    async def start(self, table: Table, due: float | None, snapshot: str) -> Table:
        stored, update = _update(replace(table, status="running"), "status = 'lobby'")
        await self._connection.write(
            update,
            ("UPDATE matches SET due = ? WHERE id = ?", (due, table.id)),
            ("INSERT INTO snapshots VALUES (?, 0, ?)", (table.id, snapshot)),
        )
        return stored

    async def append(self, table_id: str, entry: Entry, snapshot: str | None = None) -> None:
        await self._connection.write(_append(table_id, entry, snapshot))

    async def finish(
        self, table: Table, entry: Entry, snapshot: str | None, results: Sequence[Result]
    ) -> Table:
        stored, update = _update(replace(table, status="finished"), "status = 'running'")
        await self._connection.write(
            _append(table.id, entry, snapshot),
            update,
            *((_ADD_RESULT, (table.id, *astuple(result))) for result in results),
        )
        return stored

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

    async def board(self, table_id: str) -> Board | None:
        sql = f"SELECT {_BOARD} FROM boards WHERE match = ?"
        rows = await self._connection.read(sql, table_id)
        return replace(Board(*rows[0]), leftovers=tuple(json.loads(rows[0][-1]))) if rows else None

    async def save_board(self, board: Board) -> None:
        *values, leftovers = astuple(board)
        await self._connection.write(
            (_SAVE_BOARD, (*values, json.dumps(leftovers))),
            (_SETTLE, (board.table,)),
        )

    async def owed(self) -> list[str]:
        return [table_id for (table_id,) in await self._connection.read(OWED)]

    async def calls(self, table_id: str | None = None) -> list[Call]:
        values = () if table_id is None else (table_id,)
        where = "WHERE match = ?" if values else ""
        sql = f"SELECT {_CALL} FROM calls {where} ORDER BY match, seat"
        return [Call(*row) for row in await self._connection.read(sql, *values)]

    async def save_call(self, call: Call) -> None:
        await self._connection.write((_SAVE_CALL, astuple(call)))

    async def drop_call(self, table_id: str, seat: int) -> None:
        sql = "DELETE FROM calls WHERE match = ? AND seat = ?"
        await self._connection.write((sql, (table_id, seat)))

    async def save_private(self, private: Private) -> None:
        await self._connection.write((_SAVE_PRIVATE, astuple(private)))

    async def drop_private(self, table_id: str, user: int, kind: PrivateKind) -> None:
        sql = 'DELETE FROM privates WHERE match = ? AND "user" = ? AND kind = ?'
        await self._connection.write((sql, (table_id, user, kind)))

    async def privates(self, now: float) -> list[Private]:
        await self._connection.write(("DELETE FROM privates WHERE until <= ?", (now,)))
        rows = await self._connection.read(f"SELECT {_PRIVATE} FROM privates ORDER BY until")
        return [Private(*row) for row in rows]

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


def _update(table: Table, expected: str) -> tuple[Table, Statement]:
    """Return the table as it will be stored, and what stores it over the row it was read from."""
    stored = replace(table, version=table.version + 1)
    sql = (
        f"UPDATE matches SET ({_TABLE}, owed) = ({_TABLE_MARKS}, 1) "
        f"WHERE id = ? AND version = ? AND {expected} RETURNING 1"
    )
    return stored, (sql, (*_row(stored), table.id, table.version))


def _row(table: Table) -> tuple[Any, ...]:
    values = {field.name: getattr(table, field.name) for field in fields(Table)}
    values["players"] = json.dumps([asdict(player) for player in table.players])
    return tuple(values.values())


def _first(rows: list[Any]) -> Table | None:
    if not rows:
        return None
    values = dict(zip((field.name for field in fields(Table)), rows[0], strict=True))
    values["players"] = tuple(Player(**item) for item in json.loads(values["players"]))
    return Table(**values)
