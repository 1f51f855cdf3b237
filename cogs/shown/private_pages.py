"""Private pages that hold for a while: one a person and table, gone as soon as they do not."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.ephemeral import KEEPING, Reached
from cogs.line.messages import NO_ART, Art, controls, embeds
from cogs.line.outbox import Outbox
from cogs.line.unreachable import shut, unreachable
from cogs.shown.emojis import Emojis
from screens.page import Page
from storage.errors import Damaged
from storage.records import PrivateKind
from storage.shown import Shown
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, int]
Holds: TypeAlias = Callable[[Room], bool]
"""Tells whether a page still says how the table is."""


@dataclass(slots=True, eq=False)
class _Standing:
    """A person's page at one table."""

    holds: Holds
    reached: Reached | None = None
    """The message, once there is one."""
    stored: float = 0.0
    """Until when a restarted bot could take it away."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PrivatePages:
    """The pages of one kind: each is stored before it shows anything, and deleted in time."""

    def __init__(
        self, kind: PrivateKind, shown: Shown, rooms: Rooms, outbox: Outbox, emojis: Emojis
    ) -> None:
        self._kind: PrivateKind = kind
        self._stored, self._rooms, self._outbox = shown, rooms, outbox
        self._emojis = emojis
        self._standing: dict[Key, _Standing] = {}

    async def start(self, webhook: Callable[[str], discord.Webhook], holds: Holds) -> None:
        """Find the pages that stand since before the bot stopped; delete what does not hold."""
        for kept in await self._stored.privates(time.time()):
            if kept.kind == self._kind:
                key = (kept.table, kept.user)
                reached = Reached.kept(kept, webhook(kept.token))
                standing = self._standing[key] = _Standing(holds, reached, kept.until)
                look = partial(self._look_again, key, standing)
                self._outbox.ask(self._name(key, standing), look, urgent=True)

    async def answer(
        self, answer: Answer, room: Room, draw: Callable[[], Page], holds: Callable[[Page], Holds]
    ) -> None:
        """Answer with a page, in the person's page that was pressed or in place of an older one."""
        key = (room.table.id, answer.interaction.user.id)
        if answer.pressed is None:
            # Empty at first, so that what a crash leaves behind tells nothing.
            await answer.think()
        standing = self._standing.setdefault(key, _Standing(lambda room: True))
        async with standing.lock:
            self._standing.setdefault(key, standing)
            old = standing.reached
            if old is not None and not await old.is_message(answer.pressed):
                await self._replace(key, old)
                standing.stored = 0.0
            standing.reached = Reached.by(answer.interaction, answer.pressed)
            page = draw()
            standing.holds = holds(page)
            await self._keep(key, standing)
            standing.reached.message = await self._shown(answer, page, room)
        self.changed(room)

    async def _shown(self, answer: Answer, page: Page, room: Room) -> int | None:
        async def draw() -> dict[str, Any]:
            return content(page, room, self._emojis.of(room.table.guild))

        return await self._emojis.sent(draw, lambda drawn: answer.show(**drawn))

    def changed(self, room: Room) -> None:
        """Take away what no longer says how the table is."""
        for key, standing in list(self._standing.items()):
            if key[0] == room.table.id and not standing.holds(room):
                self._take_away(key)

    def withdraw(self, table_id: str) -> None:
        """Take away all pages of a table."""
        for key in [key for key in self._standing if key[0] == table_id]:
            self._take_away(key)

    def forget(self, user: int) -> None:
        """Take away all pages of a person."""
        for key in [key for key in self._standing if key[1] == user]:
            self._take_away(key)

    def sweep(self) -> None:
        """Take away what can soon no longer be deleted."""
        for key, standing in list(self._standing.items()):
            if standing.reached is not None and not standing.reached.alive:
                self._take_away(key)

    async def _look_again(self, key: Key, standing: _Standing) -> None:
        """Take away a page of an earlier process if it no longer holds."""
        try:
            holds = standing.holds(await self._rooms.get(key[0]))
        except (Refusal, Damaged):
            holds = False
        if self._standing.get(key) is standing and not holds:
            self._take_away(key)

    async def _keep(self, key: Key, standing: _Standing) -> None:
        """Store how to reach the page, now and then: a click more is not worth a commit."""
        reached = standing.reached
        if reached is not None and reached.until - standing.stored >= KEEPING:
            await self._stored.save_private(reached.row(*key, self._kind))
            standing.stored = reached.until

    async def _replace(self, key: Key, old: Reached) -> None:
        try:
            await old.delete()
        except Exception as error:
            if unreachable(error):
                self._delete(key, _Standing(lambda room: False, old))

    def _take_away(self, key: Key) -> None:
        self._delete(key, self._standing.pop(key))

    def _delete(self, key: Key, gone: _Standing) -> None:
        async def delete() -> None:
            # What is being answered just now goes once it is shown.
            async with gone.lock:
                try:
                    if gone.reached is not None:
                        await gone.reached.delete()
                except discord.HTTPException as error:
                    if unreachable(error) or shut(error):
                        raise
                    log.debug("%s at table %s: %s", self._kind, key[0], error)
            if key not in self._standing:
                await self._stored.drop_private(*key, self._kind)

        self._outbox.ask(self._name(key, gone), delete, urgent=True)

    def _name(self, key: Key, standing: _Standing) -> tuple[Hashable, ...]:
        token = standing.reached.webhook.token if standing.reached else None
        return (self._kind, *key, token)


def content(page: Page, room: Room, art: Art = NO_ART) -> dict[str, Any]:
    """Return a private page without a picture as discord.py's edits take it."""
    return {"embeds": embeds(page), "view": controls(page, custom_ids(room.table.id, 0), art)}
