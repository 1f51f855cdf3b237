"""Carries out what the operator orders while the bot runs."""

from __future__ import annotations

import logging

from storage.errors import Damaged
from storage.people import Ban
from storage.store import Store
from tables.match.play import Play
from tables.restrictions import Restrictions
from tables.room.cache import Rooms
from tables.room.one_by_one import one_by_one
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.staff.moderation import Staff
from tables.staff.rank import Person

log = logging.getLogger(__name__)


class Operator:
    """Looks for new orders."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        port: Port,
        staff: Staff,
        play: Play,
        restrictions: Restrictions,
    ) -> None:
        self._store, self._rooms, self._port, self._staff = store, rooms, port, staff
        self._play, self._restrictions = play, restrictions
        self._done: frozenset[Ban] = frozenset()
        self._taken: set[tuple[str, int]] = set()
        """What was taken in and is not shown yet: tables, each with its version."""

    async def look(self) -> None:
        """Read the orders and carry out what is new; raise StoreError.

        A server that is blocked loses its open tables, a person their seats to computers.
        """
        halted = self._restrictions.halted
        await self._restrictions.read()
        if self._restrictions.halted != halted:
            log.info("new tables: %s", "off" if self._restrictions.halted else "on")
            await one_by_one(await self._store.tables.lobbies(), self._show)
        self._done &= self._restrictions.blocks
        await one_by_one(self._restrictions.blocks - self._done, self._carry_out)

    async def take_in(self) -> None:
        """Take in what other processes wrote to tables, in memory or not, and show it; those that
        have ended stay as they are shown."""
        await self._rooms.renew_ended()
        written = set(await self._store.shown.written())
        self._taken &= written
        await one_by_one(written - self._taken, self._take_in)

    async def _take_in(self, written: tuple[str, int]) -> None:
        table_id, version = written
        known = self._rooms.known(table_id)
        try:
            room = known or await self._rooms.get(table_id)
            async with room.lock:
                if known is None or room.table.version < version:
                    log.info("table %s is taken in as it is stored", table_id)
                    await self._play.take_in(room)
        except Damaged as damaged:
            log.warning("table %s is damaged: %s", table_id, damaged)
        self._taken.add(written)

    async def _show(self, table_id: str) -> None:
        self._port.board(await self._rooms.get(table_id))

    async def _carry_out(self, block: Ban) -> None:
        if not block.guild:
            seats = await self._store.tables.open_of(block.user)
            await one_by_one(seats, lambda table: self._remove(table, block.user))
        elif self._store.shards.owns(block.guild):
            await self._staff.close_all(block.guild, "blocked")
        self._done |= {block}

    async def _remove(self, table_id: str, user: int) -> None:
        room = await self._rooms.get(table_id)
        try:
            await self._staff.remove(room, None, Person(user))
        except Refusal as late:
            log.debug("table %s: %s", table_id, late)
