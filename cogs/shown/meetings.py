"""The messages of games that are agreed for a time, and calls to those who have a seat."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from cogs.gate.custom_id import AT_NO_TABLE
from cogs.line.embedded import edited, took
from cogs.line.messages import content
from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.sending import stand, told
from cogs.line.unreachable import ARCHIVED, Unembedded, forbidden, nowhere
from cogs.shown.leftovers import Leftovers
from cogs.shown.links import address
from cogs.shown.pages import Pages
from cogs.shown.scheduled import HIDDEN, ScheduledEvents
from screens.frame import meeting as page_of
from screens.texts import Words
from screens.wording import countdown
from storage.leftovers import Leftover
from storage.meetings import Guest, Meeting, Poster
from storage.store import Store
from tables.meetings import course
from tables.meetings.meetings import Meetings
from tables.room.room import Room
from tables.servers import MINUTE, Servers

MEETING = "meeting"
"""The kind of what shows a meeting, in the outbox."""
AN_HOUR, OFTEN = 60 * MINUTE, 3
"""In so many seconds so many other meetings tell a person that they were moved or cancelled."""
STAGES = ("planned", "open")
"""For what the message of a meeting is posted."""
TOO_LATE = 30 * MINUTE
"""Seconds after which nobody is told any more that a meeting was moved or cancelled, or is open."""


class MeetingPosts:
    """Shows each meeting in one message, and calls once for each reason."""

    def __init__(
        self,
        client: Reach,
        store: Store,
        pages: Pages,
        outbox: Outbox,
        events: ScheduledEvents,
        leftovers: Leftovers,
    ) -> None:
        self._client, self._store, self._pages = client, store, pages
        self._outbox, self._events, self._leftovers = outbox, events, leftovers
        self._meetings: Meetings
        self._servers: Servers
        self._anew = set[str]()
        """The meetings whose messages show what is stored in words of before."""
        self._posts, self._calls = Once[tuple[int, int]](), Once[int | None]()
        """The messages that were sent, each with the version of its meeting; and the calls."""

    async def start(self, meetings: Meetings, servers: Servers) -> None:
        """Show what is stored since before the bot stopped."""
        self._meetings, self._servers = meetings, servers
        for id in await self._store.meetings.owed():
            self.ask(id)

    def ask(self, id: str, anew: bool = False) -> None:
        """Show a meeting soon as it is then, also where its message was forbidden: it may be a call
        that is new. `anew`: also where its message shows that already, in other words."""
        if anew:
            self._anew.add(id)
        self._outbox.ask((MEETING, id), lambda: self._show(id))
        self._outbox.wake(id, (MEETING,))

    def changed(self, room: Room) -> None:
        """Say at a meeting what has become of its lobby."""
        self._meetings.follow(room.table.id)

    async def allowed(self, guild: int) -> None:
        """Try again what Discord has forbidden in a server, and look who sees its dates: what the
        bot or others may do has changed."""
        for id in await self._store.meetings.owed(guild):
            self._outbox.wake(id)
        for meeting in await self._store.meetings.open(guild):
            if meeting.listed:
                self.ask(meeting.id)

    def page(self, meeting: Meeting, link: str) -> page_of.Meeting:
        """Return what everybody may know of a meeting; `link` leads to its table."""
        host, chooser = course.host(meeting), course.chooser(meeting)
        reminded = meeting.reminded or meeting.at <= time.time()
        return page_of.Meeting(
            id=meeting.id,
            game=meeting.game,
            at=meeting.at,
            seats=meeting.seats,
            weekly=meeting.weekly,
            host=host.name if host else "",
            stage=meeting.stage,
            reason=meeting.reason,
            sure=_names(course.absent(meeting)),
            maybe=_names([guest for guest in meeting.guests if guest.coming == "maybe"]),
            here=_names(course.here(meeting)),
            chooser=chooser.name if chooser else "",
            link=link,
            reminds=not (reminded or self._servers.of(meeting.guild).quiet),
        )

    async def _show(self, id: str) -> None:
        meeting = await self._store.meetings.get(id)
        if meeting is None:
            return
        await self._client.reach(meeting.guild)
        poster = await self._store.meetings.poster(id)
        if id in self._anew:
            poster = await self._keep(replace(poster, version=-1))
            self._anew.discard(id)
        version, withheld = poster.version, list[Exception]()
        try:
            # Where no embeds are allowed calls are, and its event stands elsewhere.
            with _noting(withheld):
                poster, version = await self._post(meeting, poster)
            with _noting(withheld):
                poster = await self._call(meeting, poster)
        except discord.NotFound as gone:
            if not nowhere(gone):
                raise
            await self._meetings.end(meeting.guild, meeting.channel)
            # Nothing can be shown there: nothing is owed any more but that it is no event.
            meeting = await self._store.meetings.get(id) or meeting
            poster, version = replace(poster, calls=meeting.calls), meeting.version
        if withheld:
            poster = await self._store.meetings.poster(id)  # as far as that has come
        poster = await self._announce(meeting, poster)
        # Last of all: until then something is owed.
        await self._keep(replace(poster, version=version))
        if withheld:
            raise withheld[0]
        if version != meeting.version:
            self.ask(id)

    async def _post(self, meeting: Meeting, poster: Poster) -> tuple[Poster, int]:
        """Bring the message up to date, and return which version it shows; it is posted anew, below
        the rest, once the table opens."""
        if poster.version == meeting.version:
            return poster, meeting.version
        stage, message = self._posted_for(meeting, poster), poster.message
        nonce = _nonce(meeting, stage, message)
        if meeting.stage == "over" and message is None and not self._posts.knows(nonce):
            return poster, meeting.version
        words = self._words(meeting)
        page = page_of.meeting(self.page(meeting, await self._link(meeting)), words)
        shown = content(page, AT_NO_TABLE)
        if message is not None and poster.stage == stage and not self._posts.knows(nonce):
            try:
                async with self._client.at(meeting) as there:
                    sent = await edited(there.get_partial_message(message), **shown)
                if meeting.stage == "over" or not sent.flags.suppress_embeds:
                    return poster, meeting.version
                # Somebody has removed all that it shows.
            except discord.NotFound as gone:
                if nowhere(gone):
                    raise
                if meeting.stage == "over":
                    return poster, meeting.version
            except discord.HTTPException as refused:
                if refused.code != ARCHIVED:
                    raise  # but a thread that sleeps is woken by a new message
        send = partial(self._send, meeting, shown, nonce)
        posted, version = await self._posts.sent(nonce, send)
        old = None if message is None else Leftover(message, meeting.guild, meeting.channel)
        poster = replace(poster, message=posted, stage=stage)
        await self._store.meetings.post(poster, old)
        self._posts.noted(nonce)
        self._leftovers.ask(old)
        return poster, version

    def _posted_for(self, meeting: Meeting, poster: Poster) -> str:
        """Return for which stage the message is posted; once a meeting is over there is no new one,
        but one that was sent may still have to be noted."""
        if meeting.stage != "over":
            return "planned" if meeting.stage == "planned" else "open"
        sent = (s for s in STAGES if self._posts.knows(_nonce(meeting, s, poster.message)))
        return next(sent, poster.stage)

    async def _send(self, meeting: Meeting, shown: dict[str, Any], nonce: str) -> tuple[int, int]:
        """Post the message; return it and which version it shows."""
        async with self._client.at(meeting) as there:
            sent = await stand(there, nonce, **shown)
        return sent.id, meeting.version if took(sent, shown) else -1

    async def _call(self, meeting: Meeting, poster: Poster) -> Poster:
        """Tell those who have a seat of what they were not told yet; a call of which the reason is
        over goes."""
        fresh = poster.calls != meeting.calls
        if poster.call is not None and (fresh or not _stands(meeting)):
            # Left over, as nothing can be deleted in a thread that sleeps.
            left = Leftover(poster.call, meeting.guild, meeting.channel)
            poster = await self._keep(replace(poster, call=None), left)
            self._leftovers.ask(left)
        if not fresh:
            return poster
        sent, nonce = None, f"k{meeting.id}{meeting.calls}"
        people = await self._called(meeting) if _timely(meeting) else []
        if people or self._calls.knows(nonce):
            send = partial(self._mention, meeting, people, poster, nonce)
            sent = await self._calls.sent(nonce, send)
        call = None if meeting.call == "cancelled" else sent
        poster = await self._keep(replace(poster, calls=meeting.calls, call=call))
        self._calls.noted(nonce)
        return poster

    async def _mention(
        self, meeting: Meeting, people: Collection[int], poster: Poster, nonce: str
    ) -> int | None:
        allowed = discord.AllowedMentions(users=[discord.Object(user) for user in people])
        text = await self._text(meeting, people, poster)
        async with self._client.at(meeting) as there:
            return await told(there, nonce, content=text, allowed_mentions=allowed)

    async def _announce(self, meeting: Meeting, poster: Poster) -> Poster:
        """Bring the event of a meeting up to date, where it is one; it leads to the message."""
        if poster.message is None:
            return poster
        if await self._events.hides(meeting, poster):
            # Noted first: where somebody else deletes the event, the meeting is cancelled.
            poster = await self._keep(replace(poster, announced=HIDDEN))
        return await self._events.show(meeting, poster, self._words(meeting))

    async def _called(self, meeting: Meeting) -> list[int]:
        """Return who is mentioned: who has a seat, is not there and wants to be called, but who
        knows already, and who was called often this hour, unless it begins soon or has begun."""
        if self._servers.of(meeting.guild).quiet:
            return []
        users, spared = [guest.user for guest in course.absent(meeting)], set[int]()
        if meeting.call not in ("remind", "open"):
            spared.add(meeting.by)
            if meeting.at - meeting.called > course.REMIND:
                # Later than in an hour nobody was called but by a clock that was wrong.
                since, until = meeting.called - AN_HOUR, meeting.called + AN_HOUR
                called = await self._store.meetings.called(users, since, until, meeting.id)
                spared.update(user for user, times in called.items() if times >= OFTEN)
        spared.update(await self._store.staff.barred(meeting.guild, users, time.time()))
        habit = self._store.habits.of
        return [user for user in users if user not in spared and (await habit(user)).called]

    async def _text(self, meeting: Meeting, people: Collection[int], poster: Poster) -> str:
        words, call = self._words(meeting), meeting.call
        if call == "open" and course.early(meeting):
            call = "early"
        return words.named(
            f"meeting.call.{call}",
            n=len(people),
            who=" ".join(f"<@{user}>" for user in people),
            game=words.within(meeting.game)("title"),
            at=page_of.moment(meeting.at),
            left=countdown(meeting.at),
            link=address(meeting, poster.message),
        )

    async def _link(self, meeting: Meeting) -> str:
        """Return the address of a meeting's table, or nothing before there is one."""
        if meeting.table is None:
            return ""
        board = await self._store.shown.board(meeting.table)
        return address(meeting, board.message if board else None)

    async def _keep(self, poster: Poster, left: Leftover | None = None) -> Poster:
        await self._store.meetings.post(poster, left)
        return poster

    def _words(self, meeting: Meeting) -> Words:
        return self._pages.words_of(meeting.guild, meeting.channel, meeting.locale)


@contextlib.contextmanager
def _noting(withheld: list[Exception]) -> Iterator[None]:
    """Note what Discord forbids, so that the rest is done all the same."""
    try:
        yield
    except (discord.HTTPException, Unembedded) as refused:
        if not forbidden(refused):
            raise
        withheld.append(refused)


def _nonce(meeting: Meeting, stage: str, replaced: int | None) -> str:
    """Return what tells a message from others: it is posted for a stage, in place of another."""
    return f"m{meeting.id}{stage[:1]}{(replaced or 0) % 10**9}"


def _stands(meeting: Meeting) -> bool:
    """Return whether there is still a reason for a meeting's last call."""
    if meeting.call == "open":
        return meeting.stage in ("open", "choosing")
    return meeting.stage == "planned"


def _timely(meeting: Meeting) -> bool:
    """Return whether people are still to be told of what a meeting calls them for."""
    now = time.time()
    soon, ahead = now - meeting.called < TOO_LATE, now < meeting.at
    match meeting.call:
        case "cancelled":
            return soon and ahead
        case "open":
            return soon and _stands(meeting)
        case _:
            return (soon or meeting.call == "remind") and ahead and _stands(meeting)


def _names(guests: Collection[Guest]) -> list[str]:
    return [guest.name for guest in guests]
