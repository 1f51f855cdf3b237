"""What is sent once: what only could not be noted, as the store refuses, is not sent again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from cachetools import LRUCache

KEPT = 10_000
"""Things of which it is remembered that they were sent."""

T = TypeVar("T")


class Once(Generic[T]):
    """Remembers what was sent until it is noted: Discord knows a nonce for some minutes alone."""

    def __init__(self) -> None:
        self._sent: LRUCache[str, T] = LRUCache(KEPT)

    async def sent(self, nonce: str, send: Callable[[], Awaitable[T]]) -> T:
        """Send something, unless that was done before; return what came of it."""
        if nonce not in self._sent:
            self._sent[nonce] = await send()
        return self._sent[nonce]

    def knows(self, nonce: str) -> bool:
        """Return whether something was sent that is still to be noted."""
        return nonce in self._sent

    def noted(self, nonce: str) -> None:
        """Forget something that the store knows of by now."""
        self._sent.pop(nonce, None)
