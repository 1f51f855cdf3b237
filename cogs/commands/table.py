"""The slash commands at a channel's table; each finds out who wants what, and delegates."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import game_names
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.gate.permissions import check_permissions
from cogs.presses.dispatch import Dispatch
from cogs.presses.opening import channel_of
from cogs.presses.staff import StaffPresses
from cogs.shown.services import Services
from tables.room.refusal import Refusal
from tables.room.room import Room

Interaction = discord.Interaction[Any]


class TableCommands(commands.Cog):
    """/play, /board, /leave and /tables."""

    def __init__(self, services: Services, presses: Dispatch, staff: StaffPresses) -> None:
        self._services, self._presses = services, presses
        self._list = staff.tables

    @app_commands.command(description="Open a table for a game in this channel")
    @app_commands.describe(game="Which game", thread="Play in a thread of its own")
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, game: str, thread: bool | None = None) -> None:
        """Open a lobby in this channel, or in a thread of its own."""
        await guarded(interaction, lambda answer: self._play(answer, game, thread))

    @app_commands.command(description="Post the board of this channel's table anew")
    @app_commands.guild_only()
    async def board(self, interaction: Interaction) -> None:
        """Post the board anew."""
        await guarded(interaction, self._board)

    @app_commands.command(description="Leave the table; a computer takes your seat")
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Give up one's seat."""
        await guarded(interaction, self._leave)

    @app_commands.command(description="Show the open tables of this server")
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        """Show the open tables, those first where one is waited for."""
        await guarded(interaction, lambda answer: self._list.show(answer, 0))

    @play.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        games, catalogue = self._services.host.games, self._services.catalogue
        return game_names.offered(games, catalogue, interaction.locale, typed)

    async def _play(self, answer: Answer, typed: str, wanted: bool | None) -> None:
        if answer.interaction.guild_id is None:
            raise Refusal("error.no_channel")
        game = game_names.known(self._services.host.games, self._services.catalogue, typed)
        await self._presses.opening.open(answer, game, wanted)

    async def _board(self, answer: Answer) -> None:
        room, words = await self._here(answer.interaction), self._services.pages.words(answer)
        check_permissions(answer.interaction, False, words)
        self._services.boards.publish(room.table.id, anew=True)
        await answer.say(words("posted"))

    async def _leave(self, answer: Answer) -> None:
        await self._presses.match.leave(answer, await self._here(answer.interaction))

    async def _here(self, interaction: Interaction) -> Room:
        room = await self._services.host.rooms.at(channel_of(interaction))
        if room is None:
            raise Refusal("error.no_table")
        return room
