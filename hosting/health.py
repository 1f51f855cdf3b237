"""Whether the process can work, as hosts ask for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from discord.ext import commands

from storage.errors import StoreError

AWAY = 120.0
"""Seconds without Discord's gateway after which the process is not healthy."""
PATIENCE = 2.0
"""Seconds that the store has to answer."""


async def _closed() -> None:
    raise StoreError("The store is not open yet.")


class Health:
    """The health of one process; while it waits for its lease it is healthy, and says so."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.check: Callable[[], Awaitable[None]] = _closed
        """Raises StoreError when the store cannot be used."""
        self._clock = clock
        self._away: dict[int, float] = {}
        """Since when which shards are away."""
        self.waiting = True
        """Whether the process waits for the store, or for another to let go of its shards."""

    def watch(self, bot: commands.AutoShardedBot) -> None:
        """Notice from now on which of the bot's shards are connected, which none is yet."""
        for shard in bot.shard_ids or (0,):
            self.gone(shard)
        bot.add_listener(self._gone, "on_shard_disconnect")
        for event in ("on_shard_connect", "on_shard_resumed"):
            bot.add_listener(self._there, event)

    def gone(self, shard: int = 0) -> None:
        """Note that Discord's gateway is away for a shard, if it was not before."""
        self._away.setdefault(shard, self._clock())

    async def report(self) -> tuple[bool, str]:
        """Return whether the process can work, and what it does, for anybody to read."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.check()
        except (StoreError, TimeoutError):
            return False, "waiting for the store" if self.waiting else "the store cannot be used"
        if self.waiting:
            return True, "waiting for another process to let go of the tables"
        if not self._away:
            return True, "working"
        seconds = self._clock() - min(self._away.values())
        return seconds < AWAY, f"without Discord's gateway for {seconds:.0f} s"

    async def _gone(self, shard: int) -> None:
        self.gone(shard)

    async def _there(self, shard: int) -> None:
        self._away.pop(shard, None)
