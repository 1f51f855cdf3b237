"""Removes what is not to be kept: a person everywhere, old logs, the data of a server left."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection

from storage.cases import Case
from storage.errors import Damaged, StoreError, traced
from storage.store import Store
from tables.lobby import lobby
from tables.match.play import Play
from tables.past.ratings import Ratings
from tables.past.reviews import Reviews
from tables.room.cache import Rooms
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.servers import DAY, Servers
from tables.vacations import KEPT

log = logging.getLogger(__name__)

LEFT = "left"
"""The key of when the bot left a server."""
GRACE = 30 * DAY
"""Seconds after which the data of a server that was left are removed."""

STANDS = 3600.0
"""Seconds for which a lobby that came to nothing is still known."""


class Forgetting:
    """Removes what is no longer to be kept."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        play: Play,
        ratings: Ratings,
        reviews: Reviews,
        servers: Servers,
        port: Port,
    ) -> None:
        self._store, self._rooms, self._play = store, rooms, play
        self._ratings, self._reviews = ratings, reviews
        self._servers, self._port = servers, port

    async def forget(self, user: int) -> None:
        """Remove a person; computers take their seats where a game goes on.

        At tables of other processes they are removed too, which those processes take in.
        """
        tables = await self._store.privacy.tables_of(user)
        for table in tables:
            if table.is_open and self._store.shards.owns(table.guild):
                await self._leave(table.id, user)
        self._reviews.forget(user)
        self._port.forgotten(user)
        try:
            async with self._ratings.lock:
                await self._store.privacy.forget(user, time.time())
        finally:
            self._rooms.forget_person(user)
            await self._take_in(user)
        try:
            for meeting in await self._store.meetings.owed():
                self._port.meeting(meeting)
        except StoreError as error:
            # The person is gone from the store, which they may be told.
            log.warning("who was forgotten is still shown", exc_info=traced(error))

    async def purge(self, guild: int, case: Case | None = None) -> None:
        """Remove everything that is stored of a server, whose tables have ended, but the case."""
        try:
            async with self._servers.lock(guild):
                await self._store.privacy.purge(guild, case)
                self._servers.forget(guild)
        finally:
            self._rooms.forget_guild(guild)
            await self._servers.renew(guild)

    async def sweep(self, now: float, log_days: float, present: Collection[int]) -> None:
        """Remove logs older than this, lobbies that came to nothing, servers left for long.

        `present` are the own servers the bot is on: theirs stay, also if it came back unnoticed.
        """
        await self._store.privacy.drop_lobbies(now - STANDS)
        await self._store.alerts.forget_told(now - 2 * DAY)
        await self._store.meetings.drop(now - log_days * DAY)
        await self._store.vacations.forget(now - KEPT)
        await self._store.privacy.drop_logs(now - log_days * DAY)
        for guild, left in (await self._store.settings.every(LEFT)).items():
            if not self._store.shards.owns(guild):
                continue
            if guild in present:
                await self.returned(guild)
            elif now - float(left) >= GRACE:
                await self.purge(guild)

    async def look(self, now: float, present: Callable[[], Collection[int]]) -> None:
        """Note the servers that the bot has left while it was not running, as left now.

        `present` gives all servers it is on by then.
        """
        noted = await self._store.settings.every(LEFT)
        for guild in await self._store.privacy.guilds():
            if self._store.shards.owns(guild) and guild not in present() and guild not in noted:
                await self.left(guild, now)

    async def left(self, guild: int, now: float) -> None:
        """Note when the bot left a server."""
        await self._store.settings.set(guild, LEFT, str(now))

    async def returned(self, guild: int) -> None:
        """Keep the data of a server that the bot is on again."""
        await self._store.settings.set(guild, LEFT, None)

    async def _leave(self, table_id: str, user: int) -> None:
        try:
            room = await self._rooms.get(table_id)
        except Damaged as damaged:
            # Nobody plays on there; who is forgotten is removed from it all the same.
            log.warning("table %s is damaged: %s", table_id, damaged)
            return
        async with room.lock:  # only now: its game may have begun meanwhile
            seat = room.seat_of(user)
            if seat is None:
                return
            name = room.table.players[seat].name
            if room.table.status == "lobby":
                await self._play.change(room, lambda table: lobby.leave(table, user))
            elif room.table.status == "running":
                await self._play.hand_over(room, seat)
            self._play.unname(room, name)

    async def _take_in(self, user: int) -> None:
        """Let the open tables go on as they are stored that still name a person in memory: a round
        of a tournament may have begun meanwhile."""
        for room in self._rooms.naming(user):
            try:
                async with room.lock:
                    await self._play.take_in(room)
            except (StoreError, Refusal) as error:
                log.warning("who was forgotten is still shown", exc_info=traced(error))
                self._rooms.doubt(room)
