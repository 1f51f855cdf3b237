"""Calls: one message that mentions whom a table has waited for too long, gone once they act."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Collection, Coroutine
from typing import Any

import discord

from cogs.boards import Channels
from cogs.scenes import Scenes
from engine.contract import Seat
from storage.errors import StoreError
from storage.records import Call
from storage.store import Store
from tables.room import Room

log = logging.getLogger(__name__)

TOO_LATE = 30 * 60
"""Seconds after which nobody is called any more: they would be called by a restart alone."""


class Calls:
    """Calls people to their tables; nothing else in the bot mentions anybody."""

    def __init__(self, client: Channels, store: Store, scenes: Scenes) -> None:
        self._client = client
        self._store = store
        self._scenes = scenes
        self._standing: dict[str, dict[Seat, Call]] = defaultdict(dict)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Find the calls that stand since before the bot stopped."""
        for call in await self._store.calls():
            self._standing[call.table][call.seat] = call

    def call(self, room: Room, seat: Seat, token: int) -> None:
        """Mention the person in a seat, if this question still waits for them."""
        if seat not in self._standing.get(room.table.id, ()):
            self._start(self._call(room, seat, token))

    def tidy(self, room: Room, standing: Collection[Seat]) -> None:
        """Delete the calls of all but these seats."""
        calls = self._standing.get(room.table.id, {})
        for seat in [seat for seat in calls if seat not in standing]:
            self._start(self._delete(room, calls.pop(seat)))
        if not calls:
            self._standing.pop(room.table.id, None)

    async def close(self) -> None:
        """Finish calling and deleting."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self, room: Room, seat: Seat, token: int) -> None:
        user = room.person(seat)
        if user is None or not _waits(room, seat, token):
            return
        await self._client.reach(room.table.guild)
        allowed = discord.AllowedMentions(users=[discord.Object(user)])
        text = self._scenes.call(room, user)
        try:
            sent = await self._channel(room).send(text, allowed_mentions=allowed)
            call = Call(room.table.id, seat, secrets.token_hex(8), sent.id)
            if not _waits(room, seat, token):
                await sent.delete()
                return
            self._standing[room.table.id][seat] = call
            await self._store.save_call(call)
        except (discord.HTTPException, StoreError) as error:
            log.info("call at table %s: %s", room.table.id, error)

    async def _delete(self, room: Room, call: Call) -> None:
        try:
            if call.message is not None:
                with contextlib.suppress(discord.NotFound):
                    await self._channel(room).get_partial_message(call.message).delete()
            await self._store.drop_call(call.table, call.seat)
        except (discord.HTTPException, StoreError) as error:
            log.info("call at table %s: %s", room.table.id, error)

    def _channel(self, room: Room) -> discord.PartialMessageable:
        table = room.table
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)


def _waits(room: Room, seat: Seat, token: int) -> bool:
    late = room.match is None or time.time() - room.match.at > TOO_LATE
    return not late and seat in room.to_call and room.asks(seat, token)
