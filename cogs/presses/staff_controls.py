"""The controls that belong to a server and not to a table's message, found by their custom_id."""

from __future__ import annotations

from typing import Any

import discord

from cogs.gate.bot import bot_of
from cogs.gate.errors import guarded
from cogs.presses.controls import Control

TEMPLATE = r"ga:(?P<verb>[a-z_]+):(?P<args>[ -~]{0,100})"


class StaffControl(Control, template=TEMPLATE):
    """A button or select of moderation, settings, or the list of tables."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out the press."""
        data: Any = interaction.data
        values = tuple(data.get("values", ()))
        verb, args = self._match.group("verb", "args")
        presses = bot_of(interaction).staff_presses
        await guarded(interaction, lambda answer: presses.press(answer, verb, args, values))


def custom_id(verb: str, args: str) -> str:
    """Return the custom_id of a control."""
    return f"ga:{verb}:{args}"
