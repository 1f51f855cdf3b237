"""How operations are gone through again and again, and what is wrong with what is seen then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple, Protocol

from playground.world.sight import NotVisible
from playground.world.world import World
from tests.cogs.affairs import AFFAIRS, GAME, Affair, Server, plain
from tests.cogs.as_stored import SECONDS, everything_shown
from tests.cogs.operations import OPERATIONS, Step
from tests.cogs.party import DEFERRED, Party, text
from tests.cogs.stopwatch import within
from tests.cogs.within import Inside

EVERY: Sequence[str] = (*OPERATIONS, *AFFAIRS)
GONE_WRONG = (AssertionError, IndexError, NotVisible, StopIteration, TimeoutError, TypeError)
"""What a person meets with who misses what they wanted to press."""
AGAIN = 3
"""How often, at most, a person does it again of which nothing has come."""
PATIENCE = 20.0
"""Seconds that an affair may take, with what comes before it."""
STEP = 0.02
"""Seconds between two looks."""
STILL = 0.4
"""Seconds in which nothing happens any more, after which a person does it again."""

_numbers = count(1)


class Course(Protocol):
    """Going through an operation once, in a place where nothing else happens."""

    @property
    def channel(self) -> str:
        """Where it happens."""

    async def prepare(self, inside: Inside) -> None:
        """Do what comes before."""

    async def act(self, inside: Inside) -> None:
        """Do it, for as long as the bot goes along."""

    async def wrong(self, inside: Inside, seconds: float = SECONDS) -> list[str]:
        """Wait until what is stored is shown, once, and nothing is lost; return what is wrong at
        last."""

    def close(self) -> None:
        """Let nothing go on there."""


def trail(world: World, operation: str, game: str) -> Callable[[], Course]:
    """Return what begins a course through an operation; the first of them has to go well."""
    if operation in OPERATIONS:
        return lambda: AtTable(world, OPERATIONS[operation], game)
    well: list[Seen] = []
    return lambda: AroundTables(world, AFFAIRS[operation], well)


def walks(games: Sequence[str]) -> list[tuple[str, str]]:
    """Return all operations in these games; what is done around tables in one."""
    at_tables = [(operation, game) for operation in OPERATIONS for game in games]
    return [*at_tables, *((affair, GAME) for affair in AFFAIRS)]


class AtTable:
    """Something that is done at a table: what is seen of it follows from what is stored."""

    def __init__(self, world: World, operation: tuple[Step, Step], game: str) -> None:
        self._world, self._game = world, game
        self._prepare, self._act = operation
        self._party = Party(world, world.add_channel(f"course-{next(_numbers)}").id)

    @property
    def channel(self) -> str:
        """Where it happens."""
        return self._party.channel

    async def prepare(self, inside: Inside) -> None:
        """Do what comes before."""
        await self._prepare(self._party, inside, self._game)

    async def act(self, inside: Inside) -> None:
        """Do it."""
        await self._act(self._party, inside, self._game)

    async def wrong(self, inside: Inside, seconds: float = SECONDS) -> list[str]:
        """Return what is not shown as it is stored."""
        return await everything_shown(self._party, inside, seconds)

    def close(self) -> None:
        """Delete the channel."""
        self._world.moderation.delete_channel(self.channel)


class Seen(NamedTuple):
    """What is seen of an affair."""

    scene: list[str]
    looked: str
    """What somebody reads who looks."""
    told: str = ""
    """What the person reads who has done it."""


class AroundTables:
    """Something that is done around tables: in the end it is seen as it was when all went well.

    Whoever was told nothing, and sees that nothing has come of it, does it again.
    """

    def __init__(self, world: World, affair: Affair, well: list[Seen]) -> None:
        self._server, self._affair = Server(world, next(_numbers)), affair
        self._well = well
        self._before = Seen([], "")
        self._acting: asyncio.Future[Any] | None = None
        self._told, self._again = "", False

    @property
    def channel(self) -> str:
        """Where it happens."""
        return self._server.channel

    async def prepare(self, inside: Inside) -> None:
        """Do what comes before, and look."""
        await self._affair.before(self._server, inside)
        async with within(PATIENCE):
            while not await inside.idle():
                await asyncio.sleep(STEP)
        self._before = Seen(self._server.scene(), await self._looked(inside))

    async def act(self, inside: Inside) -> None:
        """Do it, and note whether it was told that it is done."""
        self._acting = asyncio.ensure_future(self._affair.act(self._server, inside))
        attempt = await self._acting
        message = None if attempt is None or attempt.failed else attempt.message
        if message and not message["thinking"] and attempt.kind != DEFERRED:
            self._told = plain(text(message))

    async def wrong(self, inside: Inside, seconds: float = SECONDS) -> list[str]:
        """Return what is lost, done twice or never shown."""
        await self._interrupted()
        if not self._well:
            return await self._went_well(inside, seconds)
        faults = await self._amiss(inside, seconds)
        if not faults or self._again or await self._has_come(inside):
            return faults
        if self._told and self._told == self._well[0].told:
            return ["it was told that it is done, and it is not", *faults]
        self._again = True
        for _ in range(AGAIN):
            with suppress(*GONE_WRONG):
                async with within(PATIENCE):
                    await self._affair.act(self._server, inside)
            faults = await self._amiss(inside, seconds)
            if not faults or await self._has_come(inside):
                break
        return [f"done again: {fault}" for fault in faults]

    async def _has_come(self, inside: Inside) -> bool:
        """Return whether anything has come of it after which nobody does it again."""
        return not self._affair.in_parts and await self._seen(inside) != self._before

    def close(self) -> None:
        """Delete the server's channels."""
        self._server.close()

    async def _interrupted(self) -> None:
        """Let nobody wait for a bot that is no more."""
        if self._acting is not None and not self._acting.done():
            self._acting.cancel()
            await asyncio.wait({self._acting})

    async def _went_well(self, inside: Inside, seconds: float) -> list[str]:
        """Note what is seen where nothing goes wrong."""
        await asyncio.sleep(STILL)
        async with within(seconds):
            while not await inside.idle():
                await asyncio.sleep(STEP)
        seen = await self._seen(inside)
        self._well.append(seen._replace(told=self._told))
        return ["nothing has come of it"] if seen == self._before else []

    async def _amiss(self, inside: Inside, seconds: float) -> list[str]:
        """Wait until all is seen as it was when it went well; return what is seen otherwise."""
        loop, [well] = asyncio.get_running_loop(), self._well
        until, changed, last = loop.time() + seconds, loop.time(), self._server.scene()
        while (now := loop.time()) < until:
            scene, idle = self._server.scene(), await inside.idle()
            if not idle or scene != last:
                changed, last = now, scene
            elif scene == well.scene and await self._looked(inside) == well.looked:
                return []
            elif scene == self._before.scene and now > changed + STILL:
                break
            await asyncio.sleep(STEP)
        return _differences(await self._seen(inside), well)

    async def _seen(self, inside: Inside) -> Seen:
        return Seen(self._server.scene(), await self._looked(inside))

    async def _looked(self, inside: Inside) -> str:
        look = self._affair.look
        return "" if look is None else plain(await look(self._server, inside))


def _differences(seen: Seen, well: Seen) -> list[str]:
    lost, more = list(well.scene), list[str]()
    for line in seen.scene:
        if line in lost:
            lost.remove(line)
        else:
            more.append(line)
    looked = [] if seen.looked == well.looked else [f"who looks reads {seen.looked}"]
    return [*(f"missing: {line}" for line in lost), *(f"besides: {line}" for line in more), *looked]
