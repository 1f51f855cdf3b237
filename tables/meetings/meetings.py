"""The games that people have agreed to play at some time, until they are played."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from engine.contract import AnyGame
from storage.cases import Case
from storage.errors import ChannelTaken, Conflict, Damaged, Unsure, aside, traced
from storage.meetings import Guest, Meeting, Poster
from storage.records import Table
from storage.store import Store
from tables.lobby.admission import Admission, Wish
from tables.lobby.lobbies import Lobbies
from tables.match.alarms import Alarms, Need
from tables.match.clocks import Clocks
from tables.meetings import course
from tables.meetings.when import When
from tables.room.cache import Rooms
from tables.room.locks import Locks
from tables.room.one_by_one import one_by_one
from tables.room.owed import Owed
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import MINUTE

log = logging.getLogger(__name__)

Change: TypeAlias = Callable[[Meeting], Meeting]
Doing: TypeAlias = Callable[[Meeting], Case]
"""Returns the case of what staff does to a meeting, as that was before."""
OWN, MOST = 3, 25
"""How many meetings one person may have called, and one server may have."""
LOOK = Need("look")
RETRY = 60.0
"""Seconds until a look is tried again that failed."""


class Meetings:
    """The meetings of one process."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        rooms: Rooms,
        lobbies: Lobbies,
        admission: Admission,
        port: Port,
        clocks: Clocks,
    ) -> None:
        self._store, self._games, self._rooms, self._port = store.meetings, games, rooms, port
        self._lobbies, self._admission, self._clocks = lobbies, admission, clocks
        self.alarms = Alarms(self._wake)
        """When meetings need the bot by themselves."""
        self._lock = Locks[str]()
        self._owed = Owed()
        self._gathering: dict[str, str] = {}
        """The meetings of the lobbies for whose people is waited, by the tables."""

    async def start(self) -> None:
        """Set the alarms of all meetings."""
        for meeting in await self._store.own():
            self._arm(meeting)
            if meeting.table is not None:  # its lobby may have ended meanwhile
                self._ring(meeting.id, time.time())

    async def close(self) -> None:
        """Let nothing happen by itself any more."""
        await self.alarms.close()

    async def get(self, id: str, guild: int) -> Meeting:
        """Return a meeting of a server; raise Refusal where there is none."""
        meeting = await self._store.get(id)
        if meeting is None or meeting.guild != guild:
            raise Refusal("meeting.gone")
        return meeting

    async def planned(self, guild: int) -> list[Meeting]:
        """Return a server's meetings whose time is to come, the next first."""
        return [each for each in await self._store.open(guild) if each.stage == "planned"]

    async def poster(self, id: str) -> Poster:
        """Return by which messages a meeting is shown."""
        return await self._store.poster(id)

    async def agree(
        self,
        wish: Wish,
        name: str,
        when: When,
        seats: int | None,
        zone: str,
        locale: str,
        listed: bool = False,
    ) -> Meeting:
        """Call a meeting of so many people (None: as many as can play) for somebody, who has the
        first seat; raise Refusal. `listed`: it is to be one of the server's events, too."""
        await self._admission.plan(wish)
        counts = self._games[wish.game].seat_counts
        if seats is not None and seats not in counts:
            raise Refusal("meeting.seats", least=min(counts), most=max(counts))
        now = time.time()
        meeting = Meeting(
            id=secrets.token_hex(4),
            guild=wish.guild,
            channel=next(iter(wish.places)),
            host=wish.user,
            game=wish.game,
            at=when.at,
            seats=seats or max(counts),
            zone=zone,
            locale=locale,
            created=now,
            weekly=when.weekly,
            listed=listed,
            reminded=when.at - now <= course.REMIND,
            wall=when.wall,
            guests=(Guest(wish.user, name, "seat"),),
        )
        async with self._lock(str(wish.guild)):  # of many at once as many as may be are agreed
            await self._room(meeting)
            await self._store.add(meeting)
        self._changed(meeting)
        return meeting

    async def _room(self, meeting: Meeting) -> None:
        """Raise Refusal where its server, or its host there, has as many meetings as may be, or the
        same: what Discord calls failed reaches the bot late, and is typed again."""
        known = await self._store.open(meeting.guild)
        own = [each for each in known if each.host == meeting.host]
        for each in own:
            same = (each.game, each.channel) == (meeting.game, meeting.channel)
            if same and abs(each.at - meeting.at) < MINUTE:
                raise Refusal("meeting.twice")
        if len(known) >= MOST:
            raise Refusal("meeting.most", n=MOST)
        if len(own) >= OWN:
            raise Refusal("meeting.own", n=OWN)

    async def seat(self, id: str, guild: int, user: int, name: str) -> None:
        """Give somebody a seat; raise Refusal for who may not sit at the server's tables, or not
        with those who have one."""
        await self._admission.admit(guild, user)
        async with self._lock(id):
            seated = [guest.user for guest in course.seated(await self.get(id, guild))]
            await self._admission.together(seated, user, "meeting")
            await self._change(id, guild, lambda m: course.come(m, user, name, "seat"))

    async def change(
        self, id: str, guild: int, change: Change, doing: Doing | None = None
    ) -> Meeting:
        """Change a meeting and show it, with the case of what staff does so; raise Refusal."""
        async with self._lock(id):
            return await self._change(id, guild, change, doing)

    async def _change(
        self, id: str, guild: int, change: Change, doing: Doing | None = None
    ) -> Meeting:
        try:
            return await self._tried(id, guild, change, doing)
        except Unsure:
            raise
        except Conflict:  # a guest was forgotten meanwhile
            return await self._tried(id, guild, change, doing)

    async def _tried(self, id: str, guild: int, change: Change, doing: Doing | None) -> Meeting:
        old = await self.get(id, guild)
        new, case = change(old), doing and doing(old)
        if new == old:
            return old
        save = self._finish if new.stage == "over" and old.stage != "over" else self._save
        stored = await save(new, case=case)
        if case is not None:
            self._port.case(guild)
        return stored

    async def hurry(self, id: str, guild: int) -> None:
        """Let a meeting begin now, before its time; what comes every week keeps its hour. Raise
        Refusal where it has begun already."""
        await self.change(id, guild, partial(course.hurried, now=time.time()))

    async def appear(self, id: str, guild: int, user: int) -> None:
        """Note that somebody who has a seat is there; raise Refusal, also before its time."""
        meeting = await self.change(id, guild, lambda m: course.appear(course.gathering(m), user))
        if user not in (guest.user for guest in course.here(meeting)):
            raise Refusal("meeting.no_seat")

    async def gathered(self, table: str, user: int) -> Meeting | None:
        """Return the meeting of a table that gathers still, if this person is there for it; none
        where it is damaged."""
        meeting = await self._gathers(table)
        there = meeting is not None and user in (guest.user for guest in course.here(meeting))
        return meeting if there else None

    async def seen(self, table: str, user: int) -> None:
        """Notice that somebody does something at a table; what they do there goes on also where a
        meeting is damaged."""
        id = self._gathering.get(table)
        if id is None:
            return
        async with self._lock(id):
            meeting = await self._gathers(table)
            if meeting and user in (guest.user for guest in course.absent(meeting)):
                await self._save(course.appear(meeting, user))

    async def _gathers(self, table: str) -> Meeting | None:
        """Return the meeting of a table that gathers still, none where it is damaged."""
        id = self._gathering.get(table)
        try:
            return await self._store.get(id) if id is not None else None
        except Damaged as error:
            log.error("meeting %s: %s", id, error)
            return None

    async def replace(self, id: str, guild: int, user: int, computers: bool) -> None:
        """Take the seats of those who are not there; `computers` have them then, or who wants them.
        Raise Refusal for who does not choose."""
        async with self._lock(id):
            meeting = course.chooses(await self.get(id, guild), user)
            room = await self._rooms.get(meeting.table or "")
            for absent in course.absent(meeting):

                def vacated(table: Table, gone: int = absent.user) -> Table:
                    # Only now: others may have added computers meanwhile.
                    name = self._port.computer(room) if computers else None
                    return course.vacated(table, gone, user, name)

                await self._lobbies.change(room, vacated)
            with aside():
                await self._save(course.sitting(meeting, room.table))

    async def end(self, guild: int, channel: int | None = None, reason: str = "") -> None:
        """End the meetings of a server that the bot was taken from, or those in one channel of it
        that is gone, or for another reason."""
        reason = reason or ("gone" if channel else "removed")
        for meeting in await self._store.open(guild):
            if channel in (None, meeting.channel):
                with_end = partial(course.over, reason=reason)
                await self.change(meeting.id, guild, with_end)

    async def left(self, present: Callable[[], Collection[int]]) -> None:
        """End the meetings on servers that the bot is on no more."""
        gone = {meeting.guild for meeting in await self._store.own()}.difference(present())
        await one_by_one(gone, self.end)

    async def unseat_banned(self) -> None:
        """Take from the meetings to come whom a ban keeps from them, where they can be read."""

        async def without(guest: tuple[str, int, int]) -> None:
            id, guild, user = guest
            try:
                await self.change(id, guild, lambda m: course.no_guest(m, user))
            except (Damaged, Refusal) as error:
                log.error("meeting %s: %s", id, error)

        await one_by_one(await self._store.barred(time.time()), without)

    async def sweep(self) -> None:
        """Show what others have written, or what was stored though nobody heard of it."""
        await one_by_one(self._owed.fresh(await self._store.owed()), self._show)

    async def _show(self, id: str) -> None:
        if (meeting := await self._store.get(id)) is not None:
            self._changed(meeting)

    def follow(self, table: str) -> None:
        """Look soon at the meeting of a table that has changed, if it has one."""
        if id := self._gathering.get(table):
            self._ring(id, time.time())

    async def look(self, id: str) -> None:
        """Let happen what is due at a meeting."""
        async with self._lock(id):
            meeting, now = await self._store.get(id), time.time()
            if meeting is None or meeting.stage == "over":
                self.alarms.set(id, {})
            elif meeting.stage != "planned":
                await self._gather(meeting, now)
            elif now < meeting.at and not self._due(meeting, now):
                self._arm(meeting)
            elif not await self._settled(meeting):
                await self._finish(course.over(meeting, "settled"))
            elif now >= meeting.at:
                await self._begin(meeting, now)
            else:
                await self._save(course.remind(meeting, now))

    async def _settled(self, meeting: Meeting) -> bool:
        """Return whether the server's settings let a meeting take place."""
        try:
            await self._admission.planned(meeting.guild, meeting.channel, meeting.game)
        except Refusal as refused:
            log.info("meeting %s takes place no more: %s", meeting.id, refused)
            return False
        return True

    async def _gather(self, meeting: Meeting, now: float) -> None:
        """See who is there, as long as the lobby of a meeting is one."""
        seen = await self._seen(meeting)
        if seen.stage == "open" and self._due(seen, now):
            seen = replace(seen, stage="choosing")
        if seen == meeting:
            self._arm(meeting)
        else:
            await self._save(seen)

    async def _seen(self, meeting: Meeting) -> Meeting:
        """Return a meeting as its table is by now; one that is gone was closed."""
        try:
            table = (await self._rooms.get(meeting.table or "")).table
        except Refusal:
            return course.over(meeting, "closed")
        if table.status == "lobby":
            return course.sitting(meeting, table)
        played = table.status in ("running", "finished")
        return course.over(meeting, "played" if played else "closed")

    async def _begin(self, meeting: Meeting, now: float) -> None:
        """Open the lobby of a meeting whose time has come, or find out why that cannot be."""
        if now - meeting.at > course.MISSED:
            await self._finish(course.over(meeting, "missed"))
            return
        try:
            place = await self._place(meeting)
            present = await self._expected(meeting)
            room = await self._opened(present, place)
        except (ChannelTaken, Refusal) as held:
            log.info("meeting %s does not begin: %s", meeting.id, held)
            if now - meeting.at > course.HELD:
                await self._finish(course.over(meeting, "taken"))
            elif not meeting.reason:
                await self._save(replace(meeting, reason="held"))
            else:
                self._arm(meeting)
            return
        if room is None:
            await self._finish(course.over(present, "nobody"))
        else:
            begun = course.begun(present, room.table, now, await self._told(present, now))
            await self._save(begun, _following(present, now))

    async def _told(self, meeting: Meeting, now: float) -> bool:
        """Return whether those who have a seat know that its table opens now: they may have been
        reminded of a later hour, the bot may have been away since before they were to be reminded,
        or told, or the channel was taken."""
        late = now - meeting.at > course.PUNCTUAL
        if not meeting.reminded or late or course.early(meeting, course.PUNCTUAL):
            return False
        return (await self.poster(meeting.id)).calls == meeting.calls

    async def _place(self, meeting: Meeting) -> Room | None:
        """Return the lobby of a meeting that is open already, if the bot died just after that; None
        where one may be opened. Raise ChannelTaken, or Refusal where there may be no table now."""
        self._admission.begin()
        room = await self._rooms.at(meeting.channel)
        if room is None:
            await self._admission.room(meeting.guild)
            return None
        table, people = room.table, [guest.user for guest in course.seated(meeting)]
        own = table.status == "lobby" and table.host in people
        if own and table.game == meeting.game and table.created >= meeting.at:
            return room
        raise ChannelTaken(table.id)

    async def _expected(self, meeting: Meeting) -> Meeting:
        """Return a meeting without its host and those who have a seat as far as a ban keeps them
        from it, or they are no longer on the server."""
        asked = [guest.user for guest in course.seated(meeting)]
        if meeting.host not in (0, *asked):
            asked.append(meeting.host)
        # As where a ban takes seats: one that is over by then keeps nobody from it.
        expected, then = self._admission.expected, max(meeting.at, time.time())
        gone = [user for user in asked if not await expected(meeting.guild, user, then)]
        host = 0 if meeting.host in gone else meeting.host
        return replace(course.without(meeting, gone), host=host)

    async def _opened(self, meeting: Meeting, room: Room | None) -> Room | None:
        """Return the lobby of a meeting in which who has a seat sits, as far as they may; None
        where nobody has one. Raise ChannelTaken."""
        # Sorting keeps the order of the others.
        for guest in sorted(course.seated(meeting), key=lambda g: g.user != meeting.host):
            if room is None:
                place, who = (meeting.guild, meeting.channel), (guest.user, guest.name)
                room = await self._lobbies.open(meeting.game, *place, *who, meeting.locale)
                continue
            try:
                await self._lobbies.sit_down(room, guest.user, guest.name)
            except Refusal as refused:
                log.debug("meeting %s: %s", meeting.id, refused)
        return room

    async def _finish(self, meeting: Meeting, case: Case | None = None) -> Meeting:
        """Save a meeting that is over from now on, and what follows it."""
        following = None
        if meeting.weekly and meeting.reason in course.AGAIN:
            meeting = await self._expected(meeting)
            following = _following(meeting, time.time())
        return await self._save(meeting, following, case)

    async def _save(
        self, meeting: Meeting, following: Meeting | None = None, case: Case | None = None
    ) -> Meeting:
        stored = await self._store.save(meeting, following, case)
        for each in (stored, following):
            if each is not None:
                self._changed(each)
        return stored

    def _changed(self, meeting: Meeting) -> None:
        self._arm(meeting)
        self._port.meeting(meeting.id)

    def _arm(self, meeting: Meeting) -> None:
        """Set the alarm of a meeting."""
        if meeting.table is not None:
            gathers = meeting.stage in ("open", "choosing")
            self._gathering.pop(meeting.table, None)
            if gathers:
                self._gathering[meeting.table] = meeting.id
        due = self._next(meeting, time.time())
        if due is None:
            self.alarms.set(meeting.id, {})
        else:
            self._ring(meeting.id, due)

    def _next(self, meeting: Meeting, now: float) -> float | None:
        """Return when a meeting needs the bot by itself, or None: never any more."""
        return course.due(meeting, now, self._clocks.since(meeting.guild))

    def _due(self, meeting: Meeting, now: float) -> bool:
        due = self._next(meeting, now)
        return due is not None and now >= due

    def _ring(self, id: str, at: float) -> None:
        self.alarms.set(id, {})
        self.alarms.set(id, {LOOK: at})

    async def _wake(self, id: str, need: Need) -> None:
        try:
            await self.look(id)
        except Exception as error:
            log.error("meeting %s: %s", id, error, exc_info=traced(error))
            self._ring(id, time.time() + RETRY)


def _following(meeting: Meeting, now: float) -> Meeting | None:
    return course.next_one(meeting, secrets.token_hex(4), now)
