"""The tables in memory, loaded when they are touched; and how a table's row is changed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.contract import AnyGame
from storage.cases import Case
from storage.errors import Conflict, Unsure
from storage.records import Result, Table
from storage.store import Store
from storage.votes import Vote
from tables.room.bounded_cache import BoundedCache
from tables.room.loading import load, renewed
from tables.room.locks import Locks
from tables.room.refusal import Refusal
from tables.room.room import Room

Change: TypeAlias = Callable[[Table], Table]
"""A new row from the stored one; raises Refusal or RuleError where that cannot be."""

TRIES = 3
"""How often a change is tried while other processes write the same row."""


class Rooms:
    """A bounded cache over the store."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], limit: int = 256) -> None:
        self._store = store
        self._games = games
        # Whoever still holds a room must share its lock with the next, so it stays the same one.
        self._kept: BoundedCache[str, Room] = BoundedCache(limit)
        self._loading = Locks[str]()
        """The locks of the tables that are being loaded, which wait for no other's."""
        self.on_ended: Callable[[Room], None] = lambda room: None
        """Told of a table that ended because its match could not go on."""
        self.on_doubt: Callable[[Room], None] = lambda room: None
        """Told of a table of which nobody knows whether what was done there is stored."""

    async def get(self, table_id: str) -> Room:
        """Return the table; raise Refusal when there is none."""
        room = self._kept.get(table_id)
        if room is not None:
            return room
        async with self._loading(table_id):
            if room := self._kept.get(table_id):
                return room
            loaded = await load(self._store, self._games, table_id)
            return self._kept.get(table_id) or self._loaded(loaded)

    def _loaded(self, room: Room) -> Room:
        room = self.add(room)
        if room.ended:
            self.on_ended(room)
        return room

    def known(self, table_id: str) -> Room | None:
        """Return the table if it is in memory."""
        return self._kept.get(table_id)

    async def guild(self, table_id: str) -> int:
        """Return the server of a table, in memory or not; 0 for none."""
        room = self.known(table_id)
        table = room.table if room else await self._store.tables.get(table_id)
        return table.guild if table else 0

    def played(self) -> Mapping[str, int]:
        """Return how many of the tables touched last play each game."""
        rooms = self._kept.last()
        return Counter(room.table.game for room in rooms if room.table.status == "running")

    def slow(self) -> Sequence[Room]:
        """Return those of the tables touched last at which a match goes on for days."""
        return [room for room in self._kept.last() if room.slow and room.going]

    async def at(self, channel: int) -> Room | None:
        """Return the open table of a channel, or None."""
        table = await self._store.tables.open_table(channel)
        return await self.get(table.id) if table else None

    def add(self, room: Room) -> Room:
        """Keep a table, as the one that was touched last, and return it."""
        return self._kept.keep(room.table.id, room)

    def forget(self, table_id: str) -> None:
        """Load this table from the store when it is touched next."""
        self._kept.drop(table_id)

    def naming(self, user: int) -> Sequence[Room]:
        """Return the open tables that name a person."""
        return [r for r in self._kept.living() if r.table.is_open and r.names(user)]

    def forget_person(self, user: int) -> None:
        """Load the tables that have ended and name a person anew when they are touched next."""
        for room in self._kept.living():
            if not room.table.is_open and room.names(user):
                self.forget(room.table.id)

    async def renew_ended(self) -> None:
        """Load the tables that have ended anew when they are touched next, where another process
        has written their rows: that forgets people."""
        ended = [room for room in self._kept.living() if not room.table.is_open]
        versions = await self._store.tables.versions([room.table.id for room in ended])
        for room in ended:
            if versions.get(room.table.id) != room.table.version:
                self.forget(room.table.id)

    def forget_guild(self, guild: int) -> None:
        """Have no table of this server in memory: of none of them anything is stored any more."""
        for room in self._kept.living():
            if room.table.guild == guild:
                self.forget(room.table.id)

    def doubt(self, room: Room) -> None:
        """Have a table read anew and shown as it is stored: nobody knows what that is."""
        self.forget(room.table.id)
        self.on_doubt(room)

    async def change(
        self,
        room: Room,
        change: Change,
        results: Sequence[Result] = (),
        case: Case | None = None,
        cast: Collection[Vote] = (),
    ) -> None:
        """Commit a change of a table's row (the lock is held), with the results of a game that
        is broken off by it, the case of who did it, and votes that are cast.

        When the row was written by others since, the change is tried on what they wrote.
        """
        for _ in range(TRIES):
            changed = replace(change(room.table), updated=time.time())
            lapsed = room.lapsed(changed, room.match)
            try:
                stored = await self._store.tables.save(changed, results, case, cast, lapsed)
            except Unsure:
                # It may still be stored: made once more it could be made twice.
                self.doubt(room)
                raise
            except Conflict:
                await self._refresh(room)
                continue
            if [p.cut for p in stored.players] != [p.cut for p in room.table.players]:
                room.settled = time.monotonic()
            room.table = stored
            room.voted(lapsed, cast)
            return
        raise Refusal("error.try_again")

    async def _refresh(self, room: Room) -> None:
        stored = await self._store.tables.get(room.table.id)
        if stored is None or stored.status != room.table.status:
            self.forget(room.table.id)
            raise Refusal("error.try_again")
        room.table = renewed(self._games, stored)
