"""What stands in the channels: boards, calls, and messages that one person alone sees."""

from __future__ import annotations

import json
from dataclasses import astuple
from functools import partial
from operator import attrgetter

from storage import sql
from storage.errors import Damaged
from storage.leftovers import Leftover, leaving
from storage.part import Part
from storage.records import Board, Call, Private, PrivateKind
from storage.sql import Statement
from storage.tables import OPEN, RUNNING

_BOARD, _CALL, _PRIVATE = map(sql.columns, (Board, Call, Private))
_SAVE_BOARD = sql.upsert("boards", Board, keys=1)
_SAVE_CALL = sql.upsert("calls", Call, keys=2)
_SAVE_PRIVATE = sql.upsert("privates", Private, keys=3)

# Whoever writes a table's row sets `owed`; a board that shows the newest takes it back. An entry
# does not write the row: what running tables owe is seen by comparing sequences. One that has ended
# is shown by its row, also where its match is not loaded any more.
_SETTLE = """
UPDATE matches SET owed = 1 - owed WHERE id = ? AND owed = CASE WHEN EXISTS (
    SELECT 1 FROM boards WHERE boards.match = matches.id
        AND nonce IS NULL AND leftovers = '[]' AND boards.version >= matches.version
        AND (matches.status <> 'running' OR boards.sequence
            >= (SELECT coalesce(max(sequence), -1) FROM log WHERE log.match = matches.id))
) THEN 1 ELSE 0 END"""
FLAGGED = "SELECT id FROM matches WHERE owed = 1"
BEHIND = """
SELECT id FROM matches JOIN boards ON boards.match = id WHERE status = 'running'
    AND boards.sequence < (SELECT max(sequence) FROM log WHERE log.match = id)"""


def outdated(guild: int) -> list[Statement]:
    """Return what lets all that goes on in a server be shown anew, as it is addressed otherwise."""
    own = (guild,)
    dates = "SELECT id FROM meetings WHERE guild = ? AND stage <> 'over'"
    return [
        Statement(f"UPDATE matches SET owed = 1 WHERE guild = ? AND {OPEN}", own),
        Statement(f"UPDATE posters SET version = -1 WHERE meeting IN ({dates})", own),
        Statement("UPDATE tournaments SET shown = -1 WHERE guild = ? AND going = 1", own),
    ]


class Shown(Part):
    """The messages of tables; each is written by who sends it, alone."""

    async def board(self, table_id: str) -> Board | None:
        """Return what is known of a table's board, or None before it was first posted."""
        rows = await self._read(f"SELECT {_BOARD} FROM boards WHERE match = ?", table_id)
        return _board(rows[0]) if rows else None

    async def save_board(self, board: Board) -> None:
        """Store what a table's board shows now; raise Conflict when there is no such table."""
        *values, leftovers = astuple(board)
        await self._write_again(
            Statement(_SAVE_BOARD, (*values, json.dumps(leftovers))),
            Statement(_SETTLE, (board.table,)),
        )

    async def owed(self) -> list[str]:
        """Return the own tables whose board shows less than is stored, or is not wholly posted or
        has left something to be deleted; at no cost for all others.

        A board without a message owes nothing once it says it shows the newest: for a table
        whose channel is gone. A table whose rows are damaged owes, so that somebody looks at it.
        """
        damaged: list[str] = []
        flagged = await self._column(f"{FLAGGED} AND {self._own}")
        try:
            behind = await self._column(f"{BEHIND} AND {self._own}")
        except Damaged:
            running = await self._column(f"{RUNNING} AND {self._own}")
            one = partial(self._column, f"{BEHIND} AND id = ?")
            behind, damaged = await self._each(running, one)
        return sorted({*damaged, *flagged, *behind})

    async def written(self) -> list[tuple[str, int]]:
        """Return the own tables whose rows were written and are not shown so yet, with their
        versions.
        """
        rows = await self._read(f"SELECT id, version FROM matches WHERE owed = 1 AND {self._own}")
        return [(table_id, version) for table_id, version in rows]

    async def calls(self, table_id: str | None = None) -> list[Call]:
        """Return the calls that stand at a table, or at all own tables."""
        values = () if table_id is None else (table_id,)
        where = "WHERE match = ?" if values else f"WHERE {self._of_own}"
        query = f"SELECT {_CALL} FROM calls {where} ORDER BY match, seat"
        return await self._records(Call, query, *values)

    async def mentioning(self, guild: int) -> bool:
        """Return whether messages stand on a server, or are to, that mention people: calls, calls
        of roles and seats that are offered."""
        of_table = "JOIN matches ON id = match WHERE matches.guild = ?"
        parts = (f"calls {of_table}", f"offers {of_table}", "summons WHERE guild = ? AND over = 0")
        query = " UNION ALL ".join(f"SELECT 1 FROM {part}" for part in parts)
        return bool(await self._read(f"{query} LIMIT 1", guild, guild, guild))

    async def save_call(self, call: Call) -> None:
        """Store a call, in place of the seat's older one; raise Conflict without its table."""
        await self._write_again(Statement(_SAVE_CALL, astuple(call)))

    async def told(self, call: Call) -> None:
        """Note that a call's person was told by direct message, or is not to be, if it stands."""
        query = "UPDATE calls SET told = 1 WHERE match = ? AND seat = ? AND nonce = ?"
        await self._write_again(Statement(query, (call.table, call.seat, call.nonce)))

    async def drop_call(self, table_id: str, seat: int, left: Leftover | None = None) -> None:
        """Forget a call that was deleted, or is left over."""
        query = "DELETE FROM calls WHERE match = ? AND seat = ?"
        await self._write_again(Statement(query, (table_id, seat)), *leaving(left))

    async def save_private(self, private: Private) -> None:
        """Store a person's private message of this kind at a table, in place of an older one.

        Raise Conflict when there is no such table.
        """
        await self._write_again(Statement(_SAVE_PRIVATE, astuple(private)))

    async def drop_private(self, table_id: str, user: int, kind: PrivateKind) -> None:
        """Forget a private message that was deleted."""
        query = 'DELETE FROM privates WHERE match = ? AND "user" = ? AND kind = ?'
        await self._write_again(Statement(query, (table_id, user, kind)))

    async def privates(self, now: float) -> list[Private]:
        """Return the own tables' private messages that can still be edited, the first to end
        first; forget the others, and those that cannot be read.
        """
        try:
            await self._write_again(Statement("DELETE FROM privates WHERE until <= ?", (now,)))
            query = f"SELECT {_PRIVATE} FROM privates WHERE {self._of_own}"
            privates = await self._records(Private, query)
        except Damaged:
            tables = await self._column(f"SELECT id FROM matches WHERE {OPEN} AND {self._own}")
            query = f"SELECT {_PRIVATE} FROM privates WHERE match = ?"
            privates, _ = await self._each(tables, partial(self._records, Private, query))
        return sorted((p for p in privates if p.until > now), key=attrgetter("until"))


def _board(row: tuple[object, ...]) -> Board:
    *values, leftovers = row
    try:
        return sql.made(Board, (*values, tuple(json.loads(str(leftovers)))))
    except (TypeError, ValueError) as error:
        raise Damaged("A stored board is damaged.") from error
