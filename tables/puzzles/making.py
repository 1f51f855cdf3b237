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

SECONDS = 120.0
"""Seconds of a core that are spent on a day at most, over all tries of a process."""
SMALLEST = 0.5
"""The least share of them, on the smallest host."""
OWN = 0.5
"""The share of what is left that the game whose turn it is may take; then the others follow."""
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
        spent on it. The games take turns; where the day's own gives none the others follow."""
        for turn in count(day):
            if self.tired:
                log.warning("no puzzle was found in %.0f s of a core", self._spent)
                return None
            game = self._games[turn % len(self._games)]
            own = turn == day
            most = self._spent + OWN * (self._most - self._spent) if own else self._most
            while self._spent < most:
                found = await self._search(game, day, most)
                if found is not None:
                    spent = self._spent
                    log.info("a puzzle of %s was made, %.1f s of a core today", game.id, spent)
                    return found
                if not own:
                    break
        raise AssertionError("counting has no end")

    async def _search(self, game: AnyGame, day: int, most: float) -> Position | None:
        """Return what is found in another match of a game before so much is spent, if anything."""
        search = Search(game, secrets.token_hex(16), day * DAY, self._effort)
        slices = search.work()
        while not self.tired and self._spent < most:
            begun = time.monotonic()
            more, seconds = await self._thinking.later(_measured(slices))
            self._spent += seconds
            if not more:
                return search.found
            await self._pause(PAUSES * (time.monotonic() - begun))
        return None

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
