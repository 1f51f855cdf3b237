"""A server's roles, which the bot does not keep: what may be mentioned, and what the bot may do in
a channel; asked of Discord anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord

from cogs.gate.permissions import permissions_in
from cogs.line.allowance import Place
from cogs.line.reach import Reach
from engine.errors import Malformed
from tables.room.refusal import Refusal


class Roles:
    """The roles of servers as they are now."""

    def __init__(self, client: Reach) -> None:
        self._client = client

    async def of(self, guild: int) -> Mapping[int, discord.Role]:
        """Return a server's roles by id."""
        server = self._client.get_guild(guild)
        if server is None:
            raise Refusal("error.no_channel")
        async with self._client.at(Place(guild)):
            return {role.id: role for role in await server.fetch_roles()}

    async def own(self, guild: int, channel: int) -> discord.Permissions:
        """Return what the bot may do in a channel of a server: nothing where it does not see it."""
        server = self._client.get_guild(guild)
        if server is None:
            raise Refusal("error.no_channel")
        try:
            async with self._client.at(Place(guild)):
                place = await server.fetch_channel(channel)
        except (discord.Forbidden, discord.NotFound, discord.InvalidData):
            return discord.Permissions.none()  # also for one of another server
        if isinstance(place, discord.Thread):
            return discord.Permissions.none()
        return permissions_in(place, server.me, await self.of(guild))

    async def demand_callable(self, guild: int, role: int, may: discord.Permissions) -> None:
        """Raise Refusal unless a role is there and a bot that `may` this can mention it."""
        found = (await self.of(guild)).get(role)
        if found is None:
            raise Refusal("company.role_gone")
        if not (found.mentionable or may.mention_everyone):
            raise Refusal("company.not_mentionable", role=f"<@&{role}>")

    async def handed_out(
        self, interaction: discord.Interaction[Any], wanted: int, rights: Collection[int | None]
    ) -> discord.Role:
        """Return a role that the bot may give people and take from them; raise Refusal.

        It hands out none that stands above its own, gives any permission that not everybody has,
        or means something in the server's settings (`rights`): nobody gets rights from the bot.
        """
        guild = interaction.guild
        roles = await self.of(interaction.guild_id or 0)
        role = roles.get(wanted)
        if role is None or guild is None:
            raise Refusal("company.role_gone")
        own = [roles[r.id].position for r in guild.me.roles if r.id in roles]
        more = role.permissions.value & ~roles[guild.id].permissions.value
        if (
            not interaction.app_permissions.manage_roles
            or role.position >= max(own, default=0)
            or role.managed
            or more
            or wanted in rights
        ):
            raise Refusal("company.role_by_staff", role=f"<@&{wanted}>")
        return role


def demand_named(interaction: discord.Interaction[Any], values: Sequence[str]) -> None:
    """Raise Refusal where staff names a role to be called that cannot be."""
    data: Any = interaction.data
    for value in values:
        role = data.get("resolved", {}).get("roles", {}).get(value)
        if role is None:
            raise Malformed("error.malformed")
        if value == str(interaction.guild_id):
            raise Refusal("company.not_everyone")
        if not (role.get("mentionable") or interaction.app_permissions.mention_everyone):
            raise Refusal("company.not_mentionable", role=f"<@&{value}>")
