"""The open tables of a server, and what is agreed for a time, listed by pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from screens import keypad
from screens.frame.meeting import moment
from screens.names import escape
from screens.page import Button, Page
from screens.texts import Words
from screens.wording import countdown, listed

Status: TypeAlias = Literal[
    "lobby", "you", "others", "computers", "away", "paused", "running", "planned"
]

PER_PAGE = 8
"""Entries on one page."""
ROOM = 220
"""Characters in which those are named for whom one of them waits, so that a page fits a message."""
DATE = "date-"
"""Begins what stands in place of a table for a game that is agreed for a time; no table's id does,
which are hexadecimal."""
JOIN, JOINS = "sit", 2
"""The verb of sitting down at a table of the list, and how many such buttons stand in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An open table in a list, or a game that is agreed for a time."""

    table: str
    game: str
    """The game's id."""
    channel: int
    link: str
    """The address of the table's message."""
    status: Status
    since: float
    names: Sequence[str] = ()
    """Whom the table waits for, as they write themselves."""
    number: int = 0
    """What it is called on its page, where one may sit down; else 0."""
    due: float | None = None
    """Until when the table's clock gives the reader, of whom it asks something."""
    seats: tuple[int, int] = (0, 0)
    """How many seats of a lobby or an agreed game are taken, and how many there are."""


def tables(entries: Sequence[Entry], page: int, pages: int, verb: str, words: Words) -> Page:
    """Return one page of the open tables; `verb` turns the pages."""
    lines = [_entry(entry, words) for entry in entries] or [words.named("staff.list.empty")]
    turns = keypad.turns(verb, str, page, page + 1 < pages, words)
    footer = words.named("staff.list.page", page=page + 1, pages=pages) if pages > 1 else ""
    joins = [_join(entry, page, words) for entry in entries if entry.number]
    return Page(
        title=words.named("staff.list.title"),
        text="\n\n".join(lines),
        rows=(*keypad.rows(joins, JOINS), *((turns,) if pages > 1 else ())),
        footer=footer,
    )


def _join(entry: Entry, page: int, words: Words) -> Button:
    title = words.within(entry.game)("title")
    label = words.named("company.list.join", n=entry.number, game=title)
    return Button(label, JOIN, f"{entry.table}.{page}", style="success")


def _entry(entry: Entry, words: Words) -> str:
    names = listed([f"**{escape(name)}**" for name in entry.names], ROOM)
    taken, most = entry.seats
    since = {"since": countdown(entry.since), "at": moment(entry.since)}
    values = {**since, "names": names, "n": taken, "most": most}
    state = words.named(f"staff.list.{entry.status}", **values)
    if entry.due is not None:
        state = f"{state}. {words('clock.left', when=countdown(entry.due))}"
    number = f"{entry.number}: " if entry.number else ""
    title = f"{number}{words.within(entry.game)('title')}"
    date = entry.status == "planned"
    link = f"[{words.named('staff.list.date' if date else 'staff.list.link')}]({entry.link})"
    id = "" if date else f", `{entry.table}`"
    return f"**{title}**: {state}\n<#{entry.channel}>, {link}{id}"
