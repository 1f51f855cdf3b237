"""Who waits for a turn gets it in order; who has stopped waiting takes nobody's."""

from __future__ import annotations

import asyncio

import pytest

from cogs.line.precedence import Precedence
from tests.cogs.stopwatch import within


class Queue:
    """People who wait for one turn at a time."""

    def __init__(self) -> None:
        self.precedence, self.worked = Precedence(1), list[int]()
        self.go_on = asyncio.Event()

    async def work(self, order: int) -> None:
        """Work in one's turn, for as long as nobody says to go on."""
        async with self.precedence.turn(order):
            self.worked.append(order)
            await self.go_on.wait()

    async def started(self, *orders: int) -> list[asyncio.Task[None]]:
        """Let these begin to wait, the first of all to work."""
        tasks = [asyncio.create_task(self.work(order)) for order in orders]
        await asyncio.sleep(0)
        return tasks


async def test_the_smallest_works_first() -> None:
    queue = Queue()
    tasks = await queue.started(9, 5, 7, 3)
    queue.go_on.set()
    await asyncio.gather(*tasks)
    assert queue.worked == [9, 3, 5, 7]


async def test_a_turn_tells_whether_it_was_waited_for() -> None:
    precedence = Precedence(1)
    async with precedence.turn(0) as waited:
        assert not waited
        other = asyncio.create_task(_waited(precedence))
        await asyncio.sleep(0)
    assert await other
    assert not await _waited(precedence)


async def _waited(precedence: Precedence) -> bool:
    async with precedence.turn(0) as waited:
        return waited


@pytest.mark.parametrize("given", [False, True])
async def test_who_was_cancelled_does_not_work_and_holds_up_nobody(given: bool) -> None:
    queue = Queue()
    queue.go_on.set()
    async with queue.precedence.turn(1):
        second, third = await queue.started(2, 3)
        if not given:
            second.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert queue.worked == [], "the turn is still the first's"
    if given:
        # The turn is the second's from now on, but it has not taken it yet.
        second.cancel()
    async with within(5):
        await asyncio.gather(second, third, return_exceptions=True)
        assert queue.worked == [3] and second.cancelled()
        await (await queue.started(4))[0]
    assert queue.worked == [3, 4]


async def test_a_turn_that_was_given_back_is_one_turn() -> None:
    queue = Queue()
    queue.go_on.set()
    await asyncio.gather(*await queue.started(1))
    queue.go_on.clear()
    tasks = await queue.started(2, 3)
    assert queue.worked == [1, 2], "nobody else works meanwhile"
    queue.go_on.set()
    await asyncio.gather(*tasks)
