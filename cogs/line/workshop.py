"""The process beside the bot's that paints by orders; started anew when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from screens.easel import DONE, LENGTH, framed
from screens.orders import Orders, Paint
from settings import ROOT

log = logging.getLogger(__name__)

PAUSES = (0.1, 1.0, 5.0, 30.0)
"""Seconds until it is started anew, growing while it dies soon; the last is kept to."""
STEADY = 60.0
"""Seconds after which a process did not die soon."""
STARTS = 3.0
"""Seconds for which a process that was just started is waited for: who paints meanwhile keeps what
that takes in memory, for good."""
HANGS = 30.0
"""Seconds after which a process that paints one picture is ended."""


KEPT_BACK = frozenset({"DISCORD_TOKEN", "DATABASE_URL"})
"""Of the environment: who only paints need not know them."""


class Elsewhere(Exception):
    """It has to be painted elsewhere: there is no process now, or it died, or no such order."""


class Unpaintable(Exception):
    """A picture that cannot be painted; says what the process said."""


class Workshop:
    """Has pictures painted in another process, one after another."""

    def __init__(self, orders: Orders, command: Sequence[str]) -> None:
        self._orders, self._command = orders, command
        self._process: Process | None = None
        """The process that paints, once it can."""
        self._ordered: deque[asyncio.Future[bytes]] = deque()
        self._begun = -STARTS
        """When a process was started last (monotonic)."""
        self._settled = asyncio.Event()
        """Whether that one paints, or has ended."""

    @property
    def pid(self) -> int | None:
        """The process that paints now."""
        return self._process.pid if self._process else None

    async def png(self, paint: Paint) -> bytes:
        """Return what paints as a PNG file; raise Elsewhere or Unpaintable."""
        process = await self._at_hand()
        order = self._orders.written(paint) if process else None
        if process is None or process.stdin is None or order is None:
            raise Elsewhere
        painted: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._ordered.append(painted)
        process.stdin.write(framed(order))
        # What nobody waits for any more is painted all the same: answers come in turn.
        done, _ = await asyncio.wait({painted}, timeout=HANGS)
        if not done:
            _kill(process)
            raise Elsewhere
        answer = painted.result()
        if answer[:1] != DONE:
            raise Unpaintable(answer[1:].decode())
        return answer[1:]

    async def _at_hand(self) -> Process | None:
        """Return the process, once it paints if it has just been started."""
        left = self._begun + STARTS - time.monotonic()
        if self._process is None and left > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._settled.wait(), left)
        return self._process

    async def keep(self) -> None:
        """Keep a process that paints until this is cancelled."""
        failures = 0
        while True:
            began = self._begun = time.monotonic()
            self._settled.clear()
            try:
                async with _process(self._command) as process:
                    log.debug("process %d paints", process.pid)
                    await self._serve(process)
                log.warning("the process that paints has ended; it is started anew")
            except OSError as refused:  # as where there is no memory for another
                log.warning("no process that paints can be started: %s", refused)
                self._settled.set()
            steady = time.monotonic() - began > STEADY
            failures = 1 if steady else min(failures + 1, len(PAUSES))
            await asyncio.sleep(PAUSES[failures - 1])

    async def _serve(self, process: Process) -> None:
        """Hand out what a process paints until it dies."""
        assert process.stdout is not None
        try:
            await _frame(process.stdout)
            self._process = process
            self._settled.set()
            while True:
                answer = await _frame(process.stdout)
                painted = self._ordered.popleft()
                if not painted.done():
                    painted.set_result(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._process = None
            self._settled.set()
            while self._ordered:
                if not (painted := self._ordered.popleft()).done():
                    painted.set_exception(Elsewhere())
                    painted.exception()  # perhaps nobody waits for it


async def _frame(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(LENGTH.size)
    return await reader.readexactly(*LENGTH.unpack(head))


@asynccontextmanager
async def _process(command: Sequence[str]) -> AsyncIterator[Process]:
    known = {name: value for name, value in os.environ.items() if name not in KEPT_BACK}
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=known, stdin=PIPE, stdout=PIPE
    )
    try:
        yield process
    except BaseException:
        _kill(process)  # one that has died must be left to asyncio, which waits for it
        raise
    finally:
        await process.wait()


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


@asynccontextmanager
async def workshop(orders: Orders, drawings: Path) -> AsyncIterator[Workshop]:
    """Have a process that paints beside this one until the block ends."""
    shop = Workshop(orders, (sys.executable, "-m", "screens.easel", str(drawings)))
    keeping = asyncio.create_task(shop.keep())
    try:
        yield shop
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping
