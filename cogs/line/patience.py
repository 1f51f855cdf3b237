"""Waits only so long for what is asked of Discord, and lets it end by itself: a request that is
cancelled while discord.py waits out a limit on all of them holds up every other one for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class Patience:
    """What is being asked, by key; who asks for a key meanwhile waits for the same."""

    def __init__(self) -> None:
        self._asking: dict[Hashable, asyncio.Task[Any]] = {}

    async def result(
        self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]], seconds: float
    ) -> T:
        """Return what the work comes to; raise TimeoutError where that takes longer: it goes on."""
        task: asyncio.Task[T] | None = self._asking.get(key)
        if task is None:
            task = self._asking[key] = asyncio.create_task(work())
            task.add_done_callback(partial(self._ended, key))
        if not (await asyncio.wait({task}, timeout=seconds))[0]:
            raise TimeoutError(f"not there after {seconds} s")
        return task.result()

    def _ended(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        del self._asking[key]
        if not task.cancelled():
            task.exception()  # Perhaps nobody waits for it any more.

    async def close(self) -> None:
        """Ask for nothing any more: the bot stops."""
        asking = list(self._asking.values())
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
