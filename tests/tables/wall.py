"""A wall clock that tests turn: hours pass at a table in no time."""

from __future__ import annotations

import asyncio
import time

import pytest

from tables.match.alarms import Alarms, Need
from tests.tables.house import House


class Wall:
    """What `time.time` says; it stands still until it is turned."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = time.time()
        # At noon: nobody's quiet hours are near; tomorrow, so that what runs already has begun.
        self.now = now - now % 86400 + 43200 + 86400
        monkeypatch.setattr(time, "time", lambda: self.now)

    async def turn(self, house: House, seconds: float) -> None:
        """Let so many seconds pass: every alarm rings at its own time, in order."""
        await quiet(house._alarms)
        end = self.now + seconds
        while (soonest := _next(house)) is not None and soonest[0] <= end:
            at, table, need, timer = soonest
            self._pass(house, at)
            timer.cancel()
            house._alarms._ring(table, need)
            await quiet(house._alarms)
        self._pass(house, end)

    def _pass(self, house: House, until: float) -> None:
        self.now = max(self.now, until)
        house.play.clocks.standstills.leapt()


def _next(house: House) -> tuple[float, str, Need, asyncio.TimerHandle] | None:
    timers = house._alarms._timers
    return min(
        (
            (at, table, need, timer)
            for table, of in timers.items()
            for need, (at, timer) in of.items()
        ),
        key=lambda found: found[0],
        default=None,
    )


async def quiet(alarms: Alarms) -> None:
    """Wait until all is done for which these alarms ring now, however long that takes."""
    for _ in range(2):  # a timer that is due rings in the loop's next round
        await asyncio.sleep(0)
    while tasks := list(alarms._tasks):
        await asyncio.wait(tasks, timeout=10)
