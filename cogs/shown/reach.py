"""What messages that belong to no table need of a Discord client."""

from __future__ import annotations

from typing import Protocol

import discord

from cogs.shown.boards import Channels


class Reach(Channels, Protocol):
    """The way to channels and servers."""

    def get_guild(self, id: int, /) -> discord.Guild | None: ...
