"""Private pages that hold for a while: one a person and table, gone or renewed once they do not."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.ephemeral import Reached
from cogs.line.messages import NO_ART, Art, controls, embeds
from cogs.line.outbox import Outbox
from cogs.line.unreachable import unreachable
from cogs.shown.emojis import Emojis
from cogs.shown.private_messages import Key, PrivateMessage, PrivateMessages
from screens.page import Page
from storage.errors import Damaged
from storage.records import PrivateKind
from storage.shown import Shown
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.room.room import Room

Draw: TypeAlias = Callable[[Room], Page]
"""Makes a page of the table as it is now."""
Holds: TypeAlias = Callable[[Room], bool]
"""Tells whether a page still says how the table is."""
Holding: TypeAlias = Callable[[Page], Holds]
"""Makes what tells that of a page."""

APART = 1.5
"""Seconds between two edits of a page that nobody pressed."""


@dataclass(slots=True, eq=False)
class _Page(PrivateMessage):
    """A person's page at one table."""

    holds: Holds = bool
    holding: Holding | None = None
    draw: Draw | None = None
    """Draws it anew, once it does not hold; None: it goes."""
    renews: Holds = bool
    """Whether it is drawn anew then; it goes where it is not."""
    renewed: float = 0.0
    """When it was last edited though nobody pressed it (monotonic)."""


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

        Once it does not hold any more it is drawn anew where that `renews` it, else it goes.
        """
        key = (room.table.id, answer.interaction.user.id)
        if answer.pressed is None:
            # Empty at first, so that what a crash leaves behind tells nothing.
            await answer.think()
        standing = self._open.setdefault(key, _Page())
        async with standing.lock:
            self._open.setdefault(key, standing)
            old = standing.stands
            if old is not None and not await old.is_message(answer.pressed):
                await self._replace(key, old)
                standing.stored = 0.0
            standing.stands = Reached.by(answer.interaction, answer.pressed)
            page = draw(room)
            standing.holds, standing.holding = holds(page), holds
            standing.draw, standing.renews = draw, renews
            await self._keep(key, standing)
            standing.stands.message = await self._shown(answer, page, room)
        self.changed(room)

    async def say(self, answer: Answer, room: Room, text: str, holds: Holds) -> None:
        """Answer with a sentence, in place of an older page; it goes once it does not hold."""
        key = (room.table.id, answer.interaction.user.id)
        standing = self._open.setdefault(key, _Page())
        async with standing.lock:
            self._open.setdefault(key, standing)
            if standing.stands is not None:
                await self._replace(key, standing.stands)
            standing.stands, standing.stored = await answer.say(text), 0.0
            standing.holds, standing.draw = holds, None
            self._keep_soon(key, standing)
        self.changed(room)

    async def _shown(self, answer: Answer, page: Page, room: Room) -> int | None:
        async def draw() -> dict[str, Any]:
            return content(page, room, self._emojis.of(room.table.guild))

        return await self._emojis.sent(draw, lambda drawn: answer.show(**drawn))

    def changed(self, room: Room) -> None:
        """Take away, or renew, what no longer says how the table is."""
        at = [(key, page) for key, page in self._open.items() if key[0] == room.table.id]
        for key, page in at:
            if not page.holds(room):
                self._outdated(key, page, room)

    def _outdated(self, key: Key, page: _Page, room: Room) -> None:
        if page.draw is None or not page.renews(room):
            self._close(key)
        else:
            look = partial(self._look_again, key, page)
            self._outbox.ask((self._kind, *key), look, ready=page.renewed + APART, urgent=True)

    async def _renewed(self, page: _Page, room: Room) -> bool:
        """Edit a page into what it says now, and tell whether it could be."""
        async with page.lock:
            if page.draw is None or page.holding is None or not page.stands or not page.alive:
                return False
            if not page.renews(room):
                return False
            now = page.draw(room)
            holds, page.renewed = page.holding(now), time.monotonic()
            await page.stands.edit(content(now, room, self._emojis.of(room.table.guild)))
            page.holds = holds
            return True

    async def _look_again(self, key: Key, page: _Page) -> None:
        """Take away or renew a page that no longer holds."""
        try:
            room = await self._rooms.get(key[0])
            if self._open.get(key) is not page or page.holds(room):
                return
            if await self._renewed(page, room):
                return
        except discord.HTTPException as error:
            if unreachable(error):
                raise
        except (Refusal, Damaged):
            pass
        if self._open.get(key) is page:
            self._close(key)


def content(page: Page, room: Room, art: Art = NO_ART) -> dict[str, Any]:
    """Return a private page without a picture as discord.py's edits take it."""
    return {"embeds": embeds(page), "view": controls(page, custom_ids(room.table.id, 0), art)}
