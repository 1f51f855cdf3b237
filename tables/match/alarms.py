"""When tables need attention by themselves: deadlines, computers, calls; one timer each."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

LEAP = 1.0
"""Seconds by which the wall's clock goes otherwise than the timers' before that is a leap."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where needs wait for each other."""

    name: str
    at_once: float
    """How many of them are answered at the same time."""
    lively: bool = False
    """Whether people play there just now, which waits for nothing over days."""


NO_LINE = Line("none", math.inf)
"""That of what is answered at once."""


@dataclass(frozen=True, slots=True)
class Need:
    """Why a table needs the bot: a seat's question, answered by the clock, a computer, a call, a
    reminder or a vote of the others."""

    kind: Literal["clock", "computer", "call", "remind", "vote", "look"]
    """`look`: to find out what the table needs by then; it has neither seat nor token."""
    seat: int = 0
    token: int = 0
    line: Line = field(default=NO_LINE, compare=False)


class Alarms:
    """Timers by table and need; a late one does no harm, as whoever it wakes looks first.

    What has rung waits in its line without a task and without its table, which would take 5 and
    20 KB: after a start hundreds may ring at once.
    """

    def __init__(self, wake: Callable[[str, Need], Awaitable[None]]) -> None:
        self._wake = wake
        self._timers: dict[str, dict[Need, tuple[float, asyncio.TimerHandle]]] = {}
        self._rung = defaultdict[Line, deque[tuple[str, Need]]](deque)
        """By line what has rung and waits; of lines in which nothing does, none."""
        self._answered = Counter[Line]()
        """How many of each line are being answered."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._ahead = ahead()
        self._closed = False

    def merged(self, table: str, plan: Mapping[Need, float]) -> Mapping[Need, float]:
        """Return the plan with the times of those needs that are set already."""
        known = self._timers.get(table, {})
        return {
            need: known[need][0] if _stays(need, at, known) else at for need, at in plan.items()
        }

    def set(self, table: str, plan: Mapping[Need, float]) -> None:
        """Replace a table's timers (epoch seconds); those that are set already keep their time."""
        if self._closed:
            return
        known = self._timers.pop(table, {})
        kept = {need: known.pop(need) for need, at in plan.items() if _stays(need, at, known)}
        for _, timer in known.values():
            timer.cancel()
        for need, at in plan.items():
            if need not in kept:
                kept[need] = (at, self._timer(table, need, at))
        if kept:
            self._timers[table] = kept

    def put_off(self, table: str, need: Need, at: float) -> None:
        """Let a need that has rung ring again at this time (epoch seconds)."""
        if self._closed:
            return
        timers = self._timers.setdefault(table, {})
        if need not in timers:
            timers[need] = (at, self._timer(table, need, at))

    def drop(self, table: str, *kinds: str) -> None:
        """Let a table's timers of these kinds go, and what they were put off to."""
        known = self._timers.get(table, {})
        self.set(table, {need: at for need, (at, _) in known.items() if need.kind not in kinds})

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
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(self._rung.values()):
                    await asyncio.wait(set(self._tasks), return_when=asyncio.FIRST_COMPLETED)
                if self._tasks:
                    await asyncio.wait(set(self._tasks))

    def follow(self) -> None:
        """Set all timers anew if the wall's clock was put, or the machine has slept."""
        if abs(ahead() - self._ahead) > LEAP:
            self.wind()

    def wind(self) -> None:
        """Set all timers anew, by what the wall's clock says now."""
        self._ahead = ahead()
        for table, timers in self._timers.items():
            for need, (at, timer) in timers.items():
                timer.cancel()
                timers[need] = (at, self._timer(table, need, at))

    def _timer(self, table: str, need: Need, at: float) -> asyncio.TimerHandle:
        delay = max(0.0, at - time.time())
        return asyncio.get_running_loop().call_later(delay, self._ring, table, need)

    def _ring(self, table: str, need: Need) -> None:
        timers = self._timers.get(table, {})
        timers.pop(need, None)
        if not timers:
            self._timers.pop(table, None)
        self._rung[need.line].append((table, need))
        self._serve(need.line)

    def _serve(self, line: Line) -> None:
        """Answer what waits in a line, as much of it as may be answered now."""
        waiting = self._rung[line]
        while waiting and self._answered[line] < line.at_once:
            self._answered[line] += 1
            task = asyncio.ensure_future(self._wake(*waiting.popleft()))
            self._tasks.add(task)
            task.add_done_callback(partial(self._done, line))
        if not waiting:
            del self._rung[line]

    def _done(self, line: Line, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._answered[line] -= 1
        if not self._answered[line]:
            del self._answered[line]
        self._serve(line)

    async def close(self) -> None:
        """Stop all timers and wait for what they started; from now on none is set."""
        self._rung.clear()
        for table in list(self._timers):
            self.set(table, {})
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def ahead() -> float:
    """Return how many seconds the wall's clock is ahead of the one by which timers go."""
    return time.time() - time.monotonic()


def _stays(need: Need, at: float, known: Mapping[Need, tuple[float, Any]]) -> bool:
    """Tell whether a timer keeps its time; a deadline may be moved while its question stays, and a
    look may be wanted sooner."""
    if need not in known:
        return False
    set_to = known[need][0]
    match need.kind:
        case "clock":
            return set_to == at
        case "look":
            return set_to <= at
        case _:
            return True
