"""What /help answers: a page with a menu of games, whose commands can be pressed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import discord

from cogs.gate.answer import Answer
from cogs.gate.bot import bot_of
from cogs.gate.custom_id import Press
from cogs.line.painter import Painter
from cogs.shown.painted import show_painted
from cogs.shown.rulebook import Wanted
from screens.frame import guide
from screens.page import Page
from screens.screen import Screen
from settings import VERSION
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)


class Guide:
    """Shows what the bot is; which game is looked at travels in the menu."""

    def __init__(self, screens: Mapping[str, Screen], painter: Painter, wanted: Wanted) -> None:
        self._screens, self._painter, self._wanted = screens, painter, wanted
        self._mentions: dict[str, int] = {}

    async def open(self, answer: Answer) -> None:
        """Answer with the first page."""
        mentions = await self._known(answer.interaction)
        await self._show(answer, guide.guide(self._screens, mentions, VERSION, answer.words))

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer with the page of the game that was chosen, or the first one."""
        if not press.values:
            await self.open(answer)
        elif press.values[0] in self._screens:
            game = press.values[0]
            learns = await self._wanted(answer.user, game)
            page = guide.about(self._screens, game, answer.words, learns)
            await self._show(answer, page)
        else:
            raise Refusal("error.gone")

    async def _show(self, answer: Answer, page: Page) -> None:
        await show_painted(answer, self._painter, page)

    async def _known(self, interaction: discord.Interaction[Any]) -> Mapping[str, int]:
        """Return the ids of the commands, asked for once; nothing while Discord does not tell."""
        if not self._mentions:
            # A command of one server alone is not among those of all.
            guild = _of_guild(interaction)
            scope = discord.Object(guild) if guild else None
            await bot_of(interaction).allowance.pace()
            try:
                found = await interaction.client.tree.fetch_commands(guild=scope)
            except discord.HTTPException as error:
                log.debug("commands are not known: %s", error)
                return {}
            self._mentions = {command.name: command.id for command in found}
        return self._mentions


def _of_guild(interaction: discord.Interaction[Any]) -> int | None:
    """Return the server that the command which was used belongs to, if it is one's alone."""
    data: Any = interaction.data
    return int(data["guild_id"]) if data and "guild_id" in data else None
