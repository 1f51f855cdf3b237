"""Which servers a process owns: Discord divides them among shards by their ids."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the `count` shards into which a bot is divided; usually the one there is."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def whole(self) -> bool:
        """Whether these are all shards there are."""
        return len(self.ids) == self.count

    @property
    def first(self) -> bool:
        """Whether these are the shards of the process that does what is done once for all."""
        return 0 in self.ids

    def of(self, guild: int) -> int:
        """Return the shard of a server (Discord's documentation, Sharding)."""
        return (guild >> 22) % self.count

    def owns(self, guild: int) -> bool:
        """Return whether a server belongs to these shards."""
        return self.of(guild) in self.ids

    @property
    def condition(self) -> str:
        """The same of the column `guild`, as SQL."""
        if self.whole:
            return "1 = 1"
        return f"(guild >> 22) % {self.count} IN ({', '.join(map(str, self.ids))})"
