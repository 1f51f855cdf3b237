"""The slash commands about one's own data: get it, and have it removed."""

from __future__ import annotations

import io
import json
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.gate.answer import Answer, WordsOf
from cogs.gate.custom_id import custom_ids
from cogs.gate.errors import guarded
from cogs.line.messages import controls, embeds
from screens.page import Button, Page
from storage.privacy import Privacy

Interaction = discord.Interaction[Any]
FILE = "monsterrunde.json"


class PrivacyCommands(commands.Cog):
    """/my-data and /forget-me."""

    def __init__(self, kept: Privacy, words: WordsOf) -> None:
        self._kept, self._words = kept, words

    @app_commands.command(name="my-data", description="Get what I have stored about you, privately")
    async def my_data(self, interaction: Interaction) -> None:
        """Give a person their data."""
        await guarded(interaction, self._my_data)

    @app_commands.command(name="forget-me", description="Have everything about you removed")
    async def forget_me(self, interaction: Interaction) -> None:
        """Ask whether a person really wants to be forgotten."""
        await guarded(interaction, self._ask)

    async def _my_data(self, answer: Answer) -> None:
        words = self._words(answer)
        data = await self._kept.export(answer.interaction.user.id)
        text = json.dumps(data, ensure_ascii=False, indent=1)
        page = Page(title=words("mine.title"), text=words("mine.text"))
        file = discord.File(io.BytesIO(text.encode()), FILE, description=words("mine.title"))
        await answer.show(embeds=embeds(page), attachments=[file])

    async def _ask(self, answer: Answer) -> None:
        words = self._words(answer)
        button = Button(words("forget.button"), "forget", style="danger")
        page = Page(title=words("forget.title"), text=words("forget.text"), rows=((button,),))
        await answer.show(embeds=embeds(page), view=controls(page, custom_ids("", 0)))
