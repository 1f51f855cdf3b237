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
from cogs.presses.match import MatchPresses
from cogs.presses.opening import Opening, channel_of
from cogs.presses.table_list import TableList
from cogs.shown.boards import Boards
from cogs.shown.tournaments import TournamentBoards
from screens.texts import Catalogue
from tables.host import Host
from tables.room.refusal import Refusal
from tables.room.room import Room

Interaction = discord.Interaction[Any]


class TableCommands(commands.Cog):
    """/play, /board, /leave and /tables."""

    def __init__(
        self,
        host: Host,
        catalogue: Catalogue,
        boards: Boards,
        tournament_boards: TournamentBoards,
        opening: Opening,
        match: MatchPresses,
        listed: TableList,
    ) -> None:
        self._host, self._catalogue = host, catalogue
        self._boards, self._tournament_boards = boards, tournament_boards
        self._opening, self._match, self._list = opening, match, listed

    @app_commands.command(description="Open a table for a game in this channel")
    @app_commands.describe(game="Which game", thread="Play in a thread of its own")
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, game: str, thread: bool | None = None) -> None:
        """Open a lobby in this channel, or in a thread of its own."""
        await guarded(interaction, lambda answer: self._play(answer, game, thread))

    @app_commands.command(description="Post the board of this channel’s table or tournament anew")
    @app_commands.guild_only()
    async def board(self, interaction: Interaction) -> None:
        """Post the board of the table here anew, and a tournament's message."""
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
        return game_names.offered(self._host.games, self._catalogue, interaction.locale, typed)

    async def _play(self, answer: Answer, typed: str, wanted: bool | None) -> None:
        if not answer.guild:
            raise Refusal("error.no_channel")
        game = game_names.known(self._host.games, self._catalogue, typed)
        await self._opening.open(answer, game, wanted)

    async def _board(self, answer: Answer) -> None:
        interaction, words = answer.interaction, answer.words
        channel = channel_of(interaction)
        await self._host.admission.admit(answer.guild, answer.user)
        room = await self._host.rooms.at(channel)
        await check_permissions(interaction, False, words)
        contests = await self._tournament_boards.post_anew(answer.guild, channel)
        if room is not None:
            self._boards.touched(room.table.id, interaction)
            self._boards.publish(room.table.id, anew=True)
        elif not contests:
            raise Refusal("error.no_table")
        await answer.say(words.named("posted" if room else "tournament.posted"))

    async def _leave(self, answer: Answer) -> None:
        await self._match.leave(answer, await self._here(answer.interaction))

    async def _here(self, interaction: Interaction) -> Room:
        room = await self._host.rooms.at(channel_of(interaction))
        if room is None:
            raise Refusal("error.no_table")
        return room
