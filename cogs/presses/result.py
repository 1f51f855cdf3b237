"""What the buttons at a table that ended do: replay it, hand out its log, or the proof of it."""

from __future__ import annotations

import io
from collections.abc import Mapping

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.line.messages import embeds
from cogs.presses.verbs import Verb
from cogs.shown.pages import Pages
from cogs.shown.replay import Bookmark, ReplayPanel
from engine.seal import seal
from screens.page import Page
from settings import VERSION
from tables.host import Host
from tables.past.proofs import proof
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.staff.export import export


class RecordPresses:
    """Carries out the presses at tables that have ended."""

    def __init__(self, host: Host, replays: ReplayPanel, pages: Pages) -> None:
        self._store, self._games, self._replays = host.store, host.games, replays
        self._pages = pages
        self.verbs: Mapping[str, Verb] = {
            "check": self._check,
            "log": self._log,
            "replay": self._replay,
        }

    async def _replay(self, answer: Answer, press: Press, room: Room) -> None:
        await self._replays.show(answer, Bookmark(room.table.id))

    async def _check(self, answer: Answer, press: Press, room: Room) -> None:
        words, table = answer.words, room.table
        user, name = answer.user, f"{table.game}-{table.id}.json"
        text, fingerprint = await proof(self._store, self._games, room, user, VERSION)
        told = words("check.text", seal=seal(table.seed), fingerprint=fingerprint, file=name)
        own = self._pages.cut_of(table, user, words)
        told = f"{told}\n{own}" if own else told
        await _hand_out(answer, Page(title=words("check.title"), text=told), name, text)

    async def _log(self, answer: Answer, press: Press, room: Room) -> None:
        """Hand out the log of a match that could not go on; where it was broken off only who sat
        there gets it."""
        words, table = answer.words, room.table
        if table.status != "aborted":
            raise Refusal("error.not_ended")
        if not self._pages.outdated(table) and room.seat_of(answer.user) is None:
            raise Refusal("error.not_your_seat")
        name = f"{table.game}-{table.id}.json"
        page = Page(title=words("closed.log"), text=words("closed.log.text", file=name))
        await _hand_out(answer, page, name, await export(self._store, room))


async def _hand_out(answer: Answer, page: Page, name: str, text: str) -> None:
    """Answer with a page and a file of this name."""
    file = discord.File(io.BytesIO(text.encode()), name, description=page.title)
    await answer.show(embeds=embeds(page), attachments=[file])
