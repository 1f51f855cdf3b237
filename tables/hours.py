"""The hours in which people live: time zones as they write them, and the parts of a day."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from tables.room.refusal import Refusal

PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 23), "night": (23, 6)}
"""The parts of a day, each from an hour on and until another."""
HOME = {"de": "Europe/Berlin"}
"""The time zone of those who have said none, by their language; of all others UTC."""
ELSEWHERE = "UTC"


def usual(locale: str) -> str:
    """Return the time zone of somebody of this locale who has said none."""
    return HOME.get(locale.partition("-")[0], ELSEWHERE)


async def found(typed: str) -> str:
    """Return the name of the time zone that is meant; raise Refusal. The first time all that are
    known are read from the disk."""
    return await asyncio.to_thread(zone_of, typed)


def zone_of(typed: str) -> str:
    """Return the name of the time zone that is meant, by its name or its city; raise Refusal."""
    wanted = _plain(typed)
    if wanted not in (known := _zones()):
        raise Refusal("company.zone")
    return known[wanted]


def local(at: float, zone: str) -> datetime:
    """Return a moment (seconds since the epoch) as a clock of a time zone shows it."""
    return datetime.fromtimestamp(at, _known(zone))


def moment(wall: datetime, zone: str) -> float:
    """Return when a clock of a time zone shows this, in seconds since the epoch: of an hour that
    comes twice the first, of one that is left out as late after the gap as it begins before."""
    return wall.replace(tzinfo=_known(zone)).timestamp()


def midnight(day: date, zone: str) -> float:
    """Return when a day begins in a time zone, in seconds since the epoch."""
    return datetime.combine(day, time(), _known(zone)).timestamp()


def _known(zone: str) -> tzinfo:
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):  # not known on this machine any more
        return UTC


def part_of(at: float, zone: str) -> str:
    """Return the part of the day that a moment belongs to in a time zone."""
    hour = local(at, zone).hour
    return next(part for part, (begin, end) in PARTS.items() if _within(hour, begin, end))


def awake(at: float, zone: str, begin: int, end: int) -> float:
    """Return when quiet hours that a moment lies in have ended; the moment itself, where it lies in
    none."""
    quiet = begin != end and _within(local(at, zone).hour, begin, end)
    return upcoming(at, zone, end) if quiet else at


def upcoming(at: float, zone: str, hour: int) -> float:
    """Return when an hour begins next in a time zone after a moment."""
    now = local(at, zone)
    begins = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    # On the wall, whatever is done to the clocks that night.
    return (begins if begins > now else begins + timedelta(days=1)).timestamp()


def _within(hour: int, begin: int, end: int) -> bool:
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def _plain(name: str) -> str:
    return "_".join(name.split()).casefold()


@cache
def _zones() -> Mapping[str, str]:
    """Return the zones by their names, and by their cities where only one lies in such a city."""
    names = available_timezones()
    cities = {name: _plain(name.rpartition("/")[2]) for name in names if _has_city(name)}
    often = Counter(cities.values())
    by_city = {city: name for name, city in cities.items() if often[city] == 1}
    return by_city | {_plain(name): name for name in names}


def _has_city(name: str) -> bool:
    return "/" in name and not name.startswith(("Etc/", "posix/", "right/", "US/"))
