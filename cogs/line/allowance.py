"""How much the bot may ask of Discord: so much a second, and to be refused only so often."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp

A_SECOND = 40
"""Requests a second that boards and calls share, of the 50 that Discord lets a bot make."""
BURST = 5
"""Requests that may be made at once after a pause."""
REFUSED = frozenset({400, 401, 403, 429})
"""Answers that are counted; Discord shuts out an address that collects 10,000 in ten minutes."""
WINDOW = 600.0
"""Seconds for which a refused request counts."""
MOST = 95
"""Refused requests in a window, after which only people's clicks are answered."""
WORST = 5
"""Requests of one attempt that may be refused: discord.py asks up to five times."""
LOOK = 1.0
"""Seconds after which it is looked again whether there may be another attempt."""


class Allowance:
    """Counts what the process asks of Discord, whoever asks.

    `share` is the process's part of what the bot may ask: other processes have the rest.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._a_second = A_SECOND * share
        self._next = 0.0
        self._refused: deque[float] = deque()
        self._trying = 0

    def trace(self) -> aiohttp.TraceConfig:
        """Return what lets the HTTP client tell how its requests were answered."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    async def request(self) -> None:
        """Wait until one more request may be made with the bot's own token."""
        now = time.monotonic()
        self._next = max(self._next, now - BURST / self._a_second) + 1 / self._a_second
        await asyncio.sleep(max(0.0, self._next - now))

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """Begin an attempt once there is room for all its requests to be refused."""
        while self.refused + WORST * (self._trying + 1) > MOST:
            await asyncio.sleep(LOOK)
        self._trying += 1
        try:
            yield
        finally:
            self._trying -= 1

    @property
    def refused(self) -> int:
        """How many requests were refused lately."""
        while self._refused and self._refused[0] < time.monotonic() - WINDOW:
            self._refused.popleft()
        return len(self._refused)

    async def _ended(
        self, session: Any, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if end.response.status in REFUSED:
            self._refused.append(time.monotonic())
