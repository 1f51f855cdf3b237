"""What begins next of thousands of things that wait: so many at once, and so many of each table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Scheduler(Generic[T]):
    """Begins what has the smallest order first, equals as they came."""

    def __init__(self, begin: Callable[[T], None], most: int, at_a_table: int) -> None:
        """`begin` is told what is to begin, and tells `done` once that is over."""
        self._begin, self._free, self._at_a_table = begin, most, at_a_table
        self._waiting: list[tuple[Any, int, Hashable, T]] = []
        self._held: defaultdict[Hashable, list[tuple[Any, int, Hashable, T]]] = defaultdict(list)
        """What would be next, were not so many of its table at work."""
        self._working, self._closed = Counter[Hashable](), False
        self._numbers = count()

    def add(self, order: Any, table: Hashable, thing: T) -> None:
        """Line something up."""
        heappush(self._waiting, (order, next(self._numbers), table, thing))
        self._serve()

    def done(self, table: Hashable) -> None:
        """Count something of a table as over."""
        self._free += 1
        self._working[table] -= 1
        if not self._working[table]:
            del self._working[table]
        for held in self._held.pop(table, ()):
            heappush(self._waiting, held)
        self._serve()

    def close(self) -> None:
        """Begin nothing more."""
        self._closed = True

    def _serve(self) -> None:
        while self._free and self._waiting and not self._closed:
            first = heappop(self._waiting)
            _, _, table, thing = first
            if self._working[table] >= self._at_a_table:
                self._held[table].append(first)
                continue
            self._free -= 1
            self._working[table] += 1
            self._begin(thing)
