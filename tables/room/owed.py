"""What is still to be shown, as far as it is to be asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping


class Owed:
    """Remembers what was owed at the last look: what Discord has refused for good is not asked for
    again until it has changed."""

    def __init__(self) -> None:
        self._last: Mapping[str, int] = {}

    def fresh(self, versions: Mapping[str, int]) -> Collection[str]:
        """Return what is owed now in another version than before."""
        fresh = dict(versions.items() - self._last.items())
        self._last = versions
        return fresh
