"""What frozen values need of tuples."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the items with the one at this index (0 or more) replaced."""
    return (*items[:at], item, *items[at + 1 :])
