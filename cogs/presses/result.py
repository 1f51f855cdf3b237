"""What the buttons at a result do: replay the game, hand out what is needed to check the deal."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.line.messages import embeds
from cogs.shown.replay import Place
from cogs.shown.services import Services
from engine import verify
from screens.page import Page
from tables.past.proofs import proof
from tables.room.room import Room


class RecordPresses:
    """Carries out the presses at tables that have ended."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.verbs: Mapping[str, Callable[[Answer, Press, Room], Awaitable[None]]] = {
            "check": self._check,
            "replay": self._replay,
        }

    async def _replay(self, answer: Answer, press: Press, room: Room) -> None:
        await self._services.replays.show(answer, Place(room.table.id))

    async def _check(self, answer: Answer, press: Press, room: Room) -> None:
        words, table = self._services.words(answer), room.table
        text, fingerprint = await proof(self._services.host.store, table)
        name = f"{table.game}-{table.id}.json"
        page = Page(
            title=words("check.title"),
            text=words(
                "check.text",
                seal=verify.seal(table.seed),
                fingerprint=fingerprint,
                file=name,
            ),
        )
        await answer.show(
            embeds=embeds(page),
            attachments=[
                discord.File(io.BytesIO(text.encode()), name, description=words("check.title"))
            ],
        )
