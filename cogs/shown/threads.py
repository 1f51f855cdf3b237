"""Keeps the threads in order that were opened for tables: empty ones go, finished ones rest."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Literal, TypeAlias

import discord

from cogs.line.allowance import Allowance
from storage.store import Store

log = logging.getLogger(__name__)

Minutes: TypeAlias = Literal[1440, 10080]

LONGEST: Minutes = 10080
"""Minutes without a message until a thread is archived, a week: the most Discord offers."""
DAY: Minutes = 1440
"""The same for a thread in which nothing is played any more."""
NEW = 120.0
"""Seconds in which a thread may still be waiting for its table."""
EMPTY = 1
"""Messages of a thread in which there is nothing but the board of a table that was closed."""


class Threads:
    """Looks at the bot's own threads, whatever has become of their tables."""

    def __init__(self, client: discord.Client, store: Store, allowance: Allowance) -> None:
        self._client, self._store, self._allowance = client, store, allowance

    async def sweep(self) -> None:
        """Look at every thread that is not archived; what fails is looked at again."""
        for thread in list(self._own()):
            try:
                await self._look_at(thread)
            except (discord.HTTPException, OSError) as error:
                log.info("a thread of server %s: %s", thread.guild.id, error)

    def _own(self) -> Iterable[discord.Thread]:
        for guild in self._client.guilds:
            for thread in guild.threads:
                if thread.owner_id == self._client.application_id and not thread.locked:
                    yield thread

    async def _look_at(self, thread: discord.Thread) -> None:
        born = thread.created_at or discord.utils.utcnow()
        if (discord.utils.utcnow() - born).total_seconds() < NEW:
            return
        playing = await self._store.tables.open_table(thread.id) is not None
        if not playing and await self._is_empty(thread):
            await self._clear(thread)
        elif thread.auto_archive_duration != (wanted := LONGEST if playing else DAY):
            await self._allowance.request()
            await thread.edit(auto_archive_duration=wanted)

    async def _is_empty(self, thread: discord.Thread) -> bool:
        if await self._store.manners.played_in(thread.id):
            return False
        # What is known of a thread is how many messages it had when Discord last told of it.
        await self._allowance.request()
        found = await thread.guild.fetch_channel(thread.id)
        return isinstance(found, discord.Thread) and (found.message_count or 0) <= EMPTY

    async def _clear(self, thread: discord.Thread) -> None:
        """Delete a thread, or where the bot may not, archive it."""
        await self._allowance.request()
        if thread.permissions_for(thread.guild.me).manage_threads:
            await thread.delete()
        else:
            await thread.edit(archived=True)
