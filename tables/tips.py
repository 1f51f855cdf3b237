"""What people read who have not finished a game before: a line a kind of decision, a few times."""

from __future__ import annotations

import logging
import time
from collections.abc import Hashable
from dataclasses import dataclass, field

from cachetools import LRUCache

from storage.errors import StoreError
from storage.tips import Tips as Stored

log = logging.getLogger(__name__)

TIMES = 3
"""How often somebody reads the same line."""
KEPT = 10_000
"""People at tables of whom it is remembered."""
FRESH = 60.0
"""Seconds until it is read again who is told anything: another process may have answered them."""


@dataclass(slots=True, eq=False)
class Told:
    """What one person at one table was told so far."""

    wanted: bool = False
    """Whether they are told anything."""
    times: dict[str, int] = field(default_factory=dict)
    """By kind of decision how often."""
    at: dict[str, Hashable] = field(default_factory=dict)
    """By kind the question at which they were told last."""
    unsaved: frozenset[str] = frozenset()
    read: float = 0.0
    """When it was read whether they are (monotonic)."""

    def due(self, kind: str, question: Hashable) -> bool:
        """Tell whether the line of a kind stands at this question; it counts once there."""
        if not self.wanted or not kind:
            return False
        if self.at.get(kind) != question:
            if self.times.get(kind, 0) >= TIMES:
                return False
            self.times[kind] = self.times.get(kind, 0) + 1
            self.at[kind] = question
            self.unsaved |= {kind}
        return True


NOTHING = Told()
"""Of somebody who is told nothing."""


class Tips:
    """Knows what everybody at the tables was told."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        self._told: LRUCache[tuple[str, int], Told] = LRUCache(KEPT)

    async def of(self, table: str, game: str, user: int) -> Told:
        """Return what a person at a table was told; where the store fails nobody is told more."""
        told = self._told.get((table, user))
        if told is None or told.read + FRESH <= time.monotonic():
            try:
                times = await self._stored.told(user, game)
            except StoreError:
                log.debug("tips at table %s could not be read", table)
                return told or NOTHING
            told = self._told.setdefault((table, user), told or Told(times=dict(times or ())))
            told.wanted, told.read = times is not None, time.monotonic()
        return told

    async def keep(self, told: Told, game: str, user: int) -> None:
        """Store what a person was told since this was last called."""
        if told.wanted and told.unsaved:
            fresh = {kind: told.times[kind] for kind in told.unsaved}
            await self._stored.note(user, game, fresh)
            told.unsaved = told.unsaved.difference(fresh)

    async def stop(self, user: int) -> None:
        """Tell a person nothing any more, in no game."""
        await self._stored.stop(user)
        self.forget(user)

    def forget(self, user: int) -> None:
        """Read anew what a person was told."""
        for key in [key for key in self._told if key[1] == user]:
            self._told.pop(key).wanted = False
