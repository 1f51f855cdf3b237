"""Since when people can click: not while the bot is down, its process stands still, or Discord's
gateway is away."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from operator import attrgetter

from storage.shards import Shards
from tables.match.alarms import ahead

GAP = 5.0
"""Seconds for which nobody can click that are too few to give anybody time for."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """A time in which nobody could click."""

    since: float
    """When it began (epoch seconds); infinitely long ago where the process was down."""
    until: float
    """When it was over; now, while it lasts."""

    def earlier(self, seconds: float) -> Standstill:
        """Return it as a clock tells that was put back by so much."""
        return replace(self, since=self.since - seconds, until=self.until - seconds)


class Standstills:
    """Knows for the servers of one process when nobody could click last."""

    def __init__(self, began: float, shards: Shards | None = None) -> None:
        """`began`: since when the process runs (epoch seconds)."""
        self._shards = shards or Shards()
        self._process = Standstill(-math.inf, began)
        self._over: dict[int, Standstill] = {}
        self._lasting: dict[int, float] = {}
        """Since when which shards have no gateway."""
        self._beat: float | None = None
        """When the process ran for certain."""
        self._ahead = ahead()
        self.news = False
        """Whether one is over of which the tables do not know yet."""

    def begin(self, shard: int, silent: float = 0.0) -> None:
        """Note that a shard has lost its gateway, for so many seconds already, or has none yet."""
        since = self._now() - silent
        self._lasting.setdefault(shard, self._joined(self._last(shard), since))

    def end(self, shard: int) -> None:
        """Note that a shard's gateway is there."""
        now = self._now()
        since = self._lasting.pop(shard, math.inf)
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
        shard, now = self._shards.of(guild), self._now()
        since = self._lasting.get(shard, math.inf)
        return Standstill(since, now) if now - since > GAP else self._last(shard)

    def beat(self) -> None:
        """Notice whether the process stood still: it was frozen, or the machine slept. From the
        first time on this is to be asked every second."""
        now = self._now()
        before, self._beat = self._beat, now
        if before is not None and now - before > GAP:
            self._process, self.news = Standstill(self._joined(self._process, before), now), True

    def leapt(self) -> None:
        """Note that the wall's clock was put ahead on purpose."""
        if self._beat is not None:
            self._beat = time.time()

    def _now(self) -> float:
        """Return the time; where the wall's clock was put back, what is noted was earlier by that:
        else all that tables log would be of before it."""
        now, before = time.time(), self._ahead
        self._ahead = ahead()
        back = before - self._ahead
        if back > GAP:
            self._process = self._process.earlier(back)
            self._over = {shard: over.earlier(back) for shard, over in self._over.items()}
            self._lasting = {shard: since - back for shard, since in self._lasting.items()}
            self._beat = self._beat and self._beat - back
        return now

    def _last(self, shard: int) -> Standstill:
        """Return the last one that is over."""
        return max(self._process, self._over.get(shard, self._process), key=attrgetter("until"))

    def _joined(self, last: Standstill, now: float) -> float:
        """Return since when nobody can click who could for a moment at most before now."""
        return last.since if now - last.until <= GAP else now
