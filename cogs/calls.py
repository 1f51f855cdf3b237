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
from engine.contract import Seat
from screens.screen import Screen
from storage.errors import StoreError
from storage.records import Call
from storage.store import Store
from tables.rooms import Room

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

    async def call(self, room: Room, seat: Seat, token: int) -> None:
        """Mention the person in a seat, if this question still waits for them."""
        user = room.person(seat)
        standing = any(call.seat == seat for call in room.table.calls)
        if user is None or standing or not self._waits(room, seat, token):
            return
        await self._client.reach(room.table.guild)
        channel = self._channel(room)
        allowed = discord.AllowedMentions(users=[discord.Object(user)])
        try:
            sent = await channel.send(self._draw.call(room, user), allowed_mentions=allowed)
        except discord.HTTPException as error:
            log.info("call at table %s: %s", room.table.id, error)
            return
        async with room.lock:
            if self._waits(room, seat, token):
                kept = (*room.table.calls, Call(seat, sent.id))
                room.table = replace(room.table, calls=kept)
                await self._store.save_table(room.table)
                return
        await sent.delete()

    def tidy(self, room: Room, acted: Seat | None = None) -> None:
        """Delete the calls of who has acted, and of whom the table no longer waits for."""
        if any(self._done(room, call.seat, acted) for call in room.table.calls):
            task = asyncio.create_task(self._tidy(room, acted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish deleting."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    def _waits(self, room: Room, seat: Seat, token: int) -> bool:
        match = room.match
        return (
            match is not None
            and match.to_act().get(seat) == token
            and time.time() - match.at < TOO_LATE
            and not self._done(room, seat, None)
        )

    def _done(self, room: Room, seat: Seat, acted: Seat | None) -> bool:
        match = room.match
        if seat == acted or match is None or room.table.status != "running":
            return True
        view = match.game.view(match.state, None)
        waiting = self._screens[room.table.game].to_call(view)
        return seat not in waiting or room.person(seat) is None

    async def _tidy(self, room: Room, acted: Seat | None) -> None:
        try:
            async with room.lock:
                done = [c for c in room.table.calls if self._done(room, c.seat, acted)]
                kept = tuple(call for call in room.table.calls if call not in done)
                room.table = replace(room.table, calls=kept)
                if room.table.status != "aborted":
                    await self._store.save_table(room.table)
            for call in done:
                await self._channel(room).get_partial_message(call.message).delete()
        except (discord.HTTPException, StoreError) as error:
            log.info("call at table %s: %s", room.table.id, error)

    def _channel(self, room: Room) -> discord.PartialMessageable:
        table = room.table
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)
