"""One message a day of all games over days that wait for a person, and of those in which a computer
has taken their seat, for those who want it so."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from engine.contract import AnyGame, Seat
from storage.errors import Damaged
from storage.people import Habit
from storage.records import Table
from storage.store import Store
from tables import hours
from tables.match.clocks import Clocks, back, taken
from tables.match.turns import waits
from tables.room.cache import Rooms
from tables.room.loading import CannotGoOn, revived, vacations_at
from tables.room.room import Room
from tables.servers import DAY

log = logging.getLogger(__name__)

LATE = 3
"""Hours by which such a message may be late, as after a start; later it waits for the next day."""
APART = 20 * 3600.0
"""Seconds between two of them at least: a day has 23 hours in spring."""
LEFT = 3 * 3600.0
"""Seconds of their time that somebody has left at least when only such a message tells them."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a person, or did."""

    table: Table
    until: float | None
    """When their time is up."""
    taken: bool = False
    """Whether it was up too often, and a computer plays for them since they were last told."""


class Roundups:
    """Knows whom to tell, and of what."""

    def __init__(
        self, store: Store, games: Mapping[str, AnyGame], rooms: Rooms, clocks: Clocks
    ) -> None:
        self._store, self._games, self._rooms, self._clocks = store, games, rooms, clocks

    async def due(self, now: float) -> list[Habit]:
        """Return the habits of those who are to be told now."""
        kept = await self._store.habits.roundups(now - APART, now + DAY)
        return [habit for habit in kept if timely(habit, now)]

    async def of(self, user: int, now: float) -> list[Waiting]:
        """Return the tables that wait for a person, on all servers and whichever process has them;
        whose time is up first comes first. Who is on vacation is not waited for. Those come last
        at which a computer has their seat since they were last told."""
        since = await self._told_last(user, now)
        tables = await self._store.tables.running_of(user)
        every = [await self._at(table, user, since, now) for table in tables]
        found = [table for table in every if table is not None]
        return sorted(found, key=lambda waiting: (waiting.taken, waiting.until or now))

    async def tells(self, room: Room, seat: Seat, habit: Habit, now: float) -> bool:
        """Return whether such a message has told the person in a seat of this slow table that it
        waits for them, or will while they have time left to decide."""
        asked, up = room.running.since[seat], self._clocks.ends(room, room.running, seat)
        ended = [v.until for v in room.vacations.get(habit.user, ()) if v.until <= now]
        told = await self._told_last(habit.user, now)
        if up is None or told >= max([asked, *ended]):
            return True
        comes = now if timely(habit, now) else hours.upcoming(now, habit.zone, habit.roundup or 0)
        return up - comes >= LEFT

    async def _told_last(self, user: int, now: float) -> float:
        """Return when a person was last told; not what a clock that was wrong has noted."""
        told = await self._store.habits.told_last(user)
        return told if told <= now + DAY else 0.0

    async def _at(self, table_id: str, user: int, since: float, now: float) -> Waiting | None:
        try:
            room = self._rooms.known(table_id) or await self._read(table_id)
            if room is not None and room.slow and await self._taken(room, user, since):
                return Waiting(room.table, None, taken=True)
        except (CannotGoOn, Damaged) as why:  # at one table, which holds up no other
            log.info("table %s: %s", table_id, why)
            return None
        if room is None or not room.slow or not waits(room, user) or back(room, user, now) > now:
            return None
        return Waiting(room.table, self._clocks.shown(room, room.seat_of(user)))

    async def _taken(self, room: Room, user: int, since: float) -> bool:
        """Return whether the clock has given a person's seat to a computer since then."""
        seat = room.seat_of(user)
        if seat is None or (room.table.players[seat].left or 0.0) <= since:
            return False
        return taken(await self._store.tables.entries(room.table.id), seat)

    async def _read(self, table_id: str) -> Room | None:
        """Return a table as it is stored, to be looked at and not kept: it may be another's."""
        table = await self._store.tables.get(table_id)
        if table is None or table.status != "running":
            return None
        match = await revived(self._store, self._games, table)
        return Room(table, match, vacations=await vacations_at(self._store, table))


def timely(habit: Habit, now: float) -> bool:
    """Return whether it is the hour at which a person wants to be told once a day, or not long
    after."""
    if habit.roundup is None:
        return False
    return (hours.local(now, habit.zone).hour - habit.roundup) % 24 < LATE


def day_told(habit: Habit, now: float) -> date:
    """Return the day whose message is timely: until late in the night that of the evening."""
    return (hours.local(now, habit.zone) - timedelta(hours=habit.roundup or 0)).date()
