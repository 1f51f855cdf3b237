"""Calls: one message that mentions whom a table has waited for too long, gone once they act."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import replace

import discord

from cogs.boards import Channels
from cogs.drawing import Drawing
from cogs.rooms import Room
from cogs.screens import Screen
from storage.store import Store

log = logging.getLogger(__name__)

TOO_LATE = 30 * 60
"""Seconds after which nobody is called any more: they would be called by a restart alone."""


class Calls:
    """Calls people to their tables; nothing else in the bot mentions anybody."""

    def __init__(
        self, client: Channels, store: Store, screens: Mapping[str, Screen], draw: Drawing
    ) -> None:
        self._client = client
        self._store = store
        self._screens = screens
        self._draw = draw
        self._tasks: set[asyncio.Task[None]] = set()

    async def call(self, room: Room) -> None:
        """Mention whom the table waits for (the lock is held), unless a call stands already."""
        match = room.match
        if match is None or room.table.call is not None or time.time() - match.at > TOO_LATE:
            return
        waiting = self._screens[room.table.game].to_call(match.game.view(match.state, None))
        users = [user for seat in waiting if (user := room.person(seat)) is not None]
        if not users:
            return
        channel = self._client.get_partial_messageable(
            room.table.channel, guild_id=room.table.guild
        )
        allowed = discord.AllowedMentions(users=[discord.Object(user) for user in users])
        try:
            sent = await channel.send(self._draw.call(room, users), allowed_mentions=allowed)
        except discord.HTTPException as error:
            log.info("call at table %s: %s", room.table.id, error)
            return
        room.table = replace(room.table, call=sent.id)
        await self._store.save_table(room.table)

    def withdraw(self, room: Room) -> None:
        """Delete the table's call, if there is one."""
        if room.table.call is not None:
            task = asyncio.create_task(self._withdraw(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish deleting."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def _withdraw(self, room: Room) -> None:
        async with room.lock:
            call = room.table.call
            if call is None:
                return
            room.table = replace(room.table, call=None)
            if room.table.status == "running":
                await self._store.save_table(room.table)
        channel = self._client.get_partial_messageable(
            room.table.channel, guild_id=room.table.guild
        )
        try:
            await channel.get_partial_message(call).delete()
        except discord.HTTPException as error:
            log.info("call at table %s: %s", room.table.id, error)
