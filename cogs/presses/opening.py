"""Opens a table in a channel for somebody who may: by `/play`, or at the end of a lesson."""

from __future__ import annotations

from typing import Any

import discord

from cogs.gate.answer import Answer
from cogs.gate.bot import bot_of
from cogs.gate.permissions import IN_THREADS, OPENING, check_permissions
from cogs.gate.wish import wish_of
from cogs.line.allowance import Place
from cogs.line.unreachable import CONNECTION, unreachable
from cogs.shown.boards import Boards
from cogs.shown.lobby_pages import LobbyPages
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.threads import FULL, Threads, new_thread
from screens.names import visible
from screens.texts import Words
from storage.errors import ChannelTaken, aside
from tables.host import Host
from tables.lobby import lobby
from tables.room.refusal import Refusal
from tables.room.room import Room

Interaction = discord.Interaction[Any]

NAME = 40
"""Characters of a name in a thread's: Discord takes 100 in all."""
TABLE = 3
"""Seats of a table that somebody fills with computers, where the game is for so many."""


class Opening:
    """Opens tables where people ask for them."""

    def __init__(
        self,
        host: Host,
        pages: Pages,
        shown: LobbyPages,
        boards: Boards,
        panels: Panels,
        threads: Threads,
    ) -> None:
        self._host, self._pages, self._shown = host, pages, shown
        self._boards, self._panels, self._threads = boards, panels, threads

    async def open(self, answer: Answer, game: str, wanted: bool | None = None) -> None:
        """Open a lobby in this channel, or in a thread of its own; raise Refusal.

        `wanted`: whether in a thread; None: as the server has it.
        """
        room = await self._opened(answer, game, wanted, follows=True)
        words, house = answer.words, self._host.servers
        said = [self._where(answer, room, words)]
        if house.of(room.table.guild).calls:
            minutes = int(house.of(room.table.guild).call_minutes)
            key = "company.call.hint" if minutes else "company.call.hint_now"
            said.append(words.named(key, n=minutes))
        told = self._pages.seated("\n".join(said), room.table, answer.user, words)
        await self._shown.say(answer, room, told)

    async def against_computers(self, answer: Answer, game: str) -> None:
        """Open a table, let computers sit down, and begin; raise Refusal."""
        host, pages, user = self._host, self._pages, answer.user
        await host.admission.start(answer.guild, user)
        room, rules = await self._opened(answer, game, None), host.games[game]
        counts = rules.seat_counts
        with aside():
            while len(room.table.players) < max(min(counts), min(TABLE, max(counts))):
                await host.lobbies.change(
                    room, lambda table: lobby.add_computer(table, rules, pages.computer_name(room))
                )
            await host.begin(room, user)
        if room.table.channel == answer.interaction.channel_id:
            await self._panels.answer(answer, room, "")
        else:
            await answer.say(self._where(answer, room, answer.words))

    def taken(self, interaction: Interaction, room: Room, words: Words) -> Refusal:
        """Return why no table is opened where this one is, which is shown there anew, and where a
        second one can be."""
        self._boards.touched(room.table.id, interaction)
        self._boards.publish(room.table.id, anew=True)
        key = "error.open_here" if _takes_thread(interaction) else "error.open_here_only"
        return Refusal(key, game=words.within(room.table.game)("title"))

    async def _opened(
        self, answer: Answer, game: str, wanted: bool | None, follows: bool = False
    ) -> Room:
        interaction, words = answer.interaction, answer.words
        if not answer.guild:
            raise Refusal("error.no_channel")
        thread = self._in_thread(answer) if wanted is None else wanted
        channel = channel_of(interaction)
        open_room = await self._host.rooms.at(channel)
        if open_room and not (thread and _takes_thread(interaction)):
            await check_permissions(interaction, False, words)
            await self._host.admission.admit(answer.guild, answer.user)
            raise self.taken(interaction, open_room, words)
        await check_permissions(interaction, thread, words)
        parent = _parent(interaction) if thread else None
        try:
            return await self._added(answer, game, channel, parent, follows)
        except (discord.HTTPException, *CONNECTION) as failed:
            if not unreachable(failed):
                raise
            # Only here, for whom a refusal reaches in there cannot try again at once.
            raise Refusal("error.thread_unreached") from failed

    async def _added(
        self,
        answer: Answer,
        game: str,
        channel: int,
        parent: discord.TextChannel | None,
        follows: bool,
    ) -> Room:
        """Open a lobby in a channel, or in a new thread below a parent."""
        host, interaction, person = self._host, answer.interaction, answer.interaction.user
        async with host.admission.opening(wish_of(interaction, game)):
            if parent is not None:
                channel = (await self._thread(answer, parent, await self._title(answer, game))).id
            try:
                return await host.lobbies.open(
                    game,
                    answer.guild,
                    channel,
                    person.id,
                    person.display_name,
                    str(interaction.locale),
                    follows,
                )
            except ChannelTaken as taken:
                there = await host.rooms.get(taken.table)
                raise self.taken(interaction, there, answer.words) from taken
            except Exception:
                if parent is not None:
                    self._threads.unused(answer.guild, channel)
                raise

    async def _thread(
        self, answer: Answer, channel: discord.TextChannel, title: str
    ) -> discord.Thread:
        try:
            async with bot_of(answer.interaction).at(Place(answer.guild, channel.id)):
                return await new_thread(channel, title)
        except discord.Forbidden as refused:
            raise Refusal("error.thread_refused") from refused
        except discord.HTTPException as refused:
            if refused.code != FULL:
                raise
            raise Refusal("error.threads_full") from refused

    def _where(self, answer: Answer, room: Room, words: Words) -> str:
        channel = room.table.channel
        if channel == answer.interaction.channel_id:
            return words("opened")
        return words("opened_in", channel=channel)

    async def _title(self, answer: Answer, game: str) -> str:
        """Return what a thread for a game is called, as the table in it will speak: the game, who
        opened it, and its number among the server's open tables."""
        interaction = answer.interaction
        words = self._pages.words_of(answer.guild, 0, interaction.locale)
        number = await self._host.store.tables.open_count(answer.guild) + 1
        name = visible(interaction.user.display_name)[:NAME]
        return words("thread.name", game=words.within(game)("title"), name=name, n=number)

    def _in_thread(self, answer: Answer) -> bool:
        """Return whether the server wants a thread for a table opened here."""
        wanted = self._host.servers.of(answer.guild).threads
        return wanted and isinstance(answer.interaction.channel, discord.TextChannel)


def _takes_thread(interaction: Interaction) -> bool:
    """Return whether somebody may open a table in a thread of its own here, and the bot as well."""
    try:
        _parent(interaction)
    except Refusal:
        return False
    return all(getattr(interaction.app_permissions, name) for name in (OPENING, IN_THREADS))


def _parent(interaction: Interaction) -> discord.TextChannel:
    """Return the channel below which somebody may open a thread; raise Refusal where there is
    none."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("error.no_thread_here")
    if not interaction.permissions.create_public_threads:
        raise Refusal("error.no_thread_of_yours")
    return channel


def channel_of(interaction: Interaction) -> int:
    """Return the channel from which somebody asks; raise Refusal where there is none."""
    if interaction.channel_id is None:
        raise Refusal("error.no_channel")
    return interaction.channel_id
