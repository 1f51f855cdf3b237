"""Makes puzzles when nothing else is to do: slice by slice, slowly, and so much a day at most."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count

from engine.contract import AnyGame
from tables.match.thinking import Thinking
from tables.puzzles.choosing import Position, Search, suits
from tables.servers import DAY

log = logging.getLogger(__name__)

SECONDS = 60.0
"""Seconds of a core that are spent on a day at most, over all tries of a process; most puzzles
take one to fifteen."""
SMALLEST = 0.25
"""The least share of them, on the smallest host."""
PAUSES = 9.0
"""How many times as long as a slice the pause after it is while nobody waits for the puzzle: the
core has other things to do."""


class Maker:
    """Makes one puzzle at a time."""

    def __init__(self, games: Mapping[str, AnyGame], thinking: Thinking, effort: float) -> None:
        self._games = [games[id] for id in sorted(games) if suits(games[id])]
        self._thinking, self._effort = thinking, effort
        self._most = SECONDS * max(SMALLEST, min(1.0, effort))
        self._spent = 0.0
        self._day = 0
        """When that was spent."""
        self._waited_for = asyncio.Event()

    def hurry(self) -> None:
        """Make no pauses any more, as somebody waits, until `rest`."""
        self._waited_for.set()

    def rest(self) -> None:
        """Make pauses again."""
        self._waited_for.clear()

    @property
    def tired(self) -> bool:
        """Whether nothing more is done today."""
        if self._day != (today := int(time.time() // DAY)):
            self._day, self._spent = today, 0.0
        return not self._games or self._spent >= self._most

    async def position(self, day: int) -> Position | None:
        """Return a position for the puzzle of a day; None where there is none for all that may be
        spent on it. The games take turns."""
        for turn in count(day):
            if self.tired:
                log.warning("no puzzle was found in %.0f s of a core", self._spent)
                return None
            game = self._games[turn % len(self._games)]
            search = Search(game, secrets.token_hex(16), day * DAY, self._effort)
            if await self._done(search.work()) and search.found:
                log.info("a puzzle of %s was made, %.1f s of a core today", game.id, self._spent)
                return search.found
        raise AssertionError("counting has no end")

    async def _done(self, slices: Iterator[None]) -> bool:
        """Return whether all was done before too much was spent."""
        while not self.tired:
            begun = time.monotonic()
            more, seconds = await self._thinking.later(_measured(slices))
            self._spent += seconds
            if not more:
                return True
            await self._pause(PAUSES * (time.monotonic() - begun))
        return False

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._waited_for.wait()
        except TimeoutError:
            pass


def _measured(slices: Iterator[None]) -> Callable[[], tuple[bool, float]]:
    """Return what does a slice, and tells whether there was one and what it took of a core."""

    def work() -> tuple[bool, float]:
        begun = time.thread_time()
        more = next(slices, False) is None
        return more, time.thread_time() - begun

    return work
