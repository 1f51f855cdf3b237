"""Let requests of the bot fail, hang or be cut off."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from types import TracebackType
from typing import TypedDict, Unpack

from aiohttp import web

from playground.limits.errors import ApiError, rate_limited


class Stage(Enum):
    """How far a request has come when its fault strikes."""

    RECEIVED = 1
    """Nothing has been done."""
    APPLIED = 2
    """All has been done, nothing has been answered."""
    HALF_ANSWERED = 3
    """All has been done, and a half of the answer was sent."""


class Cut(Exception):
    """The connection is to be broken."""


@dataclass(eq=False)
class Fault:
    """What happens to some requests; leave its `with` block, or call `remove`, to end it."""

    method: str
    path: re.Pattern[str]
    stage: Stage = Stage.RECEIVED
    nth: int = 1
    times: int | None = 1
    error: ApiError | None = None
    seconds: float = 0.0
    cut: bool = False
    struck: int = 0
    """How many requests it has met with."""
    seen: int = 0
    """How many requests have been of those meant."""
    released: asyncio.Event | None = None
    """What it waits for before it goes on, if it holds requests."""
    _removed: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __enter__(self) -> Fault:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()

    def remove(self) -> None:
        """Let later requests pass, and those that are held go on."""
        self._removed = True
        self.release()

    def release(self) -> None:
        """Let the requests that are held go on."""
        if self.released is not None:
            self.released.set()

    async def reached(self, times: int = 1, timeout: float = 60.0) -> None:
        """Wait until it has struck so often; TimeoutError if that takes too long."""
        async with asyncio.timeout(timeout):
            while self.struck < times:
                self._changed.clear()
                await self._changed.wait()

    def claims(self, method: str, path: str) -> bool:
        """Count a request if it is one of those meant, and tell whether the fault strikes it."""
        if self._removed or self.method not in ("*", method) or not self.path.search(path):
            return False
        self.seen += 1
        late = self.seen - self.nth
        return late >= 0 and (self.times is None or late < self.times)

    async def strike(self) -> None:
        """Wait as long as it says, then raise what it raises, if anything."""
        self.struck += 1
        self._changed.set()
        if self.released is not None:
            await self.released.wait()
        await asyncio.sleep(self.seconds)
        if self.cut:
            raise Cut
        if self.error is not None:
            raise self.error


def abort(request: web.BaseRequest) -> None:
    """Break the connection of a request."""
    if request.transport is not None:
        request.transport.abort()


async def half_answer(
    request: web.BaseRequest, answer: web.Response, fault: Fault
) -> web.StreamResponse:
    """Send a half of an answer, then let the fault strike, and break the connection."""
    body = answer.body if isinstance(answer.body, bytes) else b"{}"
    half = web.StreamResponse(status=answer.status, headers=answer.headers)
    half.content_length = len(body)
    await half.prepare(request)
    await half.write(body[: len(body) // 2])
    with suppress(Cut):
        await fault.strike()
    if request.transport is not None:
        request.transport.close()
    return half


class Which(TypedDict, total=False):
    """Which of a route's requests a fault strikes, and when; else the first, as it is received."""

    stage: Stage
    nth: int
    times: int | None


class RequestFaults:
    """The faults of one server's requests.

    A fault strikes those of a method ("*" for any) whose path, without the API's
    prefix, has a match of a regular expression: the nth of them and `times` in all (None: always).
    """

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def fail(self, method: str, path: str, status: int = 500, **which: Unpack[Which]) -> Fault:
        """Answer with an error of Discord's own: before anything is done, or after."""
        error = ApiError(status, 0, f"{status}: Internal Server Error")
        return self._add(Fault(method, re.compile(path), **which, error=error))

    def limit(
        self,
        method: str,
        path: str,
        retry_after: float,
        *,
        everywhere: bool = False,
        **which: Unpack[Which],
    ) -> Fault:
        """Answer 429 with a time to wait, for this route or for all."""
        error = rate_limited(retry_after, scope="global" if everywhere else "user")
        return self._add(Fault(method, re.compile(path), **which, error=error))

    def cut(self, method: str, path: str, **which: Unpack[Which]) -> Fault:
        """Break the connection: before anything is done, or after, unanswered or half answered."""
        return self._add(Fault(method, re.compile(path), **which, cut=True))

    def delay(self, method: str, path: str, seconds: float, **which: Unpack[Which]) -> Fault:
        """Let requests wait before they are done, or before they are answered."""
        return self._add(Fault(method, re.compile(path), **which, seconds=seconds))

    def hold(self, method: str, path: str, **which: Unpack[Which]) -> Fault:
        """Let requests hang until the fault is released or removed, or the server closes."""
        return self._add(Fault(method, re.compile(path), **which, released=asyncio.Event()))

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def claim(self, method: str, path: str) -> Fault | None:
        """Return the fault that strikes this request: the first of those that do."""
        claiming = [fault for fault in self._faults if fault.claims(method, path)]
        return claiming[0] if claiming else None

    def clear(self) -> None:
        """Remove the faults of all requests."""
        for fault in self._faults:
            fault.remove()
        self._faults.clear()
