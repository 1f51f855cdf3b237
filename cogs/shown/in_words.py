"""What "In words" answers: at tables that must forget, gone as soon as it is no longer so."""

from __future__ import annotations

from collections.abc import Callable

import discord

from cogs.gate.answer import Answer
from cogs.shown.pages import Scenes
from cogs.shown.private_pages import Holds, Passing, content
from screens.page import Page
from screens.texts import Words
from tables.room.room import Room


class InWords:
    """Answers in words; only in games that forget the answer passes."""

    def __init__(self, scenes: Scenes, passing: Passing) -> None:
        self._scenes, self.passing = scenes, passing

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Delete what stands since before the bot stopped: it may be so no longer."""
        await self.passing.start(webhook, lambda room: False)

    async def answer(self, answer: Answer, room: Room, words: Words) -> None:
        """Answer with what the board shows."""

        def draw() -> Page:
            return self._scenes.in_words(room, words)

        def holds(page: Page) -> Holds:
            return lambda now: self._scenes.in_words(now, words) == page

        if not self._scenes.forgets(room.table) or answer.on_panel:
            await answer.show(**content(draw(), room))
        else:
            await self.passing.answer(answer, room, draw, holds)
