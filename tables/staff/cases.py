"""What staff does, as numbered cases: each is stored with the act, told, and ended by others."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storage.cases import Case
from storage.meetings import Meeting
from storage.people import Deed
from storage.records import Table
from storage.store import Store
from tables.room.port import Port
from tables.staff.rank import Person, Rank

LONGEST = 200
"""Characters of a reason."""
ID = r"[1-9]\d{16,18}"
"""What an id of Discord's looks like."""
UNTOLD = ("sit", "left")
"""What nobody has to be told of: people do it themselves, at a table where all see it."""


class Cases:
    """The cases of one process."""

    def __init__(self, store: Store, port: Port) -> None:
        self._store, self._port = store, port

    def tell(self, case: Case) -> None:
        """Tell a case that is stored, where people have to be told of it."""
        if case.deed.owed:
            self._port.case(case.deed.guild)

    async def record(self, case: Case) -> None:
        """Store and tell a case of which nothing else is stored."""
        await self._store.staff.record(case)
        self.tell(case)


def at(
    table: Table,
    actor: Person | None,
    action: str,
    target: Person | None = None,
    ends: Sequence[int] = (),
    reason: str = "",
    **detail: Any,
) -> Case:
    """Return the case of what is done at a table."""
    named = {p.user: p.name for p in table.players if p.user is not None}
    where = {"game": table.game, "channel": table.channel}
    detail = where | detail
    return on(table.guild, actor, action, target, ends, reason, named, table.id, **detail)


def on(
    guild: int,
    actor: Person | None,
    action: str,
    target: Person | None = None,
    ends: Sequence[int] = (),
    reason: str = "",
    named: Mapping[int, str] | None = None,
    table: str | None = None,
    **detail: Any,
) -> Case:
    """Return the case of what is done on a server; a reason may name the people `named`."""
    people = {**(named or {}), **{p.id: p.name for p in (actor, target) if p is not None}}
    if actor is not None:
        detail["standing"] = int(actor.rank)
    if reason:
        detail["reason"] = mentioning(reason, people)
    deed = Deed(
        guild,
        time.time(),
        None if actor is None else actor.id,
        action,
        table,
        None if target is None else target.id,
        json.dumps(detail, ensure_ascii=False),
        owed=actor is not None and action not in UNTOLD,
    )
    return Case(deed, ends)


def to_date(meeting: Meeting, actor: Person, action: str, **detail: Any) -> Case:
    """Return the case of what staff does to a game that others have agreed for a time."""
    host = Person(meeting.host) if meeting.host else None
    detail |= {"game": meeting.game, "channel": meeting.channel, "at": meeting.at}
    return on(meeting.guild, actor, action, host, **detail)


def numbers(deeds: Iterable[Deed]) -> list[int]:
    """Return the numbers of cases."""
    return [deed.number for deed in deeds]


def detail_of(deed: Deed) -> dict[str, Any]:
    """Return what is written down about a case."""
    detail: dict[str, Any] = json.loads(deed.detail)
    return detail


def rank_of(deed: Deed) -> Rank:
    """Return how high somebody stood who did this; a member for the bot, and for older rows."""
    return Rank(detail_of(deed).get("standing", Rank.MEMBER))


def mentioning(reason: str, people: Mapping[int, str]) -> str:
    """Return a reason in which the names of these people, and ids of anybody, are mentions of
    them: so they are told apart from other words, and go with their person."""
    by_name = {name: user for user, name in people.items() if name.strip()}
    longest_first = sorted(by_name, key=len, reverse=True)
    names = "|".join(map(re.escape, longest_first)) or "(?!)"
    pattern = rf"<@!?(?P<id>\d+)>|(?<![\w@#&])(?P<plain>{ID})(?!\w)|(?<![\w@])(?:{names})(?!\w)"

    def mention(found: re.Match[str]) -> str:
        return f"<@{found['id'] or found['plain'] or by_name[found[0]]}>"

    return re.sub(pattern, mention, reason[:LONGEST])
