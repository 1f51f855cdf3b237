"""The slash commands that explain: the rules of the games, and the bot itself."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import game_names
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.line.messages import embeds
from cogs.shown.services import Services
from screens.page import Page

Interaction = discord.Interaction[Any]


class GuideCommands(commands.Cog):
    """/rules and /help."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="Show the rules of a game")
    @app_commands.describe(game="Which game")
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the rules of a game."""
        await guarded(interaction, lambda answer: self._rules(answer, game))

    @app_commands.command(description="What this bot can do and how to begin")
    async def help(self, interaction: Interaction) -> None:
        """Say what this bot does and how to begin."""
        await guarded(interaction, self._help)

    @rules.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        games, catalogue = self._services.host.games, self._services.catalogue
        return game_names.offered(games, catalogue, interaction.locale, typed)

    async def _rules(self, answer: Answer, typed: str) -> None:
        games, catalogue = self._services.host.games, self._services.catalogue
        await self._services.rulebook.open(answer, game_names.known(games, catalogue, typed))

    async def _help(self, answer: Answer) -> None:
        words = self._services.words(answer)
        titles = "\n".join(
            f"**{words.within(id)('title')}** · {words.within(id)('blurb')}"
            for id in self._services.host.games
        )
        page = Page(title=words("help.title"), text=words("help.text", games=titles))
        await answer.show(embeds=embeds(page))
