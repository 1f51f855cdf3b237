"""What begins next of thousands of things that wait: so many at once, and so many of each table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
_Place: TypeAlias = tuple[float, int, Hashable, T]
"""An order, a number of its own, the table, and what waits."""


class Scheduler(Generic[T]):
    """Begins what has the smallest order first, equals as they came."""

    def __init__(self, begin: Callable[[T], bool], most: int, at_a_table: int) -> None:
        """`begin` is told what is to begin and tells whether that still waited; `done` is told once
        it is over."""
        self._begin, self._free, self._at_a_table = begin, most, at_a_table
        self._waiting: list[_Place[T]] = []
        self._held: defaultdict[Hashable, list[_Place[T]]] = defaultdict(list)
        """What would be next, were not so many of its table at work."""
        self._working, self._closed = Counter[Hashable](), False
        self._numbers = count()

    def add(self, order: float, table: Hashable, thing: T) -> None:
        """Line something up; added once more it begins at the first of its places."""
        heappush(self._waiting, (order, next(self._numbers), table, thing))
        self._serve()

    def done(self, table: Hashable) -> None:
        """Count something of a table as over."""
        self._free += 1
        self._working[table] -= 1
        if not self._working[table]:
            del self._working[table]
        self._let_go(table)
        self._serve()

    def close(self) -> None:
        """Begin nothing more."""
        self._closed = True

    def _serve(self) -> None:
        while self._free and self._waiting and not self._closed:
            place = heappop(self._waiting)
            _, _, table, thing = place
            if self._working[table] >= self._at_a_table:
                heappush(self._held[table], place)
            elif self._begin(thing):
                self._free -= 1
                self._working[table] += 1
            else:
                self._let_go(table)

    def _let_go(self, table: Hashable) -> None:
        """Put the first of what is held of a table back in line."""
        if held := self._held.get(table):
            heappush(self._waiting, heappop(held))
            if not held:
                del self._held[table]
