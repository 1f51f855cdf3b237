"""One thought at a time, and what a table waits for first."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tables.match.thinking import Thinking


async def test_slices_wait_until_no_table_waits() -> None:
    thinking, done = Thinking(), list[str]()
    begun, go = asyncio.Event(), asyncio.Event()

    async def table(name: str) -> None:
        async with thinking.soon():
            begun.set()
            await go.wait()
            done.append(name)

    async def behind() -> None:
        await thinking.later(lambda: done.append("slice"))

    tasks = [asyncio.create_task(table("one"))]
    await begun.wait()
    tasks += [asyncio.create_task(behind()), asyncio.create_task(table("two"))]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*tasks)
    assert done == ["one", "two", "slice"]


async def test_a_thought_waits_for_one_slice_at_most_though_it_is_cancelled() -> None:
    thinking, go, order = Thinking(), threading.Event(), list[str]()
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work() -> None:
        loop.call_soon_threadsafe(begun.set)
        assert go.wait(10)
        order.append("slice")

    async def table() -> None:
        async with thinking.soon():
            order.append("table")

    later = asyncio.create_task(thinking.later(work))
    await begun.wait()
    soon = asyncio.create_task(table())
    later.cancel()
    await asyncio.sleep(0)
    assert order == []
    go.set()
    await soon
    with pytest.raises(asyncio.CancelledError):
        await later
    assert order == ["slice", "table"]
