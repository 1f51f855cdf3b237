"""What all that is asked of Discord needs of its client."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

import discord

from cogs.line.allowance import Allowance, Placed


class Reach(Protocol):
    """The way to servers, their channels and people, as far as Discord may be asked."""

    @property
    def user(self) -> discord.ClientUser | None: ...

    @property
    def allowance(self) -> Allowance:
        """How much may be asked of Discord."""

    def is_ready(self) -> bool: ...

    def get_guild(self, id: int, /) -> discord.Guild | None: ...

    def get_partial_messageable(self, id: int) -> discord.PartialMessageable: ...

    async def create_dm(self, user: discord.abc.Snowflake) -> discord.DMChannel: ...

    async def reach(self, guild: int) -> None:
        """Wait until Discord has sent this server, as it does soon after a start."""

    def at(
        self, shown: Placed, must: bool = False
    ) -> AbstractAsyncContextManager[discord.PartialMessageable]:
        """Give the channel in which a table, a date or whatever else is shown, once one more may be
        asked of Discord there, as `Allowance.request` has it."""
