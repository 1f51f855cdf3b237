"""What people write of a time, put in fewer ways: `half past eight` as `8:30`, `freitags` as
`every freitag`. `tables/meetings/when.py` reads those."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

Put: TypeAlias = str | Callable[[re.Match[str]], str]
"""What stands in place of what was found."""

MONTH = r"\b(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*\b\.?"
"""A month's name, or how it begins."""
DOTTED = r"(?:00|15|[2-5][05])"
"""Minutes after a dot: full ones, which are no month and seldom a year."""
_WORDS = {
    word: str(number)
    for words in (
        "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "one two three four five six seven eight nine ten eleven twelve",
    )
    for number, word in enumerate(words.split(), 1)
} | {"eins": "1"}
_WORD = "|".join(_WORDS)
_DAY = r"(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = r"(?P<part>half past|(?:a )?quarter (?:past|to)|viertel (?:nach|vor)|dreiviertel)"
_TIME = rf"\d{{1,2}}(?::\d{{2}}|\.{DOTTED})?"
_LONGEST = 12 * 60
"""Minutes for which people come to play."""
_UNIT = r"(?:uhr\b|h\b|[ap]\.?m\b\.?)"
_TO = r"\s*(?:-|–|\bbis\b|\bto\b|\btill?\b|\buntil\b)\s*"
_AFTER_MONTH = re.compile(rf"{MONTH}\s*$")


def _number(found: re.Match[str]) -> str:
    return _WORDS[found[0]]


def _clock(found: re.Match[str]) -> str:
    """Return a part of an hour as a clock shows it."""
    part, hour = found["part"], int(found["hour"])
    if part.endswith(("past", "nach")):
        return f"{hour}:{30 if part.startswith('half') else 15}"
    return f"{(hour - 1) % 24 or 12}:45"


def _beginning(found: re.Match[str]) -> str:
    """Return where a time from one hour to another begins; all of it where that is a day, or
    nobody plays from this to that hour."""
    first, unit = found["first"], found["unit"] or found["other"]
    begins, ends = _minute(first, unit), _minute(found["last"], unit)
    if _AFTER_MONTH.search(found.string[: found.start()]) or int(re.split(r"[:.]", first)[0]) > 24:
        return found[0]
    if found["unit"] is None and not 0 < (ends - begins) % (24 * 60) <= _LONGEST:
        return f"{first} pm" if unit[0] == "a" else found[0]
    return f"{first} {unit}"


def _minute(time: str, unit: str) -> int:
    """Return the minute of the day that an hour is; of half the day where its halves are named."""
    hour, minute = [int(each) for each in (*re.split(r"[:.]", time), 0)][:2]
    if unit[0] in "ap":
        hour %= 12
    return hour * 60 + minute


def _compiled(*ways: tuple[str, Put]) -> tuple[tuple[re.Pattern[str], Put], ...]:
    return tuple((re.compile(pattern), put) for pattern, put in ways)


_WAYS = _compiled(
    (r"\bheut\b", "heute"),
    (r"\b(?:tmrw|tmr|tmw)\b", "tomorrow"),
    (r"\btonight\b", "today evening"),
    (r"\bthis (?=morning\b|afternoon\b|evening\b)", "today "),
    (r"\bin the (?=morning|afternoon|evening)|\bat (?=noon\b|midday\b)", ""),
    (r"\bsonnabend", "samstag"),
    (r"\bthurs?\b", "thursday"),
    (r"\bweds\b", "wednesday"),
    (r"(?<=\d)t(?=\d{2}:)", " "),
    (r"(?<=\d)(?:ste|te)[nr]?\b", "."),
    (r"\b(?:a|one|1) week from (?:today|now)\b", "in 1 week"),
    # every week
    (r"\b(?:jede|every|each) (?:woche|week)\b", "weekly"),
    (r"\b(?:einmal (?:pro|die) woche|once a week)\b", "weekly"),
    (rf"\b(?:immer )?({_DAY})s\b", r"every \1"),
    (rf"\bimmer (?=(?:am )?{_DAY}\b)", "weekly "),
    (rf"\b({_WEEKDAY})s\b", r"every \1"),
    (rf"\b({_WEEKDAY}) (night|evening|afternoon|morning)s\b", r"every \1 \2"),
    # hours in words
    (rf"(?:(?<=\bum )|(?<=\bat )|(?<=\bab )|(?<=gegen )|(?<=halb ))(?:{_WORD})\b", _number),
    (rf"(?:(?<=past )|(?<=to )|(?<=nach )|(?<=vor )|(?<=viertel ))(?:{_WORD})\b", _number),
    (rf"\b(?:{_WORD})(?=\s*(?:uhr|o['’]?clock|[ap]\.?m)\b)", _number),
    (rf"\b{_PART} (?P<hour>\d{{1,2}})\b", _clock),
    # from one hour to another
    (
        rf"(?:\b(?:von|from) |(?<![\d./:-]))(?P<first>{_TIME})\s*(?P<unit>{_UNIT})?{_TO}"
        rf"(?P<last>{_TIME})\s*(?P<other>{_UNIT})",
        _beginning,
    ),
    (rf"(?:\b(?:von|from) )?\b(\d{{1,2}}:\d{{2}}){_TO}\d{{1,2}}:\d{{2}}\b(?!\s*{_UNIT})", r"\1"),
)
_SPANS = _compiled(
    (r"\b(?:eine[rm] |ner )?viertelstunde\b|\ba quarter of an hour\b", "15 minutes"),
    (r"\b(?:eine[rm] |ner )?(?:halben stunde)\b|\bhalf an hour\b", "30 minutes"),
    (r"\b(?:eine[rm] |ner )?dreiviertel ?stunde\b", "45 minutes"),
    (r"\b(?:an hour and a half|one and a half hours)\b", "90 minutes"),
    (r"\b(?:anderthalb|eineinhalb) stunden\b", "90 minutes"),
    (r"\bner stunde\b", "1 hours"),
    (r"\b(\d+) ?h ?(\d{2}) ?(?:m|min|mins)?\b", r"\1 hours \2 minutes"),
    (r"(?<=\d) ?(?:hrs?|h)\b", " hours"),
    (r"(?<=\d) ?(?:mins|m)\b", " minutes"),
)
"""Ways to say after how long."""
_SPAN = re.compile(r"^in (?!the\b|.*(?:tag|dag|woche|day|week|mon))")
_FROM_NOW = re.compile(r"^(.+) from now$")
_ON = re.compile(r"\bam (?=[a-zäöü\d])")


def plain(typed: str, german: bool) -> str:
    """Return a text in the ways that are read."""
    text = " ".join(typed.casefold().split())
    text = _FROM_NOW.sub(r"in \1", text)
    if german:
        text = _ON.sub("", text)  # no half of a day
    return _put(text, _SPANS if _SPAN.match(text) else _WAYS)


def _put(text: str, ways: tuple[tuple[re.Pattern[str], Put], ...]) -> str:
    for pattern, put in ways:
        text = pattern.sub(put, text)
    return text
