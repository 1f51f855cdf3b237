"""The controls that belong to a server and not to a table's message, found by their custom_id."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from cogs.errors import guarded

TEMPLATE = r"ga:(?P<verb>[a-z_]+):(?P<args>.*)"


class StaffControl(discord.ui.DynamicItem[discord.ui.Item[Any]], template=TEMPLATE):
    """A button or select of moderation, settings, or the list of tables."""

    def __init__(self, item: discord.ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self._match = match

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str]
    ) -> Self:
        """Return the control that was pressed."""
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out the press."""
        data: Any = interaction.data
        values = tuple(data.get("values", ()))
        verb, args = self._match.group("verb", "args")
        presses = interaction.client.staff_presses
        await guarded(interaction, lambda answer: presses.press(answer, verb, args, values))


def custom_id(verb: str, args: str) -> str:
    """Return the custom_id of a control."""
    return f"ga:{verb}:{args}"
