"""The parts of one bot, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import discord

from cogs.connection import Connection
from cogs.gate.roles import Roles
from cogs.gate.visibility import Visibility
from cogs.line.attached import Keeping
from cogs.line.direct import DirectMessages
from cogs.line.outbox import Outbox
from cogs.line.painter import Painter
from cogs.line.patience import Patience
from cogs.line.workshop import Workshop
from cogs.membership import Membership
from cogs.shown.boards import Boards
from cogs.shown.calls import Calls
from cogs.shown.cases import CaseBook, CaseFeed
from cogs.shown.emojis import Emojis
from cogs.shown.guide import Guide
from cogs.shown.in_words import InWords
from cogs.shown.languages import Languages
from cogs.shown.leftovers import Leftovers
from cogs.shown.lessons import LessonPages
from cogs.shown.letters import Letters
from cogs.shown.lobby_pages import LobbyPages
from cogs.shown.meetings import MeetingPosts
from cogs.shown.offers import Offers
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.port import ChannelPort, Shown
from cogs.shown.private_pages import PrivatePages
from cogs.shown.puzzle_line import PuzzleLine
from cogs.shown.refusals import Refusals
from cogs.shown.replay import ReplayPanel
from cogs.shown.roundups import DailyRoundups
from cogs.shown.rulebook import Rulebook
from cogs.shown.scheduled import ScheduledEvents
from cogs.shown.summonses import Summonses
from cogs.shown.threads import Threads
from cogs.shown.tournaments import TournamentBoards
from cogs.shown.turn_letters import TurnLetters
from cogs.shown.whispers import Whispers
from engine import lessons
from engine.contract import AnyGame
from screens.kit.raster import Portfolio
from screens.kit.shelf import Cabinet
from screens.kit.studio import Studio
from screens.screen import Screen
from screens.texts import Catalogue
from settings import Settings
from storage.store import Store
from tables.host import Host
from tables.lessons import Lessons
from tables.match.clocks import Clocks
from tables.match.plan import Pace
from tables.readers import Readers
from tables.restrictions import Restrictions
from tables.room.cache import Rooms
from tables.room.room import Room
from tables.servers import UNSET, Servers
from tables.tips import Tips
from tables.tournament.tournaments import Tournaments


@dataclass(frozen=True, slots=True)
class Given:
    """What a bot is given: the way to Discord, the store, and what is played and read there."""

    client: Connection
    outbox: Outbox
    settings: Settings
    store: Store
    games: Mapping[str, AnyGame]
    screens: Mapping[str, Screen]
    catalogue: Catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The parts that commands and presses are made of."""

    host: Host
    patience: Patience
    pages: Pages
    shown: Shown
    painter: Painter
    in_words: InWords
    lobby_pages: LobbyPages
    rulebook: Rulebook
    guide: Guide
    roles: Roles
    visibility: Visibility
    lessons: Lessons
    lesson_pages: LessonPages
    replays: ReplayPanel
    tournament_boards: TournamentBoards
    languages: Languages
    tournaments: Tournaments
    roundups: DailyRoundups
    offers: Offers
    puzzle_line: PuzzleLine

    async def start(self, webhook: Callable[[str], discord.Webhook]) -> None:
        """Wake the tables, and go on with all that was to be shown when the bot stopped."""
        shown, host = self.shown, self.host
        changed = {table for table, _ in await host.store.shown.written()}
        await shown.calls.start(host.calling)
        shown.events.start(host.meetings, host.admission)
        await shown.leftovers.sweep()
        await shown.meetings.start(host.meetings, host.servers)
        await self.tournament_boards.start(self.tournaments)
        await host.start()
        await shown.cases.start()
        await shown.threads.start()
        await shown.summonses.start()
        await shown.whispers.start(host.alerting)
        await shown.boards.start()
        await shown.panels.start(webhook)
        await self.in_words.start(webhook)
        await self.lobby_pages.start(webhook, changed)
        shown.emojis.start()

    def withdraw(self, room: Room) -> None:
        """Take away what must be forgotten at a table where nothing can be changed any more."""
        if self.pages.forgets(room.table):
            for part in (self.shown.boards, self.shown.panels, self.shown.words):
                part.withdraw(room.table.id)

    def sweep(self) -> None:
        """Take away the private messages that can soon no longer be reached."""
        for private in (self.shown.panels, self.shown.words, self.shown.lobbies):
            private.sweep()


def furnish(given: Given, workshop: Workshop | None = None) -> Services:
    """Put the parts of a bot together; with a workshop its pictures are painted there."""
    client, outbox = given.client, given.outbox
    settings, store, games = given.settings, given.store, given.games
    servers, restrictions = Servers(store.settings), Restrictions(store.staff)
    clocks = Clocks(client.standstills)
    rooms, readers = Rooms(store, games), Readers(store.readers)
    drawings = Studio(shelf=Cabinet(settings.drawings), portfolio=Portfolio(settings.drawings))
    painter = Painter(drawings, workshop)
    # Of private messages: their files are kept elsewhere, which may differ for boards.
    keeping = Keeping()
    pages = _pages(given, servers, clocks, restrictions)
    roles, patience = Roles(client), Patience()
    visibility = Visibility(client, roles, patience)
    shown = _shown(given, servers, clocks, rooms, pages, painter, keeping, readers, visibility)
    tournament_boards = TournamentBoards(
        client, store, pages, painter, outbox, shown.leftovers, patience
    )
    languages = Languages(
        store, outbox, shown.boards, shown.panels, shown.meetings, tournament_boards
    )
    port = ChannelPort(shown, pages, languages)
    pace = Pace(settings.nudge_seconds, settings.computer_pace, settings.computer_effort)
    members = Membership(client, roles)
    host = Host(store, games, rooms, port, pace, servers, clocks, members, restrictions)
    learning = Lessons(lessons.load(games), store.lessons)
    return Services(
        host=host,
        patience=patience,
        pages=pages,
        shown=shown,
        painter=painter,
        in_words=InWords(pages, shown.words, readers),
        lobby_pages=LobbyPages(pages, host.lobbies, shown.boards, shown.lobbies, learning.wanted),
        rulebook=Rulebook(given.screens, painter, learning.wanted),
        guide=Guide(given.screens, painter, learning.wanted),
        roles=roles,
        visibility=visibility,
        lessons=learning,
        lesson_pages=LessonPages(given.screens, painter, shown.emojis, keeping),
        replays=ReplayPanel(host.replays, host.reviews, pages, painter),
        tournament_boards=tournament_boards,
        languages=languages,
        tournaments=Tournaments(
            store, games, rooms, host.play, host.admission, host.cases, servers, tournament_boards
        ),
        roundups=DailyRoundups(
            host.roundups, store.habits, shown.letters, given.catalogue, outbox, host.call_anew
        ),
        offers=Offers(
            store,
            host.admission,
            host.staff,
            pages,
            client,
            outbox,
            shown.leftovers,
            clocks,
        ),
        puzzle_line=PuzzleLine(client, store.settings, servers, host.puzzles, pages, outbox),
    )


def _pages(given: Given, servers: Servers, clocks: Clocks, restrictions: Restrictions) -> Pages:
    return Pages(
        given.games,
        given.screens,
        given.catalogue,
        partial(_language, given.client, servers),
        clocks,
        halted=lambda: restrictions.halted,
        takes_back=servers.takes_back,
        calls=lambda table: servers.of(table.guild).calls,
    )


def _shown(
    given: Given,
    servers: Servers,
    clocks: Clocks,
    rooms: Rooms,
    pages: Pages,
    painter: Painter,
    keeping: Keeping,
    readers: Readers,
    visibility: Visibility,
) -> Shown:
    client, outbox = given.client, given.outbox
    store, own = given.store, given.store.shown
    art, makes = partial(_shows_art, servers), given.settings.shards.first
    emojis = Emojis(client, given.screens, painter, client.allowance, art, rooms.played, makes)
    tips, book = Tips(store.tips), CaseBook(store, given.games)
    boards = Boards(client, rooms, store, painter, pages, outbox, Keeping())
    panels = Panels(painter, own, pages, rooms, outbox, emojis, keeping, tips, readers)
    boards.on_posted = panels.follow
    leftovers = Leftovers(client, store, pages, outbox)
    direct = DirectMessages(client)
    letters = Letters(client, direct, own)
    turns = TurnLetters(letters, store, given.catalogue, rooms, outbox)
    events = ScheduledEvents(client, store, visibility.open_to_all)
    return Shown(
        boards=boards,
        panels=panels,
        words=PrivatePages("words", own, rooms, outbox, emojis),
        lobbies=PrivatePages("lobby", own, rooms, outbox, emojis),
        refusals=Refusals(outbox),
        emojis=emojis,
        calls=Calls(client, own, pages, rooms, outbox, turns, leftovers, clocks),
        cases=CaseFeed(client, store, book, pages, outbox, direct, servers.of),
        threads=Threads(client, store),
        summonses=Summonses(client, store, pages, rooms, outbox),
        letters=letters,
        whispers=Whispers(client, store, given.catalogue, rooms, outbox, letters, leftovers),
        leftovers=leftovers,
        meetings=MeetingPosts(client, store, pages, outbox, events, leftovers),
        events=events,
    )


def _shows_art(servers: Servers, guild: int) -> bool:
    return servers.of(guild).art


def _language(client: Connection, servers: Servers, guild_id: int, channel_id: int) -> str:
    """Return the locale in which a channel is addressed."""
    guild = client.get_guild(guild_id)
    chosen = servers.of(guild_id).chosen(str(guild.preferred_locale) if guild else UNSET)
    return chosen or servers.spoken(guild_id, channel_id)
