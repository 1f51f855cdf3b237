"""What "In words" has answered at tables that must forget: gone as soon as it is no longer so."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs.answer import Answer
from cogs.messages import controls, embeds
from cogs.press import custom_ids
from cogs.private import Reached
from cogs.scenes import Scenes
from cogs.shower import Shower
from cogs.unreachable import unreachable
from screens.page import Page
from screens.texts import Words
from storage.store import Store
from tables.room import Room

log = logging.getLogger(__name__)

Key = tuple[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """A message in words: one a person and table."""

    reached: Reached
    words: Words | None = None
    page: Page | None = None
    """What it says; None when an earlier process has said it."""


class InWords:
    """Answers in words. In games that forget the answer is stored, and deleted in time."""

    def __init__(self, store: Store, scenes: Scenes, shower: Shower) -> None:
        self._store, self._scenes, self._shower = store, scenes, shower
        self._told: dict[Key, _Told] = {}

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Delete what stands since before the bot stopped: it may be so no longer."""
        for kept in await self._store.privates(time.time()):
            if kept.kind == "words":
                key = (kept.table, kept.user)
                self._told[key] = _Told(Reached.kept(kept, webhook(kept.token)))
                self._take_away(key)

    async def answer(self, answer: Answer, room: Room, words: Words) -> None:
        """Answer with what the board shows."""
        if not self._scenes.forgets(room.table) or answer.on_panel:
            page = self._scenes.in_words(room, words)
            await answer.show(**_content(page, room))
            return
        key = (room.table.id, answer.interaction.user.id)
        # Empty at first, so that what a crash leaves behind tells nothing.
        await answer.think()
        if key in self._told:
            await self._replace(key)
        reached = Reached.by(answer.interaction, None)
        page = self._scenes.in_words(room, words)
        self._told[key] = _Told(reached, words, page)
        await self._store.save_private(reached.row(*key, "words"))
        await answer.show(**_content(page, room))
        self.changed(room)

    def changed(self, room: Room) -> None:
        """Take away what no longer says how the table is."""
        for key, told in list(self._told.items()):
            if key[0] == room.table.id and (
                told.words is None or self._scenes.in_words(room, told.words) != told.page
            ):
                self._take_away(key)

    def sweep(self) -> None:
        """Take away what can soon no longer be deleted."""
        for key in [key for key, told in self._told.items() if not told.reached.alive]:
            self._take_away(key)

    async def _replace(self, key: Key) -> None:
        try:
            await self._told[key].reached.delete()
        except Exception as error:
            if unreachable(error):
                self._take_away(key)
        else:
            del self._told[key]

    def _take_away(self, key: Key) -> None:
        told = self._told.pop(key)

        async def delete() -> None:
            try:
                await told.reached.delete()
            except discord.HTTPException as error:
                if unreachable(error):
                    raise
                log.debug("words at table %s: %s", key[0], error)
            if key not in self._told:
                await self._store.drop_private(*key, "words")

        name = told.reached.message or told.reached.webhook.token
        self._shower.ask(("words", *key, name), delete, urgent=True)


def _content(page: Page, room: Room) -> dict[str, object]:
    return {"embeds": embeds(page), "view": controls(page, custom_ids(room.table.id, 0))}
