"""Who may sit down and who may open a table: bans, blocks, the door, settings, and no floods."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cachetools import TTLCache

from storage.people import Ban, Fared
from storage.records import Table
from storage.store import Store
from tables.members import Members
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

    def __init__(
        self, store: Store, servers: Servers, restrictions: Restrictions, members: Members
    ) -> None:
        self._tables, self._staff, self._manners = store.tables, store.staff, store.manners
        self._servers, self._restrictions, self._members = servers, restrictions, members
        self._opened: TTLCache[tuple[int, int], float] = TTLCache(10_000, APART, time.monotonic)

    async def admit(self, guild: int, user: int) -> None:
        """Raise Refusal for who may not sit at this server's tables."""
        ban = await self._staff.banned(guild, user, time.time())
        if ban is not None:
            raise _barred(ban)

    async def expected(self, guild: int, user: int, at: float) -> bool:
        """Return whether somebody who has agreed to play at some time may then, by what is known
        now, and is still on the server."""
        ban = await self._staff.banned(guild, user, at)
        return ban is None and await self._members.there(guild, user)

    async def seat(self, table: Table, user: int) -> None:
        """Raise Refusal for who may not sit down at this table's lobby."""
        if refusal := (await self.refusals(table, [user])).get(user):
            raise refusal

    async def refusals(self, table: Table, users: Collection[int]) -> Mapping[int, Refusal]:
        """Return why those of these people who may not sit down at this table's lobby may not."""
        bans = await self._staff.barred(table.guild, users, time.time())
        guests = await self._manners.guests(table.id)
        apart = await self._apart(table.users, users)
        fared = await self.fared(table.guild, users) if table.reliable else {}
        found: dict[int, Refusal] = {}
        for user in users:
            if user in bans:
                found[user] = _barred(bans[user])
            elif table.private and user not in guests:
                found[user] = Refusal("manners.private")
            elif not guests.get(user, True):
                found[user] = Refusal("manners.not_here")
            elif user in apart:
                found[user] = Refusal(f"manners.{apart[user]}")
            elif user in fared and shaky(fared[user]):
                kept, games = fared[user].stayed, fared[user].games
                found[user] = Refusal("manners.reliable", n=kept, games=games)
        return found

    async def together(self, others: Collection[int], user: int, where: str = "manners") -> None:
        """Raise Refusal where one of these people does not sit with this person, or the other way
        round, in the words for this: a table, unless it is a `meeting`."""
        if why := (await self._apart(others, [user])).get(user):
            raise Refusal(f"{where}.{why}")

    async def unwanted(self, others: Collection[int], user: int) -> bool:
        """Return whether a person does not want to sit with these people, as they have blocked one
        of them: that alone is a reason to offer them no seat. Who is blocked is offered one as
        everybody is, and told no more than others are who cannot sit down."""
        return user in (await self._manners.apart([user], others)).get(user, ())

    async def _apart(self, others: Collection[int], users: Collection[int]) -> Mapping[int, str]:
        """Return why some of these users do not sit with the others; nobody is told who has blocked
        them."""
        apart = await self._manners.apart(users, others)
        return {u: "you_blocked" if u in by else "not_here" for u, by in apart.items()}

    async def fared(self, guild: int, users: Collection[int]) -> Mapping[int, Fared]:
        """Return how reliable people are, of those about whom that is known."""
        return await self._manners.fared(guild, users)

    def begin(self) -> None:
        """Raise Refusal while the operator lets no game begin."""
        if self._restrictions.halted:
            raise Refusal("staff.halted")

    async def start(self, guild: int, host: int) -> None:
        """Raise Refusal where no game may begin now at a table that this person hosts."""
        self.begin()
        most = self._servers.of(guild).own_running
        hosted = await self._tables.hosted(guild, host)
        running = [t for t in hosted if t.status == "running"]
        if len(running) >= most:
            raise Refusal("staff.own_running", most=most, links=_links(running))

    async def host(self, guild: int, user: int) -> None:
        """Raise Refusal for who hosts as many tables as they may."""
        most = self._servers.of(guild).own
        if len(await self._tables.hosted(guild, user)) >= most:
            raise Refusal("staff.heir", most=most)

    async def plan(self, wish: Wish) -> None:
        """Raise Refusal for who may not agree a time for a table, which is not opened yet."""
        self.begin()
        house = self._servers.of(wish.guild)
        inside = not house.channels or bool(set(house.channels) & set(wish.places))
        _settled(house, wish.game, inside)
        if house.openers is not None and house.openers not in wish.roles:
            raise Refusal("staff.openers", role=f"<@&{house.openers}>")
        await self.admit(wish.guild, wish.user)

    async def planned(self, guild: int, channel: int, game: str) -> None:
        """Raise Refusal for what a server's settings exclude since a time was agreed for it."""
        house = self._servers.of(guild)
        channels = house.channels
        inside = not channels or await self._members.within(guild, channel, channels)
        _settled(house, game, inside)

    async def room(self, guild: int) -> None:
        """Raise Refusal where a server may have no more open tables."""
        most = self._servers.of(guild).most
        if most is not None and await self._tables.open_count(guild) >= most:
            raise Refusal("staff.most", most=most)

    async def open(self, wish: Wish) -> None:
        """Note that a person opens a table now; raise Refusal when they may not."""
        await self.plan(wish)
        await self.room(wish.guild)
        most = self._servers.of(wish.guild).own
        own = await self._tables.hosted(wish.guild, wish.user)
        if len(own) >= most:
            raise Refusal("staff.own", most=most, links=_links(own))
        await self._brake(wish)
        # Nothing is waited for from here on: of many at once one gets through.
        if (wish.guild, wish.user) in self._opened:
            raise Refusal("staff.apart", seconds=int(APART))
        self._opened[wish.guild, wish.user] = time.monotonic()

    @asynccontextmanager
    async def opening(self, wish: Wish) -> AsyncIterator[None]:
        """Let a person open a table meanwhile; raise Refusal when they may not. Where something
        fails they can try again at once, as they are asked to; not where they are refused."""
        await self.open(wish)
        try:
            yield
        except Refusal:
            raise
        except Exception:
            self._opened.pop((wish.guild, wish.user), None)
            raise

    async def _brake(self, wish: Wish) -> None:
        """Raise Refusal for a while, the longer the more of a host's lobbies came to nothing."""
        now = time.time()
        # Later in a time to come nothing came to nothing but by a clock that was wrong.
        given_up = await self._manners.given_up(
            wish.guild, wish.user, now - GIVEN_UP, now + GIVEN_UP
        )
        minutes = BRAKE[min(len(given_up), len(BRAKE) - 1)]
        if minutes and now < given_up[0] + minutes * 60:
            until = f"<t:{int(given_up[0] + minutes * 60) + 1}:R>"
            raise Refusal("staff.brake", n=len(given_up), until=until)


def _barred(ban: Ban) -> Refusal:
    if 0 in (ban.guild, ban.user):
        return Refusal("staff.blocked_server" if ban.guild else "staff.blocked")
    key, values = "staff.banned", dict[str, str]()
    if ban.until is not None:
        key, values["until"] = f"{key}_until", f"<t:{int(ban.until)}:R>"
    if ban.reason:
        key, values["reason"] = f"{key}_why", ban.reason
    return Refusal(key, **values)


def _links(tables: Collection[Table]) -> str:
    return " ".join(f"<#{table.channel}>" for table in tables)


def _settled(house: House, game: str, inside: bool) -> None:
    """Raise Refusal, with the setting's name, for what the server's settings exclude; `inside`: it
    is in one of the channels that they name, if they do."""
    if not inside:
        links = " ".join(f"<#{channel}>" for channel in house.channels)
        raise Refusal("staff.channels", links=links)
    if house.games and game not in house.games:
        raise Refusal("staff.games")
