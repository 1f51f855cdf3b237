"""From an interaction to the table its person wants to open."""

from __future__ import annotations

from typing import Any

import discord

from cogs.gate.authority import roles_of
from tables.lobby.admission import Wish


def wish_of(interaction: discord.Interaction[Any], game: str) -> Wish:
    """Return the wish for a table of a game where the interaction happened."""
    return Wish(
        guild=interaction.guild_id or 0,
        user=interaction.user.id,
        game=game,
        places=places_of(interaction),
        roles=roles_of(interaction.user),
    )


def places_of(interaction: discord.Interaction[Any]) -> tuple[int, int]:
    """Return the channel where an interaction happened, and that above it, if any."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    return (interaction.channel_id or 0, parent)
