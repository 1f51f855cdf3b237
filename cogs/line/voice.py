"""Whether this process may still speak: once another plays in its place, that one alone does."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
from cachetools import TTLCache

from storage.errors import LeaseLost, StoreError
from storage.leases import LOOK, Leases

ASKING = 2.0
"""Seconds that the store is given to tell who plays, before anything is sent."""
ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
"""The path of the first answer to an interaction."""
KEPT, LIFE = 1000, 15 * 60.0
"""How many of these are remembered, and for how many seconds: as long as their tokens live."""
BROKEN = frozenset({408, *range(500, 600)})
"""The statuses after which nobody knows whether a request was carried out; 408 is a proxy's."""


class Voice:
    """Lets nothing be sent once another process has taken the shards, as while this one was frozen.

    As a rule that costs a look at the clock; the store is asked only where it is doubtful.
    """

    def __init__(self, leases: Leases, trace: aiohttp.TraceConfig) -> None:
        """`trace`: that of the HTTP client by which all is sent."""
        self._leases = leases
        self._unheard: TTLCache[int, None] = TTLCache(KEPT, LIFE)
        trace.on_request_start.append(self._begins)
        trace.on_request_end.append(self._ends)
        trace.on_request_exception.append(self._breaks)

    async def sure(self, seconds: float) -> None:
        """Return once it is sure that no other process plays; after so many seconds also where
        the store does not tell. Raise LeaseLost where one does."""
        if not self._leases.doubtful:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not await self._told():
                    await asyncio.sleep(LOOK)

    def owns(self, interaction: int) -> bool:
        """Tell whether the answer to an interaction that Discord says is answered is this
        process's to go on with. Where that is doubtful, and none of its own tries was broken, it
        was another's: that one plays."""
        if not self._leases.doubtful or interaction in self._unheard:
            return True
        self._leases.lose()
        return False

    async def _told(self) -> bool:
        """Ask the store who plays; return whether it told, raise LeaseLost if it is another."""
        try:
            await self._leases.demand()
        except LeaseLost:
            raise
        except StoreError:
            return False
        return True

    async def _begins(
        self, session: Any, context: SimpleNamespace, start: aiohttp.TraceRequestStartParams
    ) -> None:
        # Who gives a first answer has made sure for as long as there is time.
        if self._leases.doubtful and not ANSWER.search(start.url.path):
            with suppress(TimeoutError):
                async with asyncio.timeout(ASKING):
                    await self._told()

    async def _ends(
        self, session: Any, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if end.response.status in BROKEN:
            self._note(end.url.path)

    async def _breaks(
        self, session: Any, context: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._note(end.url.path)

    def _note(self, path: str) -> None:
        if answer := ANSWER.search(path):
            self._unheard[int(answer[1])] = None
