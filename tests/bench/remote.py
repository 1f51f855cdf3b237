"""The inside of a bot in another process, which can be killed at any of its points."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from playground.server import PlaygroundServer
from settings import ROOT
from tests.cogs.party import environment
from tests.cogs.within import People, Told

PATIENCE = 300.0
"""Seconds that an answer may take, on however busy a machine."""
LONGEST = 1024 * 1024
"""Bytes that an answer may have."""


class Dead(Exception):
    """The process is no more."""


class Remote:
    """A mortal bot in a process of its own."""

    def __init__(self, pid: int, reader: StreamReader, writer: StreamWriter) -> None:
        self.pid, self._writer = pid, writer
        self._answers: asyncio.Queue[Any] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read(reader))
        self._one, self._asked = asyncio.Lock(), 0

    async def _read(self, reader: StreamReader) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                self._answers.put_nowait(json.loads(line))
        self._answers.put_nowait(Dead())

    async def born(self) -> None:
        """Wait until people can play."""
        assert await self._answer() == "ready"

    async def _answer(self) -> Any:
        """Return the next answer; raise Dead when none can come."""
        answer = await asyncio.wait_for(self._answers.get(), PATIENCE)
        if isinstance(answer, Dead):
            self._answers.put_nowait(answer)
            raise answer
        return answer

    async def ask(self, do: str, **values: Any) -> Any:
        """Let the process do something and return what comes of it."""
        async with self._one:
            self._asked += 1
            asked = {"do": do, "number": self._asked, **values}
            with suppress(ConnectionError):
                self._writer.write(json.dumps(asked).encode() + b"\n")
                await self._writer.drain()
            # Who asked before may have been cancelled before the answer came.
            while (told := await self._answer())["number"] != self._asked:
                pass
        if "error" in told:
            raise AssertionError(told["error"])
        return told["answer"]

    async def dead(self) -> None:
        """Wait until the process is no more."""
        await asyncio.shield(self._reading)

    async def kill(self) -> None:
        """Kill the process, if it still lives."""
        if not self._reading.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        await self.dead()
        self._writer.close()

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

    async def press(self, table: str, user: int) -> Sequence[Any]:
        """Return the next press on somebody's panel on the way to a move: verb, args, values;
        nothing where they are not asked."""
        pressed: Sequence[Any] = await self.ask("press", table=table, user=user)
        return pressed

    async def forward(self, table: str, ending: str) -> None:
        """Play until the next move of a person may end the "round" or the "match"; or "through"."""
        await self.ask("forward", table=table, ending=ending)

    async def end(self, table: str, ending: str) -> None:
        """Make a move that ends the round or the match, or let its time run out."""
        await self.ask("end", table=table, ending=ending)

    async def call(self, table: str) -> None:
        """Let a table wait for long."""
        await self.ask("call", table=table)

    async def silence(self, channel: int) -> None:
        """Begin a lobby's game without a clock, in which nobody has done anything for long."""
        await self.ask("silence", channel=channel)

    async def settle(self, guild: int, house: Mapping[str, Any]) -> None:
        """Let a server's staff have settled this."""
        await self.ask("settle", guild=guild, house=house)

    async def begin_date(self, guild: int) -> None:
        """Let the hour of a server's date come."""
        await self.ask("begin_date", guild=guild)

    async def rounds(self) -> None:
        """Look at the rounds of tournaments."""
        await self.ask("rounds")

    async def forget(self, user: int) -> None:
        """Let nothing be known of somebody."""
        await self.ask("forget", user=user)

    async def put_puzzle(self) -> None:
        """Put a puzzle today."""
        await self.ask("put_puzzle")


class Nursery:
    """A process that has loaded everything, and bears one bot after another."""

    def __init__(self, births: socket.socket) -> None:
        self._births = births

    async def bear(self, environment: Mapping[str, str], hasty: bool) -> Remote:
        """Return a bot with this environment, in a process of its own."""
        ours, theirs = socket.socketpair()
        told = json.dumps({"environment": environment, "hasty": hasty})
        with theirs:
            socket.send_fds(self._births, [told.encode()], [theirs.fileno()])
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST)
        pid = await asyncio.wait_for(reader.readline(), PATIENCE)
        return Remote(int(pid), reader, writer)


@asynccontextmanager
async def nursery() -> AsyncIterator[Nursery]:
    """Run a nursery until the block ends; what its bots log goes to the standard error."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with closing(ours):
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.bench.mortal_bot", str(theirs.fileno())),
                cwd=ROOT,
                pass_fds=[theirs.fileno()],
                stdout=PIPE,
            )
        assert process.stdout is not None
        printing = asyncio.create_task(_print(process.stdout))
        yield Nursery(ours)
    await process.wait()
    await printing


async def _print(logged: StreamReader) -> None:
    while line := (await logged.readline()).decode():
        if not line.startswith("Invite"):
            print(line, end="", file=sys.stderr)


@asynccontextmanager
async def mortal_bot(
    nursery: Nursery, server: PlaygroundServer, database: Path, hasty: bool = True
) -> AsyncIterator[Remote]:
    """Run a mortal bot, from being ready until the block ends, if not until its death.

    A hasty one makes few pauses, and blank pictures.
    """
    told = environment(
        server,
        DATABASE_URL=f"sqlite:///{database}",
        COMPUTER_PACE="100",
        NUDGE_SECONDS="3600",
        LOG_LEVEL="WARNING",
    )
    remote = await nursery.bear(told, hasty)
    try:
        await remote.born()
        yield remote
    finally:
        await remote.kill()
        await server.world.until(lambda: not server.world.bot_online, 30)
