"""The bot in a process of its own, watched from outside: its CPU, memory, loop and boards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import statistics
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import psutil

from playground.server import PlaygroundServer
from tests.bench import stand_in
from tests.bench.causes import Stacks
from tests.bench.report import Row, yardstick
from tests.hosting.test_health import free_port

LOOK = 0.05
"""Seconds between two looks at what boards show."""
_SHOWN = "SELECT match, sequence FROM boards"
_ENTRIES = "SELECT match, sequence, at FROM log WHERE at > ?"


class Watched:
    """A running bot with its children."""

    def __init__(self, process: Process, folder: Path) -> None:
        self._process, self._folder = process, folder
        self._seen = psutil.Process(process.pid)
        self.database = folder / "bench.db"
        self.pid = process.pid

    @property
    def memory(self) -> float:
        """Resident memory of the main process in MB."""
        return float(self._seen.memory_info().rss) / 1e6

    @property
    def beside(self) -> float:
        """Resident memory of all children in MB."""
        return sum(child.memory_info().rss for child in self._seen.children(True)) / 1e6

    @property
    def cpu(self) -> float:
        """Seconds of CPU used so far, by the process and its children."""
        return _cpu(self._seen) + self.cpu_beside

    @property
    def cpu_beside(self) -> float:
        """Seconds of CPU used so far by its children."""
        return sum(map(_cpu, self._seen.children(True)))

    def begin(self) -> None:
        """Forget what the loop did so far."""
        self._process.send_signal(signal.SIGUSR1)

    async def stalls(self) -> Row:
        """Return what the loop did since."""
        said = await self.told()
        what = "… longest stall of the loop; stalls over 20 ms; errors logged"
        figures = f"{said['longest'] * 1000:.0f} ms; {said['over']:.0f}; {said['errors']:.0f}"
        return Row(what, figures, "≤ 20 ms; 0; 0")

    async def told(self) -> dict[str, float]:
        """Return the loop's longest stall (s), those over 20 ms, and errors logged since."""
        return await self._said(self.pid, "stalls.json")

    async def stacks(self) -> tuple[Stacks, Stacks]:
        """Return what a sampled bot's CPU went into since its start, and that of who paints."""
        [easel] = self._seen.children()
        return await self._said(self.pid, "bot.json"), await self._said(easel.pid, "easel.json")

    async def _said(self, pid: int, name: str) -> dict[str, float]:
        """Return what a process writes into a file when it is asked."""
        file = self._folder / name
        file.unlink(missing_ok=True)
        os.kill(pid, signal.SIGUSR2)
        async with asyncio.timeout(30):
            while not file.exists():
                await asyncio.sleep(0.05)
        said: dict[str, float] = json.loads(file.read_text())
        return said

    def entries(self, since: float) -> int:
        """Return how many entries were stored since a moment (epoch)."""
        return len(_read(self.database, _ENTRIES, since))


def _read(database: Path, query: str, *values: float) -> list[Any]:
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query, values).fetchall()


def _cpu(process: psutil.Process) -> float:
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


class BoardWatch:
    """Reads in the store since when each board has shown which entry."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._yards: list[float] = []
        self._shown: dict[str, list[tuple[int, float]]] = {}
        """For each table entries that its board showed, and since when (epoch)."""

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch until the block ends."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    async def _watch(self) -> None:
        while True:
            now = time.time()
            for match, sequence in await asyncio.to_thread(_read, self._database, _SHOWN):
                known = self._shown.setdefault(match, [])
                if not known or known[-1][0] < sequence:
                    known.append((sequence, now))
            self._yards.append(await asyncio.to_thread(yardstick))
            await asyncio.sleep(LOOK)

    def lateness(self, since: float, until: float) -> list[float]:
        """Return after how many seconds a board showed each entry of a time (epoch), or more."""
        entries = [row for row in _read(self._database, _ENTRIES, since) if row[2] < until]
        return [self._since(match, sequence) - at for match, sequence, at in entries]

    def _since(self, match: str, sequence: int) -> float:
        known = self._shown.get(match, ())
        return next((at for shown, at in known if shown >= sequence), time.time())

    @property
    def yardstick(self) -> str:
        """How long a fixed piece of work took meanwhile."""
        return f"{statistics.median(self._yards):.1f} ms"

    def edits(self, since: float) -> int:
        """Return how often boards came to show something newer since a moment (epoch)."""
        return sum(at > since for known in self._shown.values() for _, at in known)


@asynccontextmanager
async def watched(
    server: PlaygroundServer,
    command: Sequence[str] = ("-m", "tests.bench.watched_bot"),
    cores: int | None = None,
    **more: str,
) -> AsyncIterator[Watched]:
    """Run the bot in a process and a group of its own, on a new store, until the block ends.

    On so many cores, by default on all. With "bot.py" as its command nobody watches its loop,
    which takes some CPU.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "DATABASE_URL": f"sqlite:///{folder}/bench.db",
            "BENCH_STALLS": f"{folder}/stalls.json",
            "BENCH_CAUSES": folder,
            "PORT": str(free_port()),
            **more,
        }
        async with AsyncExitStack() as stack:
            with _few(cores):
                bot = stand_in.ours(server, [*command, "--serve"], environment)
                process = await stack.enter_async_context(bot)
            yield Watched(process, Path(folder))


@contextmanager
def _few(cores: int | None) -> Iterator[None]:
    """Let processes that are started meanwhile run on so many cores only."""
    usable = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(usable)[:cores])
    try:
        yield
    finally:
        os.sched_setaffinity(0, usable)
