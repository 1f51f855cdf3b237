"""The slash command with which people agree to play at some time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import game_names
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.presses.meetings import LONGEST, MeetingPresses, examples
from screens.texts import Catalogue

Interaction = discord.Interaction[Any]
When = app_commands.Range[str, 1, LONGEST]


class PlanningCommands(commands.Cog):
    """/plan."""

    def __init__(
        self, games: Collection[str], catalogue: Catalogue, presses: MeetingPresses
    ) -> None:
        self._games, self._catalogue, self._presses = games, catalogue, presses

    @app_commands.command(description="Agree on a time for a game; the table then opens by itself")
    @app_commands.describe(
        game="Which game",
        when="Tomorrow 20:00, Friday evening, 24 Dec 6pm, every Friday 8pm …",
        seats="For how many people; none: as many as can play",
    )
    @app_commands.guild_only()
    async def plan(
        self, interaction: Interaction, game: str, when: When, seats: int | None = None
    ) -> None:
        """Agree a time for a game in this channel."""

        async def agree(answer: Answer) -> None:
            known = game_names.known(self._games, self._catalogue, game)
            await self._presses.agree(answer, known, when, seats)

        await guarded(interaction, agree)

    @plan.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        return game_names.offered(self._games, self._catalogue, interaction.locale, typed)

    @plan.autocomplete("when")
    async def times(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Show how a time may be written."""
        words = self._catalogue.words(interaction.locale)
        return [app_commands.Choice(name=text, value=text) for text in examples(words, typed)]
