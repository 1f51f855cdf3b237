"""Who is still on a server; only Discord knows, and it has to be asked."""

from __future__ import annotations

from typing import Protocol


class Members(Protocol):
    """Knows who is there."""

    async def there(self, guild: int, user: int) -> bool:
        """Return whether a person is on a server; True where that cannot be found out."""


class _Everybody:
    async def there(self, guild: int, user: int) -> bool:
        return True


EVERYBODY: Members = _Everybody()
"""Where nobody ever leaves."""
