"""Make Discord's ids: sortable numbers that carry their moment of creation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """A source of strictly rising ids."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """Return a fresh id for this moment."""
        moment = int(self._clock() * 1000) - EPOCH_MS
        self._last = max(self._last + 1, moment << 22)
        return str(self._last)


def created_at(snowflake: str) -> float:
    """Return the moment an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """Write a moment as Discord does."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
