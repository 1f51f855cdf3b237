"""Whatever moment the bot dies at, the next one shows everything that is stored, unasked.

The points are found, not listed: every store call and every request of an operation is one
before it is made and one when it is done, so that a new await is in the walk by itself.
Which of them is tried here goes by `--deal`; tests/bench walks all, in all games, with real
processes.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    suppress,
)
from pathlib import Path
from typing import Any, Self

import pytest

from cogs.client import MonsterBot
from cogs.shown import boards
from playground.server import PlaygroundServer
from tests.cogs.abandoned import Points, watched_bot
from tests.cogs.affairs import GAME
from tests.cogs.courses import Course, trail
from tests.cogs.party import settings_for
from tests.cogs.within import Within

pytestmark = pytest.mark.usefixtures("plain", "impatient")

WALKED = (
    ("join", "meistercoup"),
    ("options", "meistercoup"),
    ("start", "meistercoup"),
    ("start", "bugs"),
    ("my seat", "meistercoup"),
    ("in words", "monster_meister"),
    ("move", "meistercoup"),
    ("move", "bugs"),
    ("board", "meistercoup"),
    ("call", "meistercoup"),
    ("leave", "meistercoup"),
    ("rematch", "meistercoup"),
    ("last move", "meistercoup"),
    ("last move", "bugs"),
    ("round end", "monster_meister"),
    ("move date", GAME),
    ("date begins", GAME),
    ("offer", GAME),
    ("agree", GAME),
    ("end", GAME),
    ("ban", GAME),
    ("vote", GAME),
    ("purge", GAME),
    ("forget me", GAME),
)
"""Operations in games of which a point is tried here, and what comes after the last."""


@pytest.mark.parametrize(("operation", "game"), WALKED)
async def test_a_kill_at_any_point(
    operation: str,
    game: str,
    chance: random.Random,
    server: PlaygroundServer,
    brisk: None,
    one_round: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boards, "AGAIN", 0.0)
    settings = settings_for(server, str(tmp_path / "tables.db"), computer_pace=100)
    course = trail(server.world, operation, game)
    async with Lives(server, lambda points: watched_bot(settings, points, monkeypatch)) as lives:
        last = await lives.end(course(), None)
        assert last > 4
        await lives.end(course(), chance.randint(1, last))


class Lives:
    """One bot after another on one store: who comes after a kill is the next to be killed."""

    def __init__(
        self,
        server: PlaygroundServer,
        start: Callable[[Points], AbstractAsyncContextManager[MonsterBot]],
    ) -> None:
        self._world, self._start = server.world, start

    async def __aenter__(self) -> Self:
        self._life, self._points, self._bot = await self._next()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._life.aclose()

    async def _next(self) -> tuple[AsyncExitStack, Points, MonsterBot]:
        life, points = AsyncExitStack(), Points()
        return life, points, await life.enter_async_context(self._start(points))

    @property
    def bot(self) -> MonsterBot:
        """The bot that lives."""
        return self._bot

    async def rests(self) -> None:
        """Wait until the bot has nothing left to do."""
        await self._points.over(lambda: self._bot.idle)

    @asynccontextmanager
    async def killed(self, point: int | None, act: Awaitable[Any]) -> AsyncIterator[int]:
        """Kill the bot at one point of what is done, without a point after the last, and begin the
        next one's life; give how many points were passed."""
        points, killed = self._points, self._life
        points.arm(point)
        acting = asyncio.ensure_future(act)
        await points.over(lambda: self._bot.idle and acting.done())
        points.kill()
        try:
            self._life, self._points, self._bot = await self._next()
            yield points.passed
        finally:
            acting.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await acting
            await killed.aclose()

    async def end(self, course: Course, point: int | None) -> int:
        """Kill the bot at one point of a course and look at what the next one shows.

        Return how many points the bot passed; without a point it is killed after the last.
        """
        inside = Within(self._bot)
        await course.prepare(inside)
        await self.rests()
        async with self.killed(point, course.act(inside)) as passed:
            faults = await course.wrong(Within(self._bot))
            assert not faults, f"point {point} of {passed}: {faults}"
        course.close()
        return passed
