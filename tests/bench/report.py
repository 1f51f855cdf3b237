"""What a measurement prints: rows of a table."""

from __future__ import annotations

import asyncio
import contextlib
import platform
import statistics
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import psutil


class Row(NamedTuple):
    """One line of the table."""

    what: str
    figure: str
    aim: str = ""
    """Empty where the figure is only there to be compared with."""


def lines(rows: Iterable[Row]) -> Iterable[str]:
    """Give the rows as lines of a Markdown table."""
    for row in rows:
        yield f"| {' | '.join(row)} |"


def table(rows: Iterable[Row]) -> None:
    """Print a table of its own, with the machine and the day."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%F')}\n")
    for line in lines([Row("what", "measured", "aim"), Row("---", "---", "---"), *rows]):
        print(line, flush=True)


async def gathered(rows: AsyncIterator[Row]) -> list[Row]:
    """Return the rows once all are there."""
    return [row async for row in rows]


async def printed(rows: AsyncIterator[Row]) -> None:
    """Print each row as soon as it is there."""
    async for row in rows:
        for line in lines([row]):
            print(line, flush=True)


def yardstick() -> float:
    """Return the milliseconds of CPU that a fixed piece of work takes now.

    On a machine that others use as well it takes longer, and so does everything measured meanwhile.
    """
    begun = time.thread_time()
    sum({number: str(number) for number in range(20_000)})
    return (time.thread_time() - begun) * 1000


def cpu(process: psutil.Process) -> float:
    """Return the seconds of CPU that a process has used, none once it is gone."""
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that this share of the values does not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


@contextmanager
def heartbeat(apart: float) -> Iterator[list[float]]:
    """Give a list that grows by how late (seconds) each beat of the loop is, one every `apart`."""
    gaps: list[float] = []

    async def beat() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(apart)
            now = time.perf_counter()
            gaps.append(now - last - apart)
            last = now

    task = asyncio.create_task(beat())
    try:
        yield gaps
    finally:
        task.cancel()
