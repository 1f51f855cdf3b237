"""What staff does at tables and on a server: each act is stored, told at the table, and a case."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.contract import Seat
from storage.cases import Case
from storage.errors import aside
from storage.people import Ban, Deed
from storage.records import Table
from storage.store import Store
from tables.lobby import lobby
from tables.match.computers import Computers
from tables.match.play import Play
from tables.members import Closed, Members
from tables.past.forgetting import Forgetting
from tables.past.ratings import Ratings
from tables.room.cache import Rooms
from tables.room.locks import Locks
from tables.room.one_by_one import one_by_one
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House, Servers
from tables.staff import cases, export
from tables.staff.cases import Cases, detail_of, mentioning, numbers, rank_of
from tables.staff.rank import (
    Person,
    Rank,
    among,
    beside,
    demand,
    may_act_on,
    may_undo,
)

log = logging.getLogger(__name__)

NOWHERE = ("gone", "removed")
"""Why a table ends that can no longer be shown anywhere."""
PURGED = "staff.note.end_purge"
"""What a table says that ended as all data of its server were deleted."""
RIGHTS = frozenset({"staff", "openers", "called", "log"})
"""The settings that say who may do what, and where it is told: they need Manage Server."""
CALLING = frozenset({"quiet", "nudge", "zone", "quiet_from", "quiet_to"})
"""The settings by which tables call people."""
CLOSED: Mapping[Closed, str] = {"lock": "staff.locked", "permissions": "staff.unseen"}
"""Why nobody resumes a table, by what keeps the bot from going on there."""
AGAIN = 15.0
"""Seconds after which somebody who was skipped is skipped again, or is banned again for as long
and the same reason: a command that is typed twice, as Discord called it failed though it came late,
does not take their next decision from them, and is one case."""
UNDOABLE = ("ban", "pause", "settings")
"""What can be taken back."""


class Staff:
    """Carries out what staff may do; who calls it has checked that somebody is staff."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        play: Play,
        computers: Computers,
        port: Port,
        servers: Servers,
        members: Members,
        ratings: Ratings,
        forgetting: Forgetting,
        book: Cases,
    ) -> None:
        self._store, self._rooms, self._play = store, rooms, play
        self._computers, self._port, self._servers = computers, port, servers
        self._members, self._ratings, self._cases = members, ratings, book
        self._forgetting = forgetting
        self._deciding = Locks[int]()
        """By server, held while it is decided who may ban, lift a ban or take a case back, and
        that is stored."""

    async def room(self, guild: int, table_id: str) -> Room:
        """Return an open table of this server; raise Refusal for any other."""
        return _open(await self.any_room(guild, table_id))

    async def any_room(self, guild: int, table_id: str) -> Room:
        """Return a table of this server, open or not; raise Refusal for any other."""
        table = await self._store.tables.get(table_id)
        if table is None or table.guild != guild:
            raise Refusal("staff.no_table")
        return await self._rooms.get(table_id)

    async def end(
        self, room: Room, actor: Person | None, why: str = "staff", reason: str = ""
    ) -> None:
        """End a table without a result."""
        async with room.lock:
            named = beside(actor, _open(room).table)
            ends = numbers(await self._standing(room.table, "pause"))
            case = cases.at(room.table, actor, "end", ends=ends, reason=reason, why=why)
            if why == "removed":
                # Before it ends: afterwards nobody would come by it again.
                await self._servers.leave_unmarked(room.table.guild, room.table.id)
            await self._play.abort(room, f"staff.note.end_{why}", why not in NOWHERE, case=case)
            _name(room, actor, named)
        self._cases.tell(case)

    async def remove(
        self, room: Room, actor: Person | None, target: Person, reason: str = ""
    ) -> Seat:
        """Take a person from a table; in a game a computer has the seat for good.

        Return the seat. Where nobody is left the table ends.
        """
        may_act_on(actor, target)
        async with room.lock:
            seat = _seat_of(room, target.id)
            case = cases.at(room.table, actor, "remove", target, reason=reason, seat=seat)
            await self._take(room, actor, target.id, case)
        self._cases.tell(case)
        return seat

    async def _take(
        self, room: Room, actor: Person | None, user: int, case: Case | None = None
    ) -> None:
        """Take a person's seat from them; the lock is held."""
        seat, named = _seat_of(room, user), beside(actor, room.table)
        name, begun = room.table.players[seat].name, room.table.status != "lobby"
        if begun:
            await self._play.hand_over(room, seat, case)
        else:
            await self._play.change(room, lambda table: lobby.leave(table, user), case)
        note = "staff.note.remove" if begun else "staff.note.remove_lobby"
        room.notes.add(note, name=name)
        _name(room, actor, named)

    async def sit_down(self, room: Room, seat: Seat, person: Person) -> None:
        """Give the seat of somebody who was removed to a person who has agreed."""
        async with room.lock:
            if await self.had_another(room.table, seat, person.id):
                raise Refusal("staff.other_seat")
            removed = await self._standing(room.table, "remove")
            ends = numbers(deed for deed in removed if detail_of(deed).get("seat") == seat)
            case = cases.at(room.table, person, "sit", person, ends, seat=seat)
            await self._play.sit_down(room, seat, person.id, person.name, case)
            room.notes.add("staff.note.sit", name=person.name)
        self._cases.tell(case)

    async def had_another(self, table: Table, seat: Seat, user: int) -> bool:
        """Return whether staff took a person from another seat of this game, as far as is known:
        they know what is hidden there. From which one a ban took them is not written down."""
        done = await self._store.staff.done_to(table.guild, user, table.id)
        return any(_took(deed, table, seat) for deed in done)

    async def skip(self, room: Room, actor: Person, target: Person, reason: str = "") -> None:
        """Let a computer make the one decision for which the table waits for a person."""
        may_act_on(actor, target)
        seat = _seat_of(room, target.id)
        named = beside(actor, room.table)
        if room.table.paused is not None:
            raise Refusal(room.table.why)
        token = room.running.to_act().get(seat)
        if token is None or room.person(seat) is None:
            raise Refusal("staff.not_waited")
        # Only now: who was skipped meanwhile is not asked this any more.
        await self._just_skipped(room.table, target)
        case = cases.at(room.table, actor, "skip", target, reason=reason)
        if not await self._computers.decide(room, seat, token, "staff", case):
            raise Refusal("error.stale")
        room.notes.add("staff.note.skip", name=room.table.players[seat].name)
        _name(room, actor, named)
        self._port.board(room)
        self._cases.tell(case)

    async def _just_skipped(self, table: Table, target: Person) -> None:
        """Raise Refusal for whom a computer has decided here just now by staff's will."""
        done = await self._store.staff.done_to(table.guild, target.id, table.id)
        skipped = [deed.at for deed in done if deed.action == "skip"]
        left = max(skipped, default=-math.inf) + AGAIN - time.time()
        if 0 < left <= AGAIN:
            raise Refusal("staff.skipped", n=math.ceil(left))

    async def pause(
        self, room: Room, actor: Person | None, why: str = "staff", reason: str = ""
    ) -> None:
        """Stop a running table."""
        async with room.lock:
            named = beside(actor, room.table)
            if room.table.paused is not None:
                raise Refusal("staff.is_paused")
            case = cases.at(room.table, actor, "pause", reason=reason, why=why)
            told = why == "staff"
            await self._play.pause(_open(room), time.time(), f"pause.{why}", told, case)
            _name(room, actor, named)
        self._cases.tell(case)
        self._panels(room)

    async def resume(
        self, room: Room, actor: Person | None, why: str = "staff", reason: str = ""
    ) -> None:
        """Let a paused table go on with the time that was left; nobody does in a channel that is
        closed, nor the bot by itself what was paused for anything but this."""
        if actor is not None:
            closed = await self._members.closed(room.table.guild, room.table.channel)
            if closed is not None:
                raise Refusal(CLOSED[closed])
        async with room.lock:
            named = beside(actor, room.table)
            if actor is None and room.table.why != f"pause.{why}":
                raise Refusal("error.not_paused")
            paused = await self._standing(room.table, "pause")
            ends = numbers(paused)
            case = cases.at(room.table, actor, "resume", ends=ends, reason=reason, why=why)
            await self._play.resume(_open(room), time.time(), case)
            room.notes.add("staff.note.resume")
            _name(room, actor, named)
        self._cases.tell(case)
        self._panels(room)

    async def _standing(self, table: Table, action: str) -> Sequence[Deed]:
        """Return the cases of an action at a table that nothing has ended."""
        return await self._store.staff.standing_at(table.guild, action, table.id)

    async def ban(
        self,
        guild: int,
        actor: Person,
        target: Person,
        until: float | None,
        reason: str,
    ) -> Sequence[Room]:
        """Keep a person from this server's tables until then, None for good; return the open ones
        from which that took them."""
        may_act_on(actor, target)
        async with self._deciding(guild):
            rooms = await self.seated(guild, target.id)
            for room in rooms:
                beside(actor, room.table)
            before = await self._store.staff.standing(guild, "ban", [target.id])
            named = [*rooms, *await self._just_left(before)]
            people = {p.user: p.name for r in named for p in r.table.players if p.user is not None}
            kept = mentioning(reason, {**people, target.id: target.name})
            ban = Ban(guild, target.id, until, kept, actor.id, time.time(), actor.rank)
            if (lasting := await self._lasting(guild, target.id)) is not None:
                may_undo(actor, Rank(lasting.standing))
            if lasting is None or not _again(ban, lasting):
                ends, taken = numbers(before), [room.table.id for room in rooms]
                case = cases.on(
                    guild, actor, "ban", target, ends, reason, people, until=until, tables=taken
                )
                await self._store.staff.ban(ban, case)
                self._cases.tell(case)
        with aside():
            await one_by_one(rooms, lambda room: self._leave(room, actor, target))
        return rooms

    async def _just_left(self, bans: Sequence[Deed]) -> Sequence[Room]:
        """Return the tables from which such bans took somebody within seconds: a reason that is
        typed again names the same people."""
        late = (deed for deed in bans if time.time() - AGAIN < deed.at)
        tables = [table for deed in late for table in detail_of(deed).get("tables", ())]
        return [await self._rooms.get(table) for table in tables]

    async def unseat_banned(self) -> None:
        """Take from the tables whom staff has banned just before the bot died, or as they were
        about to sit down."""

        async def leave(seat: tuple[str, int]) -> None:
            room = await self._rooms.get(seat[0])
            await self._leave(room, None, Person(seat[1]))

        await one_by_one(await self._store.staff.banned_seats(time.time()), leave)

    async def _leave(self, room: Room, actor: Person | None, target: Person) -> None:
        try:
            async with room.lock:
                await self._take(room, actor, target.id)
        except Refusal as late:
            log.debug("table %s: %s", room.table.id, late)

    async def unban(self, guild: int, actor: Person, target: Person, reason: str = "") -> None:
        """Let a person play again; raise Refusal when they may, and for who may not say so."""
        async with self._deciding(guild):
            await self._unban(guild, actor, target, reason)

    async def _unban(self, guild: int, actor: Person, target: Person, reason: str = "") -> None:
        if target.id == actor.id:
            raise Refusal("staff.yourself")
        if (lasting := await self._lasting(guild, target.id)) is None:
            raise Refusal("staff.not_banned")
        may_undo(actor, Rank(lasting.standing))
        bans = await self._store.staff.standing(guild, "ban", [target.id])
        case = cases.on(guild, actor, "unban", target, numbers(bans), reason)
        await self._store.staff.unban(guild, target.id, case)
        self._cases.tell(case)

    async def _lasting(self, guild: int, user: int) -> Ban | None:
        """Return the ban with which staff keeps somebody from a server's tables, or None."""
        bans = await self._store.staff.bans(guild, time.time())
        return next((ban for ban in bans if ban.user == user), None)

    async def seated(self, guild: int, user: int) -> list[Room]:
        """Return the open tables of a server at which a person sits."""
        tables = await self._store.tables.open_of(user, guild)
        return [await self._rooms.get(table) for table in tables]

    async def follow(self, room: Room, user: int) -> None:
        """Let a computer play for somebody who is no longer on the server."""
        async with room.lock:
            seat = room.seat_of(user)
            if seat is None or room.person(seat) is None or not room.going:
                return
            name = room.table.players[seat].name
            case = cases.at(room.table, None, "left", Person(user, name))
            await self._play.leave(room, seat, case)
            room.notes.add("staff.note.left", name=name)

    async def settle(
        self, guild: int, actor: Person, changes: Mapping[str, object], ends: Sequence[int] = ()
    ) -> None:
        """Change some of a server's settings; who may do what is settled with Manage Server alone.

        Raise ValidationError for what cannot be settled.
        """
        async with self._servers.lock(guild):
            await self._settle(guild, actor, changes, ends)

    async def _settle(
        self, guild: int, actor: Person, changes: Mapping[str, object], ends: Sequence[int]
    ) -> None:
        before = self._servers.of(guild).model_dump()
        house = House.model_validate({**before, **changes})
        after = house.model_dump()
        changed = {
            name: [before[name], value] for name, value in after.items() if before[name] != value
        }
        if RIGHTS & set(changed):
            demand(actor, Rank.MANAGER)
        if "season" in changed:
            # What has ended belongs to the season in which it did.
            await self._ratings.settle()
        if changed or ends:
            case = cases.on(guild, actor, "settings", ends=ends, changed=changed)
            await self._servers.settle(guild, house, case)
            self._cases.tell(case)
        if "language" in changed:
            self._port.language(guild)
        if CALLING & set(changed):
            with aside():
                for table in await self._store.tables.open_tables(guild):
                    self._play.look(table.id)

    async def undo(self, guild: int, actor: Person, number: int) -> Deed:
        """Take back a case that nothing has ended yet; return it."""
        async with self._deciding(guild):
            return await self._undo(guild, actor, number)

    async def _undo(self, guild: int, actor: Person, number: int) -> Deed:
        deeds = await self._store.staff.deeds(guild, [number])
        if not deeds:
            raise Refusal("staff.no_case")
        deed = deeds[0]
        if deed.closed is not None or deed.action not in UNDOABLE:
            raise Refusal("staff.not_undoable", number=number)
        may_undo(actor, rank_of(deed))
        if deed.action == "ban":
            await self._unban(guild, actor, Person(deed.target or 0))
        elif deed.action == "pause":
            await self.resume(await self.room(guild, deed.table or ""), actor)
        else:
            old = {name: was for name, (was, _) in detail_of(deed).get("changed", {}).items()}
            await self.settle(guild, actor, old, [deed.number])
        return deed

    async def close_all(self, guild: int, why: str = "purge") -> Sequence[str]:
        """End all open tables of a server; return which. One that fails holds up no other."""
        tables = [table.id for table in await self._store.tables.open_tables(guild)]
        await one_by_one(tables, lambda table: self._close(table, why))
        return tables

    async def _close(self, table_id: str, why: str) -> None:
        try:
            await self.end(await self._rooms.get(table_id), None, why)
        except Refusal as late:
            if late.key != "error.ended":
                raise

    async def purge(self, guild: int, actor: Person) -> None:
        """Remove everything that is stored of a server, whose tables have ended; one case stays."""
        demand(actor, Rank.MANAGER)
        case = cases.on(guild, actor, "purge", log=self._servers.of(guild).log)
        await self._forgetting.purge(guild, case)
        # The one line of the log that names a person: nothing else may be left to tell who did it.
        log.info("server %d: all its data were deleted by %d", guild, actor.id)
        self._cases.tell(case)

    async def export(self, room: Room, actor: Person) -> str:
        """Return a table's log as JSON text; of one that runs no secret, nor what people must
        remember, and to nobody who plays there unless the table is told."""
        running = room.table.status == "running"
        named = running and among(actor, room.table.users, "staff.own_export")
        await self._cases.record(cases.at(room.table, actor, "export"))
        if named:
            room.notes.add("staff.note.export", name=actor.name)
            self._port.board(room)
        return await export.export(self._store, room)

    def _panels(self, room: Room) -> None:
        for user in room.table.users:
            self._port.panel(room, user)


def _open(room: Room) -> Room:
    if not room.table.is_open:
        raise Refusal("error.ended")
    return room


def _took(deed: Deed, table: Table, but: Seat) -> bool:
    """Return whether this took somebody from a seat of a table's game, but for one."""
    detail = detail_of(deed)
    if deed.action == "ban":
        return table.id in detail.get("tables", ())
    begun = table.started is not None and deed.at >= table.started
    return deed.action == "remove" and begun and detail.get("seat") != but


def _again(ban: Ban, lasting: Ban) -> bool:
    """Return whether a ban is the lasting one, typed once more within seconds."""
    same = replace(ban, at=lasting.at, until=lasting.until) == lasting
    ends, ended = (each.until or math.inf for each in (ban, lasting))
    return (
        same and math.isclose(ends, ended, rel_tol=0, abs_tol=AGAIN) and ban.at < lasting.at + AGAIN
    )


def _seat_of(room: Room, user: int) -> Seat:
    """Return where a person sits at an open table; raise Refusal for who does not."""
    seat = _open(room).seat_of(user)
    if seat is None:
        raise Refusal("staff.not_seated")
    return seat


def _name(room: Room, actor: Person | None, named: bool) -> None:
    """Say at the table who did it, where that person plays there too."""
    if named and actor is not None:
        room.notes.add("staff.note.beside", name=actor.name)
