"""The tables in memory: each with its row, its match and its lock, loaded when they are touched."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

from engine import match as matches
from engine.contract import AnyGame, Seat
from engine.errors import Malformed, RuleError
from engine.match import Entry, Header, Match
from screens.screen import Names
from storage import records
from storage.records import Player, Table
from storage.store import Store
from tables.refusal import Refusal

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False, weakref_slot=True)
class Room:
    """One table; who changes `table` or `match` holds `lock`."""

    table: Table
    match: Match | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _named: tuple[tuple[Player, ...], Names] = ((), Names())

    def seat_of(self, user: int) -> Seat | None:
        """Return where this person sits, or None."""
        return next((s for s, p in enumerate(self.table.players) if p.user == user), None)

    def person(self, seat: Seat) -> int | None:
        """Return the person in this seat; None for a computer and for the clock."""
        return self.table.players[seat].user if seat >= 0 else None

    @property
    def names(self) -> Names:
        """The names at the table, by seat."""
        players, names = self._named
        if players is not self.table.players:
            names = Names.of(player.name for player in self.table.players)
            self._named = (self.table.players, names)
        return names


class Rooms:
    """A bounded cache over the store."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], limit: int = 256) -> None:
        self._store = store
        self._games = games
        self._limit = limit
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        # Whoever still holds a room that was dropped must share its lock with the next.
        self._living: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._loading = asyncio.Lock()

    async def get(self, table_id: str) -> Room:
        """Return the table; raise Refusal when there is none."""
        room = self._living.get(table_id)
        if room is None:
            async with self._loading:
                room = self._living.get(table_id) or await self._load(table_id)
        self.add(room)
        return room

    async def at(self, channel: int) -> Room | None:
        """Return the open table of a channel, or None."""
        table = await self._store.open_table(channel)
        return await self.get(table.id) if table else None

    def add(self, room: Room) -> None:
        """Keep a table, as the one that was touched last."""
        self._rooms[room.table.id] = self._living[room.table.id] = room
        self._rooms.move_to_end(room.table.id)
        if len(self._rooms) > self._limit:
            self._rooms.popitem(last=False)

    def forget(self, table_id: str) -> None:
        """Load this table from the store when it is touched next."""
        self._rooms.pop(table_id, None)
        self._living.pop(table_id, None)

    async def _load(self, table_id: str) -> Room:
        table = await self._store.table(table_id)
        if table is None:
            raise Refusal("error.gone")
        if table.status in ("lobby", "aborted"):
            return Room(table)
        game = self._games.get(table.game)
        if game is None or game.version != table.version:
            return Room(await self._abort(table, "it began under other rules"))
        try:
            return Room(table, await self._match(table, game))
        except RuleError as error:
            return Room(await self._abort(table, f"its log cannot be replayed: {error!r}"))

    async def _abort(self, table: Table, why: str) -> Table:
        log.error("table %s cannot go on: %s", table.id, why)
        aborted = replace(table, status="aborted")
        if table.status == "running":
            await self._store.save_table(aborted)
        return aborted

    async def _match(self, table: Table, game: AnyGame) -> Match:
        header = header_of(table)
        saved = await self._store.load(table.id)
        try:
            if saved is None:
                raise Malformed("error.malformed")
            match = matches.restore(game, header, saved.snapshot)
            match = matches.replay(match, map(_entry, saved.entries))
        except RuleError:
            # A snapshot is only a cache: the log alone is the match.
            log = await self._store.entries(table.id)
            match = matches.replay(matches.begin(game, header).match, map(_entry, log))
        for seat, player in enumerate(table.players):
            if player.user is None and seat not in match.minds:
                match = match.seat_computer(seat)
        return match


def header_of(table: Table) -> Header:
    """Return what the table's match starts from."""
    return Header(
        id=table.id,
        game=table.game,
        version=table.version,
        options=table.options,
        seed=table.seed,
        seats=len(table.players),
        at=table.started or table.created,
    )


def _entry(saved: records.Entry) -> Entry:
    return Entry(saved.sequence, saved.seat, saved.action, saved.at)
