"""Who is staff on a server: Manage Server, or the role its settings name."""

from __future__ import annotations

from typing import Any

import discord

from tables.room.refusal import Refusal
from tables.servers import House


def check_staff(interaction: discord.Interaction[Any], house: House) -> None:
    """Raise Refusal when the person is not staff.

    Discord hides the commands too, but an owner may let in anybody, and buttons stay.
    """
    if interaction.guild_id is None:
        raise Refusal("error.no_channel")
    if not interaction.permissions.manage_guild and house.staff not in roles_of(interaction):
        raise Refusal("staff.not_staff")


def roles_of(interaction: discord.Interaction[Any]) -> list[int]:
    """Return the ids of a person's roles."""
    user = interaction.user
    return [role.id for role in user.roles] if isinstance(user, discord.Member) else []
