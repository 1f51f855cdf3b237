"""The parts of one bot that answers are made of; each press and command takes those it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs.gate.roles import Roles
from cogs.line.painter import Painter
from cogs.shown.boards import Boards
from cogs.shown.guide import Guide
from cogs.shown.in_words import InWords
from cogs.shown.lessons import LessonPages
from cogs.shown.lobby_pages import LobbyPages
from cogs.shown.meetings import MeetingPosts
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.replay import ReplayPanel
from cogs.shown.rulebook import Rulebook
from cogs.shown.tournaments import TournamentBoards
from cogs.shown.whispers import Whispers
from tables.host import Host
from tables.lessons import Lessons
from tables.room.room import Room
from tables.tournament.tournaments import Tournaments


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The parts of one bot that commands and presses use."""

    host: Host
    pages: Pages
    boards: Boards
    panels: Panels
    in_words: InWords
    lobby_pages: LobbyPages
    painter: Painter
    rulebook: Rulebook
    guide: Guide
    roles: Roles
    lessons: Lessons
    lesson_pages: LessonPages
    whispers: Whispers
    meetings: MeetingPosts
    replays: ReplayPanel
    contests: TournamentBoards
    tournaments: Tournaments

    def withdraw(self, room: Room) -> None:
        """Take away what must be forgotten at a table where nothing can be changed any more."""
        if self.pages.forgets(room.table):
            for shown in (self.boards, self.panels, self.in_words.open):
                shown.withdraw(room.table.id)

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Bring up to date or take away the private messages of before the bot stopped."""
        await self.panels.start(webhook)
        await self.in_words.start(webhook)
        await self.lobby_pages.start(webhook)

    def sweep(self) -> None:
        """Take away the private messages that can soon no longer be reached."""
        for private in (self.panels, self.in_words.open, self.lobby_pages.standing):
            private.sweep()
