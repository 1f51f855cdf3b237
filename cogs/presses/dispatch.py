"""Finds what a press of a control means: the frame's own verbs, all others are the game's."""

from __future__ import annotations

import time
from collections.abc import Mapping

from cogs.commands.privacy import forget
from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.errors import sentence
from cogs.presses.leaderboard import Leaderboard
from cogs.presses.lobby import LobbyPresses, Verb
from cogs.presses.match import MatchPresses
from cogs.presses.result import RecordPresses
from cogs.presses.sharing import Sharing
from cogs.shown.services import Desk
from tables.room.refusal import Refusal

OVER = ("error.running", "error.ended")
"""Why the question whether somebody leaves is out of date."""


class Presses:
    """Carries out presses at the tables of one bot."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.match, self.leaderboard = MatchPresses(desk), Leaderboard(desk)
        self.sharing = Sharing(desk)
        self._verbs: Mapping[str, Verb] = {
            **LobbyPresses(desk).verbs,
            **self.match.verbs,
            **RecordPresses(desk).verbs,
        }

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal or RuleError when it is not possible."""
        at = time.time()
        if not press.table:
            await self._turn(answer, press)
            return
        room = await self._desk.host.rooms.get(press.table)
        self._desk.boards.touched(press.table)
        verb = self._verbs.get(press.verb)
        if verb is None:
            await self.match.act(answer, press, room, at)
            return
        message = answer.interaction.message
        standing = await self._desk.boards.message(press.table)
        try:
            await verb(answer, press, room)
        except Refusal as over:
            if not (answer.on_panel and over.key in OVER and press.verb == "quit"):
                raise
            # A question about a game that has ended since must not look alive any longer.
            said = sentence(over, self._desk.words(answer))
            await answer.show(content=said, embeds=[], attachments=[], view=None)
        if message and not answer.on_panel and message.id != standing:
            await self._desk.boards.disown(room, message.id)

    async def _turn(self, answer: Answer, press: Press) -> None:
        """Carry out a press on pages that belong to no table."""
        match press.verb:
            case "leaders":
                await self.leaderboard.turn(answer, press)
            case "forget":
                await forget(self._desk, answer)
            case "replay":
                await self._desk.replays.turn(answer, press)
            case "replay_share":
                await self.sharing.step(answer, press)
            case "replay_film":
                await self.sharing.film(answer, press)
            case _:
                await self._desk.rulebook.turn(answer, press.args)
