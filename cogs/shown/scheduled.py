"""Meetings as a server's scheduled events, kept in step both ways."""

from __future__ import annotations

import contextlib
import logging
import time
import zlib
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import get_args

import discord
from cachetools import TTLCache

from cogs.line.allowance import Place
from cogs.line.reach import Reach
from cogs.line.unreachable import unreachable
from cogs.shown.links import address
from screens.names import visible
from screens.texts import Words
from storage.meetings import Coming, Meeting, Poster
from storage.store import Store
from tables.lobby.admission import Admission
from tables.meetings import course
from tables.meetings.meetings import Meetings
from tables.room.one_by_one import one_by_one
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

LASTS = timedelta(hours=2)
"""How long an event is said to last, as Discord wants an end."""
NAME = 100
"""Characters of an event's name, as Discord has it."""
KNOWN = 100
"""People of whom it is found out at once, after a start, that they are interested."""
ECHO, EDITS = 60.0, 1000
"""For how many seconds, and of how many edits, it is known what Discord still tells of; ours."""
PART = 20
"""Bits of each part of a sign; two years have as many minutes."""
BEGINS, ASKED = 2, 1
"""The parts of a sign that say when its event begins, as is known, and as Discord was asked for;
below them is to which message it leads."""
UNSURE = 1 << 3 * PART
"""Set in the sign of an event of which Discord was asked something, and has not answered."""
PHASES = ("open", "played", "gone", "planned")
"""What an event shows of its meeting."""
HIDDEN = -2
"""The sign of an event that has to go, though its meeting stays."""


class ScheduledEvents:
    """Shows meetings as events where the bot may make some and everybody sees the channel, as
    everybody sees events; takes in what is done to these."""

    def __init__(
        self,
        client: Reach,
        store: Store,
        open_to_all: Callable[[int, int], Awaitable[bool]],
    ) -> None:
        self._client, self._store, self._open_to_all = client, store, open_to_all
        self._set: TTLCache[tuple[int, int], bool] = TTLCache(EDITS, ECHO, time.monotonic)
        """The events and starts that were set here, until Discord tells of them."""
        self._meetings: Meetings
        self._admission: Admission

    def start(self, meetings: Meetings, admission: Admission) -> None:
        """Take in what is done to events from now on."""
        self._meetings, self._admission = meetings, admission

    async def show(self, meeting: Meeting, poster: Poster, words: Words) -> Poster:
        """Bring a meeting's event up to date, which leads to its message; without permission there
        is none any more."""
        sign, link = _sign(meeting, poster, meeting.at), address(meeting, poster.message)
        guild = self._client.get_guild(meeting.guild)
        if not meeting.listed or _asked(poster.announced) == _asked(sign) or guild is None:
            return poster
        withdrawn = poster.event if await self._has_to_go(meeting, poster) else None
        try:
            if withdrawn is not None:
                await self._withdraw(guild, withdrawn)
                return replace(poster, event=None)
            event = await self._shown(guild, meeting, poster, link, words)
            if event is None and _phase(meeting) == "planned":
                sign = HIDDEN  # until everybody sees the channel
        except discord.HTTPException as refused:
            if unreachable(refused):
                raise
            # Without the permission, or with as many as a server may have, all works without it.
            log.info("meeting %s is no event: %s", meeting.id, refused)
            event = None if isinstance(refused, discord.NotFound) else poster.event
            known = (await self._store.meetings.poster(meeting.id)).announced
            # It begins when it did; what has to go still has to.
            sign = HIDDEN if withdrawn else _with_known(sign, known)
        return replace(poster, event=event, announced=sign)

    async def _has_to_go(self, meeting: Meeting, poster: Poster) -> bool:
        """Return whether an event was to go, and not everybody sees the channel again."""
        if poster.announced != HIDDEN or poster.event is None:
            return False
        planned = _phase(meeting) == "planned"
        return not (planned and await self._open_to_all(meeting.guild, meeting.channel))

    async def hides(self, meeting: Meeting, poster: Poster) -> bool:
        """Return whether a meeting's event has to go: not everybody sees the channel any more."""
        guild, planned = self._client.get_guild(meeting.guild), _phase(meeting) == "planned"
        if poster.event is None or not planned or guild is None or guild.unavailable:
            return False
        return not await self._open_to_all(meeting.guild, meeting.channel)

    async def _withdraw(self, guild: discord.Guild, event: int) -> None:
        with contextlib.suppress(discord.NotFound):
            async with self._client.at(Place(guild.id)):
                await (await guild.fetch_scheduled_event(event)).delete()

    async def look(self, guild: int) -> None:
        """Take in what was done to a server's events while the bot was not there."""
        await one_by_one(await self._store.meetings.open(guild), self._look_at)

    async def _look_at(self, meeting: Meeting) -> None:
        """Take in what was done to the event of a meeting to come, if it has one."""
        server = self._client.get_guild(meeting.guild)
        poster = await self._store.meetings.poster(meeting.id)
        if server is None or poster.event is None or meeting.stage != "planned":
            return
        with contextlib.suppress(Refusal):  # it has begun meanwhile
            try:
                async with self._client.at(Place(meeting.guild)):
                    event = await server.fetch_scheduled_event(poster.event)
                await self.changed(event)
                await self._compare(meeting, event)
            except discord.NotFound:
                await self.gone(poster.event)

    async def _compare(self, meeting: Meeting, event: discord.ScheduledEvent) -> None:
        """Take in who became interested in an event, and who is interested no more."""
        people = await self._users(event, KNOWN)
        for user in people:
            await self._comes(meeting, user, unless=get_args(Coming))
        unseen = [g.user for g in meeting.guests if g.interested and g.user not in people]
        if len(people) == KNOWN:
            unseen = [user for user in unseen if await self._users(event, 1, user - 1) != [user]]
        for user in unseen:
            await self.interested(event.id, user, False)

    async def _users(
        self, event: discord.ScheduledEvent, count: int, after: int | None = None
    ) -> list[int]:
        """Return who is interested in an event, so many from the least id on, or after this one."""
        async with self._client.at(Place(event.guild_id)):
            since = None if after is None else discord.Object(after)
            return [user.id async for user in event.users(limit=count, after=since)]

    async def changed(self, event: discord.ScheduledEvent) -> None:
        """Move the meeting of an event that others have moved, begin it where they have begun the
        event before its time, or cancel it with the event."""
        meeting = await self._store.meetings.of_event(event.id)
        if meeting is None or meeting.stage != "planned":
            return
        if event.status is discord.EventStatus.cancelled:
            await self.gone(event.id)
            return
        if event.status is discord.EventStatus.active:
            await self._hurry(meeting)
            return
        at, now = event.start_time.timestamp(), time.time()
        poster = await self._store.meetings.poster(meeting.id)
        told = self._set.pop((event.id, int(at)), False)
        told = told or _is_told(poster.announced, _sign(meeting, poster, at))
        told = told or int(at) == int(meeting.at)
        if event.status is discord.EventStatus.scheduled and not told and at > now:
            moved = partial(course.move, by=0, at=at, now=now)
            await self._meetings.change(meeting.id, meeting.guild, moved)

    async def _hurry(self, meeting: Meeting) -> None:
        """Begin a meeting whose event was begun; one that begins by itself has begun it."""
        if meeting.stage == "planned" and meeting.at > time.time():
            with contextlib.suppress(Refusal):  # it has begun meanwhile
                await self._meetings.hurry(meeting.id, meeting.guild)

    async def gone(self, event: int) -> None:
        """Cancel the meeting of an event that others have deleted."""
        meeting = await self._store.meetings.of_event(event)
        if meeting is None or meeting.stage != "planned":
            return
        if (await self._store.meetings.poster(meeting.id)).announced != HIDDEN:
            cancelled = partial(course.cancel, by=0, now=time.time())
            await self._meetings.change(meeting.id, meeting.guild, cancelled)

    async def interested(self, event: int, user: int, on: bool) -> None:
        """Let somebody who is interested in an event come perhaps, never for sure; or no more."""
        meeting = await self._store.meetings.of_event(event)
        if meeting is None or meeting.stage != "planned":
            return
        if on:
            await self._comes(meeting, user, unless=("seat", "maybe", "here"))
        else:
            away = partial(_without_interest, user=user)
            await self._meetings.change(meeting.id, meeting.guild, away)

    async def _comes(self, meeting: Meeting, user: int, unless: Collection[Coming]) -> None:
        """Let somebody come perhaps who has not said one of these."""
        if _has_said(meeting, user, unless):
            return
        name = await self._name(meeting.guild, user)
        if name is None:
            return
        perhaps = partial(_perhaps, user=user, name=name, unless=unless)
        try:
            await self._admission.admit(meeting.guild, user)
            await self._meetings.change(meeting.id, meeting.guild, perhaps)
        except Refusal as refused:
            log.debug("meeting %s: %s", meeting.id, refused)

    async def _shown(
        self, guild: discord.Guild, meeting: Meeting, poster: Poster, link: str, words: Words
    ) -> int | None:
        """Make, change or delete the event; return it, where there is one."""
        if poster.event is not None:
            async with self._client.at(Place(guild.id)):
                event = await guild.fetch_scheduled_event(poster.event)
            # Noted first: nobody may hear whether Discord does this, and the host moves it again.
            await self._store.meetings.post(_unsure(meeting, poster, event))
            return await self._follow(event, meeting, link)
        if _phase(meeting) != "planned" or meeting.at <= time.time():
            return None
        looked_for = poster.announced == HIDDEN
        if looked_for and not await self._open_to_all(guild.id, meeting.channel):
            return None
        if (made := await self._made(guild, link)) is not None:
            return await self._follow(made, meeting, link)
        if not await self._open_to_all(guild.id, meeting.channel):
            return None
        event_id = await self._make(guild, meeting, link, words)
        # Discord may have taken twice what it answered with 5xx: the library repeats it.
        made = await self._made(guild, link)
        return made.id if made else event_id

    async def _follow(
        self, event: discord.ScheduledEvent, meeting: Meeting, link: str
    ) -> int | None:
        """Let an event be as its meeting is by now; return it, unless it goes with that."""
        begins = event.status is discord.EventStatus.scheduled
        async with self._client.at(Place(meeting.guild)):
            match _phase(meeting):
                case "planned" if begins:
                    # Noted first: Discord may tell of it before it answers, when it is set anew.
                    self._set[event.id, int(meeting.at)] = True
                    start = _start(meeting)
                    await event.edit(start_time=start, end_time=start + LASTS, location=link)
                case "open" if begins:
                    await event.edit(status=discord.EventStatus.active, location=link)
                case "planned" | "open":
                    await event.edit(location=link)  # others have begun it
                case "played" if event.status is discord.EventStatus.active:
                    await event.edit(status=discord.EventStatus.completed)
                case _:
                    await event.delete()
                    return None
        return event.id

    async def _made(self, guild: discord.Guild, link: str) -> discord.ScheduledEvent | None:
        """Return the event that leads to a message already, as when the bot died just after making
        it; where several do all others go."""
        async with self._client.at(Place(guild.id)):
            events = await guild.fetch_scheduled_events(with_counts=False)
        own = [e for e in events if e.creator_id == guild.me.id and e.location == link]
        for other in own[1:]:
            await self._withdraw(guild, other.id)
        return own[0] if own else None

    async def _make(self, guild: discord.Guild, meeting: Meeting, link: str, words: Words) -> int:
        start, title = _start(meeting), words.within(meeting.game)("title")
        async with self._client.at(Place(guild.id)):
            made = await guild.create_scheduled_event(
                name=visible(title)[:NAME],
                description=words.named("meeting.event"),
                start_time=start,
                end_time=start + LASTS,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=link,
            )
        return made.id

    async def _name(self, guild: int, user: int) -> str | None:
        """Return what somebody is called on a server; None for who is not there, or a bot."""
        server = self._client.get_guild(guild)
        if server is None:
            return None
        try:
            async with self._client.at(Place(guild)):
                member = await server.fetch_member(user)
        except discord.NotFound:
            return None
        return None if member.bot else member.display_name


def _start(meeting: Meeting) -> datetime:
    return datetime.fromtimestamp(meeting.at, UTC)


def _perhaps(meeting: Meeting, user: int, name: str, unless: Collection[Coming]) -> Meeting:
    if _has_said(meeting, user, unless):
        return meeting
    return course.come(meeting, user, name, "maybe", interested=True)


def _without_interest(meeting: Meeting, user: int) -> Meeting:
    """Return it without somebody who came perhaps for their interest alone."""
    guest = course.guest(meeting, user)
    return course.no_guest(meeting, user) if guest and guest.interested else meeting


def _has_said(meeting: Meeting, user: int, unless: Collection[Coming]) -> bool:
    """Return whether somebody has given one of these answers."""
    guest = course.guest(meeting, user)
    return guest is not None and guest.coming in unless


def _phase(meeting: Meeting) -> str:
    if meeting.stage == "over":
        return "played" if meeting.reason == "played" else "gone"
    return "planned" if meeting.stage == "planned" else "open"


def _sign(meeting: Meeting, poster: Poster, at: float) -> int:
    """Return a sign of whether an event is to come and when it begins then, which is known and was
    asked for, and to which message it leads."""
    begins = PHASES.index(_phase(meeting))
    if begins == len(PHASES) - 1:
        begins += int(at) // 60 % ((1 << PART) - len(PHASES))  # none has all bits set, as HIDDEN
    leads = zlib.crc32(f"{poster.message}".encode()) % (1 << PART)
    return begins << BEGINS * PART | begins << ASKED * PART | leads


def _unsure(meeting: Meeting, poster: Poster, event: discord.ScheduledEvent) -> Poster:
    """Return what is known of an event of which Discord is asked what it is to show: when it begins
    by now, unless others have just moved it, of which Discord tells."""
    there = _sign(meeting, poster, event.start_time.timestamp())
    known = there if _is_told(poster.announced, there) else poster.announced
    asked = _sign(meeting, poster, meeting.at)
    return replace(poster, announced=UNSURE | _with_known(asked, known))


def _part(sign: int, part: int) -> int:
    return sign >> part * PART & (1 << PART) - 1


def _with_known(sign: int, known: int) -> int:
    """Return a sign of what Discord was asked for by which an event begins as by another."""
    return _part(known, BEGINS) << BEGINS * PART | _asked(sign)


def _asked(sign: int) -> int:
    """Return what a sign says that Discord was asked for, if it was refused as well, and whether it
    has answered."""
    return sign & (UNSURE | (1 << BEGINS * PART) - 1)


def _is_told(announced: int, shown: int) -> bool:
    """Tell whether an event is known to begin as a sign shows, or may by now, as Discord was asked
    for it."""
    unsure = announced & UNSURE and _part(announced, ASKED) == _part(shown, ASKED)
    return bool(unsure) or _part(announced, BEGINS) == _part(shown, BEGINS)
