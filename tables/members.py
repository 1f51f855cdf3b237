"""Who is still on a server, and where nobody may write; only Discord knows, and has to be asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, Protocol, TypeAlias

Closed: TypeAlias = Literal["lock", "permissions"]
"""Why a table's channel is closed, as a pause for it is called."""


class Members(Protocol):
    """Knows who is there, and what is locked."""

    async def there(self, guild: int, user: int) -> bool:
        """Return whether a person is on a server; True where that cannot be found out."""

    async def closed(self, guild: int, channel: int) -> Closed | None:
        """Return what keeps the bot from going on in a channel: a thread is locked, or it may not
        see it; None where nothing does or nobody can find out."""

    async def within(self, guild: int, channel: int, channels: Collection[int]) -> bool:
        """Return whether this is one of these channels or a thread of one; True where nobody can
        find out."""

    async def sees(self, guild: int, channel: int, user: int) -> bool:
        """Return whether a person is on a server and sees a channel of it."""

    async def seeing(
        self, guild: int, channel: int, users: Sequence[int], most: int
    ) -> Collection[int]:
        """Return the first of these people, so many at most, who are on a server and see a channel
        of it."""
