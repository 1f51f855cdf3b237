"""What people could have known in a game of memory, told to them once it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engine import match as matches
from engine.contract import Reason, Seat
from tables.past.replays import Replay, Replays
from tables.room.room import header_of


class Hindsight:
    """Looks back at finished games, off the event loop and at one at a time."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays
        self._looking = asyncio.Lock()

    async def of(self, table_id: str, seat: Seat) -> Sequence[Reason]:
        """Return what the person in a seat could have known; raise Refusal where no log is."""
        replay = await self._replays.get(table_id)
        async with self._looking:
            return await asyncio.to_thread(_looked_back, replay, seat)


def _looked_back(replay: Replay, seat: Seat) -> Sequence[Reason]:
    game, header = replay.frames[0].game, header_of(replay.table)
    return game.hindsight(matches.turns(game, header, replay.entries, seat, replay.before(seat)))
