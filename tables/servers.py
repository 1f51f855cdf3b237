"""What each server has settled for its tables, kept in memory: few have, and every page asks."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.contract import Clock
from storage.cases import Case
from storage.errors import StoreError
from storage.records import Table
from storage.settings import Settings
from tables.room import seats
from tables.room.locks import Locks
from tables.seasons import Kind

KEY, UNMARKED, SPOKEN = "house", "unmarked", "spoken"
"""The keys, in the store, of a server's settings, of the tables that ended unsaid there, and of the
languages of its channels' last tables."""
CHANNELS = 200
"""Channels and threads of a server whose language is kept: more than have open tables."""
UNSET = "en-US"
"""The locale that Discord names for a server that has set none."""
MINUTE, DAY = 60.0, 24 * 3600.0


class House(BaseModel):
    """The settings of one server; what is empty or None is not settled."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    channels: tuple[int, ...] = ()
    """The channels in which tables may be opened, with their threads; empty: all."""
    games: tuple[str, ...] = ()
    """The games that may be played; empty: all."""
    staff: int | None = None
    """The role that may do what Manage Server may."""
    openers: int | None = None
    """The role without which nobody opens a table."""
    called: int | None = None
    """The role that the host of a lobby may call; None: none."""
    call_minutes: float = Field(default=5, ge=0, le=1440)
    """After how long a lobby may call it."""
    zone: str = Field(default="", max_length=40)
    """The time zone (IANA name) of who has said none; empty: the one of who speaks so."""
    quiet_from: int = Field(default=22, ge=0, le=23)
    """The hour from which on slow tables call nobody who has not chosen other quiet hours."""
    quiet_to: int = Field(default=8, ge=0, le=23)
    """The hour until which they do not."""
    language: Literal["", "de", "en"] = ""
    """The language of the channels; empty: the server's own, else that of who opens a table or a
    tournament."""
    asked: bool = False
    """Whether staff was asked for that language."""
    clock: Clock | None = None
    """The clock a new lobby begins with."""
    nudge: float | None = Field(default=None, ge=10, le=86400)
    """Seconds until somebody is called; None: the bot's own setting."""
    quiet: bool = False
    """Whether nobody is ever called."""
    most: int | None = Field(default=None, ge=1, le=100)
    """How many tables may be open at once."""
    own: int = Field(default=3, ge=1, le=25)
    """How many open tables one person may host."""
    own_running: int = Field(default=2, ge=1, le=25)
    """At how many of these a game may be played at once."""
    threads: bool = False
    """Whether a table gets a thread of its own where nothing is said."""
    log: int | None = None
    """The channel in which each case of staff is told."""
    puzzles: int | None = None
    """The channel that is told once a day of the puzzle; None: none."""
    art: bool = True
    """Whether buttons and options show what they mean as a small picture."""
    take_back: bool = True
    """Whether people who play each other may take their last action back."""
    lobby_minutes: float = Field(default=60, ge=5, le=10080)
    """After how long a lobby nobody starts is closed."""
    idle_days: float = Field(default=7, ge=1, le=60)
    """After how long a table without a move ends."""
    season: Kind = "month"
    """How long a season takes, after which the leaderboard starts anew."""

    def chosen(self, preferred: str) -> str:
        """Return the locale that staff has chosen, here or in Discord's settings, or nothing."""
        return self.language or (preferred if preferred != UNSET else "")

    def nudge_or(self, usual: float | None) -> float | None:
        """Return the seconds until somebody is called, or None for never."""
        return None if self.quiet else self.nudge or usual

    @property
    def calls(self) -> bool:
        """Whether lobbies may call a role."""
        return self.called is not None and not self.quiet

    @property
    def lobby_life(self) -> float:
        """Seconds after which a lobby nobody starts is closed."""
        return self.lobby_minutes * MINUTE

    @property
    def idle_life(self) -> float:
        """Seconds after which a table without a move ends."""
        return self.idle_days * DAY


USUAL = House()


class Servers:
    """The settings of all servers."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._houses: dict[int, House] = {}
        self._unread: dict[int, Mapping[str, Any]] = {}
        """What of these another version of the bot has stored and this one cannot say."""
        self._spoken: dict[int, dict[str, str]] = {}
        self.lock = Locks[int]()
        """Held from a look at what a server has stored here until that is replaced: of two who
        change something at once both do."""

    async def start(self) -> None:
        """Read what is settled, and what is spoken."""
        for guild, text in (await self._settings.every(KEY)).items():
            self._houses[guild], self._unread[guild] = _read(text)
        spoken = await self._settings.every(SPOKEN)
        self._spoken = {guild: json.loads(text) for guild, text in spoken.items()}

    def of(self, guild: int) -> House:
        """Return a server's settings."""
        return self._houses.get(guild, USUAL)

    def takes_back(self, table: Table) -> bool:
        """Return whether a last action may be taken back at a table."""
        return self.of(table.guild).take_back or not seats.several(table)

    def all(self) -> Collection[House]:
        """Return what servers have settled, and what holds for all others."""
        return (USUAL, *self._houses.values())

    @property
    def settled(self) -> Mapping[int, House]:
        """What servers have settled, by server."""
        return self._houses

    async def settle(self, guild: int, house: House, case: Case | None = None) -> None:
        """Store a server's settings, with the case of who changed them; who has looked what they
        were holds the lock."""
        was, said = self.of(guild), house.model_dump(mode="json", exclude_defaults=True)
        unread = {n: v for n, v in self._unread.get(guild, {}).items() if n not in said}
        stored = {**unread, **said}
        text, other = json.dumps(stored) if stored else None, house.language != was.language
        await self._settings.set(guild, KEY, text, case, readdressed=other)
        self._houses[guild], self._unread[guild] = house, unread

    def spoken(self, guild: int, channel: int) -> str:
        """Return the locale of who opened the last table in a channel, or the tournament whose
        thread it is; empty: nobody has."""
        return self._spoken.get(guild, {}).get(str(channel), "")

    async def speak(self, guild: int, locale: str, *channels: int) -> None:
        """Address channels in this locale until staff chooses one; store that. Where that fails it
        is known here all the same, and what was opened there stays open."""
        if not locale or all(self.spoken(guild, channel) == locale for channel in channels):
            return
        self._hear(guild, locale, channels)  # at once: something is shown there next
        async with self.lock(guild):
            kept = self._hear(guild, locale, channels)  # what was deleted meanwhile stays so
            with suppress(StoreError):
                await self._settings.set(guild, SPOKEN, json.dumps(kept))

    def _hear(self, guild: int, locale: str, channels: Collection[int]) -> Mapping[str, str]:
        """Know the locale of channels; return those of all, of a server."""
        spoken = {str(channel): locale for channel in channels}
        known = self._spoken.get(guild, {})
        others = {each: told for each, told in known.items() if each not in spoken}
        self._spoken[guild] = dict([*others.items(), *spoken.items()][-CHANNELS:])
        return self._spoken[guild]

    async def leave_unmarked(self, guild: int, table: str) -> None:
        """Note a table that ended where nothing could be said of it."""
        async with self.lock(guild):
            noted = dict.fromkeys([*await self.unmarked(guild), table])
            await self._settings.set(guild, UNMARKED, " ".join(noted))

    async def unmarked(self, guild: int) -> Collection[str]:
        """Return the tables of a server that ended unsaid."""
        return (await self._settings.get(guild, UNMARKED) or "").split()

    async def marked(self, guild: int) -> None:
        """Note that all of them are to be said by now."""
        await self._settings.set(guild, UNMARKED, None)

    async def renew(self, guild: int) -> None:
        """Know of a server what is stored by now; where that cannot be read, what was known."""
        async with self.lock(guild):
            with suppress(StoreError):
                house, spoken = [await self._settings.get(guild, key) for key in (KEY, SPOKEN)]
                self.forget(guild)
                if house is not None:
                    self._houses[guild], self._unread[guild] = _read(house)
                if spoken is not None:
                    self._spoken[guild] = json.loads(spoken)

    def forget(self, guild: int) -> None:
        """Know nothing of a server of which nothing is stored any more."""
        for known in (self._houses, self._unread, self._spoken):
            known.pop(guild, None)


def _read(text: str) -> tuple[House, Mapping[str, Any]]:
    """Return what a server has settled, and what of it only another version of the bot can say."""
    try:
        stored: dict[str, Any] = dict(json.loads(text))
    except (TypeError, ValueError):
        return USUAL, {}
    unread = stored.keys() - House.model_fields.keys()
    try:
        House.model_validate(stored)
    except ValidationError as error:
        unread |= {str(each["loc"][0]) for each in error.errors()}
    said = {name: value for name, value in stored.items() if name not in unread}
    return House.model_validate(said), {name: stored[name] for name in unread}
