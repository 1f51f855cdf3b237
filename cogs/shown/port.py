"""How tables tell people on Discord what has happened: boards, panels, calls."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cogs.shown.boards import Boards
from cogs.shown.calls import Calls
from cogs.shown.cases import CaseFeed
from cogs.shown.emojis import Emojis
from cogs.shown.languages import Languages
from cogs.shown.leftovers import Leftovers
from cogs.shown.letters import Letters
from cogs.shown.meetings import MeetingPosts
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.private_pages import PrivatePages
from cogs.shown.refusals import Refusals
from cogs.shown.scheduled import ScheduledEvents
from cogs.shown.summonses import Summonses
from cogs.shown.threads import Threads
from cogs.shown.whispers import Whispers
from engine.contract import Event, Seat
from screens.page import Page
from tables.room.room import Room

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What stands in channels and private messages, and is brought up to date there."""

    boards: Boards
    panels: Panels
    words: PrivatePages
    lobbies: PrivatePages
    refusals: Refusals
    emojis: Emojis
    calls: Calls
    cases: CaseFeed
    threads: Threads
    summonses: Summonses
    letters: Letters
    whispers: Whispers
    leftovers: Leftovers
    meetings: MeetingPosts
    events: ScheduledEvents


class ChannelPort:
    """The tables' port."""

    def __init__(self, shown: Shown, pages: Pages, languages: Languages) -> None:
        self._shown, self._pages, self._languages = shown, pages, languages

    def story(self, room: Room, events: Sequence[Event]) -> float:
        """Tell on the board what has just happened, step by step; return how long that takes."""
        steps: Sequence[Page] = ()
        try:
            steps = self._pages.story(room, events)
        except Exception:
            log.exception("table %s: what happened there cannot be told", room.table.id)
        return self._shown.boards.tell(room.table.id, steps)

    def board(self, room: Room, alone: int | None = None) -> None:
        """Show the table's newest state soon; `alone`: the one person who can see what is new."""
        boards = self._shown.boards
        (boards.publish if alone is None else boards.unseen)(room.table.id)
        self._shown.threads.changed(room)
        self._shown.summonses.changed(room)
        self._shown.whispers.changed(room)
        self._shown.meetings.changed(room)
        self._shown.words.changed(room)
        self._shown.lobbies.changed(room)
        self._shown.refusals.changed(room, alone)

    def computer(self, room: Room) -> str:
        """Return a name for a computer that nobody at the table has."""
        return self._pages.computer_name(room)

    def panel(self, room: Room, user: int) -> None:
        """Bring this person's panel up to date, if one is open."""
        self._shown.panels.refresh(room, user)

    def call(self, room: Room, seat: Seat, token: int) -> None:
        """Mention the person in a seat."""
        self._shown.calls.call(room, seat, token)

    def remind(self, room: Room, seat: Seat, token: int) -> None:
        """Mention the person in a seat again, as their time is running out."""
        self._shown.calls.call(room, seat, token, reminds=True)

    def calls(self, room: Room, standing: Collection[Seat]) -> None:
        """Delete the calls of all other seats."""
        self._shown.calls.tidy(room, standing)

    def opened(self, room: Room) -> None:
        """Tell those who want to know of such tables."""
        self._shown.whispers.opened(room.table.id)

    def summon(self, room: Room) -> None:
        """Call a role to a lobby."""
        self._shown.summonses.call(room.table.id)

    def meeting(self, meeting: str) -> None:
        """Show a meeting as it is now."""
        self._shown.meetings.ask(meeting)

    def gone(self, room: Room, user: int) -> None:
        """Take away the panel of somebody who has left."""
        self._shown.panels.drop(room.table.id, user)

    def forgotten(self, user: int) -> None:
        """Take away all private messages of somebody who is to be forgotten."""
        self._shown.panels.forget(user)
        for pages in (self._shown.words, self._shown.lobbies, self._shown.refusals):
            pages.forget(user)

    def language(self, guild: int) -> None:
        """Show what stands in a server in its new language."""
        self._languages.changed(guild)

    def case(self, guild: int) -> None:
        """Tell what staff did on a server."""
        self._shown.cases.ask(guild)
