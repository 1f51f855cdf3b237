"""Several processes with a shard each on one PostgreSQL: one may die, and the others go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from playground.server import PlaygroundServer
from playground.world.model import Guild
from playground.world.snowflakes import EPOCH_MS
from playground.world.state import RequestRecord
from playground.world.world import World
from settings import ROOT
from storage.url import open_store
from tests.cogs.party import Party, environment, moves, verbs
from tests.cogs.stopwatch import until, within

COUNT, SERVERS = 3, 12
CLICKS = 2
"""Moves that somebody makes on each server before and after one of the processes is killed."""
PAUSE = 0.3
"""Seconds between two moves of those whose process goes on."""
LOOKS = 30
"""Looks at a panel before it is opened anew."""
SECONDS = 90.0
"""For the whole, those without a core left out."""
QUICK = """
import sys
from hosting import tenure
tenure.LIFE, tenure.BEAT = 2.0, 0.3
import bot
sys.exit(bot.main())
"""
"""The bot, with leases that run out soon."""


@asynccontextmanager
async def process(server: PlaygroundServer, url: str, shard: int) -> AsyncIterator[Process]:
    """Start the bot with one shard and wait until it is connected; kill it in the end."""
    told = environment(
        server,
        PYTHONPATH=str(ROOT),
        DATABASE_URL=url,
        SHARD_COUNT=str(COUNT),
        SHARD_IDS=str(shard),
        COMPUTER_EFFORT="0.05",
        LOG_LEVEL="WARNING",
    )
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", QUICK, "--serve"), env=os.environ | told
    )
    try:
        await until(server.world, lambda: shard in server.world.online_shards, 30, started.pid)
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            started.kill()
        await started.wait()
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
        """Open a table and begin, once the commands are there."""
        party = self.party
        await party.until(lambda: "play" in str(party.world.commands), SECONDS)
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


async def test_one_of_three_processes_is_killed_while_people_click(
    server: PlaygroundServer, schema: str
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
    async with within(SECONDS), AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        dying, *_ = await asyncio.gather(
            *(stack.enter_async_context(process(server, schema, n)) for n in (1, 0, 2))
        )
        await asyncio.gather(*(place.begin() for place in places))
        await asyncio.gather(*(place.play(CLICKS) for place in places))
        clicking = [group.create_task(place.play(CLICKS)) for place in hit]
        for place in spared:
            group.create_task(_until(clicking, place))
        dying.kill()
        await until(world, lambda: 1 not in world.online_shards, 10)
        await stack.enter_async_context(process(server, schema, 1))
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
