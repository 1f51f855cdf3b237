"""Who works next when several wait: whoever has the smallest number, such as the earliest time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cogs.line.scheduler import Scheduler


class Precedence:
    """Lets at most so many work at a time."""

    def __init__(self, most: int) -> None:
        self._scheduler = Scheduler(_given, most, most)

    @asynccontextmanager
    async def turn(self, order: float) -> AsyncIterator[bool]:
        """Work once it is one's turn: the smallest `order` first, equals as they came.

        Tells whether that was waited for.
        """
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._scheduler.add(order, None, mine)
        waits = not mine.done()
        try:
            await mine
            yield waits
        finally:
            if not mine.cancelled():
                self._scheduler.done(None)


def _given(turn: asyncio.Future[None]) -> bool:
    """Give a turn to who waits for it; tell whether they still do."""
    if turn.done():
        return False
    turn.set_result(None)
    return True
