"""Hosts the tables: every change goes lock → load → check → apply → commit → answer → board."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs import calls, drawing
from cogs.boards import Boards, Channels
from cogs.painter import Painter
from cogs.panels import Panels
from engine import match as matches
from engine.contract import CLOCK, AnyGame, Event, Expire, Seat, heard
from engine.match import Match, Played
from engine.rng import Rng
from screens.screen import Screen
from screens.texts import Catalogue
from settings import Settings
from storage import records
from storage.errors import Conflict
from storage.records import Player, Table
from storage.store import Store
from tables.alarms import Alarms, Reason
from tables.refusal import Refusal
from tables.rooms import Room, Rooms, header_of

log = logging.getLogger(__name__)

SNAPSHOT_EVERY = 16
"""Entries from one snapshot to the next; loading a table replays fewer than this."""
WAKE_APART = 0.01
"""Seconds between tables that are overdue when the bot starts."""
RECENT = 15 * 60
"""Seconds since its last entry for which a table's board is shown again after a restart."""
RETRY = 10.0
"""Seconds after which a table that failed by itself is looked at again."""


class Host:
    """All tables of one bot."""

    def __init__(
        self,
        client: Channels,
        store: Store,
        games: Mapping[str, AnyGame],
        screens: Mapping[str, Screen],
        catalogue: Catalogue,
        painter: Painter,
        settings: Settings,
        locale_of: drawing.LocaleOf,
    ) -> None:
        self.store, self.games, self.screens, self.catalogue = store, games, screens, catalogue
        self.locale_of = locale_of
        self.rooms = Rooms(store, games)
        self.draw = drawing.Drawing(games, screens, catalogue, locale_of)
        self.boards = Boards(
            client, self.rooms, store, painter, self.draw.board, self.draw.round_of
        )
        self.panels = Panels(painter, store, self.draw.panel)
        self.alarms = Alarms(self._wake)
        self.calls = calls.Calls(client, store, screens, self.draw)
        self._settings = settings
        self._resuming: set[str] = set()

    async def start(self) -> None:
        """Arm the alarms of all running tables; none of them is loaded yet."""
        now = time.time()
        for number, (table_id, due) in enumerate(await self.store.due()):
            self._resuming.add(table_id)
            self.alarms.set(table_id, {Reason("look"): max(due, now + number * WAKE_APART)})

    async def adopt(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Bring the panels up to date that were open when the bot stopped."""
        for table_id, kept in await self.store.panels(time.time()):
            try:
                room = await self.rooms.get(table_id)
                self.panels.adopt(room, kept, webhook(kept.token))
            except Exception:
                log.exception("panel at table %s", table_id)

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        await self.alarms.close()
        await self.calls.close()
        await self.boards.close()
        await self.panels.close()

    async def open(self, table: Table) -> Room:
        """Store a new table in the lobby and show it; raise ChannelTaken."""
        await self.store.add_table(table)
        room = Room(table)
        self.rooms.add(room)
        self.boards.publish(table.id)
        return room

    async def save(self, room: Room, table: Table) -> None:
        """Commit a change of the table's row (the lock is held), then show it."""
        table = replace(table, updated=time.time())
        await self.store.save_table(table)
        room.table = table
        self.boards.publish(table.id)

    async def begin(self, room: Room) -> None:
        """Begin the match of a lobby's table (the lock is held)."""
        table = replace(
            room.table,
            status="running",
            version=self.games[room.table.game].version,
            started=time.time(),
            seed=secrets.token_hex(16),
        )
        computers = [s for s, p in enumerate(table.players) if p.user is None]
        played = matches.begin(self.games[table.game], header_of(table), computers)
        plan = self._plan(table, played.match)
        await self.store.start(table, _soonest(plan), played.match.snapshot())
        room.table, room.match = table, played.match
        self.alarms.set(table.id, plan)
        self.boards.publish(table.id)

    async def play(self, room: Room, seat: Seat, token: int, action: Any, now: float) -> None:
        """Play and commit one action (the lock is held); raise RuleError when it is refused."""
        before = self.running(room)
        played = before.play(seat, token, action, now)
        table, match = room.table, played.match
        plan = self._plan(table, match)
        due = _soonest(self.alarms.merged(table.id, plan))
        if match.over:
            table = replace(table, status="finished", updated=match.at)
        await self._commit(table, played, due)
        room.table, room.match = table, match
        self.alarms.set(table.id, plan)
        self._settle(room, seat, before, played)

    async def catch_up(self, room: Room, now: float) -> None:
        """Let the clock log what is due before anybody acts (the lock is held).

        After a restart that is, once a table, that the process was down.
        """
        resuming, match = room.table.id in self._resuming, room.match
        self._resuming.discard(room.table.id)
        if match is None or CLOCK not in match.to_act():
            return
        resume = match.game.resume(match.state) if resuming else None
        deadline = match.game.deadline(match.state)
        if resume is not None:
            await self.play(room, CLOCK, match.to_act()[CLOCK], resume, now)
        elif deadline is not None and deadline <= now:
            await self.play(room, CLOCK, match.to_act()[CLOCK], Expire(), now)
            await self.catch_up(room, now)

    async def hand_over(self, room: Room, seat: Seat, name: str) -> None:
        """Give a person's seat to a computer (the lock is held); the last person ends the table."""
        match = self.running(room)
        user, players = room.person(seat), list(room.table.players)
        players[seat] = Player(None, name)
        people = [p.user for p in players if p.user is not None]
        table = replace(room.table, players=tuple(players))
        if not people:
            table = replace(table, status="aborted")
        elif table.host not in people:
            table = replace(table, host=people[0])
        await self.save(room, table)
        room.match = match.seat_computer(seat)
        self.alarms.set(table.id, self._plan(table, room.match) if people else {})
        self.calls.tidy(room)
        if user is not None:
            self.panels.drop(table.id, user)

    async def _commit(self, table: Table, played: Played, due: float | None) -> None:
        match, new = played.match, played.entry
        assert new is not None
        entry = records.Entry(new.sequence, new.seat, new.action, new.at, due)
        try:
            if match.over:
                await self.store.finish(table, entry, match.snapshot(), _results(table, match))
            else:
                keep = match.sequence % SNAPSHOT_EVERY == 0
                await self.store.append(table.id, entry, match.snapshot() if keep else None)
        except Conflict as conflict:
            # Another process went on with this table: what is in memory is out of date.
            self.rooms.forget(table.id)
            self.alarms.set(table.id, {Reason("look"): time.time()})
            raise Refusal("error.try_again") from conflict

    def _settle(self, room: Room, seat: Seat, before: Match, played: Played) -> None:
        self.boards.publish(room.table.id)
        self.calls.tidy(room, acted=seat)
        asked, was = played.match.to_act(), before.to_act()
        for other, player in enumerate(room.table.players):
            if player.user is None or other == seat:
                continue
            needed = other in asked and (other not in was or asked[other] != was[other])
            if needed or played.match.over or self._stirs(room, played.events, other):
                self.panels.refresh(room, player.user)

    def _stirs(self, room: Room, events: Sequence[Event], seat: Seat) -> bool:
        screen = self.screens[room.table.game]
        return any(screen.stirs(event, seat) for event in heard(events, seat))

    def _plan(self, table: Table, match: Match) -> Mapping[Reason, float]:
        """Return when this table needs the bot next, by reason."""
        plan: dict[Reason, float] = {}
        screen = self.screens[table.game]
        called = screen.to_call(match.game.view(match.state, None))
        for seat, token in match.to_act().items():
            if seat == CLOCK:
                deadline = match.game.deadline(match.state)
                assert deadline is not None, "the clock is asked without a deadline"
                plan[Reason("clock", seat, token)] = deadline
            elif table.players[seat].user is None:
                plan[Reason("computer", seat, token)] = match.at + self._pause(match, seat)
            elif seat in called:
                plan[Reason("call", seat, token)] = match.at + self._settings.nudge_seconds
        return plan

    def _pause(self, match: Match, seat: Seat) -> float:
        options = match.game.codecs.options.load(match.header.options)
        rng = Rng(match.header.seed, match.sequence, "pause", seat)
        return match.game.pause(options, rng) * self._settings.computer_pace

    async def _wake(self, table_id: str, reason: Reason) -> None:
        try:
            room = await self.rooms.get(table_id)
            async with room.lock:
                await self.catch_up(room, time.time())
                await self._act(room, reason)
            if reason.kind == "call":
                await self.calls.call(room, reason.seat, reason.token)
        except Refusal as late:
            log.debug("table %s: %s came too late: %s", table_id, reason, late)
        except Exception:
            log.exception("table %s: %s", table_id, reason)
            self.alarms.set(table_id, {Reason("look"): time.time() + RETRY})

    async def _act(self, room: Room, reason: Reason) -> None:
        current, seat, token = room.match, reason.seat, reason.token
        if room.table.status != "running" or current is None:
            return
        if reason.kind == "look":
            self._look(room, current)
        elif current.to_act().get(seat) != token:
            return
        elif reason.kind == "clock":
            # Woken a little early: a timer's clock and the wall's are not the same.
            self.alarms.set(room.table.id, self._plan(room.table, current))
        elif reason.kind == "computer":
            await self.play(room, seat, token, current.choose(seat), time.time())

    def _look(self, room: Room, current: Match) -> None:
        self.alarms.set(room.table.id, self._plan(room.table, current))
        self.calls.tidy(room)
        if time.time() - current.at < RECENT:
            # The last entry may have been stored without being shown.
            self.boards.publish(room.table.id)

    def running(self, room: Room) -> Match:
        """Return the match that is played at a table; raise Refusal when there is none."""
        if room.table.status != "running" or room.match is None:
            raise Refusal("error.ended" if room.table.status != "lobby" else "error.not_begun")
        return room.match


def _soonest(plan: Mapping[Reason, float]) -> float | None:
    return min(plan.values(), default=None)


def _results(table: Table, match: Match) -> list[records.Result]:
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    rows = outcome.scores or ((),) * len(table.players)
    return [
        records.Result(
            seat,
            player.user,
            player.name,
            outcome.places[seat],
            json.dumps(dict(zip(outcome.columns, rows[seat], strict=False))),
            match.at,
        )
        for seat, player in enumerate(table.players)
    ]
