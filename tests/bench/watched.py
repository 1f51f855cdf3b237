"""The bot in a process of its own, watched from outside: its CPU, memory and loop."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import psutil

from playground.server import PlaygroundServer
from tests.bench import stand_in
from tests.bench.board_watch import ENTRIES, rows
from tests.bench.causes import Stacks
from tests.bench.report import Row, cpu
from tests.hosting.ports import free_port


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
        return cpu(self._seen) + self.cpu_beside

    @property
    def cpu_beside(self) -> float:
        """Seconds of CPU used so far by its children."""
        return sum(map(cpu, self._seen.children(True)))

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
        return len(rows(self.database, ENTRIES, since))


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
