"""When people mean to play: a moment from what they write, as `tomorrow 20:00`.

The hour is found here, as people write it in German or English; the day by dateparser, which knows
it in many languages. It takes eight megabytes, so that its first use imports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tables import hours
from tables.meetings.spoken import DOTTED, MONTH, plain
from tables.room.refusal import Refusal
from tables.servers import DAY, MINUTE

SOONEST, FARTHEST = 5 * MINUTE, 180 * DAY
"""Seconds from now to the first and the last moment that may be agreed."""
WEEK = timedelta(days=7)
LONGEST = 62
"""Days in which every number of a day comes: from the 31st of March to that of May it is 61."""
OTHERS = ("en", "de")
"""Languages in which everybody is understood."""

_AT = r"(?:(?:\b(?:um|at|gegen|ab|ca\.?|circa|around)|@)\s*)?"
_NO_DATE = rf"(?!\.\s*\w|\s*{MONTH})"
_HALF_DAY = r"(?P<half>[ap])\.?\s?m\b\.?"
_CLOCKS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_AT}\bhalb\s+(?P<before>\d{{1,2}})\b(?![:.]\d)(?:\s*uhr\b)?",
        rf"{_AT}\b(?P<hour>\d{{1,2}})[:h](?P<minute>\d{{2}})(?!\d)\s*(?:uhr\b|h\b|{_HALF_DAY})?",
        rf"{_AT}\b(?P<hour>\d{{1,2}})\.(?P<minute>\d{{2}})\s*(?:uhr\b|h\b|{_HALF_DAY})",
        rf"{_AT}\b(?P<hour>\d{{1,2}})\s*(?:uhr|h|o['’]?clock)\b(?:\s*(?P<minute>\d{{2}})\b{_NO_DATE})?",
        rf"{_AT}\b(?P<hour>\d{{1,2}})\s*{_HALF_DAY}",
        r"(?:\bum|\bat|\bgegen|@)\s*(?P<hour>\d{1,2})\.(?P<minute>\d{2})\b(?!\.)",
        r"(?:\bum|\bat|\bgegen|\bab|@)\s*(?P<hour>\d{1,2})\b(?!\.)",
        rf"(?<![\d.])(?P<hour>\d{{1,2}})\.(?P<minute>{DOTTED})(?![\d.])",
    )
)
"""How hours are written, what says most first."""
_MORNING, _NOON, _EVENING, _NIGHT = 10, 12, 20, 22
_DAWN = 6
"""Hours before this one are meant as they are written at night, and those after noon at noon."""
_SMALL = 4
"""Of which day an evening's hours before this one are nobody knows, nor of which its twelve is."""
_PARTS = (
    (
        re.compile(
            r"\bmorgens\b|(?:(?<=tag)|(?<=tag )|(?<=woch)|(?<=woch ))morgen\b|\bfrüh\b"
            r"|vormittags?\b|\bmorning\b"
        ),
        _MORNING,
    ),
    (re.compile(r"nachmittags?\b|\bafternoon\b"), 15),
    (re.compile(r"mittags?\b|\bnoon\b|\bmidday\b"), _NOON),
    (re.compile(r"abends?\b|\bevening\b"), _EVENING),
    (re.compile(r"(?<!mitter)nachts?\b|\bnight\b"), _NIGHT),
)
"""The parts of a day, and the hour that is meant by each where none is named."""
_AFTER_PART = re.compile(r"[\s,]*(?P<hour>\d{1,2})\s*(?=,|$)")
"""An hour that is but a number, as in `tomorrow evening 9`."""
_WEEKLY = re.compile(r"\b(?:jede[nrs]?|every|each|wöchentlich|weekly)\b")
_BEFORE_PART = re.compile(rf"(?P<month>{MONTH}\s*)?(?<![\w./-])\d{{1,2}}[\s,]*$")
"""A number of which nobody knows whether it is an hour, unless a month is before it."""
_DAILY = "|".join(pattern.pattern for pattern, _ in _PARTS)
_UNLIKE = (
    "zwei|two|other|second|zweite|third|dritte|tag|day|monat|month|jahr|year|wochenend|weekend"
    "|fortnight"
)
_NOT_WEEKLY = re.compile(
    rf"\b(?:jede[nrs]?|every|each)\s+(?:\d|{_UNLIKE}|morgen\b|{_DAILY}|{MONTH})"
    r"|\balle (?:\S+ )?(?:tag|woche|monat|jahr)"
    r"|\bbi-?weekly\b|\bfortnightly\b|zweiwöch|\d-?wöch|tägig|\b(?:month|dai|year)ly\b"
    r"|\b(?:monat|täg|jähr)lich\b"
)
"""What comes every day, month or year, or every other week."""
_FILLERS = re.compile(
    r"\b(?:on|am|den|der|the|this|coming|next|diese[nrs]?|kommende[nrs]?|nächste[nrs]?)\b(?!\s*$)"
)
_NUMBERS = re.compile(r"(?<![\d./-])(\d{1,2})\s*([./-])\s*(\d{1,2})\b\s*(?:\2\s*(\d{4}|\d{2})?)?")
_DAY_ALONE = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)?")
_BARE = re.compile(r"(?<![\w./-])\d{1,2}(?![\w./-]|\s*[^\W\d])")
"""A number that does not say of what it is one."""
_SPAN = re.compile(r"^in\b.*(?:minute|stunde|hour|min\b|std\b)(?P<behind>.*)")
_STAMP = re.compile(r"<t:(\d{1,12})(?::\w)?>")
"""A moment as Discord writes it down."""
_ZONES = re.compile(r"\b(?:utc|gmt|cest|cet|mesz|mez|bst|[ecmp][sd]t)\b|[\dm]\s*(?:[ecmp]t|z)\b")
"""Names of time zones, as they are written beside an hour."""
_FRENCH = re.compile(r"\bc?et (?=[^\W\d])")
"""Words of French that look like one: `this` and `and`."""
_NAMES = (
    "mo|mon|montag|monday",
    "di|tues?|dienstag|tuesday",
    "mi|wed|mittwoch|wednesday",
    "do|thu|donnerstag|thursday",
    "fr|fri|freitag|friday",
    "sa|sat|samstag|saturday",
    "so|sun|sonntag|sunday",
)
"""The days of a week in German and English, from Monday on."""
_WEEKDAYS = tuple(re.compile(rf"\b(?:{names})\b") for names in _NAMES)
_WORDS = ("so", "do", "mo")
"""Names of days that are other words too, unless they stand before a date in German."""
_BEFORE_DATE = re.compile(r"\.?\s*\d")
_WEEKS = (
    (re.compile(r"\b(?:in )?(?:dieser? woche|this week)\b"), 0),
    (re.compile(r"\b(?:in )?(?:der )?(?:(?:nächste|kommende)[rn]? woche|next week)\b"), 1),
    (re.compile(r"\b(?:in )?(?:der )?übernächste[rn]? woche\b"), 2),
)
"""The weeks, from Monday on, of which people name a day."""
_NEXT = re.compile(r"\b(?:next|nächste[nrs]?)\b")
_UNSURE = re.compile(
    r"(?:day|tomorrow) week\b|\bweek of\b|\bwoche vom\b|\b(?:ausser|except)\b"
    r"|(?<![\d.])\d{1,2}(?:\.|st|nd|rd|th) (?:\w+ ){0,2}(?:month|monats?)\b"
    r"|\b(?:und|and|oder|or|nicht|not)\b.*"
    rf"(?:\d|\b(?!so\b)(?:{'|'.join(_NAMES)}|heute|(?:über)?morgen|today|tomorrow)\b)"
)
"""What names several days or none: what `tomorrow week` means not everybody knows."""


@dataclass(frozen=True, slots=True)
class When:
    """What was meant."""

    at: float
    """Seconds since the epoch."""
    weekly: bool
    """Whether every week."""
    wall: str = ""
    """What a clock in the time zone was meant to show, also where daylight saving leaves that
    hour out; empty: what it does show."""


def read(typed: str, now: float, zone: str, locale: str) -> When:
    """Return the moment that is meant by somebody of this time zone and locale; raise Refusal.

    It takes about a second when it is used first.
    """
    if stamp := _STAMP.fullmatch(typed.strip()):
        return _agreeable(When(float(stamp[1]), False), now)
    text = plain(typed, locale.startswith("de"))
    if _ZONES.search(_FRENCH.sub("", text) if locale == "fr" else text):
        raise Refusal("meeting.zone", zone=zone)
    if _NOT_WEEKLY.search(text):
        raise Refusal("meeting.unread")
    text, weekly = _WEEKLY.subn("", text)
    text = text.strip()
    if span := _SPAN.match(text):
        if re.search(r"\d|\b(?:um|at)\b", span["behind"]):
            # An hour, of which either may be meant, or more minutes: dateparser leaves it out.
            raise Refusal("meeting.unread")
        at, wall = _after(text, now, locale), ""
    else:
        shown = _on_a_day(text, now, zone, locale, weekly > 0)
        at, wall = hours.moment(shown, zone), shown.isoformat()
    return _agreeable(When(at, weekly > 0, wall), now)


def _agreeable(meant: When, now: float) -> When:
    """Return a moment that may be agreed; raise Refusal for any other."""
    if meant.at < now + SOONEST:
        raise Refusal("meeting.past", when=f"<t:{int(meant.at)}:F>")
    if meant.at > now + FARTHEST:
        raise Refusal("meeting.far", when=f"<t:{int(meant.at)}:F>")
    return meant


def on_wall(at: float, wall: str, zone: str) -> str:
    """Return what a clock on the wall is to show at a moment: this, or if empty what it does."""
    return wall or hours.local(at, zone).replace(tzinfo=None).isoformat()


def early(at: float, wall: str, zone: str) -> bool:
    """Return whether a moment is before the one at which a clock on the wall shows what it was to
    show, if that was something else."""
    return wall != "" and at < hours.moment(datetime.fromisoformat(wall), zone)


def weeks_later(at: float, wall: str, zone: str, now: float) -> tuple[float, str]:
    """Return when the clock on the wall shows the same hour again, a week later or the first time
    after now, whatever is done to clocks between, and what it is to show then; `wall`: what it
    was to show at first, unless that is what it did."""
    shown = datetime.fromisoformat(on_wall(at, wall, zone))
    while True:
        shown += WEEK
        if (later := hours.moment(shown, zone)) > now:
            return later, shown.isoformat()


def _after(text: str, now: float, locale: str) -> float:
    """Return the moment after a span of hours or minutes."""
    # On no wall: nothing is done to this clock meanwhile.
    found = _parsed(text, datetime.fromtimestamp(now, UTC).replace(tzinfo=None), locale, ())
    if found is None:
        raise Refusal("meeting.unread")
    return found.replace(tzinfo=UTC).timestamp() // MINUTE * MINUTE


def _on_a_day(text: str, now: float, zone: str, locale: str, weekly: bool) -> datetime:
    """Return an hour on a day, as a clock of the time zone is to show it."""
    local = hours.local(now, zone)
    rest, hour, minute = _hour(text)
    rest, ahead = _week(rest)
    rest = " ".join(_FILLERS.sub(" ", rest.replace(",", " ")).split()).strip("-–@ ")
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)

    def on(day: datetime) -> datetime:
        return day.replace(hour=hour, minute=minute)

    def to_come(shown: datetime) -> bool:
        return hours.moment(shown, zone) >= now + SOONEST

    if ahead is not None:
        monday = midnight - timedelta(days=midnight.weekday()) + ahead * WEEK
        named = _numbered(rest, midnight, locale) or monday + _weekday(rest)
        if not monday <= named < monday + WEEK:
            raise Refusal("meeting.unread")
        return on(named)
    if not rest:
        today = on(midnight)
        return today if to_come(today) else today + timedelta(days=1)
    if alone := _DAY_ALONE.fullmatch(rest):
        if weekly:
            raise Refusal("meeting.unread")  # that would be every month
        return _next(int(alone[1]), on(midnight), to_come)
    day = _numbered(rest, midnight, locale) or _parsed(rest, midnight, locale, ("day",))
    if day is not None:
        if _BARE.search(rest) and day.day not in map(int, re.findall(r"\d+", rest)):
            raise Refusal("meeting.unread")  # that may be an hour
        if (fitting := _weekdays(rest, locale)) and day.weekday() not in fitting:
            raise Refusal("meeting.unread")
        return on(day)
    day = _parsed(rest, midnight, locale, ())
    if day is None or not midnight <= day <= midnight + WEEK:
        raise Refusal("meeting.unread")  # a month or a year alone names no day
    # Of a weekday the next that is still to come.
    first = on(day - WEEK)
    return first if to_come(first) and not _NEXT.search(text) else on(day)


def _weekdays(text: str, locale: str) -> list[int]:
    """Return which days of a week are named, in a language in which they are known."""
    language = locale.partition("-")[0]
    if language not in OTHERS:
        return []
    return [
        number
        for number, names in enumerate(_WEEKDAYS)
        for found in names.finditer(text)
        if found[0] not in _WORDS or (language == "de" and _BEFORE_DATE.match(text, found.end()))
    ]


def _week(text: str) -> tuple[str, int | None]:
    """Return what is left of a text without the week that it names, and how many weeks from now
    that is; None where it names none; raise Refusal where nobody knows which."""
    for named, ahead in _WEEKS:
        if named.search(text):
            return named.sub(" ", text), ahead
    if _UNSURE.search(text):
        raise Refusal("meeting.unread")
    return text, None


def _weekday(text: str) -> timedelta:
    """Return how long after a Monday the day of a week is that this is the name of."""
    for number, names in enumerate(_WEEKDAYS):
        if names.fullmatch(text):
            return timedelta(days=number)
    raise Refusal("meeting.unread")


def _hour(text: str) -> tuple[str, int, int]:
    """Return what is left of a text without its hour, and that; raise Refusal."""
    part, before, end = None, "", ""
    for pattern, usual in _PARTS:
        if found := pattern.search(text):
            before, end = text[: found.start()], text[found.end() :]
            text, part = f"{before} {end}".strip(), usual
            break
    for pattern in _CLOCKS:
        if found := pattern.search(text):
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return rest, *_clock(found.groupdict(), part)
    if part is None:
        raise Refusal("meeting.no_hour")
    if found := _AFTER_PART.match(end):
        return f"{before} {end[found.end() :]}", *_clock(found.groupdict(), part)
    if (found := _BEFORE_PART.search(before)) and not found["month"]:
        raise Refusal("meeting.unread")
    return text, part, 0


def _clock(said: dict[str, str | None], part: int | None) -> tuple[int, int]:
    if before := said.get("before"):
        hour, minute = int(before) - 1, 30
    else:
        hour, minute = int(said["hour"] or 0), int(said.get("minute") or 0)
    if half := said.get("half"):
        if not 1 <= hour <= 12:
            raise Refusal("meeting.unread")
        hour = hour % 12 + 12 * (half == "p")
    elif part is not None and _unlikely(part, hour):
        raise Refusal("meeting.unread")
    elif part is not None and part >= _NOON and hour < 12:
        hour += 12 * {_NOON: hour < _DAWN, _NIGHT: hour >= _DAWN}.get(part, True)
    if not 0 <= hour <= 23 or minute > 59:
        raise Refusal("meeting.unread")
    return hour, minute


def _unlikely(part: int, hour: int) -> bool:
    """Tell whether nobody knows what is meant by an hour of this part of a day."""
    if part == _MORNING:
        return hour > _NOON
    return (part in (_EVENING, _NIGHT) and hour == 12) or (part == _EVENING and hour < _SMALL)


def _numbered(text: str, today: datetime, locale: str) -> datetime | None:
    """Return the day that is written in numbers, the next where no year is; None: it is not."""
    found = _NUMBERS.search(text)
    if found is None:
        return None
    first, between, second, written = found.groups()
    american = locale == "en-US" and between == "/"
    day, month = (second, first) if american else (first, second)
    years = [today.year, today.year + 1]
    if written:
        years = [int(written) + (2000 if len(written) == 2 else 0)]
    for year in years:
        try:
            found_day = datetime(year, int(month), int(day))
        except ValueError:
            continue
        if found_day >= today or written:
            return found_day
    raise Refusal("meeting.unread")


def _next(number: int, today: datetime, to_come: Callable[[datetime], bool]) -> datetime:
    """Return the hour of today on the next day of a month that has this number, today too where it
    is to come."""
    days = (today + timedelta(days=ahead) for ahead in range(LONGEST))
    if found := next((day for day in days if day.day == number and to_come(day)), None):
        return found
    raise Refusal("meeting.unread")


def _parsed(text: str, base: datetime, locale: str, parts: tuple[str, ...]) -> datetime | None:
    """Return the day or moment that words mean, seen from a moment; None where they mean none."""
    import dateparser  # here, as it is large and seldom used

    own = locale.partition("-")[0].casefold()
    settings = {
        "PREFER_DATES_FROM": "future",
        "RELATIVE_BASE": base,
        "REQUIRE_PARTS": list(parts),
        "PARSERS": ["relative-time", "absolute-time"],
        "DATE_ORDER": "DMY",
    }
    for languages in ([own, *OTHERS], list(OTHERS)):
        try:
            day: datetime | None = dateparser.parse(text, languages=languages, settings=settings)
            return None if day is None or day.tzinfo is not None else day
        except ValueError:
            continue  # it does not know this language
    return None
