"""The slash commands with which people say what they are told of."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.gate.errors import guarded
from cogs.presses.notifying import Notifying

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
class NotifyingCommands(
    commands.GroupCog, group_name="notify", group_description="When you want to be told of tables"
):
    """/notify."""

    def __init__(self, notifying: Notifying) -> None:
        self._notifying = notifying

    @app_commands.command(
        description="Be told of new tables by direct message, as often as you like"
    )
    async def me(self, interaction: Interaction) -> None:
        """Show what a person is told of."""
        await guarded(interaction, self._notifying.show)

    @app_commands.command(description="Take the role that is called to tables, or give it back")
    async def role(self, interaction: Interaction) -> None:
        """Give or take the role."""
        await guarded(interaction, self._notifying.role)
