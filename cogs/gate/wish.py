"""From an interaction to the table its person wants to open."""

from __future__ import annotations

from typing import Any

import discord

from cogs.gate.authority import roles_of
from tables.lobby.admission import Wish


def wish_of(interaction: discord.Interaction[Any], game: str) -> Wish:
    """Return the wish for a table of a game where the interaction happened."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    return Wish(
        guild=interaction.guild_id or 0,
        user=interaction.user.id,
        game=game,
        places=(interaction.channel_id or 0, parent),
        roles=roles_of(interaction.user),
    )
