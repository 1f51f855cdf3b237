"""Who may sit down and who may open a table: bans, blocks, the door, settings, and no floods."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cachetools import TTLCache

from storage.people import Fared
from storage.records import Table
from storage.store import Store
from tables.restrictions import Restrictions
from tables.room.refusal import Refusal
from tables.servers import House, Servers

APART = 10.0
"""Seconds between two tables that one person opens."""
GIVEN_UP = 3600.0
"""Seconds for which a lobby that came to nothing is held against its host."""
BRAKE = (0, 0, 1, 2, 4, 8, 16, 30)
"""Minutes that a host waits after so many lobbies that came to nothing."""
GAMES, STAYING = 10, 0.8
"""Games after which it is said who has stayed to the end of fewer than this share of them."""


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


def shaky(fared: Fared) -> bool:
    """Return whether somebody has often left games that were begun."""
    return fared.games >= GAMES and fared.stayed < STAYING * fared.games


class Admission:
    """Lets people in, or says why not."""

    def __init__(self, store: Store, servers: Servers, restrictions: Restrictions) -> None:
        self._staff, self._manners = store.staff, store.manners
        self._servers, self._restrictions = servers, restrictions
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

    async def seat(self, table: Table, user: int) -> None:
        """Raise Refusal for who may not sit down at this table's lobby."""
        await self.admit(table.guild, user)
        guests = await self._manners.guests(table.id)
        if table.private and user not in guests:
            raise Refusal("manners.private")
        if not guests.get(user, True):
            raise Refusal("manners.not_here")
        await self.together(table, user)
        fared = await self.fared(table.guild, [user])
        if table.reliable and user in fared and shaky(fared[user]):
            raise Refusal("manners.reliable", n=fared[user].stayed, games=fared[user].games)

    async def together(self, table: Table, user: int) -> None:
        """Raise Refusal where somebody sits who does not sit with this person, or the other way
        round; nobody is told who has blocked them."""
        others = [p.user for p in table.players if p.user not in (None, user)]
        blockers = await self._manners.apart(user, [u for u in others if u is not None])
        if blockers:
            raise Refusal("manners.you_blocked" if user in blockers else "manners.not_here")

    async def fared(self, guild: int, users: Collection[int]) -> Mapping[int, Fared]:
        """Return how reliable people are, of those about whom that is known."""
        return await self._manners.fared(guild, users)

    def begin(self) -> None:
        """Raise Refusal while the operator lets no game begin."""
        if self._restrictions.halted:
            raise Refusal("staff.halted")

    async def start(self, table: Table) -> None:
        """Raise Refusal where no game may begin at this table now."""
        self.begin()
        most = self._servers.of(table.guild).own_running
        running = [t for t in await self._hosted(table.guild, table.host) if t.status == "running"]
        if len(running) >= most:
            raise Refusal("staff.own_running", most=most, links=_links(running))

    async def host(self, guild: int, user: int) -> None:
        """Raise Refusal for who hosts as many tables as they may."""
        most = self._servers.of(guild).own
        if len(await self._hosted(guild, user)) >= most:
            raise Refusal("staff.heir", most=most)

    async def _hosted(self, guild: int, user: int) -> list[Table]:
        return [t for t in await self._staff.open_tables(guild) if t.host == user]

    async def open(self, wish: Wish) -> None:
        """Note that a person opens a table now; raise Refusal when they may not."""
        self.begin()
        house = self._servers.of(wish.guild)
        _settled(house, wish)
        await self.admit(wish.guild, wish.user)
        tables = await self._staff.open_tables(wish.guild)
        if house.most is not None and len(tables) >= house.most:
            raise Refusal("staff.most", most=house.most)
        own = [t for t in tables if t.host == wish.user]
        if len(own) >= house.own:
            raise Refusal("staff.own", most=house.own, links=_links(own))
        await self._brake(wish)
        # Nothing is waited for from here on: of many at once one gets through.
        if (wish.guild, wish.user) in self._opened:
            raise Refusal("staff.apart", seconds=int(APART))
        self._opened[wish.guild, wish.user] = time.monotonic()

    async def _brake(self, wish: Wish) -> None:
        """Raise Refusal for a while, the longer the more of a host's lobbies came to nothing."""
        now = time.time()
        given_up = await self._manners.given_up(wish.guild, wish.user, now - GIVEN_UP)
        minutes = BRAKE[min(len(given_up), len(BRAKE) - 1)]
        if minutes and now < given_up[0] + minutes * 60:
            until = f"<t:{int(given_up[0] + minutes * 60) + 1}:R>"
            raise Refusal("staff.brake", n=len(given_up), until=until)


def _links(tables: Collection[Table]) -> str:
    return " ".join(f"<#{table.channel}>" for table in tables)


def _settled(house: House, wish: Wish) -> None:
    """Raise Refusal, with the setting's name, for what the server's settings exclude."""
    if house.channels and not set(house.channels) & set(wish.places):
        links = " ".join(f"<#{channel}>" for channel in house.channels)
        raise Refusal("staff.channels", links=links)
    if house.games and wish.game not in house.games:
        raise Refusal("staff.games")
    if house.openers is not None and house.openers not in wish.roles:
        raise Refusal("staff.openers", role=f"<@&{house.openers}>")
