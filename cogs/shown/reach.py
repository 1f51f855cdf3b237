"""What all that stands in channels needs of a Discord client."""

from __future__ import annotations

from typing import Protocol

import discord

from cogs.line.allowance import Placed


class Reach(Protocol):
    """The way to servers and their channels."""

    @property
    def user(self) -> discord.ClientUser | None: ...

    def get_guild(self, id: int, /) -> discord.Guild | None: ...

    def get_partial_messageable(
        self, id: int, *, guild_id: int | None = None
    ) -> discord.PartialMessageable: ...

    async def reach(self, guild: int) -> None:
        """Wait until Discord has sent this server, as it does soon after a start."""


def channel_at(client: Reach, shown: Placed) -> discord.PartialMessageable:
    """Return the channel in which a table, a date or whatever else is shown."""
    return client.get_partial_messageable(shown.channel, guild_id=shown.guild)
