"""The controls as Discord finds them again: by their custom_id, also after a restart."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from cogs.gate.answer import Answer
from cogs.gate.bot import bot_of
from cogs.gate.custom_id import TEMPLATE, Press
from cogs.gate.errors import guarded
from engine.errors import Malformed

LONGEST = 100
"""Characters of a select's value, as Discord has it."""


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=TEMPLATE):
    """A button or select at a table."""

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

        async def carry_out(answer: Answer) -> None:
            if not all(value.isascii() and len(value) <= LONGEST for value in values):
                raise Malformed("error.malformed")  # nothing that is offered
            await self._carry_out(answer, values)

        try:
            await guarded(interaction, carry_out)
        finally:
            # The library makes a view of the whole message, whose items know it, and an interaction
            # and its response know each other: circles that would keep all of the message until
            # Python looks for garbage.
            interaction.message = None
            if self.view is not None:
                self.view.clear_items()

    async def _carry_out(self, answer: Answer, values: tuple[str, ...]) -> None:
        table, token, verb, args = self._match.group("table", "token", "verb", "args")
        press = Press(table, int(token), verb, args, values)
        await bot_of(answer.interaction).presses.dispatch.press(answer, press)
