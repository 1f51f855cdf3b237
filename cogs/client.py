"""The Discord client: which parts the bot has, and what it listens to."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord.app_commands import CommandNotFound, CommandSignatureMismatch
from discord.ext import commands

from cogs.chores import Chores
from cogs.commands import translation
from cogs.commands.blocking import BlockingCommands
from cogs.commands.guide import GuideCommands
from cogs.commands.notifying import NotifyingCommands
from cogs.commands.planning import PlanningCommands
from cogs.commands.privacy import PrivacyCommands
from cogs.commands.records import RecordsCommands
from cogs.commands.staff import StaffCommands
from cogs.commands.table import TableCommands
from cogs.connection import GLANCE, Connection
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.line.ephemeral import Reached
from cogs.line.outbox import Outbox
from cogs.line.painter import Painter
from cogs.line.workshop import Workshop
from cogs.presses.controls import Controls
from cogs.server_events import ServerEvents
from cogs.services import Given, furnish
from cogs.shown.boards import Boards
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.wiring import Presses
from engine.contract import AnyGame
from screens.screen import Screen
from screens.texts import Catalogue, Words
from settings import Settings
from storage.store import Store
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

ANSWERING, SHOWING, CUTTING, LEAVING = 2.3, 1.0, 0.2, 0.5
"""Seconds that answers, what is to be shown (and answers that were begun meanwhile), what is cut
off, and Discord are given when the bot stops."""
CATCHING_UP = 1.0
"""Seconds that a bot of which the clock was put ahead takes at most to do what is due, and to show
it."""


class MonsterBot(Connection):
    """The bot: its parts, from its start to its stop."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        games: Mapping[str, AnyGame],
        screens: Mapping[str, Screen],
        catalogue: Catalogue,
        workshop: Workshop | None = None,
    ) -> None:
        """With a workshop its pictures are painted there."""
        super().__init__(settings, store)
        self._outbox = Outbox(self.allowance, self.lose)
        self.catalogue = catalogue
        self._working: set[asyncio.Task[Any]] = set()
        self.leaving = False
        """Whether no answer is begun any more, because the bot stops."""
        self.on_click: Callable[[discord.Interaction[Any]], None] = lambda interaction: None
        """Told of each command and press."""
        given = Given(self, self._outbox, settings, store, games, screens, catalogue)
        self.services = furnish(given, workshop)
        self.host, self.presses = self.services.host, Presses(self.services)
        self.chores = Chores(self, self.services, settings)

    async def setup_hook(self) -> None:
        """Register what is listened to, and wake the tables, before Discord sends anything."""
        for cog in self._cogs():
            await self.add_cog(cog)
        self.tree.error(self._refuse)
        await self.tree.set_translator(translation.Translator(self.catalogue))
        if self._settings.shards.first:
            await translation.sync(self, self._store.settings, self._settings.dev_guild_id)
        await self.services.start(self.webhook)
        self.chores.start()

    def _cogs(self) -> Iterator[commands.Cog]:
        parts, presses, host = self.services, self.presses, self.host
        games, catalogue, pages = host.games, self.catalogue, parts.pages
        yield TableCommands(
            host,
            catalogue,
            parts.shown.boards,
            parts.tournament_boards,
            presses.opening,
            presses.match,
            presses.staff.tables,
        )
        yield GuideCommands(
            games, catalogue, parts.rulebook, parts.guide, presses.lessons, presses.puzzle
        )
        yield PrivacyCommands(self._store.privacy, games)
        yield BlockingCommands(presses.blocking)
        yield RecordsCommands(
            host,
            catalogue,
            pages,
            parts.painter,
            parts.replays,
            presses.leaderboard,
            presses.stats,
        )
        yield StaffCommands(host, pages, presses.staff, catalogue, presses.tournament)
        yield NotifyingCommands(presses.notifying)
        yield PlanningCommands(games, catalogue, presses.meetings)
        yield Controls(presses.dispatch, presses.lessons, presses.staff, presses.modals)
        yield ServerEvents(self, parts)

    @property
    def boards(self) -> Boards:
        """The public messages of the tables."""
        return self.services.shown.boards

    @property
    def pages(self) -> Pages:
        """The pages of the tables."""
        return self.services.pages

    def words(self, guild: int, channel: int, locale: object) -> Words:
        """Return the words for somebody of this locale in a server's channel."""
        return self.pages.private(guild, channel, locale)

    def refused(self, table: str, user: int, message: Reached) -> None:
        """Note by which message a person was told what cannot be done at a table."""
        self.services.shown.refusals.told(table, user, message)

    @property
    def idle(self) -> bool:
        """Whether everything is shown."""
        return self._outbox.idle

    @property
    def panels(self) -> Panels:
        """The open panels."""
        return self.services.shown.panels

    @property
    def painter(self) -> Painter:
        """Who paints the tables' pictures."""
        return self.services.painter

    async def follow(self) -> None:
        """Let the tables go on where people can click again."""
        await self.chores.go_on()

    async def on_ready(self) -> None:
        """Say that people can play now."""
        servers = len(self.guilds)
        log.info("ready as %s in %s", self.user, f"{servers} server{'s' * (servers != 1)}")

    async def on_message(self, message: discord.Message) -> None:
        """Notice that a board moves up; the content is neither sent to the bot nor needed."""
        if message.author != self.user and message.guild:
            self.boards.noticed(message.channel.id)

    async def on_bared(self, channel: int, message: int) -> None:
        """Notice that somebody has removed the embeds of a message, which are all that it shows."""
        self.boards.bared(channel, message)
        self.services.tournament_boards.deleted([message])

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Let `close` wait until the answer that is being given has been given."""
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            yield
        finally:
            self._working.discard(task)

    async def close(self) -> None:
        """Finish what was begun and stop what happens by itself, then leave Discord."""
        if not self.is_closed():
            self.chores.close()
            await self.services.shown.emojis.close()
            await self._answers(ANSWERING)
            self.leaving = True
            self.presses.sharing.close()
            await self.host.close()
            await asyncio.gather(self._outbox.close(SHOWING), self._answers(SHOWING))
            await self._cut_off()
            await self.services.patience.close()
            self.services.painter.close()
        await asyncio.wait({asyncio.ensure_future(super().close())}, timeout=LEAVING)

    async def _answers(self, seconds: float) -> None:
        """Wait for the answers that are being given."""
        if self._working:
            await asyncio.wait(self._working, timeout=seconds)

    async def _cut_off(self) -> None:
        """End what still answers: once the bot has left Discord it could only fail."""
        if cut := set(self._working):
            log.warning("the bot stops; answers that are cut off: %d", len(cut))
            for task in cut:
                task.cancel()
            await asyncio.wait(cut, timeout=CUTTING)

    @property
    def soonest(self) -> float | None:
        """When something is to be done by itself (epoch seconds); None: nothing is planned."""
        return self.host.soonest

    async def leapt(self) -> None:
        """Do what is due: the clock was put ahead, as the playground's can be."""
        await self.host.leapt(CATCHING_UP)

    async def settle(self) -> None:
        """See at once to all that is seen to now and then, and show what has happened."""
        await self.chores.private()
        await self.chores.sweep()
        await self.chores.rounds()
        until = time.monotonic() + CATCHING_UP
        while not self.idle and time.monotonic() < until:
            await asyncio.sleep(GLANCE)

    async def _refuse(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        async def refuse(answer: Answer) -> None:
            if isinstance(error, CommandNotFound | CommandSignatureMismatch):
                raise Refusal("error.commands_changed")
            raise error

        await guarded(interaction, refuse)
