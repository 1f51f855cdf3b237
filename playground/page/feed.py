"""Tell an open page, as its person, what changes in the world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.model import Channel, Emoji, Guild, Message, Person
from playground.world import message_shapes, shapes, sight
from playground.world.clock import STEPS
from playground.world.commands import localised
from playground.world.interactions import Interaction
from playground.world.permission_bits import Permission
from playground.world.state import WorldState
from playground.world.wire import dumps

SHOWN_MESSAGES = 100
"""Messages of each channel that a newly opened page gets."""
MAX_WAITING = 2000
"""Frames that wait for a page before it has to connect anew."""

Body = dict[str, Any]


class Feed:
    """What one open page is told, as its person."""

    def __init__(self, world: WorldState, person: Person, socket: web.WebSocketResponse) -> None:
        self._world = world
        self._person = person
        self._since = int(world.snowflakes.next())
        """The newest id when the page connected; like Discord's clients it knows no older private
        messages, whether it was loaded anew or has lost its connection."""
        self._queue: asyncio.Queue[Body | None] = asyncio.Queue()
        self.socket = socket

    async def run(self) -> None:
        """Send the state, then every change, until the page is closed."""
        self._queue.put_nowait(self._state())
        writer = asyncio.create_task(self._write())
        try:
            async for _ in self.socket:
                pass
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _write(self) -> None:
        while (frame := await self._queue.get()) is not None:
            await self.socket.send_str(dumps(frame))
        await self.socket.close()

    def tell(self, kind: str, subject: Any) -> None:
        """Queue the frame of a change, if this person notices it; cut off a page that sleeps."""
        if self._queue.qsize() > MAX_WAITING:
            self._queue.put_nowait(None)
            return
        write = FRAMES.get(kind)
        frame = write(self, subject) if write is not None else None
        if frame is not None:
            self._queue.put_nowait(frame)

    def _state(self) -> Body:
        places = [each for each in self._world.channels.values() if self._sees(each)]
        return {
            "op": "state",
            "locale": self._person.locale,
            "guild_locale": self._world.guild.locale,
            "channels": [_channel(place) for place in places],
            "messages": {place.id: self._messages(place) for place in places},
            "commands": self._commands(),
            "bot_online": self._world.bot_online,
            "bot_moderates": self._world.bot.moderator,
            "emojis": list(self._world.emojis),
            "members": list(self._world.guild.members),
            "roles": shapes.roles(self._world.guild),
            "time": self._clock(),
        }

    def _clock(self) -> Body | None:
        """Return by how much the clock is ahead of the real one; None where it never is."""
        clock = self._world.movable
        if clock is None:
            return None
        return {"ahead": clock.ahead, "passing": clock.passing, "steps": STEPS}

    def _messages(self, place: Channel) -> list[Body]:
        shown = [each for each in place.messages.values() if self._visible(each)]
        return [
            message_shapes.seen(self._world, each, self._person) for each in shown[-SHOWN_MESSAGES:]
        ]

    def _commands(self) -> list[Body]:
        guild, permissions = self._world.guild, self._world.permissions(self._person)
        if not {self._world.bot.id, self._person.id} <= guild.members.keys():
            return []
        usable = self._world.commands.usable(guild.id, permissions)
        return [localised(entry, self._person.locale) for entry in usable]

    def _sees(self, place: Channel) -> bool:
        return self._is_here(place.guild) and sight.can_see(place, self._person)

    def _visible(self, item: Message) -> bool:
        known = item.only_for is None or int(item.id) > self._since
        return known and sight.visible(item, self._person)

    def _is_here(self, guild: Guild) -> bool:
        """Tell whether it is the server that the page shows, the first one, or nobody's."""
        return guild is self._world.guild or guild.id not in self._world.guilds

    def message(self, item: Message) -> Body | None:
        """Write a new or changed message."""
        if not (self._sees(item.channel) and self._visible(item)):
            return None
        return {"op": "message", "message": message_shapes.seen(self._world, item, self._person)}

    def deleted(self, item: Message) -> Body | None:
        """Write that a message is gone."""
        if not (self._sees(item.channel) and self._visible(item)):
            return None
        return {"op": "delete", "channel_id": item.channel.id, "id": item.id}

    def channel(self, place: Channel) -> Body | None:
        """Write a new or changed channel."""
        return {"op": "channel", "channel": _channel(place)} if self._sees(place) else None

    def commands(self, _: None) -> Body:
        """Write the commands that this person may use."""
        return {"op": "commands", "commands": self._commands()}

    def emoji(self, item: Emoji) -> Body:
        """Write that an emoji has come or gone."""
        return {"op": "emoji", "id": item.id, "there": item.id in self._world.emojis}

    def bot(self, online: bool) -> Body:
        """Write whether the bot is connected."""
        return {"op": "bot", "online": online}

    def rights(self, subject: tuple[Guild, Person]) -> Body | None:
        """Write whether the bot has the moderators' role."""
        _, person = subject
        moderates = {"op": "bot_rights", "moderates": person.moderator}
        return moderates if person is self._world.bot else None

    def status(self, subject: tuple[Interaction, str, str | None]) -> Body | None:
        """Write how this person's click went."""
        item, status, text = subject
        if item.person is not self._person or item.nonce is None:
            return None
        frame = {"op": "interaction", "nonce": item.nonce, "status": status}
        return frame if text is None else {**frame, "text": text}

    def modal(self, item: Interaction) -> Body | None:
        """Write the modal that this person is shown."""
        if item.person is not self._person or item.nonce is None:
            return None
        return {"op": "modal", "nonce": item.nonce, "modal": item.modal}

    def locale(self, person: Person) -> Body | None:
        """Write this person's new language and what follows from it."""
        if person is not self._person:
            return None
        self._queue.put_nowait({"op": "locale", "user": person.id, "locale": person.locale})
        return self.commands(None)

    def membership(self, subject: tuple[Guild, Person]) -> Body | None:
        """Write who is a member now; write all anew to a person who has come or gone."""
        guild, person = subject
        if not self._is_here(guild):
            return None
        return self._state() if person is self._person else self._members()

    def _members(self) -> Body:
        return {"op": "members", "members": list(self._world.guild.members)}

    def bot_membership(self, guild: Guild) -> Body | None:
        """Write that the bot has come or gone, and with it its commands."""
        if not self._is_here(guild):
            return None
        self._queue.put_nowait(self._members())
        return self.commands(None)

    def time(self, _: None) -> Body:
        """Write what time it is now."""
        return {"op": "time", "time": self._clock()}

    def guild(self, guild: Guild) -> Body | None:
        """Write the server's new language."""
        return {"op": "locale", "guild_locale": guild.locale} if self._is_here(guild) else None


FRAMES: dict[str, Callable[[Feed, Any], Body | None]] = {
    "message_create": Feed.message,
    "message_update": Feed.message,
    "message_delete": Feed.deleted,
    "channel_create": Feed.channel,
    "channel_update": Feed.channel,
    "thread_members": lambda feed, subject: feed.channel(subject[0]),
    "channel_delete": lambda feed, place: {"op": "channel_delete", "id": place.id},
    "commands": Feed.commands,
    "emoji_create": Feed.emoji,
    "emoji_delete": Feed.emoji,
    "bot": Feed.bot,
    "member_update": Feed.rights,
    "interaction_status": Feed.status,
    "modal": Feed.modal,
    "locale": Feed.locale,
    "guild_update": Feed.guild,
    "guild_join": Feed.bot_membership,
    "guild_delete": Feed.bot_membership,
    "member_add": Feed.membership,
    "member_remove": Feed.membership,
    "time": Feed.time,
}
"""How each change of the world is told to a page."""


def _channel(place: Channel) -> Body:
    return {
        "id": place.id,
        "name": place.name,
        "type": place.type,
        "parent_id": place.parent.id if place.parent else None,
        "archived": place.archived,
        "locked": place.locked,
        "denied": [each.name for each in Permission if each & place.denied],
    }
