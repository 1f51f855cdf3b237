"""The inside of a bot in another process, which can be killed at any of its points."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playground.server import PlaygroundServer
from settings import ROOT
from tests.bench.mortal_bot import MARK
from tests.cogs.party import environment
from tests.cogs.within import People, Told

PATIENCE = 60.0
"""Seconds that an answer may take."""


class Dead(Exception):
    """The process is no more."""


class Remote:
    """A mortal bot in a process of its own."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._answers: asyncio.Queue[Any] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self._one = asyncio.Lock()

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode():
            if line.startswith(MARK):
                self._answers.put_nowait(json.loads(line.removeprefix(MARK)))
            elif not line.startswith("Invite"):
                print(line, end="", file=sys.stderr)
        self._answers.put_nowait(Dead())

    async def answer(self) -> Any:
        """Return the next answer; raise Dead when none can come."""
        answer = await asyncio.wait_for(self._answers.get(), PATIENCE)
        if isinstance(answer, Dead):
            self._answers.put_nowait(answer)
            raise answer
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(answer["error"])
        return answer

    async def ask(self, do: str, **values: Any) -> Any:
        """Let the process do something and return what comes of it."""
        assert self.process.stdin is not None
        async with self._one:
            with suppress(ConnectionError):
                self.process.stdin.write(json.dumps({"do": do, **values}).encode() + b"\n")
                await self.process.stdin.drain()
            return await self.answer()

    async def kill(self) -> None:
        """Kill the process, if it still lives."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        await self._reading

    async def told(self, tables: Sequence[str], people: People) -> list[Told]:
        """Return what people must see of these tables."""
        return [Told(**told) for told in await self.ask("told", tables=tables, people=people)]

    async def open_table(self, channel: int) -> str | None:
        """Return the table in a channel that is not over."""
        found: str | None = await self.ask("open_table", channel=channel)
        return found

    async def idle(self) -> bool:
        """Tell whether nothing is left to be shown."""
        return bool(await self.ask("idle"))

    async def played(self, table: str) -> int:
        """Return how many entries a match has."""
        return int(await self.ask("played", table=table))

    async def forward(self, table: str, ending: str) -> None:
        """Play until the next move of a person may end the "round" or the "match"; or "through"."""
        await self.ask("forward", table=table, ending=ending)

    async def end(self, table: str, ending: str) -> None:
        """Make a move that ends the round or the match, or let its time run out."""
        await self.ask("end", table=table, ending=ending)

    async def call(self, table: str) -> None:
        """Let a table wait for long."""
        await self.ask("call", table=table)


@asynccontextmanager
async def mortal_bot(server: PlaygroundServer, database: Path) -> AsyncIterator[Remote]:
    """Run a mortal bot, from being ready until the block ends, if not until its death."""
    told = environment(
        server,
        DATABASE_URL=f"sqlite:///{database}",
        COMPUTER_PACE="100",
        NUDGE_SECONDS="3600",
        LOG_LEVEL="WARNING",
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.mortal_bot"),
        cwd=ROOT,
        env=os.environ | told,
        stdin=PIPE,
        stdout=PIPE,
    )
    remote = Remote(process)
    try:
        assert await remote.answer() == "ready"
        yield remote
    finally:
        await remote.kill()
        await server.world.until(lambda: not server.world.bot_online, 30)
