"""Carries out what the operator orders while the bot runs."""

from __future__ import annotations

import logging
from collections.abc import Callable

from storage.people import Ban
from storage.store import Store
from tables.match.play import Play
from tables.restrictions import Restrictions
from tables.room.cache import Rooms
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.staff.moderation import Staff

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

    async def look(self, computer_name: Callable[[Room], str]) -> None:
        """Read the orders and carry out what is new; raise StoreError.

        A server that is blocked loses its open tables, a person their seats, to computers of
        these names.
        """
        halted = self._restrictions.halted
        await self._restrictions.read()
        if self._restrictions.halted != halted:
            log.info("new tables: %s", "off" if self._restrictions.halted else "on")
            for table_id in await self._store.lobbies():
                self._port.board(await self._rooms.get(table_id))
        for block in self._restrictions.blocks - self._done:
            if block.guild:
                await self._clear(block.guild)
            else:
                await self._remove(block.user, computer_name)
            self._done |= {block}
        self._done &= self._restrictions.blocks

    async def take_in(self) -> None:
        """Take in what other processes wrote to tables that are in memory here."""
        for table_id, version in await self._store.written():
            room = self._rooms.known(table_id)
            if room is None or room.table.version >= version:
                continue
            async with room.lock:
                if room.table.status == "running" and room.table.version < version:
                    log.info("table %s was written by another process", table_id)
                    await self._play.take_in(room)

    async def _clear(self, guild: int) -> None:
        if self._store.shards.owns(guild):
            await self._staff.close_all(guild, "blocked")

    async def _remove(self, user: int, computer_name: Callable[[Room], str]) -> None:
        for table_id in await self._store.seats(user):
            room = await self._rooms.get(table_id)
            try:
                await self._staff.remove(room, None, user, computer_name(room))
            except Refusal as late:
                log.debug("table %s: %s", table_id, late)
