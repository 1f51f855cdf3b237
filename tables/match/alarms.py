"""When tables need attention by themselves: deadlines, computers, calls; one timer each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

LEAP = 1.0
"""Seconds by which the wall's clock goes otherwise than the timers' before that is a leap."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table needs the bot: a seat's question, answered by the clock, a computer, a call, a
    reminder or a vote of the others."""

    kind: Literal["clock", "computer", "call", "remind", "vote", "look"]
    """`look`: to find out what the table needs by then; it has neither seat nor token."""
    seat: int = 0
    token: int = 0


class Alarms:
    """Timers by table and reason; a late one does no harm, as whoever it wakes looks first."""

    def __init__(self, wake: Callable[[str, Reason], Awaitable[None]]) -> None:
        self._wake = wake
        self._timers: dict[str, dict[Reason, tuple[float, asyncio.TimerHandle]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ahead = _ahead()

    def merged(self, table: str, plan: Mapping[Reason, float]) -> Mapping[Reason, float]:
        """Return the plan with the times of those reasons that are set already."""
        known = self._timers.get(table, {})
        return {
            reason: known[reason][0] if _stays(reason, at, known) else at
            for reason, at in plan.items()
        }

    def set(self, table: str, plan: Mapping[Reason, float]) -> None:
        """Replace a table's timers (epoch seconds); those that are set already keep their time."""
        known = self._timers.pop(table, {})
        kept = {r: known.pop(r) for r, at in plan.items() if _stays(r, at, known)}
        for _, timer in known.values():
            timer.cancel()
        for reason, at in plan.items():
            if reason not in kept:
                kept[reason] = (at, self._timer(table, reason, at))
        if kept:
            self._timers[table] = kept

    def put_off(self, table: str, reason: Reason, at: float) -> None:
        """Let a reason that has rung ring again at this time (epoch seconds)."""
        timers = self._timers.setdefault(table, {})
        if reason not in timers:
            timers[reason] = (at, self._timer(table, reason, at))

    def drop(self, table: str, *kinds: str) -> None:
        """Let a table's timers of these kinds go, and what they were put off to."""
        known = self._timers.get(table, {})
        self.set(table, {r: at for r, (at, _) in known.items() if r.kind not in kinds})

    @property
    def soonest(self) -> float | None:
        """When the next one rings (epoch seconds); None: none is set."""
        return min((at for of in self._timers.values() for at, _ in of.values()), default=None)

    async def leapt(self, seconds: float) -> None:
        """Ring what is due, as the wall's clock was put ahead of the timers'; wait at most so many
        seconds until it is done."""
        self.wind()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)

    def follow(self) -> None:
        """Set all timers anew if the wall's clock was put, or the machine has slept."""
        if abs(_ahead() - self._ahead) > LEAP:
            self.wind()

    def wind(self) -> None:
        """Set all timers anew, by what the wall's clock says now."""
        self._ahead = _ahead()
        for table, timers in self._timers.items():
            for reason, (at, timer) in timers.items():
                timer.cancel()
                timers[reason] = (at, self._timer(table, reason, at))

    def _timer(self, table: str, reason: Reason, at: float) -> asyncio.TimerHandle:
        delay = max(0.0, at - time.time())
        return asyncio.get_running_loop().call_later(delay, self._ring, table, reason)

    def _ring(self, table: str, reason: Reason) -> None:
        timers = self._timers.get(table, {})
        timers.pop(reason, None)
        if not timers:
            self._timers.pop(table, None)
        task = asyncio.ensure_future(self._wake(table, reason))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all timers and wait for what they started."""
        for table in list(self._timers):
            self.set(table, {})
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _ahead() -> float:
    """Return how many seconds the wall's clock is ahead of the one by which timers go."""
    return time.time() - time.monotonic()


def _stays(reason: Reason, at: float, known: Mapping[Reason, tuple[float, Any]]) -> bool:
    """Tell whether a timer keeps its time; a deadline may be moved while its question stays."""
    return reason in known and (reason.kind != "clock" or known[reason][0] == at)
