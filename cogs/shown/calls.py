"""Calls: one message that mentions whom a table has waited for too long, gone once they act."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

import discord

from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.line.reach import Reach
from cogs.line.sending import told
from cogs.line.unreachable import shut
from cogs.shown.leftovers import Leftovers
from cogs.shown.pages import Pages
from cogs.shown.turn_letters import TurnLetters
from engine.contract import Seat
from engine.match import Match
from storage.leftovers import Leftover
from storage.records import Call
from storage.shown import Shown
from tables.calling import Calling
from tables.match.alarms import Need
from tables.match.clocks import Clocks
from tables.match.plan import line_of_calls
from tables.room.cache import Rooms
from tables.room.room import Room

TOO_LATE = 30 * 60
"""Seconds in which people could click after which nobody is called any more."""
TOO_LATE_SLOW = 24 * 3600
"""The same at a slow table, which leaves a person it has just called in peace for an hour."""


class Calls:
    """Calls people to their tables, each by a message that mentions nobody else."""

    def __init__(
        self,
        client: Reach,
        shown: Shown,
        pages: Pages,
        rooms: Rooms,
        outbox: Outbox,
        turns: TurnLetters,
        leftovers: Leftovers,
        clocks: Clocks,
    ) -> None:
        self._turns, self._leftovers, self._clocks = turns, leftovers, clocks
        self._client, self._shown, self._pages = client, shown, pages
        self._rooms, self._outbox = rooms, outbox
        self._standing: dict[str, dict[Seat, Call]] = defaultdict(dict)
        self._wanted: dict[tuple[str, Seat], int] = {}
        """The question a seat is called to; without one its call goes."""
        self._reminds: dict[tuple[str, Seat], int] = {}
        """The question of which a seat is reminded."""
        self._calling: Calling
        self._once = Once[int]()

    async def start(self, calling: Calling) -> None:
        """Find the calls that stand since before the bot stopped, and delete what is over."""
        self._calling = calling
        self._turns.start(calling)
        for call in await self._shown.calls():
            self._standing[call.table][call.seat] = call
            self._ask(call.table, call.seat, self._look_again)

    def call(self, room: Room, seat: Seat, token: int, reminds: bool = False) -> None:
        """Mention the person in a seat, if this question still waits for them; `reminds`: once
        more, as most of their time is over."""
        key = (room.table.id, seat)
        if reminds and self._reminds.get(key) != token:
            self._reminds[key] = token
        elif key in self._wanted:
            return
        self._wanted[key] = token
        self._ask(*key, self._show)

    def tidy(self, room: Room, standing: Collection[Seat]) -> None:
        """Delete the calls of all but these seats."""
        table = room.table.id
        wanted = [seat for about, seat in self._wanted if about == table]
        for seat in {*wanted, *self._standing.get(table, ())} - set(standing):
            self._wanted.pop((table, seat), None)
            self._reminds.pop((table, seat), None)
            self._ask(table, seat, self._show, urgent=True)
        for seat in {*wanted} & set(standing):
            self._carry_on(room, seat)

    def _carry_on(self, room: Room, seat: Seat) -> None:
        """Let a call that is still to be posted be to what its person is asked by now, where they
        have done what nobody else can see."""
        key, token = (room.table.id, seat), room.running.token(seat)
        if {("call", seat, token), ("remind", seat, token)} & room.rung:
            if self._reminds.get(key) == self._wanted[key]:
                self._reminds[key] = token
            self._wanted[key] = token

    def _ask(
        self,
        table: str,
        seat: Seat,
        work: Callable[[str, Seat], Awaitable[None]],
        urgent: bool = False,
    ) -> None:
        self._outbox.ask(("call", table, seat), lambda: work(table, seat), urgent=urgent)

    async def _look_again(self, table: str, seat: Seat) -> None:
        """Let a call of an earlier process stand while its person is waited for."""
        room = await self._rooms.get(table)
        if seat in room.to_call:
            token = self._wanted[table, seat] = room.running.to_act().get(seat, 0)
            call = self._standing[table].get(seat)
            if call is not None and call.message is not None:
                self._write(room, call, token)
        await self._show(table, seat)

    async def _show(self, table: str, seat: Seat) -> None:
        room = await self._rooms.get(table)
        await self._client.reach(room.table.guild)
        call, token = self._standing[table].get(seat), self._wanted.get((table, seat))
        reminds = token is not None and self._reminds.get((table, seat)) == token
        stands = call is not None and call.message is not None
        replaced = call if reminds and call is not None and not call.reminds else None
        if token is not None and (replaced or not stands):
            if await self._timely(room, seat, token, reminds):
                if replaced:
                    await self._delete(room, replaced)
                    call = None
                new = Call(table, seat, secrets.token_hex(8), reminds=reminds)
                await self._post(room, call or new, token)
            elif self._wanted.get((table, seat)) == token:  # else another question is asked by now
                self._reminds.pop((table, seat), None)
                if not stands:
                    self._wanted.pop((table, seat), None)
                    token = None
        call = self._standing[table].get(seat)
        if token is None and call is not None:
            await self._delete(room, call)
        if not self._standing[table]:
            del self._standing[table]

    async def _timely(self, room: Room, seat: Seat, token: int, reminds: bool) -> bool:
        """Return whether a person is to be called now: it may have been held up until the night."""
        if not self._waits(room, seat, token):
            return False
        need = Need("remind" if reminds else "call", seat, token, line_of_calls(room, room.running))
        if await self._calling.put_off(room, need):
            return False
        return self._waits(room, seat, token)  # they may have got up meanwhile

    async def _post(self, room: Room, call: Call, token: int) -> None:
        """Mention a person; told before what the call is known by, Discord posts it once."""
        user = room.person(call.seat)
        assert user is not None
        if call.seat not in self._standing[room.table.id]:
            await self._shown.save_call(call)
            self._standing[room.table.id][call.seat] = call
        sent = await self._once.sent(call.nonce, lambda: self._send(room, call, user))
        call = replace(call, message=sent)
        await self._shown.save_call(call)
        self._standing[room.table.id][call.seat] = call
        self._once.noted(call.nonce)
        self._write(room, call, token)

    async def _send(self, room: Room, call: Call, user: int) -> int:
        allowed = discord.AllowedMentions(users=[discord.Object(user)])
        text = self._pages.call(room, user, call.reminds)
        async with self._client.at(room.table) as there:
            sent = await told(there, call.nonce, content=text, allowed_mentions=allowed)
        return sent or 0  # sent before, and gone since: there is nothing to be deleted

    def _write(self, room: Room, call: Call, token: int) -> None:
        if room.slow and not call.told:
            self._turns.tell(call, token)

    async def _delete(self, room: Room, call: Call) -> None:
        """Delete a call; from an archived thread it goes once that is woken."""
        left = None
        with contextlib.suppress(discord.NotFound):
            message = call.message or await self._once.sent(
                call.nonce, lambda: self._found(room, call)
            )
            try:
                async with self._client.at(room.table, must=True) as there:
                    await there.get_partial_message(message).delete()
            except discord.HTTPException as refused:
                if not shut(refused):
                    raise
                left = Leftover(message, room.table.guild, room.table.channel)
        await self._shown.drop_call(call.table, call.seat, left)
        self._standing[call.table].pop(call.seat, None)
        self._once.noted(call.nonce)
        self._leftovers.ask(left)

    async def _found(self, room: Room, call: Call) -> int:
        """Return the message of a call that was perhaps sent; if not, of one that calls nobody."""
        async with self._client.at(room.table, must=True) as there:
            return (await there.send("…", nonce=call.nonce, silent=True)).id

    def _waits(self, room: Room, seat: Seat, token: int) -> bool:
        return _waits(room, seat, token, self._clocks.reached(room))


def _waits(room: Room, seat: Seat, token: int, reached: float) -> bool:
    if room.match is None:
        return False
    limit = TOO_LATE_SLOW if room.match.options.clock == "slow" else TOO_LATE
    late = time.time() - max(_last(room, room.match, seat), reached) > limit
    return not late and seat in room.to_call and room.asks(seat, token)


def _last(room: Room, match: Match, seat: Seat) -> float:
    """Return when everybody saw the match go on last or, if that was later, the seat's person came
    back from a vacation, which makes no entry; now, while they are on one."""
    now, vacations = time.time(), room.vacations.get(room.person(seat) or 0, ())
    return max([match.noticed, *(min(each.until, now) for each in vacations if each.begin < now)])
