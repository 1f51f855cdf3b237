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
"""Tables whose refusals are remembered."""


@dataclass(frozen=True, slots=True)
class _Told:
    message: Reached
    at: float
    """When (monotonic)."""


class Refusals:
    """Takes an older refusal away when a newer one is told, and all of a table that goes on."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._told: TTLCache[str, dict[int, _Told]] = TTLCache(KEPT, LIFE)
        """By table and person."""

    def told(self, table: str, user: int, message: Reached) -> None:
        """Note the newest refusal of a person at a table; without one it stays on its own."""
        if not table:
            return
        at = self._told.get(table, {})
        self._remove(table, at.pop(user, None), 0.0)
        self._told[table] = {**at, user: _Told(message, time.monotonic())}

    def changed(self, room: Room, alone: int | None = None) -> None:
        """Take away what was told at a table: it may be so no longer; where one person `alone` can
        see what has changed, what they were told."""
        at = self._told.get(room.table.id, {})
        for user in list(at) if alone is None else [alone]:
            self._remove(room.table.id, at.pop(user, None), READ)

    def forget(self, user: int) -> None:
        """Take away all that a person was told."""
        for table, at in list(self._told.items()):
            self._remove(table, at.pop(user, None), 0.0)

    def _remove(self, table: str, told: _Told | None, read: float) -> None:
        if told is None:
            return

        async def delete() -> None:
            try:
                await told.message.delete()
            except discord.HTTPException as error:
                if unreachable(error):
                    raise
                log.debug("refusal at table %s: %s", table, error)

        name = ("refusal", table, told.message.webhook.token)
        left = max(0.0, told.at + read - time.monotonic())
        asyncio.get_running_loop().call_later(left, self._outbox.ask, name, delete)
