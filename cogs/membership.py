"""Asks Discord who is still on a server, which it tells no bot without the members' intent, and
which channels are closed."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence

import discord
from cachetools import TTLCache

from cogs.gate.permissions import permissions_in
from cogs.gate.roles import Roles
from cogs.line.allowance import Place, Spent
from cogs.line.reach import Reach
from cogs.line.unreachable import CONNECTION
from tables.members import Closed

log = logging.getLogger(__name__)

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
LOOKS = 96
"""People about whom Discord is asked for one lobby."""
APART = 3600.0
"""Seconds until it is asked again about somebody who did not see a channel."""
PEOPLE = 10_000
"""Of how many that is known."""


class Membership:
    """Members as Discord knows them."""

    def __init__(self, client: Reach, roles: Roles) -> None:
        self._client, self._roles = client, roles
        self._unseeing: TTLCache[tuple[int, int], bool] = TTLCache(PEOPLE, APART, time.monotonic)

    async def there(self, guild: int, user: int) -> bool:
        """Return whether a person is on a server; True where that cannot be found out."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return True
        try:
            async with self._client.at(Place(guild)):
                await server.fetch_member(user)
        except discord.NotFound as gone:
            return gone.code not in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except (discord.HTTPException, *CONNECTION, Spent) as error:
            log.info("a member of server %s: %s", guild, error)
        return True

    async def sees(self, guild: int, channel: int, user: int) -> bool:
        """Return whether a person is on a server and sees a channel of it now."""
        self._unseeing.pop((channel, user), None)
        return bool(await self.seeing(guild, channel, [user], 1))

    async def seeing(
        self, guild: int, channel: int, users: Sequence[int], most: int
    ) -> Collection[int]:
        """Return the first of these people, so many at most, who are on a server and see a channel
        of it; nobody sees private threads. Who was found not to is not asked about for a while, so
        that they stand in nobody's way."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return []
        try:
            place = await self._root(server, channel)
        except (discord.NotFound, discord.Forbidden):
            return []
        if place is None:
            return []
        roles = await self._roles.of(guild)
        found: list[int] = []
        for user in [u for u in users if (channel, u) not in self._unseeing][:LOOKS]:
            if len(found) == most:
                break
            member = await self._member(server, user)
            if member is not None and permissions_in(place, member, roles).view_channel:
                found.append(user)
            else:
                self._unseeing[channel, user] = True
        return found

    async def _root(self, server: discord.Guild, channel: int) -> discord.abc.GuildChannel | None:
        """Return the channel that says who sees a channel or thread; None for a private thread."""
        async with self._client.at(Place(server.id)):
            place = await server.fetch_channel(channel)
        if not isinstance(place, discord.Thread):
            return place
        return None if place.is_private() else await self._root(server, place.parent_id)

    async def _member(self, server: discord.Guild, user: int) -> discord.Member | None:
        try:
            async with self._client.at(Place(server.id)):
                return await server.fetch_member(user)
        except discord.NotFound:
            return None

    async def closed(self, guild: int, channel: int) -> Closed | None:
        """Return what keeps the bot from going on in a channel; None where nothing does or that
        cannot be found out."""
        try:
            place = await self._fetched(guild, channel)
        except discord.Forbidden:
            return "permissions"
        return "lock" if isinstance(place, discord.Thread) and place.locked else None

    async def within(self, guild: int, channel: int, channels: Collection[int]) -> bool:
        """Return whether this is one of these channels or a thread of one; True where that cannot
        be found out."""
        if channel in channels:
            return True
        place = await self._place(guild, channel)
        return place is None or (isinstance(place, discord.Thread) and place.parent_id in channels)

    async def _place(
        self, guild: int, channel: int
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel or thread; None where it cannot be found out."""
        server = self._client.get_guild(guild)
        known = server.get_channel_or_thread(channel) if server else None
        try:
            return known or await self._fetched(guild, channel)
        except discord.Forbidden:
            return None

    async def _fetched(
        self, guild: int, channel: int
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel or thread as it is now; raise Forbidden for one that the bot does not
        see, return None where it cannot be found out otherwise."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return None
        try:
            async with self._client.at(Place(guild, channel)):
                return await server.fetch_channel(channel)
        except discord.Forbidden:
            raise
        except (discord.DiscordException, *CONNECTION, Spent) as error:
            log.info("a channel of server %s: %s", guild, error)
            return None
