"""The clock of an invented Discord that can be put ahead, to see what comes with time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol
from unittest import mock

FINE, LEAST, MOST = 1.0, 60.0, 1800.0
"""Seconds by which it goes ahead at once: what comes in the same second comes together, where much
does in the same minute; what a bot looks for now and then it finds within the half hour."""
MUCH = 500
"""Leaps after which those of less than a minute are too many."""
REST = 0.01
"""Real seconds between two such leaps, in which pages and the bot do what else they have to."""
STEPS = (60, 900, 3600, 86400)
"""Seconds that people can let pass."""


class Follower(Protocol):
    """A bot that goes by the same clock."""

    @property
    def soonest(self) -> float | None:
        """When it is to do something by itself (epoch seconds); None: nothing is planned."""

    async def leapt(self) -> None:
        """Do what is due: the clock was put ahead."""

    async def settle(self) -> None:
        """See to all else that comes by itself, and show what has happened."""


class Clock:
    """Seconds since 1970: the real time, and as much more as people have let pass."""

    def __init__(self) -> None:
        self._real = time.time
        self.ahead = 0.0
        """Seconds by which it is put ahead."""
        self.moved: Callable[[float], None] = lambda seconds: None
        """Told by how much it was put ahead, after each leap, and of 0 in the end."""
        self._follower: Follower | None = None
        self._passing: asyncio.Task[None] | None = None

    def __call__(self) -> float:
        """Return what time it is."""
        return self._real() + self.ahead

    @property
    def passing(self) -> bool:
        """Whether time is passing quickly."""
        return self._passing is not None and not self._passing.done()

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Let everything in this process go by this clock meanwhile, as the bot in it has to."""
        with mock.patch.object(time, "time", self):
            yield

    def follow(self, follower: Follower) -> None:
        """Let this bot do in time what comes while time passes quickly."""
        self._follower = follower

    def start(self, seconds: float) -> None:
        """Begin to let so many seconds pass, unless some are passing already."""
        if not self.passing:
            self._passing = asyncio.create_task(self.let_pass(seconds))

    async def let_pass(self, seconds: float) -> None:
        """Let so many seconds pass in no time, what is planned for them coming one by one."""
        end, leaps = self.ahead + seconds, 0
        try:
            while (left := end - self.ahead) > 0:
                least = FINE if leaps < MUCH else LEAST
                leaps += 1
                await self._leap(min(left, MOST, max(least, self._next())))
            await self._settle()
        finally:
            self._passing = None
            self.moved(0.0)

    async def _leap(self, seconds: float) -> None:
        if seconds >= LEAST:
            await self._settle()
        self.ahead += seconds
        self.moved(seconds)
        if self._follower is not None:
            await self._follower.leapt()
        await asyncio.sleep(REST)

    async def _settle(self) -> None:
        if self._follower is not None:
            await self._follower.settle()

    async def close(self) -> None:
        """Let no more time pass than the real one."""
        if self._passing is not None:
            self._passing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._passing

    def _next(self) -> float:
        """Return in how many seconds the bot is to do something by itself."""
        soonest = self._follower.soonest if self._follower is not None else None
        return MOST if soonest is None else soonest - self()
