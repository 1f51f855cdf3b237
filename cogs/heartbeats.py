"""Since when Discord's gateway says nothing: a connection may die without a word."""

from __future__ import annotations

import math
from collections.abc import Iterable
from time import monotonic

MISSED = 45.0
"""Seconds after which an acknowledgement has not come: one is asked for every 41.25 s (so the
example in Discord's documentation, Gateway, Hello Event), and how late it may be is ours."""


class Heartbeats:
    """Knows of each shard when Discord has acknowledged a heartbeat, or let it connect, last."""

    def __init__(self) -> None:
        self._heard: dict[int, tuple[float, float]] = {}

    def note(self, latencies: Iterable[tuple[int, float]]) -> None:
        """Take in how long each shard's last acknowledgement took, every second: another one took
        another time."""
        for shard, latency in latencies:
            known, _ = self._heard.get(shard, (math.inf, 0.0))
            if latency not in (known, math.inf):
                self._heard[shard] = latency, monotonic()

    def connected(self, shard: int) -> None:
        """Take in that a shard has just connected, so that Discord spoke to it."""
        known, _ = self._heard.get(shard, (math.inf, 0.0))
        self._heard[shard] = known, monotonic()

    def silence(self, shard: int) -> float:
        """Return for how many seconds a shard has heard nothing; 0 where no acknowledgement was
        missed."""
        _, at = self._heard.get(shard, (0.0, math.inf))
        silent = monotonic() - at
        return silent if silent > MISSED else 0.0
