"""The slash commands of the tables; they find out who wants what and delegate to the host."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answer import Answer
from cogs.clicks import Clicks
from cogs.errors import guarded
from cogs.openings import check_permissions, open_table
from cogs.rulebook import Rulebook
from screens.page import Page, embed
from screens.texts import LANGUAGES, Words
from storage.errors import ChannelTaken
from tables.host import Host
from tables.refusal import Refusal
from tables.rooms import Room

Interaction = discord.Interaction[Any]


class Tables(commands.Cog):
    """/play, /board, /leave, /rules and /help."""

    def __init__(self, host: Host, clicks: Clicks, rulebook: Rulebook) -> None:
        self._host = host
        self._clicks = clicks
        self._rulebook = rulebook

    @app_commands.command(description="Open a table for a game in this channel")
    @app_commands.describe(game="Which game", thread="Play in a thread of its own")
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, game: str, thread: bool = False) -> None:
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

    @app_commands.command(description="Show the rules of a game")
    @app_commands.describe(game="Which game")
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the rules of a game."""
        await guarded(interaction, lambda a: self._rulebook.open(a, self._known(game)))

    @app_commands.command(description="What this bot can do and how to begin")
    async def help(self, interaction: Interaction) -> None:
        """Say what this bot does and how to begin."""
        await guarded(interaction, self._help)

    @play.autocomplete("game")
    @rules.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        words = self._host.catalogue.words(interaction.locale)
        titles = {id: words.within(id)("title") for id in self._host.games}
        return [
            app_commands.Choice(name=title, value=id)
            for id, title in titles.items()
            if typed.casefold() in title.casefold()
        ][:25]

    async def _play(self, answer: Answer, game: str, thread: bool) -> None:
        interaction = answer.interaction
        game, words = self._known(game), self._words(interaction)
        check_permissions(interaction, thread, words)
        open_room = await self._host.rooms.at(_channel(interaction))
        if open_room and not thread:
            raise self._taken(open_room, words)
        channel = _channel(interaction)
        if thread:
            title = self._host.catalogue.words(interaction.guild_locale).within(game)("title")
            channel = (await _thread(interaction, title)).id
        person = interaction.user
        try:
            await open_table(
                self._host, game, interaction.guild_id or 0, channel, person.id, person.display_name
            )
        except ChannelTaken as taken:
            raise self._taken(await self._host.rooms.get(taken.table), words) from taken
        await answer.say(words("opened_in", channel=channel) if thread else words("opened"))

    async def _board(self, answer: Answer) -> None:
        room = await self._here(answer.interaction)
        check_permissions(answer.interaction, False, self._words(answer.interaction))
        self._host.boards.publish(room.table.id, anew=True)
        await answer.say(self._words(answer.interaction)("posted"))

    async def _leave(self, answer: Answer) -> None:
        await self._clicks.leave(answer, await self._here(answer.interaction))

    async def _help(self, answer: Answer) -> None:
        words = self._words(answer.interaction)
        games = "\n".join(
            f"**{words.within(id)('title')}** · {words.within(id)('blurb')}"
            for id in self._host.games
        )
        page = Page(title=words("help.title"), text=words("help.text", games=games))
        await answer.show(embed=embed(page))

    async def _here(self, interaction: Interaction) -> Room:
        room = await self._host.rooms.at(_channel(interaction))
        if room is None:
            raise Refusal("error.no_table")
        return room

    def _known(self, game: str) -> str:
        titles = {
            self._host.catalogue.words(locale, id)("title"): id
            for id in self._host.games
            for locale in LANGUAGES
        }
        for title, id in titles.items():
            if game.casefold() in (id, title.casefold()):
                return id
        raise Refusal("error.no_game", games=", ".join(titles))

    def _taken(self, room: Room, words: Words) -> Refusal:
        self._host.boards.publish(room.table.id, anew=True)
        return Refusal("error.open_here", game=words.within(room.table.game)("title"))

    def _words(self, interaction: Interaction) -> Words:
        return self._host.catalogue.words(interaction.locale)


async def _thread(interaction: Interaction, title: str) -> discord.Thread:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("error.no_thread_here")
    return await channel.create_thread(name=title, type=discord.ChannelType.public_thread)


def _channel(interaction: Interaction) -> int:
    if interaction.channel_id is None:
        raise Refusal("error.no_channel")
    return interaction.channel_id
