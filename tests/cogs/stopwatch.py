"""Times in which seconds without a core do not count: that long the machine was late."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from playground.world.signals import Signals

LOOK = 1.0
"""Seconds between two looks how much a limit is put off."""


class Stopwatch:
    """Measures a time in which this process, and further ones, have something to do."""

    def __init__(self, *pids: int) -> None:
        self._pids = (os.getpid(), *pids)
        self._begun, self._waited = time.monotonic(), self._all()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begun

    @property
    def waited(self) -> float:
        """For how much of that a process waited for a core, as far as that is known."""
        return min(self.seconds, max(0.0, self._all() - self._waited))

    @property
    def own(self) -> float:
        """How long it would have taken on a machine with nothing else to do."""
        return self.seconds - self.waited

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.waited:.1f} s of them without a core"

    def _all(self) -> float:
        return sum(map(_waited, self._pids))


def _waited(pid: int) -> float:
    """Return for how many seconds the threads of a process have waited for a core until now."""
    return sum(int(told.split()[1]) for told in _told(pid, "schedstat")) / 1e9


def _begun_by(pid: int) -> Iterator[int]:
    """Yield the processes that a process has begun, and those that these have."""
    for told in _told(pid, "children"):
        for child in map(int, told.split()):
            yield child
            yield from _begun_by(child)


def _told(pid: int, what: str) -> Iterator[bytes]:
    """Yield what the system tells of each thread of a process, where it tells anything."""
    threads = f"/proc/{pid}/task"
    with suppress(OSError):
        for thread in os.listdir(threads):
            with suppress(OSError), open(f"{threads}/{thread}/{what}", "rb", buffering=0) as told:
                yield told.read()  # unless it has just ended


async def until(world: Signals, check: Callable[[], Any], seconds: float, *pids: int) -> Any:
    """Wait until a condition holds and return it; TimeoutError if it is late."""
    if result := check():
        return result
    watch, left = Stopwatch(*pids), seconds
    while True:
        with suppress(TimeoutError):
            return await world.until(check, left)
        left = seconds - watch.own
        if left <= 0:
            raise TimeoutError(f"nothing came for {watch}")


@asynccontextmanager
async def within(seconds: float) -> AsyncIterator[None]:
    """Raise TimeoutError when the block takes longer, in this process and those it has begun."""
    loop = asyncio.get_running_loop()

    async def put_off(limit: asyncio.Timeout) -> None:
        left = seconds
        while True:
            watch = Stopwatch(*_begun_by(os.getpid()))
            await asyncio.sleep(LOOK)
            left -= watch.own
            limit.reschedule(loop.time() + left)

    async with asyncio.timeout(seconds) as limit:
        putting_off = asyncio.create_task(put_off(limit))
        try:
            yield
        finally:
            putting_off.cancel()
