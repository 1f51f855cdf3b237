"""What everything that answers people works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import discord

from cogs.gate.answer import Answer
from cogs.line.painter import Painter
from cogs.shown.boards import Boards
from cogs.shown.in_words import InWords
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.private_pages import PrivatePages, content
from cogs.shown.replay import ReplayPanel
from cogs.shown.rulebook import Rulebook
from engine.contract import AnyGame
from screens.frame import computers, leaving
from screens.page import Page
from screens.screen import Screen
from screens.texts import Catalogue, Words
from tables.host import Host
from tables.room.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The parts of one bot that commands and presses use."""

    host: Host
    pages: Pages
    boards: Boards
    panels: Panels
    in_words: InWords
    lobby_pages: PrivatePages
    painter: Painter
    rulebook: Rulebook
    replays: ReplayPanel
    catalogue: Catalogue

    def game(self, room: Room) -> AnyGame:
        """Return the game of a table."""
        return self.host.games[room.table.game]

    def screen(self, room: Room) -> Screen:
        """Return the screen of a table's game."""
        return self.pages.screen(room)

    def words(self, answer: Answer) -> Words:
        """Return the words in which this person reads."""
        interaction = answer.interaction
        guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
        return self.pages.private(guild, channel, interaction.locale)

    def computer_name(self, room: Room) -> str:
        """Return a name for a computer that nobody at the table has."""
        taken = {player.name for player in room.table.players}
        return computers.free(taken, self.pages.public(room.table))

    async def show_words(self, answer: Answer, room: Room) -> None:
        """Answer with what the board shows, in words."""
        await self.in_words.answer(answer, room, self.words(answer))

    async def show_lobby(self, answer: Answer, room: Room) -> None:
        """Answer a press on a lobby, or on the page behind "more", with what was pressed."""
        if answer.on_panel:
            await self.show_more(answer, room)
        else:
            # The picture follows with the board, which shows the same soon.
            page, message = self.pages.board(room), answer.interaction.message
            if message is None or not any(embed.image for embed in message.embeds):
                page = replace(page, pictures=())
            await answer.update(**content(page, room))

    async def show_more(self, answer: Answer, room: Room) -> None:
        """Answer with what this person may do in a lobby beside joining."""
        user, moderates = answer.interaction.user.id, answer.interaction.permissions.manage_messages
        words = self.words(answer)
        await self._show_page(answer, room, lambda: self.pages.more(room, user, words, moderates))

    async def show_door(self, answer: Answer, room: Room) -> None:
        """Answer with the host's private page about guests."""
        words, invited = self.words(answer), await self.host.lobbies.invited(room)
        await self._show_page(answer, room, lambda: self.pages.door(room, invited, words))

    async def show_options(self, answer: Answer, room: Room) -> None:
        """Answer with the host's private page of options."""
        words = self.words(answer)
        await self._show_page(answer, room, lambda: self.pages.options(room, words))

    async def _show_page(self, answer: Answer, room: Room, draw: Callable[[], Page]) -> None:
        """Show a page of a lobby, which goes by itself when it is none any more."""
        if answer.on_panel and not _is_lobby(room):
            await answer.acknowledge()
        else:
            await self.lobby_pages.answer(answer, room, draw, lambda page: _is_lobby)

    async def show_question(self, answer: Answer, room: Room) -> None:
        """Answer with the question whether this person really leaves a running game."""
        page = self.pages.leaving(room, answer.interaction.user.id, self.words(answer))
        await answer.show(**content(page, room))

    async def show_gone(self, answer: Answer, room: Room) -> None:
        """Answer who has left a running game with how they come back."""
        page = leaving.gone(room.table.status == "running", self.words(answer))
        await answer.show(**content(page, room))

    def withdraw(self, room: Room) -> None:
        """Take away what must be forgotten at a table where nothing can be changed any more."""
        if self.pages.forgets(room.table):
            for shown in (self.boards, self.panels, self.in_words.open):
                shown.withdraw(room.table.id)

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Bring up to date or take away the private messages of before the bot stopped."""
        await self.panels.start(webhook)
        await self.in_words.start(webhook)
        await self.lobby_pages.start(webhook, _is_lobby)

    def sweep(self) -> None:
        """Take away the private messages that can soon no longer be reached."""
        for private in (self.panels, self.in_words.open, self.lobby_pages):
            private.sweep()


def _is_lobby(room: Room) -> bool:
    return room.table.status == "lobby"
