"""What decided finished games, for whoever asks: made once a seat, behind all other thoughts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.codec import Codec
from engine.contract import Advice, Seat
from engine.match import Match
from storage import reviews
from storage.errors import Conflict, StoreError, Unsure, traced
from tables.match.thinking import Thinking
from tables.past.replays import Replay, Replays
from tables.past.study import Drop, Study, decisions
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

DROPS: Codec[tuple[Drop, ...]] = Codec(tuple[Drop, ...])


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in a person's decisions of one game."""

    replay: Replay = field(repr=False, compare=False)
    """The game, with the names there are now."""
    seat: Seat
    drops: Sequence[Drop]
    """What cost most, in the order of the game."""
    kept: float | None
    """The mean share of the chance to win that a decision kept; None where there was none."""
    decisions: int
    """How many it is the mean of."""
    effort: float
    """How much was reckoned, of what there would be without a limit."""


class Stopped(Exception):
    """Nobody waits for the review any more."""


@dataclass(slots=True, eq=False)
class _Work:
    """A review that is being made."""

    task: asyncio.Task[Review] | None = None
    waiting: int = 0
    """How many answers wait for it."""
    done: float = 0.0
    """How much of it is made, 0 to 1."""


class Reviews:
    """Makes reviews, each once however often it is asked for; stops where nobody waits."""

    def __init__(
        self, stored: reviews.Reviews, replays: Replays, thinking: Thinking, effort: float
    ) -> None:
        self._stored, self._replays = stored, replays
        self._thinking, self._effort = thinking, effort
        self._works: dict[tuple[str, int], _Work] = {}
        """By table and person."""

    async def known(self, table_id: str, user: int) -> Review | None:
        """Return a person's review of a finished table if it was made; raise Refusal where there
        can be none."""
        return await self._found(*await self._judged(table_id, user), user)

    async def told(self, table_id: str, user: int) -> bool:
        """Tell whether a person has a review of a finished table."""
        try:
            return await self.known(table_id, user) is not None
        except Refusal:
            return False

    async def of(self, table_id: str, user: int) -> Review:
        """Return a person's review of a finished table; raise Refusal where there can be none,
        Stopped where it is given up meanwhile."""
        replay, seat = await self._judged(table_id, user)
        known = await self._found(replay, seat, user)
        if known is not None:
            return known
        work = self._works.setdefault((table_id, user), _Work())
        work.task = work.task or asyncio.create_task(self._made(replay, seat, user, work))
        work.waiting += 1
        try:
            return await asyncio.shield(work.task)
        except asyncio.CancelledError:
            if work.task.cancelled():
                raise Stopped from None
            raise
        finally:
            work.waiting -= 1
            # Another may be made by now in place of one that was stopped.
            if not work.waiting and self._works.get((table_id, user)) is work:
                self._drop(table_id, user)

    async def advice(self, match: Match, seat: Seat, drop: Drop) -> Advice[Any]:
        """Return what would have been best, and why rather than what was played."""
        work = partial(match.rather, seat, drop.best, drop.played, self._effort)
        return await self._thinking.later(work)

    def done(self, table_id: str, user: int) -> float:
        """Return how much of a review is made, 0 to 1."""
        work = self._works.get((table_id, user))
        return work.done if work else 0.0

    def stop(self, table_id: str, user: int) -> bool:
        """Give up a review that is being made; return whether there was one."""
        return self._drop(table_id, user)

    def forget(self, user: int) -> None:
        """Give up what is being made for a person."""
        for table_id, other in list(self._works):
            if other == user:
                self._drop(table_id, user)

    async def close(self) -> None:
        """Give up everything."""
        tasks = [work.task for work in self._works.values() if work.task]
        for table_id, user in list(self._works):
            self._drop(table_id, user)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop(self, table_id: str, user: int) -> bool:
        work = self._works.pop((table_id, user), None)
        if work and work.task:
            work.task.cancel()
        return work is not None

    async def _judged(self, table_id: str, user: int) -> tuple[Replay, Seat]:
        """Return a finished table of a game that is judged, and which seat a person had."""
        replay = await self._replays.get(table_id)
        seat = replay.table.seat_of(user)
        if seat is None:
            raise Refusal("error.not_your_seat")
        if not replay.frames[0].game.judged:
            raise Refusal("error.not_judged")
        return replay, seat

    async def _found(self, replay: Replay, seat: Seat, user: int) -> Review | None:
        row = await self._stored.get(replay.table.id, seat, user)
        if row is None:
            return None
        return Review(replay, seat, DROPS.load(row.drops), row.kept, row.decisions, row.effort)

    async def _made(self, replay: Replay, seat: Seat, user: int, work: _Work) -> Review:
        table = replay.table
        found = await decisions(replay.walk(), replay.entries, seat, replay.before(seat))
        study = Study(found, self._effort, table.id)
        slices = study.work()
        while (done := await self._thinking.later(lambda: next(slices, None))) is not None:
            work.done = done
        drops, judged = tuple(study.drops), len(study.judged)
        row = reviews.Review(
            table=table.id,
            seat=seat,
            user=user,
            guild=table.guild,
            game=table.game,
            kept=study.kept,
            decisions=judged,
            effort=self._effort,
            drops=DROPS.dump(drops),
        )
        try:
            await self._stored.add(row)
            # Who was forgotten meanwhile is not named any more.
            replay = await self._replays.get(table.id)
        except StoreError as error:
            if isinstance(error, Conflict) and not isinstance(error, Unsure):
                raise Stopped from None  # another process has forgotten the person
            # Told nevertheless: it took minutes, and will be made anew when it is asked for again.
            log.warning("the review of table %s is not stored", table.id, exc_info=traced(error))
        return Review(replay, seat, drops, study.kept, judged, self._effort)
