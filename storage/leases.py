"""Who owns which shards: one process at a time, and whoever lost them commits nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from storage import sql
from storage.database import Database
from storage.errors import Conflict
from storage.settings import SWAP
from storage.shards import Shards
from storage.sql import Part, Statement


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
    """When somebody else may take the shard, if it is not extended."""


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
        self._fences, self._owner = database, ""

    async def all(self) -> list[Lease]:
        """Return all leases, also those that have run out, by shard."""
        rows = await self._read(f"SELECT {_LEASE} FROM leases ORDER BY shard, shards")
        return [sql.made(Lease, row) for row in rows]

    async def holder(self, owner: str, now: float, shards: Shards = ALL) -> str | None:
        """Return who else has a lease that has not run out and leaves no room for these shards;
        nobody whose process is gone.
        """
        gone = await self._fences.succeed(owner)
        leases = [lease for lease in await self.all() if lease.until > now]
        others = (lease.owner for lease in leases if _excludes(lease, shards))
        return next((other for other in others if other not in (owner, gone)), None)

    async def take(
        self, owner: str, shards: Sequence[int], of: int, now: float, until: float
    ) -> bool:
        """Take these shards, all or none; return whether they were free, had run out or belonged
        to a process that is gone for certain.

        A lease the same owner still has is replaced. From then on every write of this store is
        refused with LeaseLost once another process has taken one of the shards, and what wakes
        tables by itself finds those of these shards' servers alone.
        """
        gone = await self._fences.succeed(owner)
        last = await self._read("SELECT value FROM settings WHERE guild = 0 AND key = 'lease'")
        before = last[0][0] if last else "0"
        number = int(before) + 1
        taken = [Lease(shard, of, owner, number, until) for shard in shards]
        free = Statement(
            f"DELETE FROM leases WHERE owner IN (?, ?) OR until <= ? "
            f"AND (shards <> ? OR shard IN ({sql.marks(len(shards))}))",
            (owner, gone or owner, now, of, *shards),
        )
        takes = [
            sql.change(_TAKE, (*astuple(lease), number, lease.shard, lease.shards))
            for lease in taken
        ]
        try:
            # The number first: it makes two takers wait for one another.
            await self._write(sql.change(SWAP, ("lease", str(number), before)), free, *takes)
        except Conflict:
            return False
        self._fences.fence(number, Shards(of, tuple(shards)))
        self._owner = owner
        return True

    async def extend(self, until: float) -> None:
        """Hold the shards for longer; raise LeaseLost when another process has taken one."""
        number = self._fences.fenced
        await self._fences.succeed(self._owner)
        await self._write(
            Statement("UPDATE leases SET until = ? WHERE number = ?", (until, number))
        )

    async def drop(self) -> None:
        """Let go of the shards; every later write is refused with LeaseLost."""
        await self._write(Statement("DELETE FROM leases WHERE number = ?", (self._fences.fenced,)))


def _excludes(lease: Lease, shards: Shards) -> bool:
    """Nobody divides the bot into another number of shards meanwhile."""
    return lease.shards != shards.count or lease.shard in shards.ids
