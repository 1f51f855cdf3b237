"""Who may sit down and who may open a table: bans, the server's settings, and no floods."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from cachetools import TTLCache

from storage.staff import Staff
from tables.restrictions import Restrictions
from tables.room.refusal import Refusal
from tables.servers import House, Servers

LOBBIES = 3
"""Lobbies that one person may have open on a server."""
APART = 10.0
"""Seconds between two tables that one person opens."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table that somebody wants to open."""

    guild: int
    user: int
    game: str
    places: Collection[int]
    """The channel, and the one it is a thread of."""
    roles: Collection[int] = ()
    """The person's roles."""


class Admission:
    """Lets people in, or says why not."""

    def __init__(self, staff: Staff, servers: Servers, restrictions: Restrictions) -> None:
        self._staff, self._servers, self._restrictions = staff, servers, restrictions
        self._opened: TTLCache[tuple[int, int], float] = TTLCache(10_000, APART, time.monotonic)

    async def admit(self, guild: int, user: int) -> None:
        """Raise Refusal for who may not sit at this server's tables."""
        ban = await self._staff.banned(guild, user, time.time())
        if ban is not None and 0 in (ban.guild, ban.user):
            raise Refusal("staff.blocked_server" if ban.guild else "staff.blocked")
        if ban is not None and ban.until is None:
            raise Refusal("staff.banned", reason=ban.reason or "–")
        if ban is not None:
            until = f"<t:{int(ban.until or 0)}:R>"
            raise Refusal("staff.banned_until", reason=ban.reason or "–", until=until)

    def begin(self) -> None:
        """Raise Refusal while the operator lets no game begin."""
        if self._restrictions.halted:
            raise Refusal("staff.halted")

    async def open(self, wish: Wish) -> None:
        """Note that a person opens a table now; raise Refusal when they may not."""
        self.begin()
        house = self._servers.of(wish.guild)
        _settled(house, wish)
        await self.admit(wish.guild, wish.user)
        tables = await self._staff.open_tables(wish.guild)
        if house.most is not None and len(tables) >= house.most:
            raise Refusal("staff.most", most=house.most)
        own = [t for t in tables if t.status == "lobby" and t.host == wish.user]
        if len(own) >= LOBBIES:
            links = " ".join(f"<#{table.channel}>" for table in own)
            raise Refusal("staff.lobbies", most=LOBBIES, links=links)
        # Nothing is waited for from here on: of many at once one gets through.
        if (wish.guild, wish.user) in self._opened:
            raise Refusal("staff.apart", seconds=int(APART))
        self._opened[wish.guild, wish.user] = time.monotonic()


def _settled(house: House, wish: Wish) -> None:
    """Raise Refusal, with the setting's name, for what the server's settings exclude."""
    if house.channels and not set(house.channels) & set(wish.places):
        links = " ".join(f"<#{channel}>" for channel in house.channels)
        raise Refusal("staff.channels", links=links)
    if house.games and wish.game not in house.games:
        raise Refusal("staff.games")
    if house.openers is not None and house.openers not in wish.roles:
        raise Refusal("staff.openers", role=f"<@&{house.openers}>")
