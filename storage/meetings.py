"""The games that people have agreed to play at some time, who comes, and what shows that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields, replace
from functools import partial
from typing import Any, Literal

from storage import sql
from storage.cases import Case, recording
from storage.errors import Damaged, StoreError, Unsure
from storage.leftovers import Leftover, leaving
from storage.part import Part
from storage.sql import Statement

Stage = Literal["planned", "open", "choosing", "over"]
Coming = Literal["seat", "maybe", "here", "away"]


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has said whether they come."""

    user: int
    name: str
    coming: Coming
    """For sure, perhaps, there already, or no more."""
    interested: bool = False
    """Whether they come perhaps because they are interested in the event, and have said no more."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that is to be played at some time; times in seconds since the epoch."""

    id: str
    guild: int
    channel: int
    host: int
    """Who has called it, or whose series it is; 0 when that person was forgotten, or was banned or
    not on the server any more as it began or ended."""
    game: str
    at: float
    """When it begins."""
    seats: int
    zone: str
    """The time zone in which it was said; what comes every week keeps its hour there."""
    locale: str
    created: float
    weekly: bool = False
    """Whether there is another a week later."""
    stage: Stage = "planned"
    """`open`: its lobby is; `choosing`: and somebody chooses who plays for those not there."""
    reason: str = ""
    """Why it waits though its time has come, or how it ended."""
    reminded: bool = False
    """Whether those who have a seat were reminded, or need not be."""
    call: str = ""
    """What those who have a seat were last told of: `remind`, `moved`, `cancelled`, or `open`, as
    nobody reminded them before; or nothing."""
    calls: int = 0
    """How often they were told of something."""
    called: float = 0.0
    """When they last were."""
    by: int = 0
    """Who has moved or cancelled it."""
    table: str | None = None
    """The table at which it is played."""
    listed: bool = False
    """Whether it is one of the server's scheduled events, too."""
    wall: str = ""
    """When it was to begin as a clock in its zone would show it, also where daylight saving leaves
    that hour out or it begins early; empty: as that clock shows its beginning."""
    version: int = 0
    """How often the row was written; the store counts and refuses an older one."""
    guests: tuple[Guest, ...] = ()
    """Who has said whether they come, who said so first before others."""


@dataclass(frozen=True, slots=True)
class Poster:
    """The messages that show a meeting; written by who publishes it, alone."""

    meeting: str
    message: int | None = None
    stage: str = ""
    """For which stage the message was posted."""
    version: int = -1
    """The version of the meeting that it shows."""
    calls: int = 0
    """How many of the meeting's calls were sent, or came too late."""
    call: int | None = None
    """The message of the last call, while it is to be deleted some time."""
    event: int | None = None
    """Discord's scheduled event."""
    announced: int = -1
    """A sign of what the event shows."""


_COLUMNS = sql.names(Meeting)[:-1]
_MEETING = ", ".join(_COLUMNS)
_POSTER = sql.columns(Poster)
_ADD = f"INSERT INTO meetings ({_MEETING}) VALUES ({sql.marks(len(_COLUMNS))})"
_SAVE = f"""UPDATE meetings SET {", ".join(f"{name} = ?" for name in _COLUMNS[1:])}
WHERE id = ? AND version = ?"""
_GUEST = sql.columns(Guest)
_COME = sql.insert("meeting_guests", Guest, "meeting", "place")
_POST = sql.upsert("posters", Poster, keys=1)
_OPEN = "stage <> 'over'"


class Meetings(Part):
    """Meetings, their guests, and the messages that show them."""

    async def add(self, meeting: Meeting) -> None:
        """Store a new meeting."""
        await self._put(meeting, *_added(meeting))

    async def save(
        self, meeting: Meeting, following: Meeting | None = None, case: Case | None = None
    ) -> Meeting:
        """Replace the stored meeting and its guests, and add what follows it, and the case of who
        did that; return it as stored.

        Raise Conflict when there is none or the row was written since `meeting.version`.
        """
        stored = replace(meeting, version=meeting.version + 1)
        await self._put(
            stored,
            sql.change(_SAVE, (*_row(stored)[1:], meeting.id, meeting.version)),
            Statement("DELETE FROM meeting_guests WHERE meeting = ?", (meeting.id,)),
            *_guests(stored),
            *(_added(following) if following else ()),
            *recording(case),
        )
        return stored

    async def get(self, meeting: str) -> Meeting | None:
        """Return this meeting, or None when there is none."""
        found = await self._where("id = ?", meeting)
        return found[0] if found else None

    async def open(self, guild: int) -> list[Meeting]:
        """Return a server's meetings that are not over and not damaged, the next first."""
        return await self._whole(f"guild = ? AND {_OPEN}", guild)

    async def own(self) -> list[Meeting]:
        """Return the own servers' meetings that are not over and not damaged."""
        return await self._whole(f"{_OPEN} AND {self._own}")

    async def owed(self, guild: int | None = None) -> dict[str, int]:
        """Return the versions of the own servers' meetings, or of one's, of which the messages or
        events show less than is stored."""
        here, values = ("", ()) if guild is None else ("AND guild = ?", (guild,))
        query = f"""SELECT id, meetings.version FROM meetings LEFT JOIN posters ON meeting = id
        WHERE {self._own} {here} AND (posters.version IS NULL
        OR posters.version <> meetings.version OR posters.calls <> meetings.calls)"""
        return dict(await self._read(query, *values))

    async def of_event(self, event: int) -> Meeting | None:
        """Return the meeting of a scheduled event, or None."""
        found = await self._where("id IN (SELECT meeting FROM posters WHERE event = ?)", event)
        return found[0] if found else None

    async def called(
        self, users: Collection[int], since: float, until: float, but: str
    ) -> dict[int, int]:
        """Return which of these people meetings they have seats in have called between these times,
        and how many did, one meeting left out."""
        if not users:
            return {}
        query = f"""SELECT "user", count(*) FROM meeting_guests JOIN meetings ON id = meeting
        WHERE "user" IN ({sql.marks(len(users))}) AND coming IN ('seat', 'here')
        AND called > ? AND called < ? AND id <> ? GROUP BY 1"""
        return dict(await self._read(query, *users, since, until, but))

    async def barred(self, now: float) -> list[tuple[str, int, int]]:
        """Return the own servers' meetings to come, each with its server, and who has said whether
        they come though a ban keeps them from playing there then."""
        query = f"""SELECT id, guild, "user" FROM meetings JOIN meeting_guests ON id = meeting
        WHERE stage = 'planned' AND {self._own} AND EXISTS (
            SELECT 1 FROM bans WHERE bans.guild IN (0, meetings.guild)
            AND bans."user" = meeting_guests."user"
            AND (until IS NULL OR until > meetings.at AND until > ?)
        ) ORDER BY at, id, place"""
        return [(id, guild, user) for id, guild, user in await self._read(query, now)]

    async def poster(self, meeting: str) -> Poster:
        """Return by which messages a meeting is shown."""
        query = f"SELECT {_POSTER} FROM posters WHERE meeting = ?"
        return await self._record(Poster, query, meeting) or Poster(meeting)

    async def post(self, poster: Poster, instead_of: Leftover | None = None) -> None:
        """Store by which messages a meeting is shown, and which then has to go; raise Conflict
        without it."""
        await self._write_again(Statement(_POST, astuple(poster)), *leaving(instead_of))

    async def drop(self, before: float) -> None:
        """Remove the own servers' meetings that were over before this time."""
        query = f"""DELETE FROM meetings WHERE stage = 'over' AND at < ?
        AND {self._own}"""
        await self._write(Statement(query, (before,)))

    async def _put(self, stored: Meeting, *statements: Statement) -> None:
        """Run what stores a meeting so; where the connection broke off it is looked up."""
        try:
            await self._write(*statements)
        except Unsure as unsure:
            with suppress(StoreError):
                if await self.get(stored.id) == stored:
                    return
            raise unsure

    async def _whole(self, condition: str, *values: Any) -> list[Meeting]:
        """Return the meetings of which this is so, without those that are damaged."""
        try:
            return await self._where(condition, *values)
        except Damaged:
            query = f"SELECT id FROM meetings WHERE {condition} ORDER BY at, id"
            ids = await self._column(query, *values)
        found, _ = await self._each(ids, partial(self._where, "id = ?"))
        return found

    async def _where(self, condition: str, *values: Any) -> list[Meeting]:
        chosen = f"FROM meetings WHERE {condition}"
        rows = await self._read(f"SELECT {_MEETING} {chosen} ORDER BY at, id", *values)
        query = f"""SELECT meeting, {_GUEST} FROM meeting_guests
        WHERE meeting IN (SELECT id {chosen}) ORDER BY meeting, place"""
        coming = defaultdict[str, list[Guest]](list)
        for meeting, *guest in await self._read(query, *values) if rows else ():
            coming[meeting].append(sql.made(Guest, guest))
        return [sql.made(Meeting, (*row, tuple(coming[row[0]]))) for row in rows]


def _added(meeting: Meeting) -> list[Statement]:
    return [Statement(_ADD, _row(meeting)), *_guests(meeting)]


def _row(meeting: Meeting) -> Sequence[Any]:
    return [getattr(meeting, field.name) for field in fields(Meeting)[:-1]]


def _guests(meeting: Meeting) -> list[Statement]:
    return [
        Statement(_COME, (meeting.id, place, *astuple(guest)))
        for place, guest in enumerate(meeting.guests)
    ]
