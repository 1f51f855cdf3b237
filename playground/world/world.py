"""Give tests and the page a person's hands and eyes in an invented Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from playground.model import Channel, Message, Person
from playground.world import attempts, message_shapes, posting, sight, threads
from playground.world.interactions import Interaction
from playground.world.moderation import Moderation
from playground.world.outcomes import Attempt
from playground.world.sight import NotVisible
from playground.world.state import WorldState

PEOPLE = (
    ("Anna", "de", "#c2410c", False),
    ("Ben", "en-GB", "#1d4ed8", False),
    ("Chiara", "de", "#15803d", False),
    ("Deniz", "de", "#7e22ce", True),
    ("Eva", "de", "#be185d", False),
    ("Finn", "en-GB", "#0f766e", False),
    ("Gül", "de", "#a16207", False),
)
HELPER = "Eva"
"""Who has the role that gives no rights by itself."""
PLAYERS = "Mitspielende"
"""A role that may be mentioned."""
CHANNELS = ("spieltisch", "hinterzimmer", "turnier")


class World(WorldState):
    """The state, with what its people do and see."""

    @property
    def moderation(self) -> Moderation:
        """What staff and Discord itself can do here."""
        return Moderation(self)

    @classmethod
    def example(cls, **settings: Any) -> World:
        """Return a world with seven people (Deniz moderates) and three channels."""
        world = cls(**settings)
        for name, locale, color, moderator in PEOPLE:
            world.add_person(name, locale=locale, color=color, moderator=moderator)
        world.person(HELPER).helper = True
        world.add_role(PLAYERS)
        for name in CHANNELS:
            world.add_channel(name)
        return world

    async def command(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any] | None = None
    ) -> Attempt:
        """Type a command (subcommands with blanks) and wait for its answer."""
        person, place = self._at(user_id, channel_id)
        return await self._attempt(attempts.use_command(self, person, place, name, options or {}))

    async def autocomplete(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any], focused: str
    ) -> list[dict[str, Any]]:
        """Ask for the completions of one option, none when the bot does not answer."""
        person, place = self._at(user_id, channel_id)
        opened = attempts.complete(self, person, place, name, options, focused)
        attempt = await self._attempt(opened)
        return attempt.interaction.choices or []

    async def press(self, user_id: str, message_id: str, custom_id: str) -> Attempt:
        """Press a button and wait for its answer."""
        person = self.people[str(user_id)]
        return await self._attempt(
            attempts.use_component(self, person, message_id, custom_id, None)
        )

    async def select(
        self, user_id: str, message_id: str, custom_id: str, values: Sequence[str]
    ) -> Attempt:
        """Choose from a select and wait for its answer."""
        person = self.people[str(user_id)]
        return await self._attempt(
            attempts.use_component(self, person, message_id, custom_id, values)
        )

    async def submit(self, user_id: str, click: Attempt, values: Mapping[str, Any]) -> Attempt:
        """Fill in and send the modal that a click opened, and wait for its answer."""
        person = self.people[str(user_id)]
        opened = attempts.submit_modal(self, person, click.interaction, values)
        return await self._attempt(opened)

    async def forge(
        self,
        user_id: str,
        message_id: str,
        custom_id: str,
        values: Sequence[str] | None = None,
    ) -> Attempt:
        """Use a control that no client would offer: any custom_id, any values, on any message."""
        person, message = self.people[str(user_id)], self.messages[str(message_id)]
        return await self._attempt(
            attempts.forge_component(self, person, message, custom_id, values)
        )

    async def forge_modal(
        self, user_id: str, message_id: str, custom_id: str, text: str
    ) -> Attempt:
        """Submit a modal that was never opened, with a text in each of two fields."""
        person, message = self.people[str(user_id)], self.messages[str(message_id)]
        return await self._attempt(attempts.forge_modal(self, person, message, custom_id, text))

    async def _attempt(self, opened: tuple[Interaction, dict[str, Any]]) -> Attempt:
        item, data = opened
        item.waiter = asyncio.get_running_loop().create_future()
        self.desk.open(item, attempts.payload(self, item, data))
        await item.waiter
        return Attempt(self, item)

    def say(self, user_id: str, channel_id: str, text: str) -> Message:
        """Write a plain message as a person."""
        person, place = self._at(user_id, channel_id)
        if not sight.may_write(place, person):
            raise NotVisible(f"{person.name} may not write in {place.name}")
        return posting.post(self, place, person, {"content": text})

    def open_thread(self, user_id: str, channel_id: str, name: str, *invited: str) -> Channel:
        """Open a private thread as a person, who invites others."""
        person, place = self._at(user_id, channel_id)
        people = [person, *(self.people[each] for each in invited)]
        return threads.open_privately(self, place, name, people)

    def seen(self, user_id: str, channel_id: str) -> list[dict[str, Any]]:
        """Return what a person sees in a channel now, oldest first."""
        person, place = self._at(user_id, channel_id)
        shown = (item for item in place.messages.values() if sight.visible(item, person))
        return [message_shapes.seen(self, item, person) for item in shown]

    def reload(self, user_id: str) -> None:
        """Load a person's client anew, which forgets its private messages."""
        self.people[str(user_id)].reloaded = int(self.snowflakes.next())

    def openable(self, user_id: str, channel_id: str) -> list[dict[str, Any]]:
        """Return all that a person could still open: messages, links of embeds, attachments.

        Each entry has "kind" ("message", "link" or "attachment") and "message_id"; a message has
        "message", a link "url", an attachment "filename", "description", "url" and "data".
        """
        return [
            entry for message in self.seen(user_id, channel_id) for entry in self._openable(message)
        ]

    def _openable(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = [{"kind": "message", "message": message}]
        links = message_shapes.embed_links(message["embeds"])
        entries += ({"kind": "link", "url": link} for link in links)
        for shape in message["attachments"]:
            data = self.files[shape["id"]].data
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

    def _at(self, user_id: str, channel_id: str) -> tuple[Person, Channel]:
        person = self.people[str(user_id)]
        return person, sight.channel_of(self, person, channel_id)
