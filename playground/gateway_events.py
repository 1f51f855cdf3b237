"""Write the world's changes as gateway events, for those who have the intent for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground import messages, shapes
from playground.interactions import Interaction
from playground.model import Channel, Guild, Message
from playground.state import WorldState

INTENT_GUILDS = 1 << 0
INTENT_MESSAGES = 1 << 9

Body = dict[str, Any]
Event = tuple[str, Any] | None
Writer = Callable[[Any, int, Any], Event]


def _message_event(name: str) -> Writer:
    def write(world: WorldState, intents: int, item: Message) -> Event:
        if not _hears(world, intents, item):
            return None
        guild = item.channel.guild
        extra = {"guild_id": guild.id, "member": shapes.member(guild, item.author)}
        return name, {**messages.readable(world, item, intents), **extra}

    return write


def _message_deleted(world: WorldState, intents: int, item: Message) -> Event:
    if not _hears(world, intents, item):
        return None
    place = {"channel_id": item.channel.id, "guild_id": item.channel.guild.id}
    return "MESSAGE_DELETE", {"id": item.id, **place}


def _hears(world: WorldState, intents: int, item: Message) -> bool:
    return (
        item.only_for is None
        and bool(intents & INTENT_MESSAGES)
        and world.bot_permissions(item.channel) != 0
    )


def _channel_event(name: str) -> Writer:
    def write(world: WorldState, intents: int, place: Channel) -> Event:
        if not intents & INTENT_GUILDS:
            return None
        shape = shapes.channel(world, place)
        if place.is_thread and name == "CREATE":
            shape["newly_created"] = True
            shape["member"] = shapes.thread_member(place, world.bot.id)
        return f"{'THREAD' if place.is_thread else 'CHANNEL'}_{name}", shape

    return write


def _guild_updated(world: WorldState, intents: int, guild: Guild) -> Event:
    return ("GUILD_UPDATE", shapes.guild(guild)) if intents & INTENT_GUILDS else None


def _interaction(world: WorldState, intents: int, subject: tuple[Interaction, Body]) -> Event:
    return "INTERACTION_CREATE", subject[1]


EVENTS: dict[str, Writer] = {
    "message_create": _message_event("MESSAGE_CREATE"),
    "message_update": _message_event("MESSAGE_UPDATE"),
    "message_delete": _message_deleted,
    "channel_create": _channel_event("CREATE"),
    "channel_update": _channel_event("UPDATE"),
    "channel_delete": _channel_event("DELETE"),
    "guild_update": _guild_updated,
    "interaction_create": _interaction,
}
"""How each change of the world is told to a bot of some intents; None when it is not."""
