"""The computers at the tables: they think and give hints off the event loop, one at a time; in a
race they decide at once."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import Any

from engine.contract import By, Seat
from engine.match import Match
from storage.cases import Case
from tables.match.play import Play
from tables.match.thinking import Thinking
from tables.room.room import Room


class Computers:
    """Lets computers decide; a person who acts meanwhile is not kept waiting."""

    def __init__(self, play: Play, thinking: Thinking, effort: float) -> None:
        self._play, self._thinking, self._effort = play, thinking, effort
        self._hinting = asyncio.Lock()

    async def decide(
        self, room: Room, seat: Seat, token: int, by: By = "computer", case: Case | None = None
    ) -> bool:
        """Think this question over and answer it; return whether it was answered.

        For a person's seat that is done `by` the clock or staff, with a case. A thought about
        what is no longer so is dropped: the entry that made it stale has set another alarm.
        """
        races = room.match is not None and room.match.game.race
        async with nullcontext() if races else self._thinking.soon():
            match = room.match
            if match is None or not self._asked(room, seat, token, by):
                return False
            action = await self._chosen(match, seat)
        # Other tables' computers think while this one's answer waits for its table and the store.
        async with self._play.caught_up(room) as now:
            if room.match is not match or not self._asked(room, seat, token, by):
                return False
            await self._play.act(room, seat, token, action, now, by, case)
            return True

    async def _chosen(self, match: Match, seat: Seat) -> Any:
        """Return what a computer does; in a race at once, as that takes less than to hand it on."""
        if match.game.race:
            return match.choose(seat, self._effort)
        return await asyncio.to_thread(match.choose, seat, self._effort)

    async def hint(self, room: Room, seat: Seat, token: int) -> None:
        """Think over this question, which a person is asked, and note the hint in the room.

        However many ask for one, only one of these thoughts stands before a computer's.
        """
        async with self._hinting, self._thinking.soon():
            asked = room.hintable(seat) and room.asks(seat, token)
            if not asked or room.hint(seat) is not None:
                return
            match = room.running
            advice = await asyncio.to_thread(match.hint, seat, self._effort)
            room.hints[seat] = match.view(seat), advice

    def _asked(self, room: Room, seat: Seat, token: int, by: By) -> bool:
        fits = (by == "computer") == (room.person(seat) is None)
        return fits and room.going and room.asks(seat, token)
