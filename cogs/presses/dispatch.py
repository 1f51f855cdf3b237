"""Finds what a press of a control means: the frame's own verbs, all others are the game's."""

from __future__ import annotations

import time

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.errors import sentence
from cogs.gate.here import demand_here
from cogs.presses.verbs import Verbs
from cogs.shown.boards import Boards
from tables.meetings.meetings import Meetings
from tables.room.cache import Rooms
from tables.room.refusal import Refusal

OVER = ("error.running", "error.ended")
"""Why the question whether somebody leaves is out of date."""


class Dispatch:
    """Hands each press to who carries it out."""

    def __init__(self, rooms: Rooms, meetings: Meetings, boards: Boards, verbs: Verbs) -> None:
        self._rooms, self._meetings, self._boards, self._verbs = rooms, meetings, boards, verbs

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal or RuleError when it is not possible."""
        at = time.time()
        if not press.table:
            await self._turn(answer, press)
            return
        for begins, trial in self._verbs.trials.items():
            if press.table.startswith(begins):
                await trial(answer, press)
                return
        await self._at_table(answer, press, at)

    async def _turn(self, answer: Answer, press: Press) -> None:
        """Carry out a press on pages that belong to no table."""
        turn = self._verbs.elsewhere.get(press.verb)
        if turn is None:
            raise Refusal("error.stray")
        await turn(answer, press)

    async def _at_table(self, answer: Answer, press: Press, at: float) -> None:
        room = await self._rooms.get(press.table)
        demand_here(answer, room.table)
        self._boards.touched(press.table, answer.interaction)
        await self._meetings.seen(press.table, answer.user)
        verb = self._verbs.at_tables.get(press.verb)
        if verb is None:
            await self._verbs.act(answer, press, room, at)
            return
        message = answer.interaction.message
        standing = await self._boards.message(press.table)
        try:
            await verb(answer, press, room)
        except Refusal as over:
            if not (answer.on_panel and over.key in OVER and press.verb == "quit"):
                raise
            # A question about a game that has ended since must not look alive any longer.
            await answer.replace(sentence(over, answer.words))
        if message and message.components and not answer.on_panel and message.id != standing:
            self._boards.disown(room, message.id)
