"""Who works next when several wait: whoever has the smallest number, such as the earliest time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Any


class Precedence:
    """Lets at most so many work at a time."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[tuple[Any, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, order: Any) -> AsyncIterator[bool]:
        """Work once it is one's turn: the smallest `order` first, equals as they came.

        Tells whether that was waited for.
        """
        waits = not self._free
        if waits:
            await self._wait(order)
        else:
            self._free -= 1
        try:
            yield waits
        finally:
            self._pass_on()

    async def _wait(self, order: Any) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (order, next(self._numbers), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, other = heappop(self._waiting)
            if not other.done():
                other.set_result(None)
                return
        self._free += 1
