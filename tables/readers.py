"""How people want to read, remembered for who is at the tables."""

from __future__ import annotations

import logging
import time

from cachetools import TTLCache

from storage.errors import StoreError
from storage.readers import Readers as Stored

log = logging.getLogger(__name__)

KEPT = 10_000
"""People of whom it is remembered."""
FRESH = 60.0
"""Seconds for which it is: what somebody chooses where another process answers is read after it."""


class Readers:
    """Knows who reads short words."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        self._short: TTLCache[int, bool] = TTLCache(KEPT, FRESH, time.monotonic)

    async def short(self, user: int) -> bool:
        """Return whether a person reads short words; where the store fails, all words."""
        short = self._short.get(user)
        if short is None:
            try:
                short = self._short[user] = await self._stored.short(user)
            except StoreError:
                log.debug("what a person chose to read could not be read")
                return False
        return short

    async def choose(self, user: int, short: bool) -> None:
        """Let a person read short words, or all of them, from now on."""
        await self._stored.choose(user, short)
        self._short[user] = short

    def forget(self, user: int) -> None:
        """Read anew what a person chose."""
        self._short.pop(user, None)
