"""Tell listeners of changes, and let a test wait for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

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

    async def until(self, check: Callable[[], Any], timeout: float = 3.0) -> Any:
        """Wait until a condition holds after some change and return it; TimeoutError if late."""
        changed = asyncio.Event()
        stop = self.subscribe(lambda kind, subject: changed.set())
        try:
            async with asyncio.timeout(timeout):
                while not (result := check()):
                    await changed.wait()
                    changed.clear()
            return result
        finally:
            stop()
