"""What clocks do at a table: decide for who is late, call a vote, close what is left lying."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

from engine.contract import Seat
from engine.errors import RuleError
from engine.match import Match
from storage.records import Idle, Table
from storage.store import Store
from storage.votes import ALL, Vote
from tables.match import clocks
from tables.match.computers import Computers
from tables.match.play import Play
from tables.room import seats
from tables.room.cache import Rooms
from tables.room.loading import vacations_at
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import WISHED, Room
from tables.servers import Servers

log = logging.getLogger(__name__)

RESPITE = 10 * 60.0
"""Seconds for which a lobby stands at least once people can click again; and a table that was left
lying for twice as long as it may, however short a time the bot runs each day."""


class Timekeeper:
    """Keeps the tables of one process going."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        play: Play,
        computers: Computers,
        port: Port,
        servers: Servers,
    ) -> None:
        self._store, self._rooms, self._play = store, rooms, play
        self._computers, self._port, self._servers = computers, port, servers

    async def expire(self, room: Room, seat: Seat, token: int) -> None:
        """Let a computer answer a question whose time is up; after three it keeps the seat."""
        if room.slow and await vacations_at(self._store, room.table) != room.vacations:
            # Another process has been told of a vacation.
            async with room.lock:
                await self._play.on_vacation(room)
        up = self._play.clocks.up(room, room.running, seat)
        if up is None or up > time.time() or room.person(seat) is None:
            self._play.woken(room)
            return
        name, decide = room.table.players[seat].name, self._computers.decide
        if await self._takes(room, seat, token) or await decide(room, seat, token, "clock"):
            room.notes.add("note.clock", name=name)
            self._port.board(room)

    async def _takes(self, room: Room, seat: Seat, token: int) -> bool:
        """Let a computer keep a seat, and decide this too, whose person misses the last decision
        that they may, unless the match ends with it; return whether it does. Nothing else is left
        to do that a process may die before."""
        async with self._play.caught_up(room) as now:
            entries = await self._store.tables.entries(room.table.id)
            late = clocks.missed(entries, seat) + 1 >= clocks.MISSES
            asked = room.going and room.person(seat) is not None and room.asks(seat, token)
            if takes := late and asked and not _ends(room.running, seat, token, now):
                await self._play.go_on(room, seat)
            return takes

    def call_vote(self, room: Room, seat: Seat, token: int) -> None:
        """Let the others vote whether a computer goes on for who has been silent for long."""
        if (seat, token) in self._play.clocks.questions(room):
            room.rung.add(("vote", seat, token))
            self._port.board(room)
        else:
            self._play.schedule(room)

    async def vote(self, room: Room, user: int, seat: Seat, named: int) -> bool:
        """Count a person's vote on a question of a seat, named as for the others; return whether a
        computer goes on now."""
        async with room.lock:
            token = dict(self._play.clocks.questions(room)).get(seat)
            if token is None or room.running.named(seat) != named:
                raise Refusal("error.stale")
            voters, votes = clocks.voters(room, seat), clocks.votes(room, seat, token)
            if user not in voters:
                raise Refusal("error.no_vote")
            if len(votes | {user}) >= clocks.needed(voters):
                await self._play.go_on(room, seat)
                return True
            if user not in votes:
                await self._cast(room, user, seat, token)
            return False

    async def end(self, room: Room, user: int) -> bool:
        """Count that a person wants all to stop; return whether all who are there do, and it has
        ended."""
        async with room.lock:
            room.running  # noqa: B018  # raises where none is
            if clocks.ending(room) | {user} != set(seats.present(room.table)):
                await self._cast(room, user, ALL)
                return False
            await self._play.break_off(room, "end.note")
            return True

    async def _cast(self, room: Room, user: int, seat: Seat, token: int = 0) -> None:
        """Store a person's vote and show that it counts."""

        def still_there(table: Table) -> Table:
            if user not in seats.present(table):
                raise Refusal("error.no_vote")
            return table

        vote = Vote(room.table.id, user, seat, token, time.time())
        await self._rooms.change(room, still_there, cast=[vote])
        self._port.board(room)

    async def sweep(self) -> None:
        """Close lobbies nobody starts, and tables without a move; let wishes to stop pass."""
        now = time.time()
        for table_id in await self._store.votes.passed(now - WISHED):
            await self._at(table_id, self._let_pass)
        shortest = min(house.lobby_life for house in self._servers.all())
        for idle in await self._store.tables.idle(now - shortest):
            house = self._servers.of(idle.guild)
            life = house.lobby_life if idle.status == "lobby" else house.idle_life
            if self._lies(idle, life, now):
                await self._at(idle.table, partial(self._close, idle.last))

    def _lies(self, idle: Idle, life: float, now: float) -> bool:
        """Return whether a table was left lying for so long, and not only because nobody could
        click."""
        last = self._play.clocks.standstills.last(idle.guild)
        short = idle.status == "lobby" or now - idle.last >= 2 * life
        respite = RESPITE if short else clocks.GRACE_OF_DAYS
        had = idle.last + life <= last.since or now - last.until >= min(life, respite)
        return had and now - idle.last >= life

    async def _close(self, last: float, room: Room) -> None:
        moved = room.table.updated > last or (room.match and room.match.at > last)
        if not room.table.is_open or moved or room.table.paused:
            return
        if (self._play.clocks.shown(room, None) or 0.0) > time.time():
            return  # it waits for somebody who is on vacation
        await self._play.abort(room, "note.idle")

    async def _let_pass(self, room: Room) -> None:
        """Store no more what somebody wanted long ago, and show that it does not count."""
        if room.passed:
            await self._rooms.change(room, lambda table: table)
            self._port.board(room)

    async def _at(self, table_id: str, act: Callable[[Room], Awaitable[None]]) -> None:
        """See to one table, whose lock is held meanwhile."""
        try:
            room = await self._rooms.get(table_id)
            async with room.lock:
                await act(room)
        except (Refusal, RuleError) as late:
            log.debug("table %s: %s", table_id, late)
        except Exception:
            # One table's fault is none of the others'.
            log.exception("table %s is not seen to", table_id)


def _ends(match: Match, seat: Seat, token: int, now: float) -> bool:
    """Return whether a match is over once this question is answered: nobody could come back."""
    return match.play(seat, token, match.legal(seat)[0], now).match.over
