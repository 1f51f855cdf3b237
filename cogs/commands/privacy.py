"""The slash commands about one's own data: get it, and have it removed."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import DEFAULT_FILE_SIZE_LIMIT_BYTES

from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.line.messages import ENVELOPE, embeds
from cogs.shown.painted import show_page
from engine.contract import AnyGame
from screens.page import Button, Page
from storage.privacy import Privacy
from tables.past.own_data import own_data

Interaction = discord.Interaction[Any]
LARGEST = DEFAULT_FILE_SIZE_LIMIT_BYTES - ENVELOPE
"""Bytes of a file that Discord takes everywhere."""


class PrivacyCommands(commands.Cog):
    """/my-data and /forget-me."""

    def __init__(self, kept: Privacy, games: Mapping[str, AnyGame]) -> None:
        self._kept, self._games = kept, games
        self._one = asyncio.Lock()
        """Held while data are gathered, which takes seconds where there are very many."""

    @app_commands.command(name="my-data", description="Get what I have stored about you, privately")
    async def my_data(self, interaction: Interaction) -> None:
        """Give a person their data."""
        await guarded(interaction, self._my_data)

    @app_commands.command(name="forget-me", description="Have everything about you removed")
    async def forget_me(self, interaction: Interaction) -> None:
        """Ask whether a person really wants to be forgotten."""
        await guarded(interaction, self._ask)

    async def _my_data(self, answer: Answer) -> None:
        words, user = answer.words, answer.user
        async with self._one:
            name, data = await own_data(self._kept, self._games, user, LARGEST)
        page = Page(title=words("mine.title"), text=words("mine.text"))
        file = discord.File(io.BytesIO(data), name, description=words("mine.title"))
        await answer.show(embeds=embeds(page), attachments=[file])

    async def _ask(self, answer: Answer) -> None:
        words = answer.words
        button = Button(words("forget.button"), "forget", style="danger")
        page = Page(title=words("forget.title"), text=words("forget.text"), rows=((button,),))
        await show_page(answer, page)
