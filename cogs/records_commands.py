"""The slash commands about past games: who won how often, who plays best, what was played."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import game_names
from cogs.answer import Answer
from cogs.desk import Desk
from cogs.errors import guarded
from cogs.leaderboard import Leaderboard
from cogs.messages import embeds
from screens.frame import records
from screens.frame.records import PER_PAGE, Fared, Played
from storage.people import Tally
from storage.records import Past
from tables.ratings import points

Interaction = discord.Interaction[Any]


class RecordsCommands(commands.Cog):
    """/stats, /leaderboard and /history."""

    def __init__(self, desk: Desk, board: Leaderboard) -> None:
        self._desk, self._board = desk, board

    @app_commands.command(description="How often somebody played and won on this server")
    @app_commands.describe(person="Who; yourself if you leave it out")
    @app_commands.guild_only()
    async def stats(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show how a person fared."""
        await guarded(interaction, lambda answer: self._stats(answer, person or interaction.user))

    @app_commands.command(description="Who plays a game best on this server")
    @app_commands.describe(game="Which game")
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str = "") -> None:
        """Show the best of a game."""
        await guarded(interaction, lambda answer: self._leaderboard(answer, game))

    @app_commands.command(description="The last games of this channel")
    @app_commands.guild_only()
    async def history(self, interaction: Interaction) -> None:
        """Show the last games of the channel."""
        await guarded(interaction, self._history)

    @leaderboard.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games whose title holds what is typed."""
        games, catalogue = self._desk.host.games, self._desk.catalogue
        return game_names.offered(games, catalogue, interaction.locale, typed)

    async def _stats(self, answer: Answer, person: discord.User | discord.Member) -> None:
        host, guild = self._desk.host, answer.interaction.guild_id or 0
        await host.ratings.settle()
        tallies = await host.store.tally(guild, person.id)
        fared = []
        for game in host.games:
            own = [tally for tally in tallies if tally.game == game]
            if own:
                rating = (await host.store.ratings(guild, game, [person.id])).get(person.id)
                fared.append(_fared(game, own, points(rating) if rating else None))
        page = records.stats(person.display_name, fared, self._desk.words(answer))
        await answer.show(embeds=embeds(page))

    async def _leaderboard(self, answer: Answer, typed: str) -> None:
        games, catalogue = self._desk.host.games, self._desk.catalogue
        game = game_names.known(games, catalogue, typed) if typed else next(iter(games))
        await self._board.show(answer, game, 0)

    async def _history(self, answer: Answer) -> None:
        store, words = self._desk.host.store, self._desk.words(answer)
        past = await store.history(answer.interaction.channel_id or 0, PER_PAGE)
        known = [game for game in past if game.table.game in self._desk.host.games]
        await answer.show(embeds=embeds(records.history([_played(game) for game in known], words)))


def _fared(game: str, tallies: list[Tally], points: int | None) -> Fared:
    return Fared(
        game=game,
        places={tally.place: tally.games for tally in tallies if tally.completed},
        left=sum(tally.games for tally in tallies if not tally.completed),
        points=points,
    )


def _played(past: Past) -> Played:
    table, message = past.table, past.message
    return Played(
        game=table.game,
        ended=past.results[0].finished if past.results else table.updated,
        winners=[result.name for result in past.results if result.place == 1],
        others=[result.name for result in past.results if result.place > 1],
        link=_link(table.guild, table.channel, message),
    )


def _link(guild: int, channel: int, message: int | None) -> str:
    """Return the address of a message; empty for none."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}" if message else ""
