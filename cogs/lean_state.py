"""What is taken in of what Discord sends: a few values of a server; the rest is asked for.

The library keeps every channel, role and emoji of each server, which at ten thousand servers is
half a gigabyte. The bot looks at none of them: what somebody may do comes with each click, and
whether a table's channel is there and to be seen is asked of Discord.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import discord
from cachetools import LRUCache
from discord.state import AutoShardedConnectionState

log = logging.getLogger(__name__)

KEPT = frozenset(
    {"id", "name", "owner_id", "preferred_locale", "unavailable", "joined_at", "member_count"}
)
"""What is kept of a server as Discord sends it, beside the bot's own membership."""
NO_ROLE = {"name": "", "permissions": "0", "position": 0, "color": 0, "flags": 0}
"""What a role is beside its id, which is all that is known of it."""
SUPPRESSED = discord.MessageFlags.suppress_embeds.flag
"""Marks a message of which somebody has removed all embeds."""
HEARD = 1000
"""Interactions of which it is remembered that they came."""
EMPTY_ROW = {"type": discord.ComponentType.action_row.value, "components": []}
UNSAID = dict.fromkeys(("owner_id", "message_count", "member_count"), 0)
UNSAID |= dict.fromkeys(("position", "bitrate", "user_limit"), 0)
"""What the library demands of threads, channels, voice and stage channels, and Discord does not
promise to say with what is done there (its documentation, Resolved Data Structure)."""


class Server(discord.Guild):
    """A server of which no roles are known but by their ids, as members name them."""

    __slots__ = ()

    def get_role(self, role_id: int, /) -> discord.Role:
        """Return a role of this id, of which nothing else is true."""
        data: Any = {**NO_ROLE, "id": role_id}
        return discord.Role(guild=self, state=self._state, data=data)


class LeanState(AutoShardedConnectionState[Any]):
    """The library's state, which keeps of each server what is named above."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._heard: LRUCache[str, None] = LRUCache(HEARD)
        for event, parse in self.parsers.items():
            if event != "READY":  # without it there is no session
                self.parsers[event] = _whatever_comes(event, parse)

    def parse_ready(self, data: Any) -> None:
        """Begin a session, and tell of the servers that the bot was taken from since the last."""
        super().parse_ready(data)
        there, shard = {int(guild["id"]) for guild in data["guilds"]}, data["shard"][0]
        for guild in [g for g in self.guilds if g.shard_id == shard and g.id not in there]:
            self.parse_guild_delete({"id": str(guild.id)})

    def parse_guild_create(self, data: Any) -> None:
        """Take in a server, and tell of it, whatever the library waits for, and of the bot's
        threads there in which nothing was written."""
        super().parse_guild_create(self._lean(data))
        self.dispatch("server", int(data["id"]))
        for thread in data.get("threads", ()):
            self._empty(thread, int(data["id"]))

    def parse_guild_update(self, data: Any) -> None:
        """Take in what has changed of a server."""
        super().parse_guild_update(self._lean(data))

    def parse_interaction_create(self, data: Any) -> None:
        """Tell of an interaction, once however often it comes; what was pressed says itself what it
        means, and its message has an empty row where the control stands there, and none where that
        was forged onto it."""
        if data["id"] in self._heard:
            return
        self._heard[data["id"]] = None
        if message := data.get("message"):
            pressed, rows = data["data"].get("custom_id"), message.get("components") or ()
            parts = [part for row in rows for part in row.get("components", ())]
            borne = any(part.get("custom_id") == pressed for part in parts)
            data = {**data, "message": {**message, "components": [EMPTY_ROW] * borne}}
        channel = data.get("channel") or {}
        if not channel and "channel_id" in data:
            # Both are optional (Discord's documentation, Interaction Structure), and the library
            # knows of the former alone.
            channel = {"id": data["channel_id"], "type": 0, "name": ""}
        if channel:
            data = {**data, "channel": {**UNSAID, **channel}}
        super().parse_interaction_create(data)

    def parse_message_update(self, data: Any) -> None:
        """Tell only of what shows no embeds any more: most are boards that the bot has edited."""
        if (data.get("flags") or 0) & SUPPRESSED:
            self.dispatch("bared", int(data["channel_id"]), int(data["id"]))

    def parse_channel_create(self, data: Any) -> None:
        """Keep nothing of a new channel."""

    def parse_channel_update(self, data: Any) -> None:
        """Tell that somebody may be allowed otherwise than before; of a channel that the bot does
        not see Discord promises no more than id, type and position (discord-api-docs #8454)."""
        self._rights(data)

    def parse_channel_delete(self, data: Any) -> None:
        """Tell that a channel is gone."""
        if "guild_id" in data:
            self.dispatch("channel_gone", int(data["guild_id"]), int(data["id"]))

    def parse_thread_create(self, data: Any) -> None:
        """Keep nothing of a thread that is new, or to which the bot was added; tell of its own,
        which it may not know to be there: the library repeats what Discord answers with 5xx."""
        self._empty(data, int(data["guild_id"]))

    def parse_thread_members_update(self, data: Any) -> None:
        """Tell that the bot was added to a thread, or taken from it."""
        added = {int(member["user_id"]) for member in data.get("added_members", ())}
        removed = {int(member) for member in data.get("removed_member_ids", ())}
        if self.self_id in added | removed:
            self.dispatch("thread_membership", int(data["guild_id"]), int(data["id"]))

    def parse_thread_list_sync(self, data: Any) -> None:
        """Keep nothing of threads."""

    def parse_guild_role_create(self, data: Any) -> None:
        """Keep nothing of a new role."""

    def parse_guild_role_update(self, data: Any) -> None:
        """Tell that somebody may be allowed otherwise than before."""
        self._rights(data)

    def parse_guild_role_delete(self, data: Any) -> None:
        """Tell that somebody may be allowed otherwise than before."""
        self._rights(data)

    def parse_guild_scheduled_event_create(self, data: Any) -> None:
        """Keep nothing of a new scheduled event."""

    def parse_guild_scheduled_event_update(self, data: Any) -> None:
        """Tell that a scheduled event has changed; how it was before is not known."""
        event = discord.ScheduledEvent(state=self, data=data)
        self.dispatch("scheduled_event_update", event, event)

    def parse_guild_scheduled_event_delete(self, data: Any) -> None:
        """Tell that a scheduled event is gone."""
        self.dispatch("scheduled_event_delete", discord.ScheduledEvent(state=self, data=data))

    def parse_guild_scheduled_event_user_add(self, data: Any) -> None:
        """Tell that somebody is interested, whom the library would have to know."""
        self._interest(data, True)

    def parse_guild_scheduled_event_user_remove(self, data: Any) -> None:
        """Tell that somebody is interested no more."""
        self._interest(data, False)

    def _interest(self, data: Any, interested: bool) -> None:
        event, user = int(data["guild_scheduled_event_id"]), int(data["user_id"])
        self.dispatch("interest", event, user, interested)

    def _empty(self, thread: Any, guild: int) -> None:
        """Tell of a thread of the bot's in which nothing was written."""
        own = int(thread.get("owner_id") or 0) == self.self_id
        if own and not thread.get("message_count"):
            self.dispatch("empty_thread", guild, int(thread["id"]))

    def _add_guild_from_data(self, data: Any) -> discord.Guild:
        guild = Server(data=data, state=self)
        self._add_guild(guild)
        return guild

    def _lean(self, data: Any) -> Any:
        own = [m for m in data.get("members", ()) if int(m["user"]["id"]) == self.self_id]
        return {key: data[key] for key in KEPT & data.keys()} | {"members": own}

    def _rights(self, data: Any) -> None:
        if "guild_id" in data:
            self.dispatch("rights", int(data["guild_id"]))


def _whatever_comes(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return what takes in an event, and loses no more than that one where something in it is not
    as the library demands: its shard, and the bot, would end."""

    def take_in(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            log.exception("what Discord tells was not taken in: %s", event)

    return take_in
