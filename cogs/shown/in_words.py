"""What "In words" answers: renewed where it tells what must be forgotten and is no longer so."""

from __future__ import annotations

from collections.abc import Callable

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import custom_ids
from cogs.line.messages import content
from cogs.shown.pages import Pages
from cogs.shown.private_pages import Holds, PrivatePages
from screens.page import Page
from tables.readers import Readers
from tables.room.room import Room


class InWords:
    """Answers in words; in games that forget, the answer follows the table."""

    def __init__(self, pages: Pages, open: PrivatePages, readers: Readers) -> None:
        self._pages, self._open, self.readers = pages, open, readers

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Delete what stands since before the bot stopped: it may be so no longer."""
        await self._open.start(webhook, lambda room: False)

    async def answer(self, answer: Answer, room: Room, part: str) -> None:
        """Answer with what the board shows, or with one part of it."""
        user, words = answer.user, answer.words
        short = await self.readers.short(user)

        def draw(now: Room) -> Page:
            return self._pages.in_words(now, user, words, part, short)

        def holds(page: Page, drawn: Room) -> Holds:
            # What need not be forgotten stands until it is asked for again, as everywhere.
            return lambda now: not page.forgets or draw(now) == page

        if not self._pages.forgets(room.table):
            await answer.show(**content(draw(room), custom_ids(room.table.id)))
        else:
            await self._open.answer(answer, room, draw, holds, renews=lambda now: True)
