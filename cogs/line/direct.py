"""Direct messages: how they go out, and how many are opened at a time."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, NamedTuple

import discord
from cachetools import LRUCache

from cogs.line.allowance import Place, Spent
from cogs.line.reach import Reach

AT_MOST, WITHIN = 10, 60.0
"""People to whom the bot begins to write in so many seconds; ours. Discord tells no number: it
warns of opening many too quickly (its documentation, Create DM), and where others wrote to several
at once it took them, of a few dozen it refused some (SnowTransfer #43)."""
REST = 60.0
"""Seconds in which the bot begins to write to nobody once Discord has refused that as too fast;
ours."""
TOO_FAST = 40003
"""Discord's code for that (its documentation, JSON Error Codes)."""
KEPT = 10_000
"""People of whom it is remembered where the bot writes to them: that is opened once."""


class Sent(NamedTuple):
    """A direct message that was sent; of zeros, where Discord refused it."""

    channel: int = 0
    message: int = 0


class DirectMessages:
    """Writes to people alone, at a pace that Discord takes."""

    def __init__(self, client: Reach) -> None:
        self._client = client
        self._places: LRUCache[int, int] = LRUCache(KEPT)
        self._opened: deque[float] = deque(maxlen=AT_MOST)
        """When it was begun to write to the last ones (monotonic)."""
        self._rests = 0.0
        """Until when it is begun to write to nobody (monotonic)."""

    async def send(self, guild: int, user: int, **content: Any) -> Sent:
        """Write to a person on behalf of a server; raise Spent where that has to wait."""
        channel = self._places.get(user) or await self._open(guild, user)
        async with self._client.at(Place(guild)):
            sent = await self._client.get_partial_messageable(channel).send(**content)
        return Sent(channel, sent.id)

    async def _open(self, guild: int, user: int) -> int:
        try:
            async with self._client.at(Place(guild)):
                self._take_turn()
                there = await self._client.create_dm(discord.Object(user))
        except discord.HTTPException as refused:
            if refused.code != TOO_FAST:
                raise
            self._rests = time.monotonic() + REST
            raise Spent(REST) from refused
        self._places[user] = there.id
        return there.id

    def _take_turn(self) -> None:
        """Note that it is begun to write to somebody; raise Spent where that has to wait."""
        now = time.monotonic()
        free = self._opened[0] + WITHIN if len(self._opened) == AT_MOST else 0.0
        if (wait := max(free, self._rests) - now) > 0:
            raise Spent(wait)
        self._opened.append(now)
