"""Which channels somebody sees: the roles come with each interaction, all else is asked of Discord,
and kept for a moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from cachetools import TTLCache

from cogs.gate.permissions import permissions_in, seen_by_all
from cogs.gate.roles import Roles
from cogs.line.allowance import Place, Spent
from cogs.line.patience import Patience
from cogs.line.reach import Reach
from cogs.line.unreachable import CONNECTION
from tables.room.locks import Locks

log = logging.getLogger(__name__)

FRESH, SERVERS = 30.0, 200
"""Seconds for which a server's channels and roles are kept, and of how many servers; what changes
meanwhile is told by Discord."""
LASTING, THREADS = 86400.0, 10_000
"""Seconds for which it is kept below which channel a thread is, and of how many threads: it never
changes."""
PATIENCE = 2.0
"""Seconds for which somebody waits for it."""
ONE_BY_ONE = 10
"""Threads that are asked for at once, each by itself: those that Discord has archived."""


@dataclass(frozen=True, slots=True)
class _Server:
    """What says who sees which channel of a server."""

    channels: Mapping[int, discord.abc.GuildChannel]
    roles: Mapping[int, discord.Role]


class Visibility:
    """Knows who sees what; what cannot be found out, nobody sees."""

    def __init__(self, client: Reach, roles: Roles, patience: Patience) -> None:
        self._client, self._roles, self._patience = client, roles, patience
        self._servers: TTLCache[int, _Server] = TTLCache(SERVERS, FRESH, time.monotonic)
        self._parents: TTLCache[int, int | None] = TTLCache(THREADS, LASTING, time.monotonic)
        """The channels of threads; None for private ones and those that are gone."""
        self._forbidden: TTLCache[int, int] = TTLCache(THREADS, LASTING, time.monotonic)
        """The servers of threads of which Discord tells the bot nothing, until that changes."""
        self._lock = Locks[int]()
        """Held while a server's channels and roles are asked for: once for all who wait."""
        self._current: set[int] = set()
        """The servers of which they are asked for and nothing has changed since."""

    def forget(self, guild: int) -> None:
        """Ask anew who sees what on a server."""
        self._servers.pop(guild, None)
        self._current.discard(guild)
        for thread in [each for each, server in self._forbidden.items() if server == guild]:
            self._forbidden.pop(thread, None)

    async def seen(
        self, interaction: discord.Interaction[Any], channels: Iterable[int]
    ) -> Collection[int]:
        """Return those of a server's channels and threads that whoever asks sees; a private thread
        only where it is the one that is asked from."""
        wanted, here, member = set(channels), interaction.channel_id, interaction.user
        further, guild = wanted - {here}, interaction.guild_id or 0
        if not further or not isinstance(member, discord.Member):
            return wanted & {here}
        server = await self._known(guild, further)
        seen = {
            channel
            for channel in further
            if server is not None
            and (place := self._root(server, channel)) is not None
            and permissions_in(place, member, server.roles).view_channel
        }
        return seen | (wanted & {here})

    async def open_to_all(self, guild: int, channel: int) -> bool:
        """Return whether everybody on a server sees a channel or thread; raise as Discord does."""
        server = await self._learn(guild, {channel})
        place = None if server is None else self._root(server, channel)
        return server is not None and place is not None and seen_by_all(place, server.roles)

    def _root(self, server: _Server, channel: int) -> discord.abc.GuildChannel | None:
        """Return the channel that says who sees a channel or thread, where it is known."""
        return server.channels.get(channel) or server.channels.get(self._parents.get(channel) or 0)

    async def _known(self, guild: int, channels: Collection[int]) -> _Server | None:
        try:
            key, learn = frozenset(channels), partial(self._learn, guild, channels)
            return await self._patience.result(("sight", guild, key), learn, PATIENCE)
        except (discord.DiscordException, *CONNECTION, Spent) as error:
            log.info("who sees what on server %s: %s", guild, error)
            return self._servers.get(guild)

    async def _learn(self, guild: int, channels: Collection[int]) -> _Server | None:
        """Return what says who sees these channels and threads; None while Discord is in trouble
        with a server."""
        there = self._client.get_guild(guild)
        if there is None or there.unavailable:
            return None
        async with self._lock(guild):
            server = self._servers.get(guild) or await self._asked(there)
        known = (server.channels, self._parents, self._forbidden)
        unknown = {c for c in channels if not any(c in each for each in known)}
        if unknown:
            await self._learn_threads(there, unknown)
        return server

    async def _asked(self, there: discord.Guild) -> _Server:
        """Ask for a server's channels and roles, and keep them unless they change meanwhile."""
        self._current.add(there.id)
        try:
            async with self._client.at(Place(there.id)):
                found = await there.fetch_channels()
            server = _Server({each.id: each for each in found}, await self._roles.of(there.id))
            if there.id in self._current:
                self._servers[there.id] = server
        finally:
            self._current.discard(there.id)
        return server

    async def _learn_threads(self, there: discord.Guild, unknown: Collection[int]) -> None:
        async with self._client.at(Place(there.id)):
            for thread in await there.active_threads():
                self._note(thread)
        for channel in [each for each in unknown if each not in self._parents][:ONE_BY_ONE]:
            try:
                async with self._client.at(Place(there.id, channel)):
                    self._note(await there.fetch_channel(channel))
            except discord.NotFound:
                self._parents[channel] = None
            except discord.Forbidden:
                self._forbidden[channel] = there.id

    def _note(self, place: discord.abc.GuildChannel | discord.Thread) -> None:
        if isinstance(place, discord.Thread):
            self._parents[place.id] = None if place.is_private() else place.parent_id
