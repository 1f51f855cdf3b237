"""What is done in a match: lock → load → check → apply → commit → tell."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from engine import match as matches
from engine.contract import CLOCK, CLOCKS, AnyGame, By, Expire, Seat
from engine.errors import Illegal
from engine.match import Match, Played
from engine.snapshots import snapshot
from storage import records
from storage.cases import Case
from storage.errors import Conflict, StoreError, Unsure
from storage.records import Board, Result, Table
from storage.store import Store
from tables.match import clocks, ends
from tables.match.alarms import Alarms, Need
from tables.match.clocks import Clocks
from tables.match.plan import Pace, plan, soonest
from tables.match.telling import tell
from tables.room import cuts, seats
from tables.room.cache import Change, Rooms
from tables.room.loading import made_ready, manned, renewed, vacations_at
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import EMPTY, PAUSED, Room, header_of
from tables.servers import Servers

SNAPSHOT_EVERY = 16
"""Entries from one snapshot to the next; loading a table replays fewer than this."""


class Play:
    """Plays the matches of one process; who calls it holds the room's lock."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        rooms: Rooms,
        port: Port,
        alarms: Alarms,
        pace: Pace,
        servers: Servers,
        clocks: Clocks,
    ) -> None:
        self._store, self._games, self._rooms = store, games, rooms
        self._port, self._alarms, self._pace, self._servers = port, alarms, pace, servers
        self.clocks = clocks

    async def begin(self, room: Room, by: int | None = None) -> None:
        """Begin the match of a lobby's table; who did it, if a person, is answered already."""
        game, table = self._games[room.table.game], cuts.whole(room.table)
        await made_ready(game)
        table = replace(
            table,
            status="running",
            options=await self._options(room.table),
            rules=game.version,
            started=time.time(),
            seed=room.table.seed or secrets.token_hex(16),
            data=game.data,
            cuts=json.dumps([cuts.digest(table, player) for player in table.players]),
        )
        computers = [seat for seat, p in enumerate(table.players) if p.user is None or p.away]
        match = matches.begin(game, header_of(table), computers).match
        assert match.chain is not None
        table = replace(table, head=match.chain.last)
        if match.options.slow:
            room.vacations = await vacations_at(self._store, table)
        found = self._plan(room, match)
        due = _looked(soonest(found), match)
        with self._foremost(room):
            room.table = await self._store.tables.start(table, due, snapshot(match))
        room.match = match
        self._alarms.set(table.id, found)
        self._port.board(room)
        self._panels(room, answered=by)

    async def _options(self, table: Table) -> str:
        """Return the options with which a match begins, as JSON text; history is seldom asked."""
        game = self._games[table.game]
        chosen = game.codecs.options.load(table.options)
        people = sum(player.user is not None for player in table.players)
        usual, eased = (game.prepared(chosen, people, newcomers) for newcomers in (False, True))
        if usual != eased and await self._newcomers(table):
            usual = eased
        return game.codecs.options.dump(usual)

    async def _newcomers(self, table: Table) -> bool:
        """Return whether a person at the table has not finished this game on this server."""
        for player in table.players:
            if player.user is not None:
                past = await self._store.history.tally(table.guild, player.user)
                ended = [each for each in past if each.completed and each.place]
                if not any(each.game == table.game for each in ended):
                    return True
        return False

    async def act(
        self,
        room: Room,
        seat: Seat,
        token: int,
        action: Any,
        now: float,
        by: By = "person",
        case: Case | None = None,
    ) -> None:
        """Play and commit one action; raise RuleError or Refusal when it is refused."""
        before = self._acting(room, seat, by)
        played = before.play(seat, token, action, now, by)
        await self._enter(room, before, played, seat, by, case)

    async def take_back(self, room: Room, seat: Seat, token: int, now: float) -> None:
        """Take back and commit a person's last action; raise RuleError or Refusal when it stands.

        GAMES.md, "Taking back".
        """
        before = self._acting(room, seat, "person")
        if not self._servers.takes_back(room.table):
            raise Refusal("error.not_revocable")
        if not before.offers_back(seat):
            raise Illegal("error.not_revocable")
        await self._enter(room, before, before.take_back(seat, token, now), seat, "person")
        room.notes.taken_back(room.table.players[seat].name)
        self._port.board(room)

    def _acting(self, room: Room, seat: Seat, by: By) -> Match:
        """Return the match in which a seat may act; raise Refusal where it may not."""
        match = room.running
        if room.table.paused is not None:
            raise Refusal(room.table.why)
        if by == "person" and room.person(seat) is None:
            raise Refusal("error.away")
        return match

    @asynccontextmanager
    async def caught_up(self, room: Room, at: float | None = None) -> AsyncIterator[float]:
        """Hold a table's lock, once its clock has logged what is due at this time, which is given;
        by default when the lock is there."""
        async with room.lock:
            now = time.time() if at is None else at
            await self.catch_up(room, now)
            yield now

    async def catch_up(self, room: Room, now: float) -> None:
        """Let the clock log what is due before anybody acts.

        That may be that time stood still while nobody could click, or, in a game over days, that it
        does while somebody is on vacation.
        """
        match = room.match
        if not room.going or match is None or await self._stood_still(room, match, now):
            return
        if match.deadline is not None and match.deadline <= now:
            if seconds := self.clocks.put_off(room, match):
                await self._enter(room, match, match.rest(seconds, now), CLOCK, "clock")
            else:
                await self.act(room, CLOCK, match.to_act()[CLOCK], Expire(), now, "clock")
            await self.catch_up(room, now)

    async def _stood_still(self, room: Room, match: Match, now: float) -> bool:
        """Log that time stood still as nobody could click, if it did; return whether it did. What
        was pressed before that was over comes after it."""
        now = max(now, self.clocks.since(room.table.guild))
        if seconds := self.clocks.lost(room, match, now):
            await self._enter(room, match, match.postpone(seconds, now), CLOCK, "clock")
        return bool(seconds)

    async def pause(
        self,
        room: Room,
        now: float,
        why: str = PAUSED,
        told: bool = True,
        case: Case | None = None,
    ) -> None:
        """Stop the clocks of a table, and everybody's moves, and store why, as the key of a text; a
        paused one stays as it is.

        `told`: its channel can be written to.
        """
        match = room.running
        if room.table.paused is not None:
            return
        await self._stood_still(room, match, now)
        paused = max(now, room.running.at)
        await self._rooms.change(room, lambda t: replace(t, paused=paused, why=why), case=case)
        room.rung.clear()  # their calls go with the clocks
        self._rest(room, told)

    async def resume(self, room: Room, now: float, case: Case | None = None) -> None:
        """Let a paused table go on with the time that was left; raise Refusal when it goes on."""
        match, paused = room.running, room.table.paused
        if paused is None:
            raise Refusal("error.not_paused")
        # An entry since the pause began is one that a broken off try has left behind.
        seconds = max(0.0, now - max(paused, match.at))
        if seconds:
            await self._enter(room, match, match.postpone(seconds, now, "staff"), CLOCK, "staff")
        await self.change(room, lambda table: replace(table, paused=None, why=""), case)

    async def leave(self, room: Room, seat: Seat, case: Case | None = None) -> None:
        """Let a computer play for a seat's person until they come back.

        The last person who leaves ends the table; the panels of others who do say so.
        """
        user = room.person(seat)
        if user is None or seats.present(room.table) != [user]:
            await self.go_on(room, seat, case)
            return
        await self.break_off(room, EMPTY, case)
        self._port.gone(room, user)

    async def go_on(self, room: Room, seat: Seat, case: Case | None = None) -> None:
        """Let a computer keep the seat of somebody who is silent."""
        now = time.time()
        await self._seat(room, lambda table: seats.away(table, seat, now), case)

    async def come_back(self, room: Room, user: int) -> None:
        """Let a person play in their seat again."""
        await self._seat(room, lambda table: seats.back(table, user))

    async def hand_over(self, room: Room, seat: Seat, case: Case | None = None) -> None:
        """Give a seat to a computer, for good; where nobody is left the table ends."""
        user, name = room.table.players[seat].user, self._port.computer(room)
        await self._seat(room, lambda table: seats.computer(table, seat, name), case)
        if user is not None:
            self._port.gone(room, user)
        await self._end_empty(room)

    async def sit_down(
        self, room: Room, seat: Seat, user: int, name: str, case: Case | None = None
    ) -> None:
        """Give a computer's seat to a person."""
        since = room.running.sequence
        await self._seat(room, lambda table: seats.person(table, seat, user, name, since), case)

    async def break_off(self, room: Room, why: str, case: Case | None = None) -> None:
        """End a match as all who are still there want to; who had left it before has lost it."""
        results = ends.broken_off(room.table, room.running, time.time())
        await self.abort(room, why, results=results, case=case)

    async def _end_empty(self, room: Room) -> None:
        """End a match in which nobody is left."""
        if room.table.status == "running" and not seats.present(room.table):
            await self.abort(room, EMPTY)

    async def abort(
        self,
        room: Room,
        why: str,
        told: bool = True,
        results: Sequence[Result] = (),
        case: Case | None = None,
    ) -> None:
        """End a table in the lobby or running before its end, and store why, as the key of a text;
        `told`: its channel is there."""
        aborted = partial(replace, status="aborted", why=why)
        await self._rooms.change(room, aborted, results, case)
        room.results = results
        self.ended(room, told)
        if not told:
            # Nothing is owed where nothing can be shown.
            stood = await self._store.shown.board(room.table.id) or Board(room.table.id)
            shown = replace(stood, version=room.table.version, sequence=room.sequence)
            await self._store.shown.save_board(replace(shown, nonce=None, leftovers=()))

    def ended(self, room: Room, told: bool = True) -> None:
        """Show that a table ended without a result."""
        self._rest(room, told)
        self._panels(room)

    def _rest(self, room: Room, told: bool) -> None:
        """Ask nobody at a table any more and, where that can be told, show it."""
        self._port.story(room, ())
        self.schedule(room)
        if told:
            self._port.board(room)
            self._port.calls(room, ())

    def _panels(self, room: Room, answered: int | None = None) -> None:
        """Bring everybody's panel up to date but that of who is answered already."""
        for player in room.table.players:
            if player.user not in (None, answered):
                self._port.panel(room, player.user)

    async def change(self, room: Room, change: Change, case: Case | None = None) -> None:
        """Commit a change of the table's row, set its alarms anew and show it."""
        await self._rooms.change(room, change, case=case)
        self.schedule(room)
        self._port.board(room)
        self._port.calls(room, room.to_call)

    async def take_in(self, room: Room) -> None:
        """Go on with a table as its row was written by who forgets people, also in another process:
        their seats are free in a lobby, and computers' in a game."""
        before, stored = room.table.players, await self._store.tables.get(room.table.id)
        room.table = renewed(self._games, stored or room.table)
        room.match = room.match and manned(room.match, room.table)
        await self._seated(room)
        await self._end_empty(room)
        for player in before:
            if player.user is not None and player.user not in room.table.users:
                self._port.gone(room, player.user)
                self.unname(room, player.name)

    def unname(self, room: Room, name: str) -> None:
        """Let a table name somebody no more who is forgotten, and say that a computer goes on."""
        room.notes.unname(name)
        if room.table.status == "running":
            room.notes.add("note.forgotten")

    async def _seat(self, room: Room, change: Change, case: Case | None = None) -> None:
        """Commit who sits where, with a computer's memory for every seat a computer plays."""
        match = room.running
        await self._rooms.change(room, change, case=case)
        room.match = manned(match, room.table)
        await self._seated(room)

    async def _seated(self, room: Room) -> None:
        """Go on with who sits where by now."""
        if room.slow:
            with suppress(StoreError):  # it is stored; whose time is up is looked up anew
                room.vacations = await vacations_at(self._store, room.table)
        room.rung.clear()
        self.schedule(room)
        self._port.board(room)
        self._port.calls(room, room.to_call)
        self._panels(room)

    async def on_vacation(self, room: Room) -> None:
        """Let the clocks of a table over days have its people's vacations as they are stored."""
        if room.slow and room.going:
            room.vacations = await vacations_at(self._store, room.table)
            room.rung = {rung for rung in room.rung if rung[0] != "remind"}
            # Put off to the end of a vacation that may have another by now.
            self._alarms.drop(room.table.id, "call", "remind")
            self.schedule(room)
            self._port.board(room)
            self._panels(room)

    def schedule(self, room: Room) -> None:
        """Set the alarms of a table as it is now."""
        found = self._plan(room, room.running) if room.going else {}
        self._alarms.set(room.table.id, found)

    def _plan(self, room: Room, match: Match, told: float = 0.0) -> Mapping[Need, float]:
        pace = replace(self._pace, nudge=self.nudge(room))
        return plan(room, match, pace, self.clocks, told)

    def nudge(self, room: Room) -> float | None:
        """Return the seconds for which a table waits for a person before it calls them; None: it
        calls nobody."""
        return self._servers.of(room.table.guild).nudge_or(self._pace.nudge)

    async def _enter(
        self,
        room: Room,
        before: Match,
        played: Played,
        seat: Seat,
        by: By,
        case: Case | None = None,
    ) -> None:
        found = self._plan(room, played.match)
        due = soonest(self._alarms.merged(room.table.id, found))
        if due is None and not played.match.over:
            # A seat may change hands without an entry: a restart then has to look.
            due = played.match.at + clocks.SILENCE
        await self._commit(room, played, _looked(due, played.match), case)
        told = self._port.story(room, played.events)
        if told or played.match.waits_on(before, seat):  # who was called, or voted on, still is
            found = self._plan(room, played.match, told)
        self._alarms.set(room.table.id, found)
        if seat != CLOCK and not played.match.waits_on(before, seat):
            room.notes.moved(room.table.players[seat].name)
        tell(self._port, room, before, played, seat, by)

    async def _commit(
        self, room: Room, played: Played, due: float | None, case: Case | None
    ) -> None:
        table, match, new, before = room.table, played.match, played.entry, room.running
        assert new is not None
        entry = records.Entry(new.sequence, new.seat, new.action, new.at, new.by, due)
        unseen, lapsed = match.waits_on(before, new.seat), room.lapsed(table, match)
        # Of what nobody else can see the others' votes cannot lapse: they are cast anew.
        stay = [vote for vote in lapsed if unseen and vote.seat == new.seat]
        cast = [replace(vote, token=match.token(vote.seat)) for vote in stay]
        with self._foremost(room), self._noted(room):
            if match.over:
                ended = replace(table, status="finished", updated=match.at)
                results = ends.finished(table, match)
                room.table = await self._store.tables.finish(
                    ended, entry, snapshot(match), results, case
                )
            else:
                keep = match.sequence % SNAPSHOT_EVERY == 0
                state = snapshot(match) if keep else None
                await self._store.tables.append(table.id, entry, state, case, lapsed, cast)
        room.match = match
        room.voted(lapsed, cast)
        asked = match.to_act()
        if unseen:
            room.rung |= {(kind, s, asked[s]) for kind, s, _ in room.rung if s == new.seat}
        room.rung = {rung for rung in room.rung if asked.get(rung[1]) == rung[2]}

    @contextmanager
    def _foremost(self, room: Room) -> Iterator[None]:
        """Look again at a table with which another process went on, or perhaps this one."""
        try:
            yield
        except Unsure:
            self._rooms.doubt(room)
            raise
        except Conflict as conflict:
            self._rooms.forget(room.table.id)
            self.look(room.table.id)
            raise Refusal("error.try_again") from conflict

    @contextmanager
    def _noted(self, room: Room) -> Iterator[None]:
        """Note at a table that something could not be stored there: what the others may vote on is
        then asked of them anew."""
        try:
            yield
        except StoreError:
            room.hindered = time.time()
            for need, at in self._plan(room, room.running).items():
                if need.kind == "vote":
                    self._alarms.put_off(room.table.id, need, at)
            raise

    def woken(self, room: Room) -> None:
        """Go on with a table at which nobody has done anything, and show it where it shows times
        that are no longer true, as nobody could click."""
        self.schedule(room)
        self._port.calls(room, room.to_call)
        if room.going and self.clocks.graced(room, room.running):
            self._port.board(room)
            self._panels(room)

    def looked_up(self, room: Room) -> None:
        """Show a table as it is stored, and go on with it."""
        self.look(room.table.id)
        self._port.board(room)
        self._panels(room)

    def look(self, table_id: str) -> None:
        """Find out soon when a table needs the bot, whatever was planned."""
        self._alarms.set(table_id, {Need("look"): time.time()})


def _looked(due: float | None, match: Match) -> float | None:
    """Return when a restart is to look at a table at the latest: a vacation may end early."""
    latest = match.at + (CLOCKS["slow"] or 0.0)
    return min(due, latest) if due is not None and match.options.slow else due
