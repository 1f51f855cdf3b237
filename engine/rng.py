"""The one source of chance: a fresh stream for every key, so no generator state is ever stored."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A stream of random draws that follows from its key alone; seeded at the first draw."""

    __slots__ = ("_key", "_random")

    def __init__(self, *key: object) -> None:
        self._key = ":".join(map(str, key))
        self._random: random.Random | None = None

    @property
    def drawn(self) -> bool:
        """Whether anything was drawn from this stream."""
        return self._random is not None

    @property
    def stream(self) -> random.Random:
        """The generator behind this stream."""
        if self._random is None:
            self._random = random.Random(self._key)
        return self._random

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order; what was given stays as it is."""
        mixed, bits = list(items), self.stream.getrandbits
        # What random.shuffle does, draw by draw, without its calls of calls.
        for last in range(len(mixed) - 1, 0, -1):
            width = (last + 1).bit_length()
            place = bits(width)
            while place > last:
                place = bits(width)
            mixed[last], mixed[place] = mixed[place], mixed[last]
        return mixed

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return self.stream.choice(items)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit − 1."""
        return self.stream.randrange(limit)

    def chance(self, probability: float) -> bool:
        """Return True with the given probability (0 to 1)."""
        return self.stream.random() < probability
