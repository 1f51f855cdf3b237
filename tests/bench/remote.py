"""The inside of a bot in another process, which can be killed at any of its points."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playground.server import PlaygroundServer
from tests import born
from tests.born import Born, Nursery
from tests.cogs.party import environment
from tests.cogs.within import People, Told

PATIENCE = 300.0
"""Seconds that an answer may take, on however busy a machine."""
LONGEST = 1024 * 1024
"""Bytes that an answer may have."""
MORTAL = "tests.bench.mortal_bot"


class Dead(Exception):
    """The process is no more."""


class Remote:
    """A mortal bot in a process of its own."""

    def __init__(self, process: Born, reader: StreamReader, writer: StreamWriter) -> None:
        self.pid, self._process, self._writer = process.pid, process, writer
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
        self._process.kill()
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


def nursery() -> AbstractContextManager[Nursery]:
    """Run a nursery that has loaded what mortal bots need until the block ends."""
    return born.nursery(MORTAL)


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
    ours, theirs = socket.socketpair()
    pace, told = "hasty" if hasty else "usual", os.environ | told
    bear = nursery.bear(pace, module=MORTAL, environment=told, given=[theirs], alone=hasty)
    async with bear as process:
        theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST)
        remote = Remote(process, reader, writer)
        try:
            await remote.born()
            yield remote
        finally:
            await remote.kill()
    await server.world.until(lambda: not server.world.bot_online, 30)
