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
from cogs.gate.wish import wish_of
from cogs.presses.dispatch import Dispatch
from cogs.presses.staff import StaffPresses
from cogs.shown.services import Services
from cogs.shown.threads import LONGEST
from screens.names import visible
from screens.texts import Words
from storage.errors import ChannelTaken
from tables.room.refusal import Refusal
from tables.room.room import Room

Interaction = discord.Interaction[Any]

NAME = 40
"""Characters of a name in a thread's: Discord takes 100 in all."""
THREADS_FULL = 160006
"""Discord's code where a server has as many open threads as it may have."""


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
        interaction, words = answer.interaction, self._services.pages.words(answer)
        host, catalogue = self._services.host, self._services.catalogue
        if interaction.guild_id is None:
            raise Refusal("error.no_channel")
        game = game_names.known(host.games, catalogue, typed)
        thread = self._in_thread(interaction) if wanted is None else wanted
        check_permissions(interaction, thread, words)
        channel = _channel(interaction)
        open_room = await host.rooms.at(channel)
        if open_room and not thread:
            raise self._taken(open_room, words)
        await host.admission.open(wish_of(interaction, game))
        if thread:
            channel = (await _thread(interaction, await self._title(interaction, game))).id
        person = interaction.user
        try:
            room = await host.lobbies.open(
                game,
                interaction.guild_id or 0,
                channel,
                person.id,
                person.display_name,
                str(interaction.locale),
            )
        except ChannelTaken as taken:
            raise self._taken(await host.rooms.get(taken.table), words) from taken
        said = words("opened_in", channel=channel) if thread else words("opened")
        house = host.servers.of(room.table.guild)
        if house.calls:
            said = f"{said}\n{words.named('company.call.hint', n=int(house.call_minutes))}"
        await answer.say(f"{said}\n{self._services.pages.cut_of(room.table, person.id, words)}")

    async def _title(self, interaction: Interaction, game: str) -> str:
        """Return what a thread for a game is called, as the table in it will speak: the game, who
        opened it, and its number among the server's open tables."""
        guild = interaction.guild_id or 0
        words = self._services.pages.words_of(guild, 0, interaction.locale)
        number = len(await self._services.host.store.staff.open_tables(guild)) + 1
        name = visible(interaction.user.display_name)[:NAME]
        return words("thread.name", game=words.within(game)("title"), name=name, n=number)

    def _in_thread(self, interaction: Interaction) -> bool:
        """Return whether the server wants a thread for a table opened here."""
        wanted = self._services.host.servers.of(interaction.guild_id or 0).threads
        return wanted and isinstance(interaction.channel, discord.TextChannel)

    async def _board(self, answer: Answer) -> None:
        room, words = await self._here(answer.interaction), self._services.pages.words(answer)
        check_permissions(answer.interaction, False, words)
        self._services.boards.publish(room.table.id, anew=True)
        await answer.say(words("posted"))

    async def _leave(self, answer: Answer) -> None:
        await self._presses.match.leave(answer, await self._here(answer.interaction))

    async def _here(self, interaction: Interaction) -> Room:
        room = await self._services.host.rooms.at(_channel(interaction))
        if room is None:
            raise Refusal("error.no_table")
        return room

    def _taken(self, room: Room, words: Words) -> Refusal:
        self._services.boards.publish(room.table.id, anew=True)
        return Refusal("error.open_here", game=words.within(room.table.game)("title"))


async def _thread(interaction: Interaction, title: str) -> discord.Thread:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("error.no_thread_here")
    if not interaction.permissions.create_public_threads:
        raise Refusal("error.no_thread_of_yours")
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    try:
        return await channel.create_thread(name=title, type=kind, auto_archive_duration=LONGEST)
    except discord.Forbidden as refused:
        raise Refusal("error.thread_refused") from refused
    except discord.HTTPException as refused:
        if refused.code != THREADS_FULL:
            raise
        raise Refusal("error.threads_full") from refused


def _channel(interaction: Interaction) -> int:
    if interaction.channel_id is None:
        raise Refusal("error.no_channel")
    return interaction.channel_id
