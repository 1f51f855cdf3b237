"""A bounded cache whose values stay the same ones for as long as somebody works with them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Keeps the values touched last; one that is held elsewhere is found again all the same."""

    def __init__(self, limit: int) -> None:
        self._last: LRUCache[K, V] = LRUCache(limit)
        self._living: WeakValueDictionary[K, V] = WeakValueDictionary()

    def get(self, key: K) -> V | None:
        """Return a value, as the one that was touched last; None when there is none."""
        value = self._living.get(key)
        if value is not None:
            self._last[key] = value
        return value

    def keep(self, key: K, value: V) -> V:
        """Keep a value and return it."""
        self._last[key] = self._living[key] = value
        return value

    def last(self) -> Iterator[V]:
        """Yield the values touched last."""
        yield from self._last.values()

    def living(self) -> Sequence[V]:
        """Return all values that are found, also those that are only held elsewhere."""
        return list(self._living.values())

    def drop(self, key: K) -> None:
        """Forget a value."""
        self._last.pop(key, None)
        self._living.pop(key, None)
