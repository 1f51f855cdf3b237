"""Leafing through what happened since one acted last: a private page, all is in its controls."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, custom_ids
from cogs.line.ephemeral import Reached
from cogs.line.painter import Painter
from cogs.shown.pages import Pages
from cogs.shown.painted import painted
from engine.errors import Malformed
from screens.frame import since as frame
from screens.page import Page
from tables.past.lookback import Lookback
from tables.room.refusal import Refusal
from tables.room.room import Room


class SincePages:
    """Shows people what they have missed at a table."""

    def __init__(self, lookback: Lookback, pages: Pages, painter: Painter) -> None:
        self._lookback, self._pages, self._painter = lookback, pages, painter
        self.verbs = {frame.VERB: self._turn}

    async def _turn(self, answer: Answer, press: Press, room: Room) -> None:
        """Show a step; the first one below the panel from which it was asked for, which stays."""
        number, _, _ = press.args.partition(".")
        if press.args and not number.isdecimal():
            raise Malformed("error.malformed")
        user = answer.user
        seat = room.seat_of(user)
        if seat is None or self._pages.forgets(room.table):
            raise Refusal("error.not_your_seat" if seat is None else "error.gone")
        happened = await self._lookback.since(room, seat)
        words = answer.words
        page = self._pages.since(room, seat, happened, int(number or 0), words)
        await self._show(answer, room, page, below=not press.args)

    async def _show(self, answer: Answer, room: Room, page: Page, below: bool) -> None:
        if not below:
            answer.promptly()
        shown = await painted(self._painter, page, custom_ids(room.table.id))
        if below and answer.on_panel:
            await answer.acknowledge()
            await Reached.by(answer.interaction, None).below(shown)
        else:
            await answer.show(**shown)
