"""Calls to running tables: whether a person wants one, and when."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager, nullcontext

from storage.people import Habit
from storage.store import Store
from tables.habits import Habits
from tables.match import clocks
from tables.match.alarms import Alarms, Need
from tables.match.plan import CALLED
from tables.match.play import Play
from tables.members import Members
from tables.room.port import Port
from tables.room.room import Room
from tables.roundups import Roundups
from tables.staff.moderation import Staff

LATER = 3600.0
"""Seconds until it is looked again whether somebody wants to be called, where another process may
have heard that."""


class Calling:
    """Calls people to tables that wait for them."""

    def __init__(
        self,
        store: Store,
        play: Play,
        staff: Staff,
        members: Members,
        habits: Habits,
        roundups: Roundups,
        port: Port,
        alarms: Alarms,
    ) -> None:
        self._store, self._play, self._staff, self._members = store, play, staff, members
        self._habits, self._roundups = habits, roundups
        self._port, self._alarms = port, alarms
        self._few, self._lively = (asyncio.Semaphore(CALLED) for _ in range(2))

    def turn(self, need: Need) -> AbstractAsyncContextManager[object]:
        """Let a call wait until few others of all servers are seen to; its table need not be in
        memory until then. Where people play just now only others such go first."""
        if need.kind not in ("call", "remind"):
            return nullcontext()
        return self._lively if need.line.lively else self._few

    async def call(self, room: Room, need: Need) -> None:
        """Call a person or remind them, where they are called at all; at slow tables not before
        their quiet hours are over. A computer goes on for who has left the server, of which nobody
        tells the bot."""
        user, told = room.person(need.seat), (need.kind, need.seat, need.token)
        if user is None or told in room.rung:
            return
        if not await self._members.there(room.table.guild, user):
            await self._staff.follow(room, user)
        elif (
            self._play.nudge(room) is not None
            and await self._wants(room, need, user)
            and self._waits(room, need, user)
        ):
            room.called[user] = time.time()
            room.rung.add(told)
            tell = self._port.call if need.kind == "call" else self._port.remind
            tell(room, need.seat, need.token)

    @staticmethod
    def _waits(room: Room, need: Need, user: int) -> bool:
        """Return whether a table waits for a person: what is asked before takes time. Where it has
        paused it counts them as called no more."""
        asked = need.seat in room.to_call and room.asks(need.seat, need.token)
        return asked and room.person(need.seat) == user

    async def awake(self, room: Room, user: int, now: float) -> float:
        """Return when a person may next be called to a slow table: now, or once their vacation and
        their quiet hours are over."""
        return self._awake(room, await self._habits.of(user), now)

    def _awake(self, room: Room, habit: Habit, now: float) -> float:
        return self._habits.awake(room.table, habit, clocks.back(room, habit.user, now))

    async def put_off(self, room: Room, need: Need) -> bool:
        """Return whether somebody is left in peace by now whose call or reminder was held up; see
        to it that they are called once that is over."""
        user, now = room.person(need.seat), time.time()
        if user is None or not room.slow or (at := await self.awake(room, user, now)) <= now:
            return False
        room.rung.discard((need.kind, need.seat, need.token))
        self._alarms.put_off(room.table.id, need, at)
        return True

    async def _wants(self, room: Room, need: Need, user: int) -> bool:
        """Return whether a person wants to be called now; see to it that they are once they do."""
        habit, now = await self._habits.of(user), time.time()
        if not room.slow:
            return habit.called
        if not habit.called or await self._told_daily(room, need, habit, now):
            if not self._store.shards.whole:
                self._alarms.put_off(room.table.id, need, now + LATER)
            return False
        at = self._awake(room, habit, now)
        if need.kind == "remind":
            left = self._play.clocks.reminds(room, room.running, need.seat)
            up = self._play.clocks.ends(room, room.running, need.seat)
            at = max(at, self._habits.awake(room.table, habit, max(now, left or now)))
            if up is not None and at >= up:
                return False  # their time ends in their sleep
        if at > now:
            self._alarms.put_off(room.table.id, need, at)
        return at <= now

    async def _told_daily(self, room: Room, need: Need, habit: Habit, now: float) -> bool:
        """Return whether a person is told once a day, and soon enough."""
        if habit.roundup is None:
            return False
        return need.kind == "call" or await self._roundups.tells(room, need.seat, habit, now)
