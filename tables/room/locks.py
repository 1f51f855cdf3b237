"""A lock for each of many things, kept only while somebody holds it or waits for it."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """Locks by what they are for."""

    def __init__(self) -> None:
        self._held: WeakValueDictionary[K, Lock] = WeakValueDictionary()

    def __call__(self, key: K) -> Lock:
        """Return the lock of something: the same one to all who ask meanwhile."""
        return self._held.setdefault(key, Lock())
