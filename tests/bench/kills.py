"""Kills the bot at every store call and request of every operation in every game, and looks.

`python -m tests.bench.kills` has them all; `--help` says how to try fewer.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from playground.server import PlaygroundServer
from tests.bench import stand_in
from tests.bench.remote import Dead, Remote, mortal_bot, nursery
from tests.bench.report import Row, gathered, printed
from tests.bench.walks import WALKS, Walked, chosen, side_by_side
from tests.born import Nursery
from tests.cogs.as_stored import SECONDS
from tests.cogs.courses import Course, trail
from tests.cogs.healthy import Healthy
from tests.cogs.stopwatch import Stopwatch

AIM = "all shown within 2 s of ready, next door too"
AT_ONCE = 3
"""Walks side by side: much of a walk is waiting."""
LATE = 15.0
"""Seconds for which it is looked whether what is late comes at all."""
OVER = 30.0
"""Seconds that an operation may take."""
STEP = 0.02
"""Seconds between two looks."""


@dataclass(slots=True)
class Walk:
    """How one operation in one game went."""

    points: int = 0
    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    by_load: int = 0
    """How often something was late, but not longer than for want of a core."""

    def row(self, walked: Walked) -> Row:
        """Return a line of the table."""
        said = "; ".join(self.wrong) or "all shown"
        figure = f"{self.tried} of {self.points} points, {self.by_load} late by load: {said}"
        return Row(", ".join(walked), figure, AIM)


class Walker:
    """Kills one bot after another on one file."""

    def __init__(self, nursery: Nursery, server: PlaygroundServer, database: Path) -> None:
        self._nursery, self._server, self._database = nursery, server, database
        self._stack = AsyncExitStack()
        self._bot: Remote | None = None
        self._beside: Healthy | None = None

    async def close(self) -> None:
        """Kill the last bot."""
        await self._stack.aclose()

    async def walk(self, walked: Walked, every: int) -> Walk:
        """Count the points of an operation, then die at every so-manieth of them."""
        walk, course = Walk(), trail(self._server.world, *walked)
        walk.points = await self._killed(walk, course(), None)
        for point in range(1 + min(every, walk.points) // 2, walk.points + 1, every):
            await self._killed(walk, course(), point)
        return walk

    async def stroll(self, operation: str, game: str, moments: Sequence[float]) -> Walk:
        """Go through an operation once, then die so many seconds after each time it is begun."""
        walk, course = Walk(), trail(self._server.world, operation, game)
        await self._killed(walk, course(), None)
        for moment in moments:
            await self._killed(walk, course(), None, moment)
        return walk

    async def _killed(
        self, walk: Walk, course: Course, point: int | None, moment: float | None = None
    ) -> int:
        passed = 0
        try:
            async with asyncio.timeout(3 * OVER):
                passed = await self._played(course, point, moment)
                faults = await self._wrong(walk, course, await self._next())
        except Exception as error:
            faults = [f"not played: {type(error).__name__}: {error}"]
            await self._next()
        walk.tried += 1
        if faults:
            when = f"after {moment:.2f} s" if moment else point or "after the last"
            walk.wrong.append(f"{when}: {', '.join(faults)}")
        course.close()
        with suppress(Dead):
            await self._cleaned(course, self._bot or await self._next())
        return passed

    async def _cleaned(self, course: Course, bot: Remote) -> None:
        """See that nothing is left for the next bot to look for, nor a table for Anna to host."""
        await bot.ask("clean")
        async with asyncio.timeout(OVER):
            while await bot.open_table(int(course.channel)):
                await asyncio.sleep(STEP)

    async def _wrong(self, walk: Walk, course: Course, bot: Remote) -> list[str]:
        """Return what is wrong after a start, and what is late next door meanwhile."""
        beside = self._beside
        assert beside is not None
        before = beside.by_load
        shown, late = await asyncio.gather(_looked_at(walk, course, bot), beside.late(bot.pid))
        walk.by_load += beside.by_load - before
        return [*shown, *late]

    async def _played(self, course: Course, point: int | None, moment: float | None = None) -> int:
        """Let people come to the point, or the moment, at which the bot dies; return how many
        points it passed."""
        bot = self._bot or await self._next()
        self._beside = self._beside or await Healthy.begun(self._server.world)
        await course.prepare(bot)
        await bot.ask("over")
        await bot.ask("aim", die_at=point)
        acting = asyncio.ensure_future(course.act(bot))
        dying = asyncio.ensure_future(bot.dead() if moment is None else _dying(bot, moment))
        ends = {acting, dying} if moment is None else {dying}
        try:
            with suppress(Dead):
                await asyncio.wait(ends, timeout=OVER, return_when="FIRST_COMPLETED")
                if point is None and moment is None:
                    acting.result()
                return int(await bot.ask("over"))
        finally:
            dying.cancel()
            acting.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await acting
        return point or 0

    async def _next(self) -> Remote:
        """Kill the bot, if it lives, and start the next."""
        await self._stack.aclose()
        born = mortal_bot(self._nursery, self._server, self._database)
        self._bot = await self._stack.enter_async_context(born)
        return self._bot


async def _dying(bot: Remote, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await bot.kill()


async def _looked_at(walk: Walk, course: Course, bot: Remote) -> list[str]:
    """Return what is wrong in time, or late, but for what is late for want of a core alone."""
    watch = Stopwatch(bot.pid)
    if not (faults := await course.wrong(bot)):
        return []
    if late := await course.wrong(bot, LATE):
        return late
    if watch.own > SECONDS:
        return [f"{', '.join(faults)}; shown after {watch}"]
    walk.by_load += 1
    return []


@asynccontextmanager
async def walker(nursery: Nursery) -> AsyncIterator[Walker]:
    """Return who walks on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with stand_in.stand_in() as server:
            server.world.validation = True
            walker = Walker(nursery, server, Path(folder, "kills.db"))
            try:
                yield walker
            finally:
                await walker.close()


async def _row(nursery: Nursery, walked: Walked, every: int) -> Row:
    async with walker(nursery) as walking:
        return (await walking.walk(walked, every)).row(walked)


async def _rows(walks: Sequence[Walked] = WALKS, every: int = 1) -> AsyncIterator[Row]:
    with nursery() as born:
        async for row in side_by_side((_row(born, walked, every) for walked in walks), AT_ONCE):
            yield row


def rows() -> list[Row]:
    """Return what was wrong after a kill, a row an operation and game."""
    return asyncio.run(gathered(_rows()))


if __name__ == "__main__":
    asyncio.run(printed(_rows(*chosen("kills", __doc__))))
