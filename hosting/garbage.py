"""Lets Python look for garbage without holding up the loop for long."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import cycle

from hosting.thrift import trim

EVERY = 0.5
"""Seconds between two looks: through what came since, and every other time through what the look
before has seen too. Then it is left out."""
YOUNG, NEVER = 5000, 1_000_000_000
"""How many objects more there are before Python looks by itself through what came since. That does
not suffice: where as many go that were there before as come, it would be tens of thousands that
came."""
WHOLE = 3600.0
"""Seconds from one look through everything to the next, which takes 0.13 s at 100 tables."""
GIVEN_BACK = 60.0
"""Seconds from one time that memory is given back to the next, which takes 2 ms."""


@asynccontextmanager
async def lessened(
    clock: Callable[[], float] = time.monotonic,
    give_back: Callable[[], object] = trim,
    every: float = EVERY,
) -> AsyncIterator[None]:
    """Until the block ends look often, and each time only through what is new, and through
    everything once an hour: what stays in a circle of references is as good as never garbage.
    Memory that lies free is given back to the machine once a minute."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    looking = asyncio.create_task(_look(clock, give_back, every))
    try:
        yield
    finally:
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        gc.set_threshold(*before)


async def _look(clock: Callable[[], float], give_back: Callable[[], object], every: float) -> None:
    next_whole, next_back = clock() + WHOLE, clock() + GIVEN_BACK
    for generation in cycle((0, 1)):
        await asyncio.sleep(every)
        if clock() < next_whole:
            gc.collect(generation)
        else:
            next_whole = clock() + WHOLE
            gc.unfreeze()
            gc.collect()
        if clock() >= next_back:
            next_back = clock() + GIVEN_BACK
            give_back()
