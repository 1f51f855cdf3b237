"""Answers controls that are not the bot's, or no longer: of another version, or invented."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import discord
from discord.ext import commands

from cogs.gate import custom_id as press
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.presses import staff_controls
from cogs.shown import lessons
from tables.room.refusal import Refusal

KNOWN = tuple(re.compile(each.TEMPLATE) for each in (press, staff_controls, lessons))
KINDS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class UnknownControls(commands.Cog):
    """Listens to what nothing else listens to."""

    def __init__(self, modals: Iterable[str]) -> None:
        """`modals`: how the custom_ids of modals begin that something else takes over."""
        self._modals = tuple(modals)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Say that a control is unknown, instead of nothing."""
        data: Any = interaction.data
        if interaction.type in KINDS and not self._known(str(data.get("custom_id", ""))):
            await guarded(interaction, _refuse)

    def _known(self, custom_id: str) -> bool:
        ours = any(template.fullmatch(custom_id) for template in KNOWN)
        return ours or custom_id.startswith(self._modals)


async def _refuse(answer: Answer) -> None:
    raise Refusal("error.stray")
