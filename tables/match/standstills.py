"""Since when people can click: not while the bot is down, its process stands still, or Discord's
gateway is away."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from operator import attrgetter

from storage.shards import Shards

GAP = 5.0
"""Seconds for which nobody can click that are too few to give anybody time for."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """A time in which nobody could click."""

    since: float
    """When it began (epoch seconds); infinitely long ago where the process was down."""
    until: float
    """When it was over; now, while it lasts."""


class Standstills:
    """Knows for the servers of one process when nobody could click last."""

    def __init__(self, began: float, shards: Shards | None = None) -> None:
        """`began`: since when the process runs (epoch seconds)."""
        self._shards = shards or Shards()
        self._process = Standstill(-math.inf, began)
        self._over: dict[int, Standstill] = {}
        self._lasting: dict[int, float] = {}
        """Since when which shards have no gateway."""
        self._beat: tuple[float, float] | None = None
        """When the process ran for certain, by the wall's clock and by the one timers go by."""
        self.news = False
        """Whether one is over of which the tables do not know yet."""

    def begin(self, shard: int) -> None:
        """Note that a shard has lost its gateway, or has none yet."""
        self._lasting.setdefault(shard, self._joined(self._last(shard), time.time()))

    def end(self, shard: int) -> None:
        """Note that a shard's gateway is there."""
        since, now = self._lasting.pop(shard, math.inf), time.time()
        if now - since > GAP:
            self._over[shard], self.news = Standstill(since, now), True

    @property
    def nowhere(self) -> bool:
        """Whether people can click on all servers."""
        return not self._lasting

    def lasts(self, guild: int) -> bool:
        """Return whether nobody can click on a server."""
        return self._shards.of(guild) in self._lasting

    def last(self, guild: int) -> Standstill:
        """Return when nobody could click on a server last, longer than a moment."""
        if self._beat is not None:
            self.beat()
        shard, now = self._shards.of(guild), time.time()
        since = self._lasting.get(shard, math.inf)
        return Standstill(since, now) if now - since > GAP else self._last(shard)

    def beat(self) -> None:
        """Notice whether the process stood still: it was frozen, or the machine slept. From the
        first time on this is to be asked every second."""
        wall, ticks = time.time(), time.monotonic()
        before, self._beat = self._beat or (wall, ticks), (wall, ticks)
        # Timers do not go on while a machine sleeps; the wall's clock may be put back.
        still = max(wall - before[0], ticks - before[1])
        if still > GAP:
            since = self._joined(self._process, wall - still)
            self._process, self.news = Standstill(since, wall), True

    def leapt(self) -> None:
        """Note that the wall's clock was put ahead on purpose."""
        if self._beat is not None:
            self._beat = time.time(), time.monotonic()

    def _last(self, shard: int) -> Standstill:
        """Return the last one that is over."""
        return max(self._process, self._over.get(shard, self._process), key=attrgetter("until"))

    def _joined(self, last: Standstill, now: float) -> float:
        """Return since when nobody can click who could for a moment at most before now."""
        return last.since if now - last.until <= GAP else now
