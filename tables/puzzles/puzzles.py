"""The puzzle of the day: the same for everybody, made ahead, answered once by each."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from cachetools import LRUCache

from engine.codec import Codec
from engine.contract import Advice, AnyGame
from engine.errors import RuleError
from engine.match import Header
from engine.snapshots import restore, snapshot
from storage import puzzles as stored
from storage.errors import StoreError, traced
from tables.match.thinking import Thinking
from tables.puzzles.choosing import Position
from tables.puzzles.making import Maker
from tables.servers import DAY

log = logging.getLogger(__name__)

GRACE = 3600.0
"""Seconds of a new day for which yesterday's puzzle can still be answered: who had it before them
at midnight goes on."""
CALM = 300.0
"""Seconds after the start in which nothing is made ahead."""
PATIENCE = 5.0
"""Seconds for which it is waited that the computer says why."""

Missing = Literal["making", "none", "elsewhere"]
"""Why there is no puzzle: it is being made; none was found that day; another process of the bot
with newer rules has made one, which cannot be played here."""

HEAD: Codec[Header] = Codec(Header)
CHANCES: Codec[tuple[float, ...]] = Codec(tuple[float, ...])


def day_of(now: float) -> int:
    """Return the day of a moment (seconds since the epoch), by UTC everywhere: the puzzle is the
    same for everybody."""
    return int(now // DAY)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A day's puzzle, ready to be put."""

    row: stored.Puzzle
    position: Position

    @property
    def day(self) -> int:
        """Since the epoch, by UTC."""
        return self.row.day

    @property
    def number(self) -> int:
        """What its controls carry."""
        return self.row.number

    @property
    def over(self) -> float:
        """When the next one takes its place, in seconds since the epoch."""
        return (self.row.day + 1) * DAY


@dataclass(frozen=True, slots=True)
class Fared:
    """How a person has fared, as it stands at one puzzle."""

    streak: int = 0
    """How many days in a row, of those whose puzzle was put, they have answered; the day itself may
    still be missing."""
    answered: int = 0
    solved: int = 0
    answer: int | None = None
    """Which of this puzzle's legal actions they chose, the first time; also None where they have
    answered a newer puzzle since."""


class Puzzles:
    """The puzzles of one process."""

    def __init__(
        self,
        store: stored.Puzzles,
        games: Mapping[str, AnyGame],
        thinking: Thinking,
        effort: float,
    ) -> None:
        self._store, self._games = store, games
        self._thinking, self._effort = thinking, effort
        self._maker = Maker(games, thinking, effort)
        self._making: dict[int, asyncio.Task[None]] = {}
        """By day."""
        self._ready: LRUCache[int, Puzzle] = LRUCache(stored.KEPT)
        """By day."""
        self._reasons: LRUCache[int, Advice[Any]] = LRUCache(stored.KEPT)
        """By the number of a puzzle."""
        self._asking = asyncio.Lock()
        """Held while a reason is thought of, so that all who wait for it get the same thought."""
        self._begun = time.monotonic()
        self._put = 0
        """The number of the puzzle of which it is noted that it was put to people."""

    async def of(self, day: int) -> Puzzle | None:
        """Return the puzzle of a day; None where there is none that can be played here."""
        found = await self._found(day)
        return found if isinstance(found, Puzzle) else None

    async def today(self) -> Puzzle | Missing:
        """Return today's puzzle; where there is none yet it is being made from now on."""
        day = day_of(time.time())
        found = await self._found(day)
        if found is not None:
            return found
        self._make(day)
        if day not in self._making:
            return "none"
        self._maker.hurry()
        return "making"

    @property
    def tomorrow(self) -> float:
        """When the next day begins, in seconds since the epoch."""
        return (day_of(time.time()) + 1) * DAY

    async def numbered(self, number: int) -> Puzzle | None:
        """Return the puzzle of this number, if it can be answered now."""
        now = time.time()
        for day in (day_of(now), day_of(now - GRACE)):
            puzzle = await self.of(day)
            if puzzle is not None and puzzle.number == number:
                return puzzle
        return None

    async def fared(self, user: int, puzzle: Puzzle) -> Fared:
        """Return how a person has fared, up to this puzzle."""
        row = await self._store.solver(user)
        return Fared() if row is None else await self._fared(row, puzzle)

    async def answer(self, user: int, puzzle: Puzzle, which: int) -> Fared:
        """Store a person's answer, one of the legal actions, unless they have answered that day;
        return how they have fared then."""
        return await self._fared(await self._store.answer(user, puzzle.row, which), puzzle)

    async def _fared(self, row: stored.Solver, puzzle: Puzzle) -> Fared:
        return Fared(
            streak=row.streak if row.day >= await self._store.before(puzzle.day) else 0,
            answered=row.answered,
            solved=row.solved,
            answer=row.answer if row.number == puzzle.number else None,
        )

    async def advice(self, puzzle: Puzzle) -> Advice[Any]:
        """Return what is best, and why the computer does it."""
        at, number = puzzle.position, puzzle.number
        best = at.match.legal(at.seat)[at.best]
        try:
            async with asyncio.timeout(PATIENCE), self._asking:
                if number not in self._reasons:
                    work = partial(at.match.hint, at.seat, self._effort)
                    hint = await self._thinking.later(work)
                    # Where computers think less than where it was made, another may be ahead.
                    self._reasons[number] = hint if hint.action == best else Advice(best)
                return self._reasons[number]
        except TimeoutError:
            # The tables need all there is; it is told without a reason.
            return Advice(best)

    async def ahead(self) -> None:
        """Begin to make what is missing of today's and tomorrow's, if nothing is being made."""
        if self._making or self._maker.tired or time.monotonic() - self._begun < CALM:
            return
        today = day_of(time.time())
        for day in (today, today + 1):
            if await self._found(day) is None:
                self._make(day)
                return

    async def put(self) -> None:
        """Note that people can answer today's puzzle, if there is one: a day on which they could
        not ends nobody's streak."""
        puzzle = await self.of(day_of(time.time()))
        if puzzle is not None and puzzle.number != self._put:
            await self._store.put(puzzle.number)
            self._put = puzzle.number

    async def close(self) -> None:
        """Give up what is being made."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make(self, day: int) -> None:
        """Make the puzzle of a day, now or after the one that is being made."""
        if day not in self._making and not self._maker.tired:
            others = list(self._making.values())
            task = self._making[day] = asyncio.create_task(self._made(day, others))
            task.add_done_callback(lambda _: self._over(day))

    def _over(self, day: int) -> None:
        """Note that a day's puzzle is not being made any more."""
        del self._making[day]
        if not self._making:
            self._maker.rest()

    async def _made(self, day: int, before: list[asyncio.Task[None]]) -> None:
        try:
            if before:
                await asyncio.wait(before)
            row = await self._store.of(day)
            if row is not None and self._loaded(row) is not None:
                return  # another process was faster
            position = await self._maker.position(day)
            if position is not None:
                await self._store.add(_row(day, position), row.number if row else None)
        except StoreError as error:
            log.warning("the puzzle of day %d is not stored", day, exc_info=traced(error))
        except Exception:
            log.exception("the puzzle of day %d was not made", day)

    async def _found(self, day: int) -> Puzzle | Literal["elsewhere"] | None:
        """Return what `_loaded` does of the puzzle that is stored for a day, if one is."""
        if day in self._ready:
            return self._ready[day]
        row = await self._store.of(day)
        found = self._loaded(row) if row else None
        if isinstance(found, Puzzle):
            self._ready[day] = found
        return found

    def _loaded(self, row: stored.Puzzle) -> Puzzle | Literal["elsewhere"] | None:
        """Return a stored puzzle; "elsewhere" where a newer bot may have made it, which then plays
        it; None where it is of no use any more: damaged, or of rules that are not kept."""
        try:
            head = HEAD.load(row.head)
            newest = self._games.get(row.game)
            game = newest.of(head.version, head.data) if newest else None
            if game is None:
                return None if newest and head.version < newest.version else "elsewhere"
            match, chances = restore(game, head, row.state), CHANCES.load(row.chances)
        except RuleError:
            return None
        legal = match.legal(row.seat)
        if not (0 <= row.best < len(legal) == len(chances)):
            return None
        return Puzzle(row, Position(match, row.seat, row.best, chances))


def _row(day: int, position: Position) -> stored.Puzzle:
    match = position.match
    return stored.Puzzle(
        day=day,
        number=1 + secrets.randbelow(10**12),
        game=match.game.id,
        head=HEAD.dump(match.header),
        state=snapshot(match.settled().seat_person(position.seat)),
        seat=position.seat,
        best=position.best,
        chances=CHANCES.dump(position.chances),
    )
