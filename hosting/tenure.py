"""Which process plays: one at a time holds a shard, and the next waits until it lets go."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hosting.health import Health
from storage.errors import LeaseLost, Lost, StoreError
from storage.shards import Shards
from storage.store import Store

log = logging.getLogger(__name__)

LIFE = 6.0
"""Seconds after which another process may go on for one that is silent."""
BEAT = 1.5
"""Seconds between two signs of life."""
LOOK = 0.2
"""Seconds between two looks of a process that waits."""


@asynccontextmanager
async def holding(
    store: Store, health: Health, stop: asyncio.Event, shards: Shards
) -> AsyncIterator[None]:
    """Hold the lease of these shards meanwhile, having waited for it; without it when stopped
    before.

    When another process takes it, `stop` is set, nothing more can be stored, and LeaseLost is
    raised in the end. Raise StoreError when the store fails.
    """
    health.waiting = True
    await _take(store, stop, shards)
    health.waiting = False
    keeping = None if stop.is_set() else asyncio.create_task(_keep(store, stop))
    try:
        yield
    finally:
        if keeping is not None:
            await _let_go(store, keeping)


async def _take(store: Store, stop: asyncio.Event, shards: Shards) -> None:
    owner, told = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}", ""
    while not stop.is_set():
        now = time.time()
        holder = await store.leases.holder(owner, now, shards)
        if holder is None and await store.leases.take(
            owner, shards.ids, shards.count, now, now + LIFE
        ):
            return
        if holder and holder != told:
            log.info("waiting: the tables belong to process %s", holder)
            told = holder
        await _pause(stop, LOOK)


async def _keep(store: Store, stop: asyncio.Event) -> None:
    while True:
        try:
            await store.leases.extend(time.time() + LIFE)
        except (LeaseLost, Lost) as error:
            log.critical("%s The bot stops.", error)
            stop.set()
            raise
        except StoreError as error:
            log.warning("no sign of life could be stored: %s", error)
        await _pause(store.taken, BEAT)


async def _let_go(store: Store, keeping: asyncio.Task[None]) -> None:
    if not keeping.done():
        keeping.cancel()
        await asyncio.wait({keeping})
    if keeping.cancelled():
        try:
            await store.leases.drop()
        except StoreError as error:
            log.warning("the lease runs out by itself: %s", error)
    else:
        keeping.result()


async def _pause(sooner: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(sooner.wait(), seconds)
