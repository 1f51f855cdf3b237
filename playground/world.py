"""Hold the invented server and give tests and the page a person's hands and eyes."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playground import clicks, messages, shapes
from playground.clicks import NotVisible
from playground.commands import CommandBook
from playground.interactions import Attempt, Desk, Interaction
from playground.model import Attachment, Channel, Message, Person
from playground.permissions import EVERYONE, MODERATOR, Permission, bit
from playground.signals import Signals
from playground.snowflakes import Snowflakes

PEOPLE = (
    ("Anna", "de", "#c2410c", False),
    ("Ben", "en-GB", "#1d4ed8", False),
    ("Chiara", "de", "#15803d", False),
    ("Deniz", "de", "#7e22ce", True),
    ("Eva", "de", "#be185d", False),
    ("Finn", "en-GB", "#0f766e", False),
    ("Gül", "de", "#a16207", False),
)
CHANNELS = ("spieltisch", "hinterzimmer", "turnier")


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


class World(Signals):
    """One server, its people and its bot, in memory; everything else subscribes to it."""

    def __init__(
        self,
        *,
        token: str = "playground",
        locale: str = "de",
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self.token = token
        self.clock = clock
        self.snowflakes = Snowflakes(lambda: self.clock())
        self.founded = clock()
        self.guild_id = self.snowflakes.next()
        self.guild_name = "Monsterrunde"
        self.guild_locale = locale
        self.moderator_role = self.snowflakes.next()
        self.owner_id = ""
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.bot = self._add_bot()
        self.files: dict[str, Attachment] = {}
        """The attachments that some message links, by id."""
        self.linked: dict[str, set[str]] = {}
        """The attachments of each message that has some."""
        self.commands = CommandBook(self)
        self.desk = Desk(self)
        self.requests: deque[RequestRecord] = deque(maxlen=2000)
        self.on_request: Callable[[RequestRecord], None] | None = None
        self.rate_limits = True
        self.rate_limited = 0
        """How often the bot was answered 429."""
        self.validation = True
        self.granted_intents = 0
        """Privileged intents that are switched on for the bot."""
        self.messages_per_channel = 1000
        self.base_url = ""
        self.bot_online = False

    @classmethod
    def example(cls, **settings: Any) -> World:
        """Return a world with seven people (Deniz moderates) and three channels."""
        world = cls(**settings)
        for name, locale, color, moderator in PEOPLE:
            world.add_person(name, locale=locale, color=color, moderator=moderator)
        for name in CHANNELS:
            world.add_channel(name)
        return world

    def add_person(
        self, name: str, *, locale: str = "de", color: str = "#475569", moderator: bool = False
    ) -> Person:
        """Let somebody join; the first moderator owns the server."""
        person = Person(self.snowflakes.next(), name, name.lower(), color, locale, moderator)
        self.people[person.id] = person
        if moderator and not self.owner_id:
            self.owner_id = person.id
        return person

    def _add_bot(self) -> Person:
        name = "Monsterrunde"
        bot = Person(self.snowflakes.next(), name, name, "#4f46e5", self.guild_locale, bot=True)
        self.people[bot.id] = bot
        return bot

    def add_channel(self, name: str) -> Channel:
        """Open a text channel."""
        place = Channel(self.snowflakes.next(), name, position=len(self.channels))
        self.channels[place.id] = place
        self.publish("channel_create", place)
        return place

    def person(self, name: str) -> Person:
        """Return the person of that name."""
        return next(person for person in self.people.values() if person.name == name)

    def channel(self, name: str) -> Channel:
        """Return the channel or thread of that name."""
        return next(place for place in self.channels.values() if place.name == name)

    def permissions(self, person: Person) -> int:
        """Return what a person may do in the server."""
        return MODERATOR if person.moderator else EVERYONE

    def bot_permissions(self, place: Channel) -> int:
        """Return what the bot may do in a channel or thread."""
        root = place.parent or place
        denied = root.denied | place.denied
        return 0 if denied & Permission.VIEW_CHANNEL else EVERYONE & ~denied

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

    def set_guild_locale(self, locale: str) -> None:
        """Change the server's language."""
        self.guild_locale = locale
        self.publish("guild_update", None)

    async def command(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any] | None = None
    ) -> Attempt:
        """Type a command (subcommands with blanks) and wait for its answer."""
        person = self.people[str(user_id)]
        place = clicks.channel_of(self, person, channel_id)
        return await self._attempt(clicks.use_command(self, person, place, name, options or {}))

    async def autocomplete(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any], focused: str
    ) -> list[dict[str, Any]]:
        """Ask for the completions of one option, none when the bot does not answer."""
        person = self.people[str(user_id)]
        place = clicks.channel_of(self, person, channel_id)
        opened = clicks.complete(self, person, place, name, options, focused)
        attempt = await self._attempt(opened)
        return attempt.interaction.choices or []

    async def press(self, user_id: str, message_id: str, custom_id: str) -> Attempt:
        """Press a button and wait for its answer."""
        person = self.people[str(user_id)]
        return await self._attempt(clicks.use_component(self, person, message_id, custom_id, None))

    async def select(
        self, user_id: str, message_id: str, custom_id: str, values: Sequence[str]
    ) -> Attempt:
        """Choose from a select and wait for its answer."""
        person = self.people[str(user_id)]
        return await self._attempt(
            clicks.use_component(self, person, message_id, custom_id, values)
        )

    async def submit(self, user_id: str, click: Attempt, values: Mapping[str, Any]) -> Attempt:
        """Fill in and send the modal that a click opened, and wait for its answer."""
        person = self.people[str(user_id)]
        opened = clicks.submit_modal(self, person, click.interaction, values)
        return await self._attempt(opened)

    async def _attempt(self, opened: tuple[Interaction, dict[str, Any]]) -> Attempt:
        item, data = opened
        item.waiter = asyncio.get_running_loop().create_future()
        self.desk.open(item, data)
        await item.waiter
        return Attempt(self, item)

    def say(self, user_id: str, channel_id: str, text: str) -> Message:
        """Write a plain message as a person."""
        person = self.people[str(user_id)]
        place = clicks.channel_of(self, person, channel_id)
        if not clicks.may_write(place, person):
            raise NotVisible(f"{person.name} may not write in {place.name}")
        return messages.post(self, place, person, {"content": text})

    def seen(self, user_id: str, channel_id: str) -> list[dict[str, Any]]:
        """Return what a person sees in a channel now, oldest first."""
        person = self.people[str(user_id)]
        place = clicks.channel_of(self, person, channel_id)
        shown = (item for item in place.messages.values() if clicks.visible(item, person))
        return [shapes.seen(self, item, person) for item in shown]

    def openable(self, user_id: str, channel_id: str) -> list[dict[str, Any]]:
        """Return all that a person could still open: messages, links of embeds, attachments.

        Each entry has "kind" ("message", "link" or "attachment") and "message_id"; a message has
        "message", a link "url", an attachment "filename", "description", "url" and "data".
        """
        return [
            entry
            for message in self.seen(user_id, channel_id)
            for entry in _openable(self, message)
        ]


def _openable(world: World, message: dict[str, Any]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = [{"kind": "message", "message": message}]
    entries += ({"kind": "link", "url": link} for link in shapes.embed_links(message["embeds"]))
    for shape in message["attachments"]:
        data = world.files[shape["id"]].data
        entries.append(
            {
                "kind": "attachment",
                "filename": shape["filename"],
                "description": shape.get("description"),
                "url": shape["url"],
                "data": data,
            }
        )
    return [{**entry, "message_id": message["id"]} for entry in entries]
