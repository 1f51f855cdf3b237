"""Private pages that hold for a while: one a person and table, gone or renewed once they do not."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.ephemeral import Reached
from cogs.line.messages import controls, embeds
from cogs.line.outbox import Outbox
from cogs.line.unreachable import passing
from cogs.shown.emojis import Emojis
from cogs.shown.private_messages import Key, PrivateMessage, PrivateMessages
from screens.page import Page
from storage.errors import StoreError
from storage.records import PrivateKind
from storage.shown import Shown
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room

log = logging.getLogger(__name__)

Draw: TypeAlias = Callable[[Room], Page]
"""Makes a page of the table as it is now."""
Holds: TypeAlias = Callable[[Room], bool]
"""Tells whether a page still says how the table is."""
Holding: TypeAlias = Callable[[Page, Room], Holds]
"""Makes what tells that of a page, and of the table as it was drawn from."""

APART = 1.5
"""Seconds from an edit of a page to one that nobody asked for by a press."""


@dataclass(slots=True, eq=False)
class _Page(PrivateMessage):
    """A person's page at one table."""

    holds: Holds = bool
    holding: Holding | None = None
    draw: Draw | None = None
    """Draws it anew, once it does not hold; None: it goes."""
    renews: Holds = bool
    """Whether it is drawn anew then; it goes where it is not."""
    edited: float = 0.0
    """When it was last edited (monotonic)."""


class PrivatePages(PrivateMessages[_Page]):
    """The pages of one kind."""

    def __init__(
        self, kind: PrivateKind, shown: Shown, rooms: Rooms, outbox: Outbox, emojis: Emojis
    ) -> None:
        super().__init__(kind, shown, outbox)
        self._rooms, self._emojis = rooms, emojis

    async def start(self, webhook: Callable[[str], discord.Webhook], holds: Holds) -> None:
        """Find the pages that stand since before the bot stopped; delete what does not hold."""
        for key, private, reached in await self._kept(webhook):
            page = self._open[key] = _Page(reached, private.until, holds=holds)
            look = partial(self._look_again, key, page)
            self._outbox.ask((self._kind, *key), look, urgent=True)

    async def answer(
        self,
        answer: Answer,
        room: Room,
        draw: Draw,
        holds: Holding,
        renews: Holds,
    ) -> None:
        """Answer with a page, in the person's page that was pressed or in place of an older one.

        Once it does not hold any more, or where it could not be shown, it is drawn anew where that
        `renews` it, else it goes.
        """
        if answer.pressed is None:
            # Empty at first, so that what a crash leaves behind tells nothing.
            await answer.think()
        async with self._held(_key(answer, room)) as (key, standing):
            old = standing.stands
            if old is None or not await old.is_message(answer.pressed):
                if old is not None:
                    await self._replace(key, old)
                standing.stands = Reached.by(answer.interaction, answer.pressed)
                standing.stored = 0.0
            standing.draw, standing.holding, standing.renews = draw, holds, renews

            async def show(drawn: dict[str, Any]) -> None:
                message = await answer.show(**drawn)
                standing.stands = Reached.by(answer.interaction, message)

            try:
                await self._fill(key, standing, room, show)
                self._keep_soon(key, standing)
            finally:
                if not standing.holds(room):
                    self.changed(room)

    async def say(self, answer: Answer, room: Room, text: str, holds: Holds) -> None:
        """Answer with a sentence, in place of an older page; it goes once it does not hold."""
        async with self._held(_key(answer, room)) as (key, standing):
            if standing.stands is not None:
                await self._replace(key, standing.stands)
            standing.stands, standing.stored = None, 0.0
            standing.holds, standing.draw = holds, None
            try:
                if not answer.on_panel:
                    # It is known already by what it is called, so that also what a crash leaves
                    # behind, or an answer of Discord's that is lost, goes.
                    standing.stands = Reached.by(answer.interaction, None)
                    with suppress(StoreError):
                        await self._keep(key, standing)
                standing.stands = await answer.say(text)
            finally:
                self._keep_soon(key, standing)
                self.changed(room)

    @asynccontextmanager
    async def _held(self, key: Key) -> AsyncIterator[tuple[Key, _Page]]:
        """Hold a person's page at a table: a new one, where that which was waited for has been
        taken away meanwhile."""
        while True:
            page = self._open.setdefault(key, _Page())
            async with page.lock:
                if self._open.get(key) is page:
                    yield key, page
                    return

    async def _fill(
        self, key: Key, page: _Page, room: Room, show: Callable[[dict[str, Any]], Awaitable[object]]
    ) -> None:
        """Have it shown what a page says now; until that is done it does not hold."""
        assert page.draw is not None and page.holding is not None
        page.holds = _nothing
        drawn = page.draw(room)
        holds = page.holding(drawn, room)
        await self._keep(key, page)

        async def draw() -> dict[str, Any]:
            ids, art = custom_ids(room.table.id), self._emojis.of(room.table.guild)
            return {"embeds": embeds(drawn), "view": controls(drawn, ids, art)}

        await self._emojis.sent(draw, show)
        page.holds, page.edited = holds, time.monotonic()

    def changed(self, room: Room) -> None:
        """Take away, or renew, what no longer says how the table is."""
        at = [(key, page) for key, page in self._open.items() if key[0] == room.table.id]
        for key, page in at:
            if page.draw is not None and page.renews(room):
                # Whether it holds is seen then: whoever pressed it is answered with it before.
                look = partial(self._look_again, key, page)
                self._outbox.ask((self._kind, *key), look, ready=page.edited + APART, urgent=True)
            elif not page.holds(room):
                self._close(key)

    async def _look_again(self, key: Key, page: _Page) -> None:
        """Take away or renew a page that no longer holds."""
        try:
            room = await self._rooms.get(key[0])
            async with page.lock:
                if self._open.get(key) is not page or page.holds(room):
                    return
                if page.stands and page.alive and page.draw is not None and page.renews(room):
                    await self._renew(key, page, page.stands, room)
                    return
        except Exception as error:
            if passing(error):
                raise
            if not isinstance(error, discord.HTTPException | Refusal | StoreError):
                log.error("%s at table %s", self._kind, key[0], exc_info=error)
        if self._open.get(key) is page:
            self._close(key)

    async def _renew(self, key: Key, page: _Page, stands: Reached, room: Room) -> None:
        """Edit a page into what it says now; a sentence about what failed goes."""
        await self._fill(key, page, room, lambda drawn: stands.edit({"content": None, **drawn}))


def _key(answer: Answer, room: Room) -> Key:
    return (room.table.id, answer.user)


def _nothing(room: Room) -> bool:
    """Tell that a page does not hold."""
    return False
