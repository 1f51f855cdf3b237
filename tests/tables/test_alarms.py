"""Alarms: each rings once, what is put off or struck out does not ring, none outlives its end."""

from __future__ import annotations

import asyncio
import time

from tables.match.alarms import Alarms, Reason
from tests.tables.house import until

CLOCK, LOOK = Reason("clock", 1, 4), Reason("look")


class Bell:
    """Writes down what rings."""

    def __init__(self) -> None:
        self.rung: list[tuple[str, Reason, float]] = []
        self.busy = asyncio.Event()
        self.broken_off = 0

    async def ring(self, table: str, reason: Reason) -> None:
        """Note a call; one that finds the bell busy stays until it is broken off."""
        self.rung.append((table, reason, time.time()))
        if self.busy.is_set():
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                self.broken_off += 1
                raise


async def test_what_is_struck_out_does_not_ring() -> None:
    bell, soon = Bell(), time.time() + 0.03
    alarms = Alarms(bell.ring)
    alarms.set("one", {CLOCK: soon, LOOK: soon})
    alarms.set("two", {LOOK: soon})
    alarms.set("one", {CLOCK: soon})
    await asyncio.sleep(0.1)
    assert sorted((table, reason.kind) for table, reason, _ in bell.rung) == [
        ("one", "clock"),
        ("two", "look"),
    ]
    await alarms.close()


async def test_a_deadline_that_is_moved_rings_once_at_its_new_time() -> None:
    bell, now = Bell(), time.time()
    alarms = Alarms(bell.ring)
    alarms.set("one", {CLOCK: now + 0.02, LOOK: now + 0.05})
    alarms.set("one", {CLOCK: now + 0.1, LOOK: now + 60})
    await asyncio.sleep(0.2)
    assert [reason for _, reason, _ in bell.rung] == [LOOK, CLOCK], "only deadlines are moved"
    assert bell.rung[1][2] >= now + 0.099
    await alarms.close()


async def test_nothing_rings_or_works_after_the_end() -> None:
    bell, now = Bell(), time.time()
    bell.busy.set()
    alarms = Alarms(bell.ring)
    alarms.set("one", {LOOK: now})
    alarms.set("two", {LOOK: now + 0.05})
    await until(lambda: bell.rung)
    await alarms.close()
    assert bell.broken_off == 1
    await asyncio.sleep(0.1)
    assert len(bell.rung) == 1
