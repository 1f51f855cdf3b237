"""Operations during which one request goes wrong, as Discord or a connection may have it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from playground.faults import Faults
from playground.rest.faults import Fault, Stage
from playground.server import PlaygroundServer
from tests.cogs.courses import GONE_WRONG, Course
from tests.cogs.healthy import Healthy
from tests.cogs.stopwatch import within
from tests.cogs.within import Inside

KINDS: dict[str, Callable[[Faults, int, str], Fault]] = {
    "500": lambda faults, nth, _: faults.fail("*", "", 500, nth=nth),
    "429": lambda faults, nth, _: faults.limit("*", "", 0.05, nth=nth),
    "cut before": lambda faults, nth, _: faults.cut("*", "", nth=nth),
    "cut after": lambda faults, nth, _: faults.cut("*", "", nth=nth, stage=Stage.APPLIED),
    "403": lambda faults, nth, channel: faults.fail(
        "*", f"^/channels/{channel}/messages", 403, nth=nth, times=None
    ),
}
"""What happens to the nth request; the last to all later ones there, until the channel changes."""
OVER = 20.0
"""Seconds that an operation may take, with all that is tried again."""
HASTE = 1.0
"""Seconds after which a click has failed whose answer got lost."""
UNSTRUCK = 2.0
"""Seconds after which a fault is not to be expected any more."""
QUIET = 0.15
"""Seconds without anything to show, after which an operation is over."""
STEP = 0.02
"""Seconds between two looks whether there is."""


async def requests_of(course: Course, server: PlaygroundServer, inside: Inside) -> int:
    """Return how many requests an operation makes."""
    watching = await _played(course, inside, lambda: _watching(server), _as_it_is)
    requests = watching.seen
    assert not (faults := await course.wrong(inside)), faults
    server.faults.clear()
    course.close()
    return requests


async def faults_of(
    course: Course,
    server: PlaygroundServer,
    inside: Inside,
    kind: str,
    nth: int,
    beside: Healthy,
    *pids: int,
) -> list[str]:
    """Return what is wrong at last when an operation's nth request meets with a fault, and what
    is late next door meanwhile; `pids` are the bot's processes, where they are not this one."""
    channel = server.world.channels[course.channel]
    patience = server.world.desk.ack_seconds

    meanwhile = list[asyncio.Task[list[str]]]()

    def begin() -> Fault:
        server.world.desk.ack_seconds = HASTE
        fault = KINDS[kind](server.faults, nth, channel.id)
        meanwhile.append(asyncio.create_task(_next_door(beside, fault, *pids)))
        return fault

    async def end(fault: Fault) -> None:
        if fault.times is None:
            await asyncio.wait(meanwhile)
            fault.remove()
            server.world.publish("channel_update", channel)

    try:
        await _played(course, inside, begin, end)
        server.faults.clear()  # who looks meets with none
        wrong = await course.wrong(inside, OVER)
        return wrong + await meanwhile[0]
    finally:
        for task in meanwhile:
            task.cancel()
        server.world.desk.ack_seconds = patience
        server.faults.clear()
        course.close()


async def _next_door(beside: Healthy, fault: Fault, *pids: int) -> list[str]:
    """Return what is late next door once a fault has struck, or would have."""
    with suppress(TimeoutError):
        await fault.reached(timeout=UNSTRUCK)
    if fault.times is not None:
        fault.times = fault.struck  # it strikes nobody else
    return await beside.late(*pids)


async def _as_it_is(fault: Fault) -> None:
    """Leave a fault that ends by itself."""


def _watching(server: PlaygroundServer) -> Fault:
    """Return a fault that counts requests and strikes none."""
    return server.faults.delay("*", "", 0.0, times=0)


async def _played(
    course: Course,
    inside: Inside,
    begin: Callable[[], Fault],
    end: Callable[[Fault], Awaitable[None]],
) -> Fault:
    await course.prepare(inside)
    await quiet(inside)
    fault = begin()
    # What a person misses because of the fault they do not press.
    with suppress(*GONE_WRONG):
        async with within(OVER):
            await course.act(inside)
    await end(fault)
    await quiet(inside)
    return fault


async def quiet(inside: Inside) -> None:
    """Wait until nothing has been left to show for a while."""
    calm = 0.0
    async with within(OVER):
        while calm < QUIET:
            await asyncio.sleep(STEP)
            calm = calm + STEP if await inside.idle() else 0.0


@contextmanager
def hushed(names: Sequence[str], below: int) -> Iterator[None]:
    """Let loggers say nothing below a level: what fails on purpose and is tried again."""
    loggers = [logging.getLogger(name) for name in names]
    for logger in loggers:
        logger.setLevel(below)
    yield
    for logger in loggers:
        logger.setLevel(logging.NOTSET)
