"""What a running match was after some of its entries, for who has been away since."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from cachetools import LRUCache

from engine import match as matches
from engine.contract import Seat
from engine.match import Happened, Match
from storage.tables import Tables
from tables.past.replays import each
from tables.room.loading import whole_log
from tables.room.room import Room, header_of

KEPT = 16
"""People who leaf through what happened."""


class Lookback:
    """Plays running matches again, one at a time, up to what people have missed."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: LRUCache[tuple[str, Seat, int], Mapping[int, Match]] = LRUCache(KEPT)
        self._loading = asyncio.Lock()

    async def since(self, room: Room, seat: Seat) -> Sequence[tuple[Happened, Match]]:
        """Return what happened since a seat's person acted last, as far as the seat was shown it,
        each with the match after it."""
        match = room.running
        happened = match.since_turn(seat)
        if not happened:
            return ()
        key = (room.table.id, seat, match.sequence)
        async with self._loading:
            if key not in self._kept:
                self._kept[key] = await self._after(room, happened)
            after = self._kept[key]
        return [(one, after[one.sequence]) for one in happened if one.sequence in after]

    async def _after(self, room: Room, happened: Sequence[Happened]) -> Mapping[int, Match]:
        wanted = {one.sequence for one in happened}
        match = matches.begin(room.running.game, header_of(room.table)).match
        found = {0: match} if 0 in wanted else {}
        entries = await whole_log(self._tables, room.table.id)
        async for later in each(match, entries[: max(wanted)]):
            if later.sequence in wanted:
                found[later.sequence] = later
        return found
