"""Hold an invented Discord in memory: servers, people, channels, messages, and what the bot did."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.model import (
    PRIVATE_THREAD,
    TEXT,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Message,
    Person,
    Role,
    ScheduledEvent,
)
from playground.world.clock import Clock
from playground.world.commands import CommandBook
from playground.world.interactions import Desk
from playground.world.permission_bits import EVERYONE, MODERATOR, READING, Permission, bit, implied
from playground.world.signals import Signals
from playground.world.snowflakes import Snowflakes

NAME = "Monsterrunde"


@dataclass(slots=True)
class RequestRecord:
    """A request of the bot: path without the API's prefix, and what was answered."""

    method: str
    path: str
    body: Any
    """The JSON body, or payload_json of a multipart one."""
    files: list[tuple[str, int]] = field(default_factory=list)
    """Name and size of each uploaded file."""
    status: int = 0
    at: float = 0.0


class WorldState(Signals):
    """Servers, people and one bot; whatever else is there subscribes to its changes."""

    def __init__(
        self,
        *,
        token: str | None = None,
        locale: str = "de",
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self.token = token or secrets.token_urlsafe(32)
        """The bot's token, a new one for each world unless it is given."""
        self.run = secrets.token_hex(8)
        """What tells this world from others that were at its address before."""
        self.go_by(clock)
        self.snowflakes = Snowflakes(lambda: self.clock())
        self.people: dict[str, Person] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.files: dict[str, Attachment] = {}
        """The attachments that some message links, by id."""
        self.unlinked: dict[str, Attachment] = {}
        """The newest that no message links any more, which pages that are late still ask for."""
        self.linked: dict[str, set[str]] = {}
        """The attachments of each message that has some."""
        self.emojis: dict[str, Emoji] = {}
        """The application's own, by id."""
        self.events: dict[str, ScheduledEvent] = {}
        """Scheduled events that are not over, by id."""
        self.application_id = self.snowflakes.next()
        """The application's, which of old ones is not their bot's (serenity #899)."""
        self.bot = self._make_bot(locale)
        self.guild = self.add_guild(NAME, locale=locale)
        """The first server, in which people and channels are unless another is named."""
        self.commands = CommandBook(self.application_id, self.snowflakes, self.publish)
        self.desk = Desk(self.application_id, lambda: self.clock(), self.publish)
        self.requests: deque[RequestRecord] = deque(maxlen=2000)
        self.on_request: Callable[[RequestRecord], None] | None = None
        self.rate_limits = True
        self.requests_a_second = 50
        """Discord's limit for everything that the bot asks with its own token."""
        self.rate_limited = 0
        """How often the bot was answered 429."""
        self.validation = True
        self.kept_files_show_outside = False
        """Whether files that an edit keeps stand outside the embeds that name them, too. Discord
        documents nothing about these files; by default they are seen in the embeds alone."""
        self.kept_files_leave_embeds = False
        """Whether an edit's embeds lose the kept files that they name."""
        self.embeds_without_permission = "ignored"
        """What becomes of an edit's embeds where the bot may not send any: they are "ignored", so
        that the message keeps those it has, it has none any more ("lost"), or the edit is
        "refused". They were seen not to be refused (discord-api-docs #2601, #5648, discord.py
        #8158); Discord documents nothing about it."""
        self.posts_lose_embeds = False
        """Whether a message that has nothing but embeds and controls is posted without the former
        where the bot may not send any, or refused (discord-api-docs #2601)."""
        self.unseen_threads_permit = True
        """Whether what is done in a private thread without the bot tells it that it may do there
        what it may in the channel. Discord documents nothing about it."""
        self.interactions_tell_channels = True
        """Whether interactions bring along of which kind their channel is; the documentation calls
        that optional (Interaction Structure)."""
        self.granted_intents = 0
        """Privileged intents that are switched on for the bot."""
        self.messages_per_channel = 1000
        self.base_url = ""
        self.shards = 1
        """How many shards Discord tells the bot to have."""
        self.max_concurrency = 1
        self.identify_seconds = 5.0
        """How long Discord counts identifies against `max_concurrency`; done for bots of several
        shards only, since tests start small bots anew faster than Discord allows."""
        self.online_shards: set[int] = set()

    def _make_bot(self, locale: str) -> Person:
        bot = Person(self.snowflakes.next(), NAME, NAME, "#4f46e5", locale, bot=True)
        self.people[bot.id] = bot
        return bot

    def go_by(self, clock: Callable[[], float]) -> None:
        """Have this clock (seconds since 1970) say what time it is from now on."""
        self.clock = clock
        if isinstance(clock, Clock):
            clock.moved = self._time_moved

    def _time_moved(self, seconds: float) -> None:
        self.desk.let_pass(seconds)
        self.publish("time", None)

    @property
    def movable(self) -> Clock | None:
        """The clock, if people can put it ahead: where the bot goes by it, too."""
        return self.clock if isinstance(self.clock, Clock) else None

    @property
    def guild_id(self) -> str:
        """The id of the first server."""
        return self.guild.id

    @property
    def bot_online(self) -> bool:
        """Whether a part of the bot is connected."""
        return bool(self.online_shards)

    def bot_guilds(self) -> list[Guild]:
        """Return the servers that the bot is in."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def add_guild(self, name: str, *, locale: str = "de", commands_only: bool = False) -> Guild:
        """Found a server with the bot as its only member, or with its commands alone."""
        new = self.snowflakes.next
        guild = Guild(new(), name, locale, self.clock(), new(), new())
        guild.commands_only = commands_only
        if not commands_only:
            guild.members[self.bot.id] = self.bot
        self.guilds[guild.id] = guild
        return guild

    def add_person(
        self,
        name: str,
        *,
        locale: str = "de",
        color: str = "#475569",
        moderator: bool = False,
        guild: Guild | None = None,
    ) -> Person:
        """Let somebody new join a server; its first moderator owns it."""
        guild = guild or self.guild
        person = Person(self.snowflakes.next(), name, name.lower(), color, locale, moderator)
        self.people[person.id] = person
        guild.members[person.id] = person
        if moderator and not guild.owner_id:
            guild.owner_id = person.id
        return person

    def add_channel(self, name: str, guild: Guild | None = None, kind: int = TEXT) -> Channel:
        """Open a text channel, or one of another kind that has no parent."""
        guild = guild or self.guild
        place = Channel(self.snowflakes.next(), name, guild, kind, position=len(self.channels))
        self.channels[place.id] = place
        self.publish("channel_create", place)
        return place

    def add_role(
        self,
        name: str,
        guild: Guild | None = None,
        *,
        mentionable: bool = True,
        permissions: int = 0,
        position: int = 1,
        managed: bool = False,
    ) -> Role:
        """Make a role that nobody has yet."""
        guild = guild or self.guild
        role = Role(self.snowflakes.next(), name, position, permissions, mentionable, managed)
        guild.roles[role.id] = role
        return role

    def shard_of(self, guild: Guild, count: int) -> int:
        """Return which of so many shards is told of a server; the first, of direct messages."""
        return (int(guild.id) >> 22) % count if guild.id in self.guilds else 0

    def channels_of(self, guild: Guild) -> list[Channel]:
        """Return a server's channels and threads."""
        return [place for place in self.channels.values() if place.guild is guild]

    def person(self, name: str) -> Person:
        """Return the person of that name."""
        return next(person for person in self.people.values() if person.name == name)

    def channel(self, name: str) -> Channel:
        """Return the channel or thread of that name."""
        return next(place for place in self.channels.values() if place.name == name)

    def permissions(self, person: Person, guild: Guild | None = None) -> int:
        """Return what a person may do in a server, the first unless one is named."""
        return MODERATOR if person.moderator else EVERYONE & ~(guild or self.guild).denied

    def bot_permissions(self, place: Channel) -> int:
        """Return what the bot may do in a channel or thread: nothing in a private thread to which
        it was not invited, unless it manages threads (Discord's documentation, Threads)."""
        allowed = implied(self.bot_permitted(place), place.is_thread)
        invited = place.type != PRIVATE_THREAD or self.bot.id in place.members
        return allowed if invited or allowed & Permission.MANAGE_THREADS else 0

    def bot_permitted(self, place: Channel) -> int:
        """Return what the bot is permitted in a channel, or in a thread that it sees."""
        if self.bot.id not in place.guild.members:
            return 0
        root = place.parent or place
        denied = root.denied | place.denied
        if self.clock() < (place.guild.bot_silent or 0.0):
            denied |= ~READING
        allowed = self.permissions(self.bot, place.guild) & ~denied
        return allowed if allowed & Permission.VIEW_CHANNEL else 0

    def deny(self, channel_id: str, permission: str | int) -> None:
        """Take a permission (a name such as ATTACH_FILES) from the bot in a channel."""
        self._set_denied(channel_id, lambda denied: denied | bit(permission))

    def allow(self, channel_id: str, permission: str | int) -> None:
        """Give a denied permission back."""
        self._set_denied(channel_id, lambda denied: denied & ~bit(permission))

    def _set_denied(self, channel_id: str, change: Callable[[int], int]) -> None:
        place = self.channels[str(channel_id)]
        place.denied = change(place.denied)
        self.publish("channel_update", place)

    def set_locale(self, user_id: str, locale: str) -> None:
        """Change a person's language."""
        self.people[str(user_id)].locale = locale
        self.publish("locale", self.people[str(user_id)])

    def set_guild_locale(self, locale: str, guild: Guild | None = None) -> None:
        """Change a server's language."""
        guild = guild or self.guild
        guild.locale = locale
        self.publish("guild_update", guild)
