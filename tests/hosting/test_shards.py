"""Several processes with a shard each on one PostgreSQL: one may die, and the others go on."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace

from playground.model import Guild
from playground.server import PlaygroundServer
from playground.world.snowflakes import EPOCH_MS
from playground.world.state import RequestRecord
from playground.world.world import World
from storage.url import open_store
from tests.born import Born, Nursery
from tests.cogs.party import Message, Party, environment, moves, text, verbs
from tests.cogs.stopwatch import until, within

COUNT, SERVERS = 3, 6
CLICKS = 2
"""Moves that somebody makes on each server before and after one of the processes is killed."""
PAUSE = 0.3
"""Seconds between two moves of those whose process goes on."""
LOOKS = 30
"""Looks at a panel before it is opened anew."""
SECONDS = 90.0
"""For the whole, those without a core left out."""
QUICK = "tests.hosting.quick_bot"


@asynccontextmanager
async def process(
    nursery: Nursery, server: PlaygroundServer, url: str, shard: int
) -> AsyncIterator[Born]:
    """Start the bot with one shard and wait until it is connected; kill it in the end."""
    told = environment(
        server,
        DATABASE_URL=url,
        SHARD_COUNT=str(COUNT),
        SHARD_IDS=str(shard),
        COMPUTER_EFFORT="0.05",
        LOG_LEVEL="WARNING",
    )
    bear = nursery.bear("--serve", module=QUICK, environment=os.environ | told)
    async with bear as started:
        await until(server.world, lambda: shard in server.world.online_shards, 30, started.pid)
        yield started
    await until(server.world, lambda: shard not in server.world.online_shards, 30)


@dataclass
class Place:
    """A server with somebody who plays against computers there."""

    party: Party
    guild: Guild
    name: str
    answered: set[str] = field(default_factory=set)
    """The questions with a move that was acknowledged; one that was stored without an answer
    when the process died is told to be stale when it is made again."""
    misses: int = 0
    """Clicks of any kind that found nobody."""
    table: str = ""
    _pressed: set[str] = field(default_factory=set)
    """What was pressed since the panel was opened: looks at cards are no moves."""

    @classmethod
    def made(cls, world: World, number: int) -> Place:
        """Found a server; the shards get equally many of them."""
        clock, moment = world.clock, int(world.snowflakes.next()) >> 22
        moment += (number - moment) % COUNT + COUNT
        world.clock = lambda: (moment + EPOCH_MS + 0.5) / 1000
        try:
            guild = world.add_guild(f"server {number}")
        finally:
            world.clock = clock
        channel = world.add_channel("table", guild)
        name = world.add_person(f"Person {number}", guild=guild).name
        return cls(Party(world, channel.id), guild, name)

    async def begin(self) -> None:
        """Open a table and begin."""
        party = self.party
        await party.command(self.name, "play", game="meistercoup")
        await party.until(lambda: party.board(self.name), SECONDS)
        for verb in ("add", "add", "start"):
            await self._press(verb)
        await party.until(lambda: verbs(party.board(self.name), "seat"), SECONDS)

    async def play(self, clicks: int) -> None:
        """Make so many moves, however long that takes, unless the game is over before."""
        goal = len(self.answered) + clicks
        while len(self.answered) < goal and not self.over:
            found = await self._asked()
            if found:
                await self._move(found[0])

    @property
    def over(self) -> bool:
        """Whether the game is over; a third coup may end it early."""
        return bool(verbs(self.party.board(self.name), "again"))

    async def _asked(self) -> list[str]:
        """Return the buttons of a new question; the panel is opened anew when none comes."""
        for _ in range(LOOKS):
            found = [b for b in self._buttons() if b not in self._pressed]
            if found:
                return found
            await asyncio.sleep(0.02)
        self._pressed = set()
        await self._press("seat")
        return []

    async def _press(self, verb: str) -> None:
        """Press a button of the board; what answers it may still be empty."""
        world, board = self.party.world, self.party.board(self.name)
        [button] = verbs(board, verb)
        pressed = await world.press(world.person(self.name).id, board["id"], button)
        self.misses += pressed.failed

    def _buttons(self) -> list[str]:
        try:
            return moves(self.party.panel(self.name))
        except IndexError:
            return []

    async def _move(self, button: str) -> None:
        world, panel = self.party.world, self.party.panel(self.name)
        _, self.table, question, *_ = button.split(":")
        pressed = await world.press(world.person(self.name).id, panel["id"], button)
        self.misses += pressed.failed
        self._pressed = set() if pressed.failed else self._pressed | {button}
        if not pressed.failed:
            self.answered.add(question)


@dataclass
class Company:
    """A server's tournament, and a game that is agreed there for a time, in a channel of theirs."""

    party: Party
    people: tuple[str, str]
    """Who takes part; the second is of its staff."""

    @classmethod
    def at(cls, place: Place) -> Company:
        """Return that of a server."""
        world = place.party.world
        channel = world.add_channel("cup", place.guild)
        boss = world.add_person(f"Boss of {place.name}", guild=place.guild, moderator=True).name
        return cls(Party(world, channel.id), (place.name, boss))

    async def begin(self) -> None:
        """Agree a game for a time, and open a tournament that both enter."""
        party, boss = self.party, self.people[1]
        await party.command(boss, "plan", game="meistercoup", when="in 10 Minuten")
        await party.command(boss, "games-admin tournament", game="meistercoup", seats=3)
        await party.until(lambda: self._tournament, SECONDS)
        for name in self.people:
            await party.press(name, self._tournament, "contest", self._args("enter"))
        await party.until(lambda: "**2**" in text(self._tournament), SECONDS)

    async def draw(self) -> None:
        """Let staff begin the tournament."""
        boss = self.people[1]
        managed = await self.party.press(boss, self._tournament, "contest", self._args("staff"))
        await self.party.press(boss, managed.message, "contest", self._args("begin"))

    async def look(self, opened: bool) -> None:
        """Wait for the one table of the round; the lobby of what was agreed is open or not."""
        party = self.party
        await party.until(lambda: self._threads and self._board(self._threads[0]), SECONDS)
        await party.until(lambda: f"<#{self._threads[0]}>" in text(self._tournament), SECONDS)
        if opened:
            await party.until(lambda: self._lobbies, SECONDS)
        assert len(self._threads) == 1 and len(self._lobbies) == opened

    def _args(self, what: str) -> str:
        custom_id: str = verbs(self._tournament, "contest")[0]
        return f"{custom_id.rsplit(':', 1)[1].partition('.')[0]}.{what}"

    def _board(self, thread: str) -> bool:
        seen = Party(self.party.world, thread).seen(self.people[0])
        return len([m for m in seen if verbs(m, "seat")]) == 1

    @property
    def _tournament(self) -> Message:
        return [m for m in self.party.seen(self.people[0]) if verbs(m, "contest")][-1]

    @property
    def _lobbies(self) -> list[Message]:
        return [m for m in self.party.seen(self.people[0]) if verbs(m, "start")]

    @property
    def _threads(self) -> list[str]:
        channels = self.party.world.channels.values()
        return [c.id for c in channels if c.parent and c.parent.id == self.party.channel]


async def come_due(url: str) -> None:
    """Let the time of all that is agreed have come, without a word to the processes."""
    store, now = await open_store(url), time.time()
    for meeting in await store.meetings.own():
        await store.meetings.save(replace(meeting, at=now, reminded=True))
    await store.close()


async def test_one_of_three_processes_is_killed_while_people_click(
    nursery: Nursery, server: PlaygroundServer, schema: str
) -> None:
    world = server.world
    world.rate_limits, world.max_concurrency = False, COUNT
    synced: list[str] = []
    check = world.on_request
    assert check is not None

    def note(request: RequestRecord) -> None:
        check(request)
        if request.method == "PUT":
            synced.append(request.path)

    world.on_request = note
    places = [Place.made(world, number) for number in range(SERVERS)]
    hit = [p for p in places if world.shard_of(p.guild, COUNT) == 1]
    spared = [p for p in places if p not in hit]
    assert len(hit) == SERVERS // COUNT
    company = [Company.at(hit[0]), Company.at(spared[0])]
    async with within(SECONDS), AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        dying, *_ = await asyncio.gather(
            *(stack.enter_async_context(process(nursery, server, schema, n)) for n in (1, 0, 2))
        )
        await asyncio.gather(*(p.begin() for p in places), *(each.begin() for each in company))
        await asyncio.gather(*(place.play(CLICKS) for place in places))
        clicking = [group.create_task(place.play(CLICKS)) for place in hit]
        for place in spared:
            group.create_task(_until(clicking, place))
        await asyncio.gather(*(each.draw() for each in company))
        dying.kill()
        await until(world, lambda: 1 not in world.online_shards, 10)
        await come_due(schema)
        await stack.enter_async_context(process(nursery, server, schema, 1))
        for each, opened in zip(company, (True, False), strict=True):
            # What another process does when its time has come, it alone does.
            await each.look(opened)
    assert sum(p.misses for p in spared) == 0 < sum(p.misses for p in hit)
    assert all(len(place.answered) > CLICKS for place in spared)
    assert all(len(place.answered) >= 2 * CLICKS for place in hit)
    assert len([path for path in synced if path.endswith("/commands")]) == 1
    await _nothing_lost_nor_doubled(schema, places, hit)


async def _until(clicking: list[asyncio.Task[None]], place: Place) -> None:
    while not (place.over or all(task.done() for task in clicking)):
        await place.play(1)
        await asyncio.sleep(PAUSE)


async def _nothing_lost_nor_doubled(url: str, places: list[Place], hit: list[Place]) -> None:
    store = await open_store(url)
    for place in places:
        entries = await store.tables.entries(place.table)
        own = [entry for entry in entries if entry.by == "person"]
        assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
        # What was stored when the process was killed, and not answered any more, is there too.
        assert len(place.answered) <= len(own) <= len(place.answered) + (place in hit)
        boards = [m for m in place.party.seen(place.name) if not m["ephemeral"] and m["embeds"]]
        assert len(boards) == 1
    await store.close()
