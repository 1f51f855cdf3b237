"""Work on several tables or orders, of which none holds up the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def one_by_one(items: Iterable[T], work: Callable[[T], Awaitable[object]]) -> None:
    """Do the work on each item; what fails is raised, the first of it, once all had their turn."""
    failed: list[Exception] = []
    for item in items:
        try:
            await work(item)
        except Exception as error:
            failed.append(error)
    if failed:
        raise failed[0]
