"""When a lobby's host may call the role that the server's staff has named, and that it is done."""

from __future__ import annotations

import time
from collections.abc import Mapping

from engine.contract import AnyGame
from storage.errors import Conflict, Unsure
from storage.records import Summons
from storage.store import Store
from tables.lobby import lobby
from tables.lobby.admission import Admission
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import MINUTE, Servers

APART = 3600.0
"""Seconds between two calls on one server; of one further ahead the clock was wrong."""


class Summoning:
    """Calls people to lobbies: once a lobby, and seldom on a server."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        servers: Servers,
        admission: Admission,
        port: Port,
    ) -> None:
        self._company, self._games, self._servers = store.company, games, servers
        self._admission, self._port = admission, port

    async def check(self, room: Room, user: int) -> int:
        """Return the role that this person may call to a lobby now; raise Refusal."""
        table = lobby.hosted(lobby.still(room.table), user)
        house, now = self._servers.of(table.guild), time.time()
        if house.called is None or not house.calls:
            raise Refusal("company.none")
        await self._admission.admit(table.guild, user)
        most = max(self._games[table.game].seat_counts)
        if table.private or len(table.players) >= most:
            raise Refusal("company.nobody_missing")
        if await self._company.summons(table.id) is not None:
            raise Refusal("company.once")
        last = await self._company.last_summons(table.guild, now + APART)
        ready = max(table.created + house.call_minutes * MINUTE, (last or 0.0) + APART)
        if now < ready:
            raise Refusal("company.early", when=f"<t:{int(ready) + 1}:R>")
        return house.called

    async def call(self, room: Room, user: int) -> None:
        """Call the role; raise Refusal."""
        async with room.lock:
            role, now = await self.check(room, user), time.time()
            summons = Summons(room.table.id, room.table.guild, role, now)
            try:
                await self._company.summon(summons, APART)
            except Conflict as conflict:
                # Where the connection broke off it may be stored all the same.
                if await self._company.summons(room.table.id) != summons:
                    if isinstance(conflict, Unsure):
                        raise
                    raise Refusal("error.try_again") from conflict
            self._port.summon(room)
