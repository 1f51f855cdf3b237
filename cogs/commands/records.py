"""The slash commands about past games: who won how often, who plays best, what was played how."""

from __future__ import annotations

import time
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands import game_names
from cogs.commands.choices import MOST, choices
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.line.painter import Painter
from cogs.presses.leaderboard import Leaderboard
from cogs.presses.stats import Stats
from cogs.shown.links import link_to_result
from cogs.shown.pages import Pages
from cogs.shown.painted import show_painted
from cogs.shown.replay import Bookmark, ReplayPanel
from screens.frame import chart, computers, records, seasons
from screens.frame.records import PER_PAGE, Played
from screens.names import Names
from screens.page import LABEL
from screens.texts import LANGUAGES, Catalogue, Words
from storage.records import Past
from tables.host import Host
from tables.room.refusal import Refusal
from tables.seasons import season_of

Interaction = discord.Interaction[Any]


class RecordsCommands(commands.Cog):
    """/stats, /leaderboard, /history and /replay."""

    def __init__(
        self,
        host: Host,
        catalogue: Catalogue,
        pages: Pages,
        painter: Painter,
        replays: ReplayPanel,
        board: Leaderboard,
        fared: Stats,
    ) -> None:
        self._games, self._played, self._catalogue = host.games, host.records, catalogue
        self._pages, self._painter, self._replays = pages, painter, replays
        self._board, self._fared = board, fared

    @app_commands.command(description="How often somebody played and won on this server")
    @app_commands.describe(person="Who; yourself if you leave it out")
    @app_commands.guild_only()
    async def stats(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show how a person fared."""
        who = person or interaction.user
        await guarded(interaction, lambda a: self._fared.show(a, who.id, who.display_name))

    @app_commands.command(description="Who plays a game best on this server")
    @app_commands.describe(game="Which game", season="Which season; the last if you leave it out")
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str = "", season: str = "") -> None:
        """Show the best of a game."""
        await guarded(interaction, lambda answer: self._leaderboard(answer, game, season))

    @app_commands.command(description="The last games of this channel")
    @app_commands.guild_only()
    async def history(self, interaction: Interaction) -> None:
        """Show the last games of the channel."""
        await guarded(interaction, self._history)

    @app_commands.command(description="Go through a finished game of this channel step by step")
    @app_commands.describe(game="Which one; the last if you leave it out")
    @app_commands.guild_only()
    async def replay(self, interaction: Interaction, game: str = "") -> None:
        """Show a finished game from its beginning."""
        await guarded(interaction, lambda answer: self._replay(answer, game))

    @replay.autocomplete("game")
    async def past(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the channel's last games, those first that ended last."""
        words = self._catalogue.words(interaction.locale)
        public = self._public(interaction)
        past = await self._finished(interaction)
        return choices(((_named(game, words, public), game.table.id) for game in past), typed)

    @leaderboard.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        return game_names.offered(self._games, self._catalogue, interaction.locale, typed)

    @leaderboard.autocomplete("season")
    async def seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the seasons of the game that was typed whose name holds what is typed."""
        words = self._catalogue.words(interaction.locale)
        try:
            game = game_names.known(self._games, self._catalogue, interaction.namespace.game or "")
        except Refusal:
            game = next(iter(self._games))
        offered = await self._played.seasons(interaction.guild_id or 0, game, time.time())
        return choices(((seasons.called(key, words), key) for key in offered), typed)

    async def _leaderboard(self, answer: Answer, typed: str, season: str) -> None:
        if typed:
            game = game_names.known(self._games, self._catalogue, typed)
        else:
            game = await self._first(answer)
        await self._board.show(answer, game, 0, await self._season(answer, game, season))

    async def _season(self, answer: Answer, game: str, typed: str) -> str:
        """Return the key of the season that is meant, by key or name; empty where none is typed."""
        if not typed or season_of(typed) or typed == seasons.EVER:
            return typed
        offered = await self._played.seasons(answer.guild, game, time.time())
        for locale in LANGUAGES:
            words = self._catalogue.words(locale)
            for key in offered:
                if typed.casefold() == seasons.called(key, words).casefold():
                    return key
        raise Refusal("error.no_season")

    async def _first(self, answer: Answer) -> str:
        """Return the first game that has a leaderboard on a server; the first of all otherwise."""
        listed = await self._played.listed(answer.guild)
        return next((game for game in self._games if game in listed), next(iter(self._games)))

    async def _history(self, answer: Answer) -> None:
        words, public = answer.words, self._public(answer.interaction)
        past = await self._past(answer.interaction, PER_PAGE)
        played = [_played(game, public) for game in past]
        pictures = chart.of_channel(self._pages.screens, played, words)
        page = records.history(played, words, pictures)
        await show_painted(answer, self._painter, page)

    def _public(self, interaction: Interaction) -> Words:
        """Return the words of the channel, in which computers are called."""
        guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
        return self._pages.words_of(guild, channel)

    async def _replay(self, answer: Answer, typed: str) -> None:
        """Show the game with this id or title, the newest first; any where nothing is typed."""
        catalogue, wanted = self._catalogue, typed.casefold()
        for past in await self._finished(answer.interaction):
            game = past.table.game
            titles = [catalogue.words(locale, game)("title").casefold() for locale in LANGUAGES]
            if wanted in ("", past.table.id, game, *titles):
                await self._replays.show(answer, Bookmark(past.table.id))
                return
        raise Refusal("error.no_replay")

    async def _finished(self, interaction: Interaction) -> list[Past]:
        """Return the games that were played to their end."""
        return [past for past in await self._past(interaction) if past.table.status == "finished"]

    async def _past(self, interaction: Interaction, count: int = MOST) -> list[Past]:
        return await self._played.past(interaction.channel_id or 0, count)


def _played(past: Past, public: Words) -> Played:
    table = past.table
    names = _names(past, public)
    stayed = any(result.completed for result in past.results)
    first = {result.seat for result in past.results if stayed and result.place == 1}
    return Played(
        game=table.game,
        ended=past.results[0].finished if past.results else table.updated,
        winners=[name for seat, name in names.items() if seat in first],
        others=[name for seat, name in names.items() if seat not in first],
        link=link_to_result(past),
    )


def _names(past: Past, public: Words) -> dict[int, str]:
    """Return who sat in which seat, as the channel reads it."""
    return {r.seat: r.name if r.user else computers.called(r.name, public) for r in past.results}


def _named(past: Past, words: Words, public: Words) -> str:
    """Return a game as it is offered: its title, when it ended, who played."""
    played, label = _played(past, public), Names.of(_names(past, public).values())
    text = words(
        "replay.game",
        game=words.within(played.game)("title"),
        ago=_ago(time.time() - played.ended, words),
        names=", ".join(label.plain),
    )
    return text[:LABEL]


def _ago(seconds: float, words: Words) -> str:
    minutes = max(1, int(seconds / 60))
    if minutes < 60:
        return words("replay.minutes", n=minutes)
    hours = minutes // 60
    return words("replay.hours", n=hours) if hours < 48 else words("replay.days", n=hours // 24)
