"""The computers at the tables: they think off the event loop, one thought at a time."""

from __future__ import annotations

import asyncio
import time

from engine.contract import Seat
from tables.play import Play
from tables.room import Room


class Computers:
    """Lets computers decide; a person who acts meanwhile is not kept waiting."""

    def __init__(self, play: Play, effort: float) -> None:
        self._play = play
        self._effort = effort
        self._thinking = asyncio.Semaphore(1)

    async def decide(self, room: Room, seat: Seat, token: int) -> None:
        """Think this question over and answer it.

        A thought about what is no longer so is dropped: the entry that made it stale has set
        another alarm.
        """
        async with self._thinking:
            match = room.match
            if match is None or not self._asked(room, seat, token):
                return
            action = await asyncio.to_thread(match.choose, seat, self._effort)
            async with room.lock:
                now = time.time()
                await self._play.catch_up(room, now)
                if room.match is match and self._asked(room, seat, token):
                    await self._play.act(room, seat, token, action, now, "computer")

    def _asked(self, room: Room, seat: Seat, token: int) -> bool:
        return room.asks(seat, token) and room.person(seat) is None
