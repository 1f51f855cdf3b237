"""What the operator orders from outside, through the store: blocks, and no new games for now."""

from __future__ import annotations

from storage.people import Ban
from storage.store import Store


class Restrictions:
    """The operator's orders as they were read last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.halted = False
        """Whether no game may begin."""
        self.blocks: frozenset[Ban] = frozenset()
        """Who may not play: servers (user 0) and people (guild 0)."""

    async def read(self) -> None:
        """Read the orders."""
        self.halted = await self._store.halted()
        self.blocks = frozenset(await self._store.blocks())
