"""What the operator orders from outside, through the store: blocks, and no new games for now."""

from __future__ import annotations

from storage.people import Ban
from storage.staff import Staff


class Restrictions:
    """The operator's orders as they were read last."""

    def __init__(self, staff: Staff) -> None:
        self._staff = staff
        self.halted = False
        """Whether no game may begin."""
        self.blocks: frozenset[Ban] = frozenset()
        """Who may not play: servers (user 0) and people (guild 0)."""

    async def read(self) -> None:
        """Read the orders."""
        self.halted = await self._staff.halted()
        self.blocks = frozenset(await self._staff.blocks())
