"""How high somebody stands on a server: its owner, Manage Server, the staff role, members."""

from __future__ import annotations

from typing import Any

import discord

from tables.room.refusal import Refusal
from tables.servers import House, Servers
from tables.staff.rank import Person, Rank, demand


def staff_of(interaction: discord.Interaction[Any], servers: Servers) -> Person:
    """Return who acts; raise Refusal when that person is not staff.

    Discord hides the commands too, but an owner may let in anybody, and buttons stay.
    """
    if interaction.guild_id is None:
        raise Refusal("error.no_channel")
    user, house = interaction.user, servers.of(interaction.guild_id)
    rank = _rank(interaction, user, interaction.permissions, house)
    person = Person(user.id, user.display_name, rank)
    demand(person, Rank.STAFF)
    return person


def is_staff(interaction: discord.Interaction[Any], servers: Servers) -> bool:
    """Return whether who acts is staff."""
    try:
        staff_of(interaction, servers)
    except Refusal:
        return False
    return True


def person_of(
    interaction: discord.Interaction[Any], user: discord.User | discord.Member, servers: Servers
) -> Person:
    """Return somebody whom an option of a command names; who has left the server is a member."""
    permissions = user.resolved_permissions if isinstance(user, discord.Member) else None
    house = servers.of(interaction.guild_id or 0)
    rank = _rank(interaction, user, permissions or discord.Permissions.none(), house)
    return Person(user.id, user.display_name, rank, user.bot)


def roles_of(user: discord.User | discord.Member) -> list[int]:
    """Return the ids of a person's roles."""
    return [role.id for role in user.roles] if isinstance(user, discord.Member) else []


def _rank(
    interaction: discord.Interaction[Any],
    user: discord.User | discord.Member,
    permissions: discord.Permissions,
    house: House,
) -> Rank:
    if interaction.guild is not None and interaction.guild.owner_id == user.id:
        return Rank.OWNER
    if permissions.manage_guild or permissions.administrator:
        return Rank.MANAGER
    return Rank.STAFF if house.staff in roles_of(user) else Rank.MEMBER
