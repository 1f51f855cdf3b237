"""The open tables of a server, listed by pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from screens.names import escape
from screens.page import Button, Page
from screens.texts import Words
from screens.wording import countdown

Status: TypeAlias = Literal["lobby", "you", "others", "computers", "paused", "running"]

PER_PAGE = 8
"""Entries on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An open table in a list."""

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
    seats: tuple[int, int] = (0, 0)
    """How many seats of a lobby are taken, and how many there are."""


def tables(entries: Sequence[Entry], page: int, pages: int, verb: str, words: Words) -> Page:
    """Return one page of the open tables; `verb` turns the pages."""
    lines = [_entry(entry, words) for entry in entries] or [words.named("staff.list.empty")]
    turns = (
        Button(words.named("turn.back"), verb, str(page - 1), disabled=page == 0),
        Button(words.named("turn.on"), verb, str(page + 1), disabled=page + 1 >= pages),
    )
    footer = words.named("staff.list.page", page=page + 1, pages=pages) if pages > 1 else ""
    return Page(
        title=words.named("staff.list.title"),
        text="\n\n".join(lines),
        rows=(turns,) if pages > 1 else (),
        footer=footer,
    )


def _entry(entry: Entry, words: Words) -> str:
    names = ", ".join(f"**{escape(name)}**" for name in entry.names)
    taken, most = entry.seats
    values = {"since": countdown(entry.since), "names": names, "n": taken, "most": most}
    state = words.named(f"staff.list.{entry.status}", **values)
    title = words.within(entry.game)("title")
    link = f"[{words.named('staff.list.link')}]({entry.link})"
    return f"**{title}** · <#{entry.channel}> · {link} · `{entry.table}`\n{state}"
