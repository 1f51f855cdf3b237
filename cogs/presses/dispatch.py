"""Finds what a press of a control means: the frame's own verbs, all others are the game's."""

from __future__ import annotations

import time
from collections.abc import Mapping

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.errors import sentence
from cogs.presses.blocking import Blocking
from cogs.presses.leaderboard import Leaderboard
from cogs.presses.lobby import LobbyPresses, Verb
from cogs.presses.match import MatchPresses
from cogs.presses.privacy import forget
from cogs.presses.result import RecordPresses
from cogs.presses.sharing import Sharing
from cogs.shown.services import Services
from screens.frame.match import SHOW
from tables.room.refusal import Refusal

OVER = ("error.running", "error.ended")
"""Why the question whether somebody leaves is out of date."""


class Dispatch:
    """Carries out presses at the tables of one bot."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.match, self.leaderboard = MatchPresses(services), Leaderboard(services)
        self.sharing, self.blocking = Sharing(services), Blocking(services)
        self._verbs: Mapping[str, Verb] = {
            **LobbyPresses(services).verbs,
            **self.match.verbs,
            **RecordPresses(services).verbs,
            SHOW: self.sharing.keepsake,
        }

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal or RuleError when it is not possible."""
        at = time.time()
        if not press.table:
            await self._turn(answer, press)
            return
        room = await self._services.host.rooms.get(press.table)
        self._touch(answer, press.table)
        verb = self._verbs.get(press.verb)
        if verb is None:
            await self.match.act(answer, press, room, at)
            return
        message = answer.interaction.message
        standing = await self._services.boards.message(press.table)
        try:
            await verb(answer, press, room)
        except Refusal as over:
            if not (answer.on_panel and over.key in OVER and press.verb == "quit"):
                raise
            # A question about a game that has ended since must not look alive any longer.
            said = sentence(over, self._services.words(answer))
            await answer.show(content=said, embeds=[], attachments=[], view=None)
        if message and not answer.on_panel and message.id != standing:
            await self._services.boards.disown(room, message.id)

    def _touch(self, answer: Answer, table: str) -> None:
        interaction = answer.interaction
        thread = isinstance(interaction.channel, discord.Thread)
        self._services.boards.touched(table, interaction.app_permissions, thread)

    async def _turn(self, answer: Answer, press: Press) -> None:
        """Carry out a press on pages that belong to no table."""
        match press.verb:
            case "leaders":
                await self.leaderboard.turn(answer, press)
            case "blocks":
                await self.blocking.choose(answer, press.values)
            case "forget":
                await forget(self._services, answer)
            case "replay":
                await self._services.replays.turn(answer, press)
            case "replay_share":
                await self.sharing.step(answer, press)
            case "replay_film":
                await self.sharing.film(answer, press)
            case _:
                await self._services.rulebook.turn(answer, press.args)
