"""Opens lobbies, in a channel or again after a game, and changes them until the game begins."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from engine.contract import AnyGame, Options
from storage.errors import ChannelTaken, Conflict, Unsure
from storage.people import Fared
from storage.records import Player, Table
from storage.store import Store
from tables.lobby import lobby
from tables.lobby.admission import Admission
from tables.room import cuts
from tables.room.cache import Change, Rooms
from tables.room.loading import renewed
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import Servers

NEXT = 3600.0
"""Seconds after the end of a game for which a new table in its channel is the next one."""
DIGITS = 8
"""Of a digest, where everybody is told that somebody has cut."""


class Lobbies:
    """The lobbies of one process."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        rooms: Rooms,
        port: Port,
        servers: Servers,
        admission: Admission,
    ) -> None:
        self._store, self._games, self._rooms, self._port = store, games, rooms, port
        self._servers, self._admission = servers, admission

    async def open(
        self,
        game_id: str,
        guild: int,
        channel: int,
        user: int,
        name: str,
        locale: str = "",
        follows: bool = False,
    ) -> Room:
        """Open a lobby with this person as host, in their locale; raise ChannelTaken. Where it
        `follows` a game of its kind there, who has waited for the next one sits in it."""
        game, now = self._games[game_id], time.time()
        table = Table(
            id=secrets.token_hex(4),
            guild=guild,
            channel=channel,
            host=user,
            game=game_id,
            rules=game.version,
            options=game.codecs.options.dump(await self._options(game, guild, user)),
            seed=secrets.token_hex(16),
            players=(Player(user, name, cut=cuts.drawn()),),
            status="lobby",
            created=now,
            updated=now,
        )
        old = await self._waited_at(table) if follows else None
        if old is None:
            return await self._add(table, locale)
        return await self._next(table, old, locale)

    async def _waited_at(self, fresh: Table) -> Table | None:
        """Return the table before this one in its channel at which somebody waits for it."""
        since = fresh.created - NEXT
        found = await self._store.company.waited_at(fresh.channel, fresh.game, since)
        return await self._store.tables.get(found) if found else None

    async def reopen(self, old: Table, user: int, name: str) -> tuple[bool, Room]:
        """Sit down for another game like `old`; return whether that opened a new lobby, and it.

        Who asks first hosts it, with the same options and computers; the others join it. Raise
        Refusal when something else runs in the channel.
        """
        now = time.time()
        if old.private and user not in old.users:
            raise Refusal("manners.private")
        fresh = replace(
            old,
            id=secrets.token_hex(4),
            host=user,
            seed=secrets.token_hex(16),
            players=(Player(user, name, cut=cuts.drawn()),),
            status="lobby",
            created=now,
            updated=now,
            started=None,
            paused=None,
            data="",
            version=0,
            cuts="",
            head="",
            tournament="",
        )
        try:
            return True, await self._again(fresh, old)
        except ChannelTaken as taken:
            room = await self._rooms.get(taken.table)
            if room.table.status != "lobby" or room.table.game != old.game:
                raise Refusal("error.taken") from taken
            await self.sit_down(room, user, name)
            return False, room

    async def _again(self, fresh: Table, old: Table) -> Room:
        """Open a lobby like an older one, with its computers."""
        computers = [player for player in old.players if player.user is None]
        fresh, people = renewed(self._games, fresh), len(old.players) - len(computers)
        game = self._games[fresh.game]
        options = game.unprepared(game.codecs.options.load(fresh.options), people)
        fresh = replace(fresh, options=game.codecs.options.dump(options))
        return await self._next(fresh, old, computers=computers)

    async def _next(
        self, fresh: Table, old: Table, locale: str = "", computers: Collection[Player] = ()
    ) -> Room:
        """Open the lobby of the game after another; who sat at a private one is invited, and who
        has waited for it. Who finds no seat there waits for the game after it."""
        waiting = await self._store.company.waiting(old.id)
        table = await self._filled(fresh, old, waiting, computers)
        known = {*old.users, *table.users}
        invited = known | {user for user, _ in waiting} if table.private else set()
        return await self._add(table, locale, invited, old.id if waiting else None)

    async def _filled(
        self,
        fresh: Table,
        old: Table,
        waiting: Sequence[tuple[int, str]],
        computers: Collection[Player],
    ) -> Table:
        """Return a lobby with who has waited for it and may sit there, as at the table before, and
        with these computers, as far as there are seats."""
        game = self._games[old.game]
        for user, name in waiting:
            with suppress(Refusal):
                await self._admission.seat(replace(fresh, id=old.id), user)
                fresh = lobby.join(fresh, game, user, name, cuts.drawn())
        free = max(game.seat_counts) - len(fresh.players)
        return replace(fresh, players=(*fresh.players, *islice(computers, free)))

    async def wait(self, room: Room, user: int, name: str, waits: bool) -> None:
        """Let somebody who watches a game sit in the next one at its table, or no more; raise
        Refusal for who could not sit down there now, and for who waits there no more."""
        table = room.table
        if not waits:
            await self._wait_no_more(table, user)
            return
        if table.status != "running":
            raise Refusal("error.not_begun" if table.status == "lobby" else "error.ended")
        if room.seat_of(user) is not None:
            raise Refusal("error.seated")
        await self._admission.seat(table, user)
        await self._store.company.wait(table.id, user, name, time.time())

    async def _wait_no_more(self, table: Table, user: int) -> None:
        """Let somebody wait no more, also at the table that followed, where they wait on if it had
        no seat for them; raise Refusal where a game is over and they wait for none."""
        company, running = self._store.company, table.status == "running"
        next = None if running else await self._store.tables.open_table(table.channel)
        for id in (table.id, *([next.id] if next else [])):
            if user in dict(await company.waiting(id)):
                await company.wait_no_more(id, [user])
                return
        if not running:
            raise Refusal("company.next.over")

    async def sit_down(self, room: Room, user: int, name: str) -> None:
        """Let a person sit down in a lobby; raise Refusal for who may not."""
        game = self._games[room.table.game]
        async with room.lock:
            await self._admission.seat(lobby.still(room.table), user)
            fared = await self._fared(room.table, user)
            own = cuts.drawn()
            await self._rooms.change(
                room, lambda t: lobby.join(lobby.still(t), game, user, name, own)
            )
            room.fared = fared
            self._port.board(room)

    async def cut(self, room: Room, user: int, said: str) -> None:
        """Let a person cut the deck with words of their own; everybody is told that they did."""
        async with room.lock:
            await self._rooms.change(room, lambda t: cuts.cut(lobby.still(t), user, said))
            seat = room.seat_of(user)
            assert seat is not None
            player = room.table.players[seat]
            shown = cuts.digest(room.table, player)[:DIGITS]
            room.notes.add("cut.note", name=player.name, digest=shown)
            self._port.board(room)

    async def send_away(self, room: Room, host: int, seat: int, shown: str) -> None:
        """Let the host take somebody's seat away, who does not sit down there again."""
        async with room.lock:

            def send_away(table: Table) -> Table:
                return lobby.send_away(lobby.still(table), host, seat, shown)

            send_away(room.table)
            gone = room.table.players[seat]
            # First: who has lost the seat has no way back, whatever comes between.
            await self._store.manners.send_away(room.table.id, gone.user or 0)
            await self._rooms.change(room, send_away)
            room.notes.add("manners.note.away", name=gone.name)
            self._port.board(room)

    async def invite(self, room: Room, host: int, users: Collection[int]) -> None:
        """Invite these people to a private table, and nobody else any more."""
        async with room.lock:
            lobby.hosted(lobby.still(room.table), host)
            await self._store.manners.invite(room.table.id, users)

    async def invited(self, room: Room) -> list[int]:
        """Return who is invited to a table."""
        guests = await self._store.manners.guests(room.table.id)
        return [user for user, invited in guests.items() if invited]

    async def _fared(self, table: Table, *more: int) -> Mapping[int, Fared]:
        """Return how reliable those are who sit in a lobby, and these people."""
        return await self._admission.fared(table.guild, [*table.users, *more])

    async def change(self, room: Room, change: Change) -> None:
        """Change a lobby and show it; raise Refusal when it is none, or what `change` raises."""
        async with room.lock:
            await self._rooms.change(room, lambda table: change(lobby.still(table)))
            self._port.board(room)

    async def _options(self, game: AnyGame, guild: int, host: int) -> Options:
        """Return what a new lobby begins with; computers are easy in a host's first game."""
        clock, offered = self._servers.of(guild).clock, game.choices(min(game.seat_counts))
        chosen: dict[str, str] = {}
        if clock is not None and clock in offered.get("clock", ()):
            chosen["clock"] = clock
        if all(tally.game != game.id for tally in await self._store.history.tally(guild, host)):
            chosen["level"] = "easy"
        return game.options_type.model_validate(chosen)

    async def _add(
        self,
        table: Table,
        locale: str = "",
        invited: Collection[int] = (),
        before: str | None = None,
    ) -> Room:
        fared = await self._fared(table)
        try:
            await self._store.tables.add(table, invited, before)
        except Unsure:
            raise
        except Conflict:
            # The table that had the channel was gone when it was looked up.
            await self._store.tables.add(table, invited, before)
        room = Room(table, fared=fared)
        self._rooms.add(room)
        self._port.board(room)
        self._port.opened(room)
        await self._servers.speak(table.guild, locale, table.channel)
        return room
