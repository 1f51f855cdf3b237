"""Keeps the threads in order that were opened for tables: empty ones go, finished ones rest."""

from __future__ import annotations

import logging
import time
from typing import Literal, TypeAlias

import discord
from cachetools import LRUCache

from cogs.line.allowance import Place, Spent
from cogs.line.reach import Reach
from cogs.line.unreachable import CONNECTION, passing
from storage.errors import StoreError
from storage.store import Store
from tables.room.room import Room

log = logging.getLogger(__name__)

Minutes: TypeAlias = Literal[1440, 10080]

LONGEST: Minutes = 10080
"""Minutes without a message until a thread is archived, a week: the most Discord offers."""
DAY: Minutes = 1440
"""The same for a thread in which nothing is played any more."""
READ = 20.0
"""Seconds for which people can read that a table was closed before its thread goes."""
FORGOTTEN = 3600.0
"""Seconds after which nobody knows any more of a lobby that came to nothing."""
KEPT = 10_000
"""Threads of which is known that they rest; a game in one of others may be archived after a day."""
FULL = 160006
"""Discord's code where a server has as many open threads as it may have."""
EMPTY = 1
"""Messages of a thread in which there is nothing but the board of a table that was closed."""


async def new_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """Open a public thread for a table in a channel."""
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=LONGEST)


class Threads:
    """Looks at the threads of tables that have ended, or that go on where one had."""

    def __init__(self, client: Reach, store: Store) -> None:
        self._client, self._store = client, store
        self._wanted: dict[Place, float] = {}
        """Where to look, and from when on (monotonic)."""
        self._resting: LRUCache[Place, bool] = LRUCache(KEPT)
        """Threads that are archived after a day."""

    async def start(self) -> None:
        """Look where lobbies came to nothing before the bot stopped."""
        for guild, channel in await self._store.manners.closed(time.time() - FORGOTTEN):
            self._wanted[Place(guild, channel)] = 0.0

    def changed(self, room: Room) -> None:
        """Note a table that has ended, or that was opened where the thread rests."""
        place = Place(room.table.guild, room.table.channel)
        if room.table.status in ("finished", "aborted"):
            self._wanted[place] = time.monotonic() + READ
        elif place in self._resting:
            self._wanted[place] = 0.0

    def unused(self, guild: int, thread: int) -> None:
        """Note a thread that was opened for a table which perhaps then was not."""
        self._wanted[Place(guild, thread)] = time.monotonic() + READ

    async def sweep(self) -> None:
        """Look at what was noted, once it is known on which servers the bot is; what cannot be
        reached is looked at again."""
        if not self._client.is_ready():
            return
        due = [place for place, at in self._wanted.items() if at <= time.monotonic()]
        for place in due:
            del self._wanted[place]
            try:
                await self._look_at(place)
            except (discord.HTTPException, StoreError, Spent, *CONNECTION) as error:
                log.info("a thread of server %s: %s", place.guild, error)
                if isinstance(error, Spent) or passing(error):
                    self._wanted[place] = time.monotonic() + READ

    async def _look_at(self, place: Place) -> None:
        guild = self._client.get_guild(place.guild)
        if guild is None:
            return
        async with self._client.at(place):
            thread = await guild.fetch_channel(place.channel)
        if not isinstance(thread, discord.Thread) or thread.locked:
            return
        if self._client.user is None or thread.owner_id != self._client.user.id:
            return
        playing = await self._store.tables.open_table(place.channel) is not None
        if not playing and await self._is_empty(thread):
            await self._clear(thread, place)
        else:
            await self._archive_after(thread, place, LONGEST if playing else DAY)

    async def _is_empty(self, thread: discord.Thread) -> bool:
        played = await self._store.manners.played_in(thread.id)
        return not played and (thread.message_count or 0) <= EMPTY

    async def _clear(self, thread: discord.Thread, place: Place) -> None:
        """Delete a thread, or where the bot may not, archive it."""
        try:
            async with self._client.at(place):
                await thread.delete()
        except discord.Forbidden:
            if not thread.archived:
                async with self._client.at(place):
                    await thread.edit(archived=True)

    async def _archive_after(self, thread: discord.Thread, place: Place, wanted: Minutes) -> None:
        # What is archived cannot be changed (Discord's documentation, Modify Channel).
        if thread.auto_archive_duration != wanted and not thread.archived:
            async with self._client.at(place):
                await thread.edit(auto_archive_duration=wanted)
        if wanted == DAY:
            self._resting[place] = True
        else:
            self._resting.pop(place, None)
