"""Which process plays: one at a time holds a shard, and the next waits until it lets go."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hosting.health import Health
from hosting.retrying import pause, tried
from storage import leases
from storage.errors import LeaseLost, Lost, StoreError
from storage.leases import Watch
from storage.shards import Shards
from storage.store import Store
from storage.troubles import Troubles

log = logging.getLogger(__name__)

BEAT = 1.5
"""Seconds between two signs of life."""


@asynccontextmanager
async def holding(
    store: Store, health: Health, stop: asyncio.Event, shards: Shards
) -> AsyncIterator[None]:
    """Hold the lease of these shards meanwhile, having waited for it; without it when stopped
    before.

    When another process takes it, `stop` is set, nothing more can be stored, and LeaseLost is
    raised in the end. While the store fails it is waited for; raise Lost when it is gone.
    """
    health.waiting = True
    taken = await _take(store, stop, shards)
    health.waiting = False
    keeping = asyncio.create_task(_keep(store, stop)) if taken else None
    try:
        yield
    finally:
        if keeping is not None:
            await _let_go(store, keeping)


async def _take(store: Store, stop: asyncio.Event, shards: Shards) -> bool:
    """Take the lease as soon as it is free; return whether it was taken before it was to stop."""
    claim = _Claim(store, shards)
    while not stop.is_set():
        if await tried(claim.made, _passing, stop):
            return True
        await pause(stop, leases.LOOK)
    return False


class _Claim:
    """What one process tries to get: the lease of its shards."""

    def __init__(self, store: Store, shards: Shards) -> None:
        self._store, self._shards = store, shards
        self._owner = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self._watch, self._told = Watch(), ""

    async def made(self) -> bool:
        """Take the lease if nobody has it who is there; return whether it was taken."""
        shards = self._shards
        others = await self._store.leases.others(self._owner, shards)
        silent = self._watch.silent(others)
        holder = next((lease.owner for lease in others if lease not in silent), None)
        if holder is None:
            return await self._store.leases.take(
                self._owner, shards.ids, shards.count, leases.sign_of_life(), silent
            )
        if holder != self._told:
            log.info("waiting: the tables belong to process %s", holder)
            self._told = holder
        return False


def _passing(error: Exception) -> bool:
    return isinstance(error, StoreError) and not isinstance(error, Lost)


async def _keep(store: Store, stop: asyncio.Event) -> None:
    troubles = Troubles(log, "signs of life are stored again")
    while True:
        try:
            await store.leases.extend(leases.sign_of_life())
            troubles.passed(_keep)
        except (LeaseLost, Lost) as error:
            log.critical("%s The bot stops.", error)
            stop.set()
            raise
        except StoreError as error:
            troubles.failed(_keep, f"no sign of life could be stored: {error}")
        await pause(store.taken, BEAT)


async def _let_go(store: Store, keeping: asyncio.Task[None]) -> None:
    if not keeping.done():
        keeping.cancel()
        await asyncio.wait({keeping})
    if keeping.cancelled():
        try:
            await store.leases.drop()
        except StoreError as error:
            log.warning("the lease could not be let go of: %s", error)
    else:
        keeping.result()
