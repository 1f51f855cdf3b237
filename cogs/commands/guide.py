"""The slash commands that explain: the rules of the games, and the bot itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import game_names
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.presses.lessons import LessonPresses
from cogs.presses.puzzle import PuzzlePresses
from cogs.shown.guide import Guide
from cogs.shown.rulebook import Rulebook
from engine.contract import AnyGame
from screens.texts import Catalogue

Interaction = discord.Interaction[Any]


class GuideCommands(commands.Cog):
    """/rules, /learn, /puzzle and /help."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        catalogue: Catalogue,
        rulebook: Rulebook,
        guide: Guide,
        lessons: LessonPresses,
        puzzle: PuzzlePresses,
    ) -> None:
        self._games, self._catalogue = games, catalogue
        self._rulebook, self._guide, self._lessons = rulebook, guide, lessons
        self._puzzle = puzzle

    @app_commands.command(description="Show the rules of a game")
    @app_commands.describe(game="Which game")
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the rules of a game."""
        await guarded(interaction, lambda answer: self._rules(answer, game))

    @app_commands.command(description="Play a first game in three minutes, step by step")
    @app_commands.describe(game="Which game")
    async def learn(self, interaction: Interaction, game: str) -> None:
        """Show a game's lesson, where this person is in it."""
        await guarded(interaction, lambda answer: self._learn(answer, game))

    @app_commands.command(description="Solve the puzzle of the day: one position, one answer")
    async def puzzle(self, interaction: Interaction) -> None:
        """Show today's puzzle, or what this person's answer came to."""
        await guarded(interaction, self._puzzle.open)

    @app_commands.command(description="What this bot can do and how to begin")
    async def help(self, interaction: Interaction) -> None:
        """Say what this bot does and how to begin."""
        await guarded(interaction, self._guide.open)

    @learn.autocomplete("game")
    @rules.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        return game_names.offered(self._games, self._catalogue, interaction.locale, typed)

    async def _rules(self, answer: Answer, typed: str) -> None:
        game = game_names.known(self._games, self._catalogue, typed)
        await self._rulebook.open(answer, game)

    async def _learn(self, answer: Answer, typed: str) -> None:
        await self._lessons.open(answer, game_names.known(self._games, self._catalogue, typed))
