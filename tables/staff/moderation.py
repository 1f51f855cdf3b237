"""What staff does at tables: each act is stored, told at the table and written into the audit."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import match as matches
from engine.contract import AnyGame, Seat, heard
from engine.match import Entry, Match
from storage.people import Ban, Deed
from storage.records import Table
from storage.store import Store
from tables.lobby import lobby
from tables.match import seats
from tables.match.computers import Computers
from tables.match.play import Play
from tables.room.cache import Rooms
from tables.room.loading import whole_log
from tables.room.one_by_one import one_by_one
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room, header_of
from tables.servers import House, Servers

NOWHERE = ("gone", "removed")
"""Why a table ends that can no longer be shown anywhere."""


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
    ) -> None:
        self._store, self._rooms, self._play = store, rooms, play
        self._computers, self._port, self._servers = computers, port, servers

    async def room(self, guild: int, table_id: str) -> Room:
        """Return an open table of this server; raise Refusal for any other."""
        table = await self._store.tables.get(table_id)
        if table is None or table.guild != guild:
            raise Refusal("staff.no_table")
        return _open(await self._rooms.get(table_id))

    async def end(self, room: Room, actor: int | None, why: str = "staff") -> None:
        """End a table without a result."""
        async with room.lock:
            await self._play.abort(_open(room), told=why not in NOWHERE)
            room.notes.add(f"staff.note.end_{why}")
        if why == "removed":
            await self._servers.leave_unmarked(room.table.guild, room.table.id)
        await self._record(room, actor, "end", why=why)

    async def remove(self, room: Room, actor: int | None, user: int, computer: str) -> Seat:
        """Put a computer of this name into a person's seat for good; return the seat.

        Where nobody is left the table ends.
        """
        async with room.lock:
            seat = _open(room).seat_of(user)
            if seat is None:
                raise Refusal("staff.not_seated")
            name, begun = room.table.players[seat].name, room.table.status != "lobby"
            if begun:
                await self._play.hand_over(room, seat, computer)
            else:
                await self._play.change(room, lambda table: lobby.leave(table, user))
            room.notes.add("staff.note.remove", name=name)
            if begun and not seats.present(room.table):
                await self._play.abort(room)
        await self._record(room, actor, "remove", user)
        return seat

    async def sit_down(self, room: Room, seat: Seat, user: int, name: str) -> None:
        """Give the seat of somebody who was removed to a person who has agreed."""
        async with room.lock:
            await self._play.sit_down(room, seat, user, name)
            room.notes.add("staff.note.sit", name=name)
        await self._record(room, user, "sit", user)

    async def skip(self, room: Room, actor: int, user: int) -> None:
        """Let a computer make the one decision for which the table waits for a person."""
        seat = _open(room).seat_of(user)
        if seat is None:
            raise Refusal("staff.not_seated")
        if room.table.paused is not None:
            raise Refusal("error.paused")
        token = room.running.to_act().get(seat)
        if token is None or room.person(seat) is None:
            raise Refusal("staff.not_waited")
        if not await self._computers.decide(room, seat, token, "staff"):
            raise Refusal("error.stale")
        room.notes.add("staff.note.skip", name=room.table.players[seat].name)
        self._port.board(room)
        await self._record(room, actor, "skip", user)

    async def pause(self, room: Room, actor: int | None, why: str = "staff") -> None:
        """Stop a running table."""
        async with room.lock:
            if room.table.paused is not None:
                raise Refusal("staff.is_paused")
            await self._play.pause(_open(room), time.time(), told=why == "staff")
        self._panels(room)
        await self._record(room, actor, "pause", why=why)

    async def resume(self, room: Room, actor: int | None, why: str = "staff") -> None:
        """Let a paused table go on with the time that was left."""
        async with room.lock:
            await self._play.resume(_open(room), time.time())
            room.notes.add("staff.note.resume")
        self._panels(room)
        await self._record(room, actor, "resume", why=why)

    async def paused_for(self, room: Room) -> str:
        """Return why a table was paused last."""
        for deed in await self._store.staff.audit(room.table.guild, 20, table_id=room.table.id):
            if deed.action == "pause":
                return str(json.loads(deed.detail).get("why", "staff"))
        return "staff"

    async def ban(self, ban: Ban) -> list[Room]:
        """Keep a person from this server's tables; return the open ones at which they sit."""
        await self._store.staff.ban(ban)
        await self._deed(ban.guild, ban.by, "ban", ban.user, until=ban.until, reason=ban.reason)
        return await self.seated(ban.guild, ban.user)

    async def unban(self, guild: int, actor: int, user: int) -> None:
        """Let a person play again; raise Refusal when they may."""
        if user not in (ban.user for ban in await self._store.staff.bans(guild, time.time())):
            raise Refusal("staff.not_banned")
        await self._store.staff.unban(guild, user)
        await self._deed(guild, actor, "unban", user)

    async def seated(self, guild: int, user: int) -> list[Room]:
        """Return the open tables of a server at which a person sits."""
        tables = await self._store.staff.open_tables(guild)
        mine = [t for t in tables if user in (player.user for player in t.players)]
        return [await self._rooms.get(table.id) for table in mine]

    async def follow(self, room: Room, user: int) -> None:
        """Let a computer play for somebody who is no longer on the server."""
        async with room.lock:
            seat = room.seat_of(user)
            if seat is None or room.person(seat) is None or not room.going:
                return
            await self._play.leave(room, seat)
            room.notes.add("staff.note.left", name=room.table.players[seat].name)
        await self._record(room, None, "left", user)

    async def settle(self, guild: int, actor: int, house: House) -> None:
        """Store a server's settings."""
        before = self._servers.of(guild).model_dump()
        changed = [name for name, value in house.model_dump().items() if before[name] != value]
        if changed:
            await self._servers.settle(guild, house)
            await self._deed(guild, actor, "settings", changed=changed)

    async def close_all(self, guild: int, why: str = "purge") -> Sequence[str]:
        """End all open tables of a server; return which. One that fails holds up no other."""
        tables = [table.id for table in await self._store.staff.open_tables(guild)]
        await one_by_one(tables, lambda table: self._close(table, why))
        return tables

    async def _close(self, table_id: str, why: str) -> None:
        try:
            await self.end(await self._rooms.get(table_id), None, why)
        except Refusal as late:
            if late.key != "error.ended":
                raise

    async def purge(self, guild: int) -> None:
        """Remove everything that is stored of a server, whose tables have ended."""
        await self._store.privacy.purge(guild)
        self._servers.forget(guild)

    async def export(self, room: Room, actor: int) -> str:
        """Return a table's log as JSON text; of one that runs what everybody has seen, alone."""
        await self._record(room, actor, "export")
        table, match = room.table, room.match
        if match is None:
            return _json(_about(table))
        log, export = await whole_log(self._store.tables, table.id), _whole
        if table.status == "running":
            export = _seen
        return await asyncio.to_thread(export, table, match.game, log)

    def _panels(self, room: Room) -> None:
        for player in room.table.players:
            if player.user is not None:
                self._port.panel(room, player.user)

    async def _record(
        self, room: Room, actor: int | None, action: str, target: int | None = None, **detail: Any
    ) -> None:
        table = room.table
        await self._deed(table.guild, actor, action, target, table=table.id, **detail)

    async def _deed(
        self,
        guild: int,
        actor: int | None,
        action: str,
        target: int | None = None,
        table: str | None = None,
        **detail: Any,
    ) -> None:
        deed = Deed(guild, time.time(), actor, action, table, target)
        await self._store.staff.record(replace(deed, detail=json.dumps(detail, ensure_ascii=False)))


def _open(room: Room) -> Room:
    if room.table.status not in ("lobby", "running"):
        raise Refusal("error.ended")
    return room


def _about(table: Table) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.game,
        "rules": table.rules,
        "status": table.status,
        "options": json.loads(table.options),
        "players": [player.name for player in table.players],
        "started": table.started,
    }


def _seen(table: Table, game: AnyGame, log: Sequence[Entry]) -> str:
    """Return what everybody has seen of a table."""
    begun = matches.begin(game, header_of(table))
    events, match = list(heard(begun.events, None)), begun.match
    for entry in log:
        before: Match = match
        match = matches.replay(match, [entry])
        if match.news is not before.news:
            events += heard(match.news, None)
    told = [json.loads(game.codecs.event.dump(event)) for event in events]
    return _json(_about(table) | {"events": told})


def _whole(table: Table, game: AnyGame, log: Sequence[Entry]) -> str:
    """Return all there is of a table that has ended."""
    entries = [
        {"sequence": e.sequence, "seat": e.seat, "at": e.at, "by": e.by}
        | {"action": json.loads(e.action)}
        for e in log
    ]
    secret = {"seed": table.seed, "seats": [json.loads(p.options) for p in table.players]}
    return _json(_about(table) | secret | {"entries": entries})


def _json(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1)
