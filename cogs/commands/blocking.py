"""The slash command with which people say with whom they do not play."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.gate.errors import guarded
from cogs.presses.blocking import Blocking

Interaction = discord.Interaction[Any]


class BlockingCommands(commands.Cog):
    """/block."""

    def __init__(self, blocking: Blocking) -> None:
        self._blocking = blocking

    @app_commands.command(description="Choose with whom you do not sit at a table, privately")
    @app_commands.describe(person="Whom to add; none: only show the list")
    @app_commands.guild_only()
    async def block(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the list of those with whom a person does not play, with somebody more on it."""
        await guarded(interaction, lambda answer: self._blocking.add(answer, person))
