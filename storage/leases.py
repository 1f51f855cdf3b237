"""Who owns which shards: one process at a time, and whoever lost them commits nothing."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass

from storage import sql
from storage.database import Database
from storage.errors import Conflict, LeaseLost
from storage.part import Part
from storage.settings import SWAP
from storage.shards import Shards
from storage.sql import Statement

LIFE = 6.0
"""Seconds after which another process may go on for one that is silent."""
LOOK = 0.2
"""Seconds between two looks whether one is."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A shard that a process owns; times in seconds since the epoch."""

    shard: int
    shards: int
    """Into how many the bot is divided."""
    owner: str
    number: int
    """The fence: grows with every lease; commits name it."""
    until: float
    """A sign of life, by its owner's clock: another one each time that it is extended."""


class Watch:
    """Notices who is silent: whose leases many looks in a row found as they were. No clock tells
    that, as those of two machines differ, and each may be put."""

    def __init__(self) -> None:
        self._found: Counter[Lease] = Counter()

    def silent(self, leases: Collection[Lease]) -> list[Lease]:
        """Take in how the leases are at one more look, LOOK after the last; return those that were
        so for LIFE."""
        self._found = Counter({lease: self._found[lease] + 1 for lease in leases})
        return [lease for lease in leases if self._found[lease] > _looks()]


ALL = Shards()
_LEASE = sql.columns(Lease)
_MARKS = sql.marks(5)
# Nobody may hold the shard, nor divide the bot into another number of shards.
_TAKE = f"""
INSERT INTO leases ({_LEASE}) SELECT {_MARKS} WHERE NOT EXISTS (
    SELECT 1 FROM leases WHERE number <> ? AND (shard = ? OR shards <> ?)
)"""


class Leases(Part):
    """The leases of all processes, and the one of this store."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._owner = ""
        self._lived = math.inf
        """When (uptime) its newest sign of life began to be stored; without a lease none is due."""

    @property
    def doubtful(self) -> bool:
        """Whether another process may have taken the shards: it saw no sign of life for LIFE, as
        this one was frozen, or cut off from the store."""
        return self._database.taken.is_set() or uptime() - self._lived > LIFE

    async def demand(self) -> None:
        """Raise LeaseLost if another process has taken the shards, another StoreError where that
        cannot be told now; without asking the store unless it is doubtful."""
        if self.doubtful:
            await self.extend(sign_of_life())

    def lose(self) -> None:
        """Notice that another process has taken the shards, whatever the store tells."""
        self._database.taken.set()

    async def all(self) -> list[Lease]:
        """Return all leases, also of processes that are gone, by shard."""
        return await self._records(Lease, f"SELECT {_LEASE} FROM leases ORDER BY shard, shards")

    async def users(self) -> list[str]:
        """Return who is there: whose leases are extended while it is looked, for LIFE at most."""
        before = set(await self.all())
        for _ in range(_looks()):
            leases = set(await self.all())
            if leases.isdisjoint(before):
                break
            await asyncio.sleep(LOOK)
        return sorted({lease.owner for lease in leases - before})

    async def others(self, owner: str, shards: Shards = ALL) -> list[Lease]:
        """Return the leases of others that leave no room for these shards; of nobody whose process
        is gone for certain.
        """
        known = (owner, await self._database.succeed(owner))
        leases = (lease for lease in await self.all() if lease.owner not in known)
        return [lease for lease in leases if _excludes(lease, shards)]

    async def take(
        self,
        owner: str,
        shards: Sequence[int],
        of: int,
        until: float,
        silent: Collection[Lease] = (),
    ) -> bool:
        """Take these shards, all or none; return whether they were free, or belonged to a process
        that is gone for certain, or to one that was silent and has not extended its lease since.

        A lease the same owner still has is replaced. From then on every write of this store is
        refused with LeaseLost once another process has taken one of the shards, and what wakes
        tables by itself finds those of these shards' servers alone.
        """
        gone = await self._database.succeed(owner)
        query = "SELECT value FROM settings WHERE guild = 0 AND key = 'lease'"
        before = await self._value(query) or "0"
        number, began = int(before) + 1, uptime()
        taken = [Lease(shard, of, owner, number, until) for shard in shards]
        frees = [Statement("DELETE FROM leases WHERE owner IN (?, ?)", (owner, gone or owner))] + [
            Statement(
                "DELETE FROM leases WHERE number = ? AND until = ?", (each.number, each.until)
            )
            for each in silent
        ]
        takes = [
            sql.change(_TAKE, (*astuple(lease), number, lease.shard, lease.shards))
            for lease in taken
        ]
        try:
            # The number first: it makes two takers wait for one another.
            await self._write(sql.change(SWAP, ("lease", str(number), before)), *frees, *takes)
        except Conflict:
            return False
        self._database.fence(number, Shards(of, tuple(shards)))
        self._owner, self._lived = owner, began
        return True

    async def extend(self, until: float) -> None:
        """Hold the shards for longer; raise LeaseLost when another process has taken one."""
        if self._database.taken.is_set():
            raise LeaseLost
        number, began = self._database.fenced, uptime()
        await self._database.succeed(self._owner)
        await self._write(
            Statement("UPDATE leases SET until = ? WHERE number = ?", (until, number))
        )
        self._lived = began

    async def drop(self) -> None:
        """Let go of the shards; every later write is refused with LeaseLost."""
        mine = (self._database.fenced,)
        await self._write(Statement("DELETE FROM leases WHERE number = ?", mine))


def uptime() -> float:
    """Return seconds that pass also while the machine sleeps, where the system counts these."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def sign_of_life() -> float:
    """Return what a lease is extended until."""
    return time.time() + LIFE


def _looks() -> int:
    return round(LIFE / LOOK)


def _excludes(lease: Lease, shards: Shards) -> bool:
    """Nobody divides the bot into another number of shards meanwhile."""
    return lease.shards != shards.count or lease.shard in shards.ids
