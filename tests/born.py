"""Processes that need not load anything: a nursery bears them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio import StreamReader
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import asdict, dataclass

from settings import ROOT

PATIENCE = 300.0
"""Seconds that a birth may take, on however busy a machine."""
LINE = 32
"""Bytes that a number has at most."""
BIRTH = 64 * 1024
"""Bytes that what a process is told at its birth may have."""
SOCKETS = 8
"""How many it may be given."""


@dataclass(frozen=True)
class Birth:
    """What a process is to be."""

    module: str
    """Its `main` is called, and returns the exit code."""
    arguments: Sequence[str]
    environment: Mapping[str, str]
    heard: bool
    alone: bool
    """Nothing paints beside it, as where there is one core."""

    def written(self) -> bytes:
        """Return it as a message."""
        return json.dumps(asdict(self)).encode()


class Born:
    """A process that was born, used as one that asyncio has started."""

    def __init__(self, pid: int, life: socket.socket, stdout: StreamReader | None) -> None:
        """`life` tells how it ends."""
        self.pid, self.stdout, self._life = pid, stdout, life
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[int] = self._loop.create_future()
        self._loop.add_reader(life, self._end)

    def _end(self) -> None:
        self._loop.remove_reader(self._life)
        self._ended.set_result(int(self._life.recv(LINE)))

    @property
    def returncode(self) -> int | None:
        """Its exit code, once it has ended; that of a signal is negative."""
        return self._ended.result() if self._ended.done() else None

    async def wait(self) -> int:
        """Wait for its end; return the exit code."""
        return await asyncio.shield(self._ended)

    async def communicate(self) -> tuple[bytes, None]:
        """Wait for its end; return what it says until then, as far as nobody has read it."""
        said = await self.stdout.read() if self.stdout else b""
        await self.wait()
        return said, None

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class Nursery:
    """A process that has loaded everything, and bears one process after another."""

    def __init__(self, births: socket.socket) -> None:
        self._births = births

    @asynccontextmanager
    async def bear(
        self,
        *arguments: str,
        environment: Mapping[str, str],
        module: str = "bot",
        given: Sequence[socket.socket] = (),
        heard: bool = False,
        alone: bool = True,
    ) -> AsyncIterator[Born]:
        """Bear a process that calls a module's `main`; kill it when the block ends, if it lives.

        It is given sockets, as the last of its arguments. If it is heard, `stdout` has all it says.
        If it is not alone, a process beside it paints.
        """
        birth = Birth(module, arguments, environment, heard, alone)
        async with AsyncExitStack() as stack:
            life, ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            theirs = [ends]
            stack.enter_context(life).setblocking(False)
            stdout = None
            if heard:
                ear, mouth = socket.socketpair()
                theirs.append(mouth)
                stdout, writer = await asyncio.open_connection(sock=ear)
                stack.push_async_callback(writer.wait_closed)
                stack.callback(writer.close)
            told = [each.fileno() for each in (*theirs, *given)]
            socket.send_fds(self._births, [birth.written()], told)
            for each in theirs:
                each.close()
            line = asyncio.get_running_loop().sock_recv(life, LINE)
            born = Born(int(await asyncio.wait_for(line, PATIENCE)), life, stdout)
            try:
                yield born
            finally:
                born.kill()
                await born.wait()


@contextmanager
def nursery(*modules: str) -> Iterator[Nursery]:
    """Run a nursery that has loaded these modules too until the block ends."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        command = [sys.executable, "-m", "tests.nursery", str(theirs.fileno()), *modules]
        process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()
        yield Nursery(ours)
    process.wait()
