"""What the tests of tables share: a port that listens, people who sit down and act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import registry
from engine.contract import AnyGame, Event, Seat
from engine.errors import RuleError
from engine.match import Match
from storage.errors import StoreError
from storage.records import Entry
from storage.store import Store
from tables.host import Host
from tables.lobby import lobby
from tables.match.clocks import Clocks
from tables.match.plan import Pace
from tables.match.standstills import Standstills
from tables.members import Closed
from tables.restrictions import Restrictions
from tables.room.cache import Rooms
from tables.room.port import Port
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import Servers

GUILD, CHANNEL = 1, 2
AT_ONCE = Pace(nudge=45.0, pause=0.0)
GAMES = registry.load()
COMPUTERS = ("Blobb", "Zapp", "Grim", "Knurps")
"""What computers are called that take seats."""


@dataclass
class Listener:
    """A port that writes down what people are told."""

    told: list[tuple[Any, ...]] = field(default_factory=list)
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a board is told of something."""
    seconds: float = 0.0
    """How long it takes to tell what an entry brought about."""

    def board(self, room: Room, alone: int | None = None) -> None:
        self.moved.set()
        self.told.append(("board", room.sequence))

    def story(self, room: Room, events: Sequence[Event]) -> float:
        self.told.append(("story", room.sequence, tuple(events)))
        return self.seconds

    def computer(self, room: Room) -> str:
        taken = {player.name for player in room.table.players}
        return next(name for name in COMPUTERS if name not in taken)

    def panel(self, room: Room, user: int) -> None:
        self.told.append(("panel", user))

    def call(self, room: Room, seat: Seat, token: int) -> None:
        self.told.append(("call", seat, token))

    def remind(self, room: Room, seat: Seat, token: int) -> None:
        self.told.append(("remind", seat, token))

    def calls(self, room: Room, standing: Collection[Seat]) -> None:
        self.told.append(("calls", frozenset(standing)))

    def opened(self, room: Room) -> None:
        self.told.append(("opened", room.table.id))

    def summon(self, room: Room) -> None:
        self.told.append(("summon", room.table.id))

    def meeting(self, meeting: str) -> None:
        self.told.append(("meeting", meeting))

    def gone(self, room: Room, user: int) -> None:
        self.told.append(("gone", user))

    def forgotten(self, user: int) -> None:
        self.told.append(("forgotten", user))

    def language(self, guild: int) -> None:
        self.told.append(("language", guild))

    def case(self, guild: int) -> None:
        self.told.append(("case", guild))

    def heard(self, kind: str) -> list[tuple[Any, ...]]:
        """Return what was told of one kind, oldest first."""
        return [item[1:] for item in self.told if item[0] == kind]


class Everybody:
    """Nobody ever leaves, and nothing is closed."""

    async def there(self, guild: int, user: int) -> bool:
        return True

    async def closed(self, guild: int, channel: int) -> Closed | None:
        return None

    async def within(self, guild: int, channel: int, channels: Collection[int]) -> bool:
        return channel in channels

    async def sees(self, guild: int, channel: int, user: int) -> bool:
        return True

    async def seeing(
        self, guild: int, channel: int, users: Sequence[int], most: int
    ) -> Collection[int]:
        return users[:most]


class House(Host):
    """All tables of one process, and what people do at them."""

    def __init__(
        self, store: Store, games: Mapping[str, AnyGame], rooms: Rooms, port: Port, pace: Pace
    ) -> None:
        servers, restrictions = Servers(store.settings), Restrictions(store.staff)
        running = Clocks(Standstills(time.time()))
        super().__init__(
            store, games, rooms, port, pace, servers, running, Everybody(), restrictions
        )

    async def lobby(
        self,
        game: str,
        *users: int,
        computers: int = 0,
        guild: int = GUILD,
        channel: int = CHANNEL,
    ) -> Room:
        """Open a lobby for these people, the first as host, with so many computers."""
        room = await self.lobbies.open(game, guild, channel, users[0], f"Person {users[0]}")
        for user in users[1:]:
            await self.join(room, user)
        for number in range(computers):
            await self.add_computer(room, f"Computer {number}")
        return room

    async def join(self, room: Room, user: int) -> None:
        """Let a person sit down in a lobby."""
        await self.change(room, lambda t: lobby.join(t, self._game(t), user, f"Person {user}"))

    async def add_computer(self, room: Room, name: str) -> None:
        """Give a free seat of a lobby to a computer."""
        await self.change(room, lambda t: lobby.add_computer(t, self._game(t), name))

    async def table(self, game: str, *users: int, computers: int = 0) -> Room:
        """Begin a match of these people and so many computers."""
        room = await self.lobby(game, *users, computers=computers)
        async with room.lock:
            await self.play.begin(room)
        return room

    async def waiting(self, channel: int, *users: int, until: int, guild: int = GUILD) -> Room:
        """Begin a game of these people over days, and let them act until it waits for one."""
        room = await self.lobby("meistercoup", *users, guild=guild, channel=channel)
        rules = self.games["meistercoup"]
        await self.change(room, lambda t: lobby.set_option(t, rules, "clock", "slow"))
        async with room.lock:
            await self.play.begin(room)
        while people_asked(room) != [room.seat_of(until)]:
            await self.act(room, people_asked(room)[0])
        return room

    async def change(self, room: Room, change: Callable[[Any], Any]) -> None:
        """Change a lobby."""
        await self.lobbies.change(room, change)

    async def act(self, room: Room, seat: Seat, place: int = 0, now: float | None = None) -> None:
        """Let a person do what stands at this place among what they may."""
        async with room.lock:
            match = running(room)
            action = match.legal(seat)[place]
            token = match.to_act()[seat]
            await self.play.act(room, seat, token, action, now or time.time())

    async def log(self, room: Room) -> list[Entry]:
        """Return the stored log of a table."""
        return await self.store.tables.entries(room.table.id)

    def _game(self, table: Any) -> AnyGame:
        return self.games[table.game]


@asynccontextmanager
async def opened(
    store: Store, port: Listener, pace: Pace = AT_ONCE, games: Any = None
) -> AsyncIterator[House]:
    """Run the tables of a store until the block ends."""
    games = games or GAMES
    house = House(store, games, Rooms(store, games), port, pace)
    await house.start()
    try:
        yield house
    finally:
        await house.close()


async def fails(*_: Any) -> None:
    """Stand for a write of the store that fails."""
    raise StoreError("The disk is full.")


def running(room: Room) -> Match:
    """Return the match at a table."""
    assert room.match is not None
    return room.match


def people_asked(room: Room) -> list[Seat]:
    """Return the people's seats that are asked."""
    return [seat for seat in running(room).asked if room.person(seat) is not None]


def efforts_of(monkeypatch: pytest.MonkeyPatch, thought: str) -> list[float]:
    """Return with how much effort matches think from now on, of these thoughts: a list that
    grows."""
    efforts, think = list[float](), getattr(Match, thought)

    def noted(match: Match, seat: Seat, effort: float = 1.0) -> Any:
        efforts.append(effort)
        return think(match, seat, effort)

    monkeypatch.setattr(Match, thought, noted)
    return efforts


async def refused(doing: Awaitable[object], key: str, **values: object) -> None:
    """Assert that something is refused with this sentence, which says this where any is named."""
    with pytest.raises((Refusal, RuleError)) as caught:
        await doing
    assert isinstance(caught.value, Refusal | RuleError) and caught.value.key == key
    assert not values or caught.value.values == values


async def too_late(*_: object) -> None:
    """Stand for what is done to somebody who has just left the table."""
    raise Refusal("staff.not_seated")


async def until(check: Callable[[], Any], seconds: float = 10.0) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not check():
            await asyncio.sleep(0.001)
