"""The Discord client: which parts the bot has, and what it listens to."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import yarl
from discord.app_commands import CommandNotFound, CommandSignatureMismatch
from discord.ext import commands, tasks
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.commands import translation
from cogs.commands.blocking import BlockingCommands
from cogs.commands.guide import GuideCommands
from cogs.commands.notifying import NotifyingCommands
from cogs.commands.planning import PlanningCommands
from cogs.commands.privacy import PrivacyCommands
from cogs.commands.records import RecordsCommands
from cogs.commands.staff import StaffCommands
from cogs.commands.table import TableCommands
from cogs.gate.answer import Answer
from cogs.gate.errors import guarded
from cogs.gate.roles import Roles
from cogs.line.allowance import A_SECOND, Allowance
from cogs.line.attached import Keeping
from cogs.line.ephemeral import Reached
from cogs.line.outbox import Outbox
from cogs.line.painter import Painter
from cogs.line.workshop import Workshop
from cogs.membership import Membership
from cogs.presses.controls import Control
from cogs.presses.cutting import MODAL as CUT
from cogs.presses.dispatch import Dispatch
from cogs.presses.lesson_controls import LessonControl
from cogs.presses.meetings import MODAL as MEETING
from cogs.presses.notifying import AWAY
from cogs.presses.notifying import MODAL as TIMES
from cogs.presses.settings import MODAL as SETTINGS
from cogs.presses.staff import StaffPresses
from cogs.presses.staff_controls import StaffControl
from cogs.presses.tournament import MODAL as CONTEST
from cogs.presses.unknown import UnknownControls
from cogs.server_events import ServerEvents
from cogs.servers import LeanState
from cogs.shown.boards import Boards
from cogs.shown.calls import Calls
from cogs.shown.cases import CaseBook, CaseFeed
from cogs.shown.emojis import Emojis
from cogs.shown.guide import Guide
from cogs.shown.in_words import InWords
from cogs.shown.lessons import LessonPages
from cogs.shown.lobby_pages import LobbyPages
from cogs.shown.meetings import MeetingPosts
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.port import ChannelPort, Passing
from cogs.shown.private_pages import PrivatePages
from cogs.shown.puzzle_line import PuzzleLine
from cogs.shown.refusals import Refusals
from cogs.shown.replay import ReplayPanel
from cogs.shown.roundups import DailyRoundups
from cogs.shown.rulebook import Rulebook
from cogs.shown.scheduled import ScheduledEvents
from cogs.shown.services import Services
from cogs.shown.summonses import Summonses
from cogs.shown.threads import Threads
from cogs.shown.tournaments import TournamentBoards
from cogs.shown.whispers import Whispers
from engine import lessons
from engine.contract import AnyGame
from engine.errors import RuleError
from screens.kit.raster import Portfolio
from screens.kit.studio import Studio
from screens.screen import Screen
from screens.texts import Catalogue, Words
from settings import Settings
from storage.errors import Lost, StoreError
from storage.store import Store
from tables.host import Host
from tables.lessons import Lessons
from tables.match.clocks import Clocks
from tables.match.plan import Pace
from tables.past.readers import Readers
from tables.past.tips import Tips
from tables.restrictions import Restrictions
from tables.room.cache import Rooms
from tables.room.refusal import Refusal
from tables.servers import UNSET, House
from tables.staff.cases import Cases
from tables.tournament.tournaments import Tournaments

log = logging.getLogger(__name__)

ANSWERING, SHOWING, CUTTING, LEAVING = 2.3, 1.0, 0.2, 0.5
"""Seconds that answers, what is to be shown (and answers that were begun meanwhile), what is cut
off, and Discord are given when the bot stops."""
LOOK = 3.0
"""Seconds between two looks at what the operator orders."""
ROUNDS = 10.0
"""Seconds between two looks whether a round of a tournament has ended."""
GLANCE = 0.03
"""Seconds between two looks whether Discord has sent a server, after a start."""
IDENTIFY = 5.0
"""Seconds between two shards that identify, of as many at once as Discord allows."""
CONNECTING = (0.0, 0.0, 5.0, 15.0, 55.0, 295.0)
"""Seconds by which the library's pause grows when a shard cannot connect; the last stays."""
UNAUTHORIZED = 401
OF_INTERACTION = re.compile(r"/(webhooks|interactions)/")
"""Requests that go by a token of their own."""


class Revoked(Exception):
    """Discord does not take the bot's token any more."""


def point_at(settings: Settings) -> None:
    """Let discord.py speak to the configured API and gateway, and expect no voice."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Route.BASE = settings.discord_api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


class MonsterBot(commands.AutoShardedBot):
    """The bot: it keeps no messages and no members, and reads no message's content."""

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
        part = len(settings.shards.ids) / settings.shards.count
        share = part * settings.requests_a_second / A_SECOND
        allowance = Allowance(settings.refused_requests, share)
        trace = allowance.trace()
        trace.on_request_end.append(self._answered)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            shard_count=settings.shards.count,
            shard_ids=list(settings.shards.ids),
            intents=discord.Intents(guilds=True, guild_messages=True, guild_scheduled_events=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=1.0,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            http_trace=trace,
        )
        self._allowance, self._outbox = allowance, Outbox(allowance, self.lose)
        self.lost: asyncio.Future[Lost | Revoked] = asyncio.get_running_loop().create_future()
        """Done when the store or the token was taken away: nothing works any more, ever."""
        self._failures: defaultdict[int, int] = defaultdict(int)
        """How often each shard could not connect in a row."""
        self.catalogue = catalogue
        self._working: set[asyncio.Task[Any]] = set()
        self.leaving = False
        """Whether no answer is begun any more, because the bot stops."""
        self._settings, self._store = settings, store
        self._services = self._furnish(games, screens, workshop)
        self.host, self.presses = self._services.host, Dispatch(self._services)
        self.staff_presses = StaffPresses(self.host, self.pages, self.boards, self)
        self._puzzle_line = PuzzleLine(
            self,
            store.settings,
            self.host.servers,
            self.host.puzzles,
            self.pages,
            self._outbox,
            allowance,
        )

    def _furnish(
        self,
        games: Mapping[str, AnyGame],
        screens: Mapping[str, Screen],
        workshop: Workshop | None,
    ) -> Services:
        store, settings = self._store, self._settings
        painter = Painter(Studio(portfolio=Portfolio(settings.drawings)), workshop)
        running, restrictions = Clocks(time.time()), Restrictions(store.staff)
        pages = self._pages(games, screens, running, restrictions)
        rooms, outbox, allowance = Rooms(store, games), self._outbox, self._allowance
        keeping, tips, readers = Keeping(), Tips(store.tips), Readers(store.readers)
        boards = Boards(self, rooms, store, painter, pages, outbox, allowance, keeping)
        self._emojis = Emojis(
            self, screens, painter, allowance, self._shows_art, rooms.played, settings.shards.first
        )
        panels = Panels(
            painter, store.shown, pages, rooms, outbox, self._emojis, keeping, tips, readers
        )
        boards.on_posted = panels.follow
        whispers = Whispers(self, store, self.catalogue, rooms, outbox, allowance)
        words = PrivatePages("words", store.shown, rooms, outbox, self._emojis)
        lobbies = PrivatePages("lobby", store.shown, rooms, outbox, self._emojis)
        self._refusals = Refusals(outbox)
        passing, book = (words, lobbies, self._refusals), CaseBook(store, games)
        self._events = ScheduledEvents(self, store, allowance)
        meetings = MeetingPosts(self, store, pages, outbox, allowance, self._events)
        port = self._port(boards, panels, passing, whispers, meetings, pages, rooms, book)
        pace = Pace(settings.nudge_seconds, settings.computer_pace, settings.computer_effort)
        roles = Roles(self, allowance)
        members = Membership(self, roles, allowance)
        host = Host(store, games, rooms, port, pace, running, members, restrictions)
        self._roundups = DailyRoundups(host.roundups, store.alerts, whispers, outbox)
        learning = Lessons(lessons.load(games), store.lessons)
        contests = TournamentBoards(self, store, pages, painter, outbox, allowance)
        cases = Cases(store, port)
        return Services(
            host=host,
            pages=pages,
            boards=boards,
            panels=panels,
            in_words=InWords(pages, words, readers),
            lobby_pages=LobbyPages(pages, host.lobbies, lobbies, learning.wanted),
            painter=painter,
            roles=roles,
            rulebook=Rulebook(screens, pages.private, painter, learning.wanted),
            guide=Guide(screens, painter, pages.words, learning.wanted),
            lessons=learning,
            lesson_pages=LessonPages(screens, painter, self._emojis, keeping, pages.words),
            whispers=whispers,
            meetings=meetings,
            replays=ReplayPanel(host.replays, pages, painter, self.catalogue),
            contests=contests,
            tournaments=Tournaments(
                store, games, rooms, host.play, host.admission, cases, contests
            ),
        )

    def _pages(
        self,
        games: Mapping[str, AnyGame],
        screens: Mapping[str, Screen],
        running: Clocks,
        restrictions: Restrictions,
    ) -> Pages:
        return Pages(
            games,
            screens,
            self.catalogue,
            self._locale_of,
            running,
            halted=lambda: restrictions.halted,
            takes_back=lambda table: self.host.servers.takes_back(table),
            calls=lambda table: self._house(table.guild).calls,
        )

    def _port(
        self,
        boards: Boards,
        panels: Panels,
        passing: Collection[Passing],
        whispers: Whispers,
        meetings: MeetingPosts,
        pages: Pages,
        rooms: Rooms,
        book: CaseBook,
    ) -> ChannelPort:
        """Return how tables tell people what has happened; its parts start with the bot."""
        store, outbox, allowance = self._store, self._outbox, self._allowance
        self._calls = Calls(self, store.shown, pages, rooms, outbox, allowance, whispers)
        self._cases = CaseFeed(self, store, book, pages, outbox, allowance, self._house)
        self._threads = Threads(self, store, allowance)
        self._summonses = Summonses(self, store, pages, rooms, outbox, allowance)
        return ChannelPort(
            boards,
            panels,
            passing,
            self._calls,
            self._cases,
            self._threads,
            self._summonses,
            whispers,
            meetings,
            pages,
        )

    def _get_state(self, **options: Any) -> LeanState:
        return LeanState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    async def setup_hook(self) -> None:
        """Register controls and commands, and wake the tables, before Discord sends anything."""
        self.add_dynamic_items(Control, StaffControl, LessonControl)
        for cog in self._cogs():
            await self.add_cog(cog)
        self.tree.error(self._refuse)
        await self.tree.set_translator(translation.Translator(self.catalogue))
        if self._settings.shards.first:
            await translation.sync(self, self._store.settings, self._settings.dev_guild_id)
        await self._calls.start()
        self._events.start(self.host.meetings, self.host.admission)
        await self._services.meetings.start(self.host.meetings, self.host.servers)
        await self.host.start()
        await self._cases.start()
        await self._threads.start()
        await self._summonses.start()
        await self._services.whispers.start(self.host.alerting)
        await self.boards.start()
        await self._services.start(self._webhook)
        self._sweep.start()
        self._emojis.start()
        self._look.start()
        self._rounds.start()

    def _cogs(self) -> Iterator[commands.Cog]:
        parts, presses, staff, host = self._services, self.presses, self.staff_presses, self.host
        games, catalogue, pages = host.games, self.catalogue, parts.pages
        yield TableCommands(
            host, catalogue, pages, parts.boards, presses.opening, presses.match, staff.tables
        )
        yield GuideCommands(
            games, catalogue, parts.rulebook, parts.guide, presses.lessons, presses.puzzle
        )
        yield PrivacyCommands(self._store.privacy, pages.words)
        yield BlockingCommands(presses.blocking)
        yield RecordsCommands(
            games,
            host.records,
            catalogue,
            pages,
            parts.painter,
            parts.replays,
            presses.leaderboard,
            presses.stats,
        )
        yield StaffCommands(host, pages, staff, catalogue, presses.tournament)
        yield NotifyingCommands(presses.notifying)
        yield PlanningCommands(games, catalogue, presses.meetings)
        modals = {
            SETTINGS: staff.submit,
            CUT: presses.cutting.submit,
            CONTEST: presses.tournament.submit,
            TIMES: presses.notifying.submit_times,
            MEETING: presses.meetings.submit,
            AWAY: presses.notifying.submit_vacation,
        }
        shown = (parts.boards, parts.meetings, self._events)
        yield ServerEvents(self, host, shown, parts.withdraw, modals)
        yield UnknownControls(modals)

    @property
    def boards(self) -> Boards:
        """The public messages of the tables."""
        return self._services.boards

    @property
    def pages(self) -> Pages:
        """The pages of the tables."""
        return self._services.pages

    def words(self, guild: int, channel: int, locale: object) -> Words:
        """Return the words for somebody of this locale in a server's channel."""
        return self.pages.private(guild, channel, locale)

    def refused(self, table: str, user: int, message: Reached) -> None:
        """Note by which message a person was told what cannot be done at a table."""
        self._refusals.told(table, user, message)

    @property
    def idle(self) -> bool:
        """Whether everything is shown."""
        return self._outbox.idle

    @property
    def panels(self) -> Panels:
        """The open panels."""
        return self._services.panels

    @property
    def painter(self) -> Painter:
        """Who paints the tables' pictures."""
        return self._services.painter

    async def on_ready(self) -> None:
        """Say that people can play now."""
        servers = len(self.guilds)
        log.info("ready as %s in %s", self.user, f"{servers} server{'s' * (servers != 1)}")

    async def on_message(self, message: discord.Message) -> None:
        """Notice that a board moves up; the content is neither sent to the bot nor needed."""
        if message.author.id != self.application_id and message.guild:
            self.boards.noticed(message.channel.id)

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

    def lose(self, error: Lost | Revoked) -> None:
        """Notice that nothing works any more, ever; whoever runs the bot stops it then."""
        if not self.lost.done():
            log.critical("%s The bot stops.", error)
            self.lost.set_result(error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a shard's turn among those of all processes."""
        if shard_id is None or self._settings.shards.count == 1:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        limits = await self.fetch_session_start_limits()
        key = f"identify.{shard_id % limits.max_concurrency}"
        try:
            seconds = await self._store.settings.turn(key, time.time(), IDENTIFY)
        except StoreError as error:
            log.warning("shard %d identifies without a turn: %s", shard_id, error)
            seconds = IDENTIFY
        await asyncio.sleep(seconds)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, with growing pauses until it can be."""
        failures = self._failures[shard_id]
        self._failures[shard_id] += 1
        await asyncio.sleep(CONNECTING[min(failures, len(CONNECTING) - 1)])
        await super().launch_shard(gateway, shard_id, initial=initial)
        self._failures[shard_id] = 0

    async def _answered(
        self, session: aiohttp.ClientSession, context: Any, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if end.response.status == UNAUTHORIZED and not OF_INTERACTION.search(end.url.path):
            self.lose(Revoked("Discord does not take the bot's token any more."))

    async def close(self) -> None:
        """Finish what was begun and stop what happens by itself, then leave Discord."""
        if not self.is_closed():
            self._sweep.cancel()
            await self._emojis.close()
            self._look.cancel()
            self._rounds.cancel()
            await self._answers(ANSWERING)
            self.leaving = True
            self.presses.sharing.close()
            await self.host.close()
            await asyncio.gather(self._outbox.close(SHOWING), self._answers(SHOWING))
            await self._cut_off()
            self._services.painter.close()
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

    async def _refuse(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        async def refuse(answer: Answer) -> None:
            if isinstance(error, CommandNotFound | CommandSignatureMismatch):
                raise Refusal("error.commands_changed")
            raise error

        await guarded(interaction, refuse)

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """See to what happens by itself now and then."""
        for work in (
            self._sweep_private,
            self._store.check,
            self.host.timekeeper.sweep,
            *((self._roundups.sweep,) if self._settings.shards.first else ()),
            self.staff_presses.offers.sweep,
            self._threads.sweep,
            self.host.ratings.settle,
            self._forget,
            self._see_to_puzzles,
            self.host.meetings.sweep,
        ):
            await self._tried(work)

    async def _sweep_private(self) -> None:
        self._services.sweep()

    async def _forget(self) -> None:
        here = [guild.id for guild in self.guilds]
        await self.host.forgetting.sweep(time.time(), self._settings.log_days, here)

    async def _see_to_puzzles(self) -> None:
        if self._settings.shards.first:
            await self.host.puzzles.ahead()
        await self._puzzle_line.sweep()

    @tasks.loop(seconds=ROUNDS)
    async def _rounds(self) -> None:
        """See to the rounds of tournaments."""
        await self._tried(self._services.tournaments.sweep)

    @tasks.loop(seconds=LOOK)
    async def _look(self) -> None:
        """See to what the operator orders."""
        await self._tried(self._obey)

    async def _obey(self) -> None:
        await self.host.operator.look(self.pages.computer_name)
        if not self._settings.shards.whole:
            await self.host.operator.take_in()

    async def _tried(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that comes again: nothing that goes wrong with it ends the loop."""
        try:
            await work()
        except Lost as error:
            self.lose(error)
        except StoreError as error:
            log.warning("the store does not answer: %s", error)
        except (Refusal, RuleError) as late:
            log.info("it is tried again: %s", late)
        except Exception:
            log.exception("what is done now and then failed; it is tried again")

    def _webhook(self, token: str) -> discord.Webhook:
        assert self.application_id is not None
        data: Any = {"id": self.application_id, "type": 3, "token": token}
        return discord.Webhook.from_state(data, state=self._connection)

    async def reach(self, guild: int) -> None:
        """Wait until Discord has sent this server, as it does soon after a start."""
        # The library says only that all are there, a second after the last.
        while not self._sent(guild) and not self.is_ready():
            await asyncio.sleep(GLANCE)

    def _sent(self, guild: int) -> bool:
        found = self.get_guild(guild)
        return found is not None and not found.unavailable

    def _house(self, guild_id: int) -> House:
        return self.host.servers.of(guild_id)

    def _shows_art(self, guild_id: int) -> bool:
        return self.host.servers.of(guild_id).art

    def _locale_of(self, guild_id: int, channel_id: int) -> str:
        servers, guild = self.host.servers, self.get_guild(guild_id)
        chosen = servers.of(guild_id).chosen(str(guild.preferred_locale) if guild else UNSET)
        return chosen or servers.spoken(guild_id, channel_id)
