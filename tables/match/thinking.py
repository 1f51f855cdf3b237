"""One thought at a time in a process: those that a table waits for before all others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")


class Thinking:
    """Takes turns at thinking, off the event loop."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waited_for = 0
        """Thoughts that tables wait for, the one that is being thought included."""
        self._free = asyncio.Event()
        self._free.set()

    @asynccontextmanager
    async def soon(self) -> AsyncIterator[None]:
        """Hold the turn of a thought that a table waits for."""
        self._waited_for += 1
        self._free.clear()
        try:
            async with self._one:
                yield
        finally:
            self._waited_for -= 1
            if not self._waited_for:
                self._free.set()

    async def later(self, slice_of_work: Callable[[], T]) -> T:
        """Do a slice of work beside the loop once no table waits for a thought; return its result.

        A computer's move is late by one slice at most.
        """
        while True:
            await self._free.wait()
            async with self._one:
                if not self._waited_for:
                    return await _done(slice_of_work)


async def _done(work: Callable[[], T]) -> T:
    """Return what comes of work beside the loop; who is cancelled meanwhile still sees it end, so
    that there are never two."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
