"""What a database holds at one moment, read whole."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Protocol

AT_ONCE = 1000
"""Rows that are in memory at a time."""


class View(Protocol):
    """The tables of a database as they were when the view was taken."""

    async def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns."""

    def rows(self, table: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        """Yield a table's rows, some at a time, each with the values of its columns."""
