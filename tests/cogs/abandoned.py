"""A bot that is abandoned at any point, as a kill leaves it: nothing is cancelled or closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

import aiohttp
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs import connection
from cogs.client import MonsterBot
from cogs.connection import point_at
from cogs.line.allowance import Allowance
from screens import screen as screens
from screens.texts import Catalogue
from settings import Settings
from storage.part import Part
from storage.store import Store
from storage.url import open_store
from tables.room.refusal import Refusal
from tests.catalogue import catalogue
from tests.cogs.party import loaded
from tests.cogs.stopwatch import within
from tests.cogs.within import hurried

QUIET = 0.15
"""Seconds without a store call or a request, after which an operation is over."""

_running: ContextVar[Points | None] = ContextVar("the bot that a task belongs to", default=None)


async def dies(*_: Any, **__: Any) -> None:
    """Stand for a store call at which a bot dies, without a word in the log."""
    raise Refusal("error.gone")


class Points:
    """Counts a bot's store calls and requests; at one of them the whole bot stands still."""

    def __init__(self) -> None:
        self.die_at: int | None = None
        self.passed = 0
        self.dead = asyncio.Event()
        self.armed = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self._last = 0.0

    async def reach(self) -> None:
        """Pass one more point, or stand still from here on."""
        self._last = asyncio.get_running_loop().time()
        if self.armed:
            self.passed += 1
            if self.passed == self.die_at:
                self.dead.set()
        if self.dead.is_set():
            await asyncio.Event().wait()

    def arm(self, die_at: int | None) -> None:
        """Count from now on; stand still at this point."""
        self.die_at, self.passed, self.armed = die_at, 0, True
        self._last = asyncio.get_running_loop().time()

    def kill(self) -> None:
        """Stand still from here on, and count no more."""
        self.armed = False
        self.dead.set()

    async def over(self, done: Callable[[], bool]) -> None:
        """Wait until the bot is dead or has nothing left to do, which `done` knows too."""
        async with within(20):
            while not self.dead.is_set():
                if done() and asyncio.get_running_loop().time() > self._last + QUIET:
                    return
                await asyncio.sleep(0.01)


class WatchedStore:
    """A store each of whose calls is two points: before it, and done but not yet returned."""

    def __init__(self, store: object, points: Points) -> None:
        self._store, self._points = store, points

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if isinstance(method, Part):
            return WatchedStore(method, self._points)
        if not asyncio.iscoroutinefunction(method):
            return method

        async def watched(*args: Any, **kwargs: Any) -> Any:
            await self._points.reach()
            result = await method(*args, **kwargs)
            await self._points.reach()
            return result

        return watched


def watched_allowance(points: Points) -> type[Allowance]:
    """Return an allowance each of whose requests is two points, as calls of the store are."""

    class Watched(Allowance):
        def trace(self) -> aiohttp.TraceConfig:
            async def reach(*args: Any) -> None:
                await points.reach()

            config = super().trace()
            config.on_request_start.append(reach)
            config.on_request_end.append(reach)
            return config

    return Watched


def _parts() -> tuple[Any, Any, Catalogue]:
    games = hurried(loaded())
    return games, screens.load(games), catalogue()


@asynccontextmanager
async def watched_bot(
    settings: Settings, points: Points, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[MonsterBot]:
    """Run a bot; when the block ends its tasks are thrown away, dead or not."""
    loop = asyncio.get_running_loop()
    loop.set_task_factory(_owned)
    token = _running.set(points)
    # discord.py's locks are shared in a process, and a bot that stands still may hold some.
    async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
    store = await open_store(settings.database_url or "")
    monkeypatch.setattr(connection, "Allowance", watched_allowance(points))
    point_at(settings)
    bot = MonsterBot(settings, WatchedStore(store, points), *_parts())  # type: ignore[arg-type]
    assert settings.discord_token is not None
    await bot.login(settings.discord_token.get_secret_value())
    running = asyncio.create_task(bot.connect())
    _running.reset(token)
    try:
        async with within(10):
            while not bot.guilds:
                await asyncio.sleep(0.01)
        yield bot
    finally:
        await _thrown_away(bot, points, store, running)


async def _thrown_away(
    bot: MonsterBot, points: Points, store: Store, running: asyncio.Task[None]
) -> None:
    await bot._outbox.close(0.0)  # what waits there has no task
    points.dead.clear()
    points.armed = False
    # What commits is the store's: cancelled before it begins it would never be over.
    kept = {running, store._database._committing}
    tasks = {task for task in points.tasks if not task.done()} - kept
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await bot.close()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    await store.close()


def _owned(loop: Any, coro: Any, **kwargs: Any) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, **kwargs)
    points = _running.get()
    if points is not None:
        points.tasks.add(task)
        task.add_done_callback(points.tasks.discard)
    return task
