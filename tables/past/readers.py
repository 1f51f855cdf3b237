"""How people want to read, remembered for who is at the tables."""

from __future__ import annotations

import logging

from cachetools import LRUCache

from storage.errors import StoreError
from storage.readers import Readers as Stored

log = logging.getLogger(__name__)

KEPT = 10_000
"""People of whom it is remembered."""


class Readers:
    """Knows who reads short words."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        self._short: LRUCache[int, bool] = LRUCache(KEPT)

    async def short(self, user: int) -> bool:
        """Return whether a person reads short words; where the store fails, all words."""
        if user not in self._short:
            try:
                self._short[user] = await self._stored.short(user)
            except StoreError:
                log.debug("what a person chose to read could not be read")
                return False
        return self._short[user]

    async def choose(self, user: int, short: bool) -> None:
        """Let a person read short words, or all of them, from now on."""
        await self._stored.choose(user, short)
        self._short[user] = short

    def forget(self, user: int) -> None:
        """Read anew what a person chose."""
        self._short.pop(user, None)
