"""Vacations: days on which the clocks of games over days stand still for a person, few a year."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta

from storage.errors import StoreError
from storage.people import Vacation
from storage.store import Store
from tables import hours
from tables.match.play import Play
from tables.room.cache import Rooms
from tables.room.one_by_one import one_by_one
from tables.room.refusal import Refusal

DAYS = 14
"""Days of vacation that a person has in a calendar year, and so in each of their games."""
KEPT = 2 * 366 * 24 * 3600.0
"""Seconds for which a vacation is kept: as long as its days may count."""
AHEAD = timedelta(days=366)
"""How far ahead somebody takes a vacation."""
FORMS = ("%d.%m.%Y", "%Y-%m-%d", "%d/%m/%Y")
"""How people write a date; without a year it is the next such day."""


class Vacations:
    """Lets people take vacations, at all their tables."""

    def __init__(self, store: Store, rooms: Rooms, play: Play) -> None:
        self._store, self._rooms, self._play = store, rooms, play

    async def of(self, user: int) -> Vacation | None:
        """Return a person's vacation that is not over, or None."""
        kept = (await self._store.vacations.of([user])).get(user, ())
        return next((each for each in kept if each.until > time.time()), None)

    async def take(self, user: int, first: str, last: str, zone: str) -> Vacation:
        """Store a person's vacation from a day to another, both whole and as they wrote them, in
        place of the one that is not over; raise Refusal."""
        now = time.time()
        today = hours.local(now, zone).date()
        begin, end = day_of(first, today), day_of(last, today)
        if not today <= begin <= end <= today + AHEAD:
            raise Refusal("company.vacation.order")
        kept = (await self._store.vacations.of([user])).get(user, ())
        demand_left([*_days(kept, now, zone), *_between(begin, end)])
        days = (hours.midnight(day, zone) for day in (begin, end + timedelta(days=1)))
        vacation = Vacation(user, *days)
        await self._store.vacations.take(vacation, now)
        await self._tell(user)
        return vacation

    async def end(self, user: int) -> None:
        """End a person's vacation now, or forget one that has not begun."""
        await self._store.vacations.end(user, time.time())
        await self._tell(user)

    async def sweep(self) -> None:
        """Let tables have their new times where another process has stored, changed or ended a
        vacation."""
        rooms = self._rooms.slow()
        people = {user for room in rooms for user in room.table.users}
        stored = await self._store.vacations.of(people)
        changed = [
            room.table.id
            for room in rooms
            if room.vacations != {u: stored[u] for u in room.table.users if u in stored}
        ]
        await one_by_one(changed, self._told)

    async def _tell(self, user: int) -> None:
        """Let a person's tables have their new times."""
        with suppress(StoreError):  # it is stored, and holds once it can be read
            await one_by_one(await self._store.tables.open_of(user), self._told)

    async def _told(self, table: str) -> None:
        room = await self._rooms.get(table)
        async with room.lock:
            await self._play.on_vacation(room)


def day_of(typed: str, today: date) -> date:
    """Return the day that somebody has written; raise Refusal."""
    text = typed.strip().rstrip(".")
    for form in FORMS:
        for year in ("", f"{form[2]}{today.year}", f"{form[2]}{today.year + 1}"):
            try:
                day = datetime.strptime(text + year, form).date()
            except ValueError:
                continue
            if not year or day >= today:
                return day
    raise Refusal("company.vacation.day", text=typed)


def days_left(vacation: Vacation, zone: str) -> tuple[date, date]:
    """Return the first and the last day of what is left of a vacation, in a time zone."""
    begin, end = max(vacation.begin, time.time()), vacation.until - 1
    return hours.local(begin, zone).date(), hours.local(end, zone).date()


def demand_left(days: Sequence[date]) -> None:
    """Raise Refusal where these days are more than anybody has in a year."""
    for year, count in Counter(day.year for day in set(days)).items():
        if count > DAYS:
            raise Refusal("company.vacation.most", most=DAYS, year=year)


def _days(vacations: Sequence[Vacation], now: float, zone: str) -> list[date]:
    """Return the days that somebody has been on vacation until now."""
    past = [(each.begin, min(each.until, now)) for each in vacations if each.begin < now]
    return [
        day
        for begin, until in past
        for day in _between(hours.local(begin, zone).date(), hours.local(until - 1, zone).date())
    ]


def _between(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]
