"""Tell listeners of changes, and let a test wait for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

POLL = 0.02
"""Seconds until a condition is tried again without any change."""

Listener = Callable[[str, Any], None]


class Signals:
    """Something that changes and says so: each change has a kind and a subject."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener (kind, subject) of every change; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, kind: str, subject: Any) -> None:
        """Tell all listeners of a change."""
        for listener in tuple(self._listeners):
            listener(kind, subject)

    async def until(self, check: Callable[[], Any], timeout: float = 10.0) -> Any:
        """Wait until a condition holds and return it; TimeoutError if it is late.

        It is tried after every change, and now and then for what no change tells of.
        """
        changed = asyncio.Event()
        stop = self.subscribe(lambda kind, subject: changed.set())
        try:
            async with asyncio.timeout(timeout):
                while not (result := check()):
                    with suppress(TimeoutError):
                        async with asyncio.timeout(POLL):
                            await changed.wait()
                    changed.clear()
            return result
        finally:
            stop()
