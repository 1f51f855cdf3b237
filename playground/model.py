"""Hold what a Discord server is made of: people, channels, messages and their files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

THREAD_CREATED = 18
"""The type of the message that tells of a thread."""

TEXT, DIRECT, VOICE, ANNOUNCEMENT, STAGE = 0, 1, 2, 5, 13
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (NEWS_THREAD,)}
"""The kinds of threads that a channel of each type has, the public one first; of others none."""


@dataclass(slots=True, eq=False)
class Role:
    """A role of a server beside @everyone, the helpers' and the moderators'."""

    id: str
    name: str
    position: int = 1
    permissions: int = 0
    mentionable: bool = False
    managed: bool = False
    """Whether it belongs to an integration, so that nobody gives or takes it."""


@dataclass(slots=True, eq=False)
class Person:
    """An invented member of the server, or the bot."""

    id: str
    name: str
    username: str
    color: str
    locale: str
    moderator: bool = False
    helper: bool = False
    """Whether this person has a role that gives no rights by itself."""
    roles: set[str] = field(default_factory=set)
    """The ids of further roles."""
    takes_messages: bool = True
    """Whether the bot may write to this person alone."""
    bot: bool = False
    reloaded: int = 0
    """The newest id when this person's client was last loaded: it has forgotten private messages
    that are older, as Discord's does."""


@dataclass(slots=True, eq=False)
class Guild:
    """A server: its people by id, and what Discord tells of it."""

    id: str
    name: str
    locale: str
    founded: float
    """Seconds since 1970."""
    moderator_role: str
    helper_role: str
    owner_id: str = ""
    members: dict[str, Person] = field(default_factory=dict)
    roles: dict[str, Role] = field(default_factory=dict)
    """Roles beside the three that every server has, by id."""
    available: bool = True
    """Whether Discord reaches it; one that it does not reach still has the bot."""
    denied: int = 0
    """Permissions that the role @everyone lacks here."""
    commands_only: bool = False
    """Whether it has added the bot's commands without the bot."""
    bot_silent: float | None = None
    """Until when staff has timed the bot out (seconds since 1970), which may be over."""


@dataclass(slots=True, eq=False)
class File:
    """An uploaded file before a message has it."""

    index: str
    filename: str
    data: bytes


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message."""

    id: str
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True, eq=False)
class Emoji:
    """An emoji of the application, which it may use everywhere."""

    id: str
    name: str
    data: bytes
    content_type: str
    animated: bool


@dataclass(slots=True, eq=False)
class ScheduledEvent:
    """An event that a server has announced for a time, at a place that is none of its channels."""

    id: str
    guild: Guild
    creator: Person
    name: str
    location: str
    start: float
    """Seconds since 1970, as the end."""
    end: float
    description: str | None = None
    status: int = 1
    users: set[str] = field(default_factory=set)
    """Who is interested."""


@dataclass(slots=True, eq=False)
class Channel:
    """A channel in which people write, or a thread, with its messages, oldest first."""

    id: str
    name: str
    guild: Guild
    type: int = TEXT
    parent: Channel | None = None
    denied: int = 0
    """Permission bits taken from the bot here and in the threads below."""
    hidden: set[str] = field(default_factory=set)
    """The people and roles who do not see the channel and the threads below."""
    shown: set[str] = field(default_factory=set)
    """The roles who see them all the same; the bot does, where all others do not."""
    position: int = 0
    owner_id: str = ""
    members: set[str] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    touched: float = 0.0
    messages: dict[str, Message] = field(default_factory=dict)
    nonces: dict[str, Message] = field(default_factory=dict)
    """What the bot has posted here by its nonces, oldest first, deleted or not."""

    @property
    def is_thread(self) -> bool:
        """Tell threads from plain channels."""
        return self.type in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def speaks(self) -> bool:
        """Tell where people also speak: in voice and stage channels."""
        return self.type in (VOICE, STAGE)


@dataclass(slots=True, eq=False)
class Message:
    """A message; `only_for` names the one person who sees an ephemeral one."""

    id: str
    channel: Channel
    author: Person
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    embedded: set[str] = field(default_factory=set)
    """The ids of the attachments that embeds show because they named them by attachment://."""
    flags: int = 0
    type: int = 0
    mentions: list[Person] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    only_for: Person | None = None
    metadata: dict[str, Any] | None = None
    nonce: Any = None
    reference: Message | None = None
    thread: Channel | None = None
    edited: float | None = None
    wire: dict[str, Any] | None = None
    """Discord's JSON of this message, kept until the message changes."""

    @property
    def thinking(self) -> bool:
        """Tell whether a deferred answer is still to come."""
        return bool(self.flags & LOADING)
