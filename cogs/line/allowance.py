"""How much the bot may ask of Discord: so much a second, and to be refused only so often.

Discord shuts out an address that collects 10,000 refused requests in ten minutes. What is refused
in one channel or server is paid for there: their own, smaller allowances run out first.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import aiohttp
import discord
from cachetools import TTLCache

A_SECOND = 40
"""Requests a second that boards and calls share, of the 50 that Discord lets a bot make."""
BURST = 5
"""Requests that may be made at once after a pause; the number is ours."""
REFUSED = frozenset({401, 403, 429})
"""Answers that Discord counts, but no 429 that others have brought about (scope `shared`)."""
WINDOW = 600.0
"""Seconds for which a refused request counts."""
IN_SERVER, IN_CHANNEL = 60, 20
"""Refused requests that one server and one channel may bring about in a window; ours."""
RESERVE = 0.25
"""The part of each that is kept for deletions and for what must be forgotten."""
WORST = 5
"""Requests of one attempt that may be refused: discord.py asks up to five times."""
LOOK = 1.0
"""Seconds after which it is looked again whether there may be another attempt."""
PLACES = 10_000
"""Channels and servers whose refusals are remembered."""


class Spent(Exception):
    """Discord has refused too much lately, or would; `seconds` says how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord has refused too much lately; a pause of {seconds:.0f} s")
        self.seconds = seconds


class Placed(Protocol):
    """What stands in a channel of a server."""

    @property
    def guild(self) -> int: ...

    @property
    def channel(self) -> int: ...


class Place(NamedTuple):
    """Where something is asked for."""

    guild: int
    channel: int = 0
    """0: in no channel of the server alone."""

    @property
    def limits(self) -> Mapping[tuple[int, ...], int]:
        """How often what is asked for may be refused, in the server and in the channel."""
        return {(self.guild,): IN_SERVER, self: IN_CHANNEL}


class Refused:
    """When requests were refused lately, of which there may be so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: deque[float] = deque()

    def add(self) -> None:
        """Count a refused request."""
        self._times.append(time.monotonic())

    def __len__(self) -> int:
        while self._times and self._times[0] < time.monotonic() - WINDOW:
            self._times.popleft()
        return len(self._times)

    def room(self, must: bool, more: int = 1) -> bool:
        """Return whether so many more may be refused; what `must` be done has the reserve too."""
        return len(self) + more <= self._most * (1 if must else 1 - RESERVE)

    @property
    def rest(self) -> float:
        """Seconds until the oldest no longer counts."""
        return self._times[0] + WINDOW - time.monotonic() if len(self) else 0.0


class Allowance:
    """Counts what the process asks of Discord, whoever asks.

    So `most` of its requests may be refused in a window. `share` is its part of what the bot may
    ask: other processes have the rest.
    """

    def __init__(self, most: int, share: float = 1.0) -> None:
        self._a_second = A_SECOND * share
        self._next = 0.0
        self._all, self._trying = Refused(most), 0
        self._places: TTLCache[tuple[int, ...], Refused] = TTLCache(PLACES, WINDOW, time.monotonic)

    def trace(self) -> aiohttp.TraceConfig:
        """Return what lets the HTTP client tell how its requests were answered."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    @asynccontextmanager
    async def request(self, where: Placed, must: bool = False) -> AsyncIterator[None]:
        """Wait until one more request may be made with the bot's own token, and make it.

        Raises Spent where a channel or server has refused too much; `must`: it is a deletion, or
        what is shown there must be forgotten.
        """
        place = Place(where.guild, where.channel)
        self._check(place, must)
        await self.pace()
        try:
            yield
        except discord.HTTPException as error:
            if error.status in REFUSED:
                self._refused_at(place)
            raise

    async def pace(self) -> None:
        """Wait until one more request may be made with the bot's own token."""
        now = time.monotonic()
        self._next = max(self._next, now - BURST / self._a_second) + 1 / self._a_second
        await asyncio.sleep(max(0.0, self._next - now))

    @contextmanager
    def attempt(self, must: bool = False) -> Iterator[None]:
        """Begin an attempt; raise Spent unless all its requests may be refused."""
        if not self._all.room(must, WORST * (self._trying + 1)):
            raise Spent(LOOK)
        self._trying += 1
        try:
            yield
        finally:
            self._trying -= 1

    @property
    def refused(self) -> int:
        """How many requests were refused lately."""
        return len(self._all)

    def _check(self, place: Place, must: bool) -> None:
        for where in place.limits:
            if (refusals := self._places.get(where)) is not None and not refusals.room(must):
                raise Spent(refusals.rest)

    def _refused_at(self, place: Place) -> None:
        for where, most in place.limits.items():
            # Kept anew, so that it is forgotten a window after its last refusal.
            refusals = self._places[where] = self._places.get(where) or Refused(most)
            refusals.add()

    async def _ended(
        self, session: Any, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        shared = end.response.headers.get("X-RateLimit-Scope") == "shared"
        if end.response.status in REFUSED and not shared:
            self._all.add()
