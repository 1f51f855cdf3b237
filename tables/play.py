"""What is done in a match: lock → load → check → apply → commit → tell."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine import match as matches
from engine.contract import CLOCK, AnyGame, By, Expire, Seat
from engine.match import Match, Played
from storage import records
from storage.errors import Conflict
from storage.records import Table
from storage.store import Store
from tables.alarms import Alarms, Reason
from tables.cache import Rooms
from tables.plan import Pace, plan, soonest
from tables.port import Port
from tables.refusal import Refusal
from tables.room import Room, header_of
from tables.telling import tell

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
    ) -> None:
        self._store, self._games, self._rooms = store, games, rooms
        self._port, self._alarms, self._pace = port, alarms, pace
        self._stood_still: set[str] = set()

    def stood_still(self, table_id: str) -> None:
        """Put off the table's deadline by the time for which the bot was down."""
        self._stood_still.add(table_id)

    async def begin(self, room: Room) -> None:
        """Begin the match of a lobby's table."""
        game = self._games[room.table.game]
        table = replace(
            room.table,
            status="running",
            rules=game.version,
            started=time.time(),
            seed=secrets.token_hex(16),
        )
        computers = [seat for seat, p in enumerate(table.players) if p.user is None]
        match = matches.begin(game, header_of(table), computers).match
        found = plan(room, match, self._pace)
        try:
            room.table = await self._store.start(table, soonest(found), match.snapshot())
        except Conflict as conflict:
            raise self._outdated(room) from conflict
        room.match = match
        self._alarms.set(table.id, found)
        self._port.board(room)

    async def act(
        self, room: Room, seat: Seat, token: int, action: Any, now: float, by: By = "person"
    ) -> None:
        """Play and commit one action; raise RuleError when it is refused."""
        before = room.running
        await self._enter(room, before, before.play(seat, token, action, now, by), seat, by)

    async def catch_up(self, room: Room, now: float) -> None:
        """Let the clock log what is due before anybody acts.

        After a restart that is, once a table, that time stood still while the bot was down.
        """
        match, stood_still = room.match, room.table.id in self._stood_still
        self._stood_still.discard(room.table.id)
        if match is None or match.deadline is None or room.table.status != "running":
            return
        if stood_still:
            seconds = max(0.0, now - match.at)
            await self._enter(room, match, match.postpone(seconds, now), CLOCK, "clock")
        elif match.deadline <= now:
            await self.act(room, CLOCK, match.to_act()[CLOCK], Expire(), now, "clock")
            await self.catch_up(room, now)

    async def hand_over(self, room: Room, seat: Seat, name: str) -> None:
        """Give a person's seat to a computer; the last person who leaves ends the table."""
        match, user = room.running, room.person(seat)
        await self._rooms.change(room, lambda table: _with_computer(table, seat, name))
        room.match = match.seat_computer(seat)
        self.schedule(room)
        self._port.board(room)
        self._port.calls(room, room.to_call)
        if user is not None:
            self._port.gone(room, user)

    def schedule(self, room: Room) -> None:
        """Set the alarms of a table as it is now."""
        running = room.table.status == "running" and room.match is not None
        found = plan(room, room.running, self._pace) if running else {}
        self._alarms.set(room.table.id, found)

    async def _enter(self, room: Room, before: Match, played: Played, seat: Seat, by: By) -> None:
        found = plan(room, played.match, self._pace)
        due = soonest(self._alarms.merged(room.table.id, found))
        await self._commit(room, played, due)
        self._alarms.set(room.table.id, found)
        tell(self._port, room, before, played, seat, by)

    async def _commit(self, room: Room, played: Played, due: float | None) -> None:
        table, match, new = room.table, played.match, played.entry
        assert new is not None
        entry = records.Entry(new.sequence, new.seat, new.action, new.at, new.by, due)
        try:
            if match.over:
                ended = replace(table, status="finished", updated=match.at)
                results = _results(table, match)
                room.table = await self._store.finish(ended, entry, match.snapshot(), results)
            else:
                keep = match.sequence % SNAPSHOT_EVERY == 0
                await self._store.append(table.id, entry, match.snapshot() if keep else None)
        except Conflict as conflict:
            raise self._outdated(room) from conflict
        room.match = match

    def _outdated(self, room: Room) -> Refusal:
        """Look again at a table with which another process went on."""
        self._rooms.forget(room.table.id)
        self._alarms.set(room.table.id, {Reason("look"): time.time()})
        return Refusal("error.try_again")


def _with_computer(table: Table, seat: Seat, name: str) -> Table:
    players = list(table.players)
    players[seat] = replace(players[seat], user=None, name=name)
    people = [p.user for p in players if p.user is not None]
    left = replace(table, players=tuple(players))
    if not people:
        return replace(left, status="aborted")
    return left if table.host in people else replace(left, host=people[0])


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
