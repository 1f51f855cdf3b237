"""What people were told cannot be done: one message a person and table, gone when all goes on."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

import discord
from cachetools import TTLCache

from cogs.line.ephemeral import LIFE, Reached
from cogs.line.outbox import Outbox
from cogs.line.unreachable import unreachable
from tables.room.room import Room

log = logging.getLogger(__name__)

READ = 8.0
"""Seconds that a refusal stands at least, though the table goes on."""
KEPT = 5000
"""Refusals that are remembered."""


@dataclass(frozen=True, slots=True)
class _Told:
    message: Reached
    at: float
    """When (monotonic)."""


class Refusals:
    """Takes an older refusal away when a newer one is told, and all of a table that goes on."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._told: TTLCache[tuple[str, int], _Told] = TTLCache(KEPT, LIFE)

    def told(self, table: str, user: int, message: Reached) -> None:
        """Note the newest refusal of a person at a table; without one it stays on its own."""
        if not table:
            return
        self._remove((table, user), 0.0)
        self._told[table, user] = _Told(message, time.monotonic())

    def changed(self, room: Room) -> None:
        """Take away what was told at a table: it may be so no longer."""
        for key in [key for key in self._told if key[0] == room.table.id]:
            self._remove(key, READ)

    def forget(self, user: int) -> None:
        """Take away all that a person was told."""
        for key in [key for key in self._told if key[1] == user]:
            self._remove(key, 0.0)

    def _remove(self, key: tuple[str, int], read: float) -> None:
        told = self._told.pop(key, None)
        if told is None:
            return

        async def delete() -> None:
            try:
                await told.message.delete()
            except discord.HTTPException as error:
                if unreachable(error):
                    raise
                log.debug("refusal at table %s: %s", key[0], error)

        name = ("refusal", key[0], told.message.webhook.token)
        left = max(0.0, told.at + read - time.monotonic())
        asyncio.get_running_loop().call_later(left, self._outbox.ask, name, delete)
