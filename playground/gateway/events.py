"""Write the world's changes as gateway events, for those who have the intent for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.model import (
    DIRECT,
    Channel,
    Guild,
    Message,
    Person,
    Role,
    ScheduledEvent,
)
from playground.world import posting, scheduled, shapes
from playground.world.interactions import Interaction
from playground.world.state import WorldState

INTENT_GUILDS = 1 << 0
INTENT_MEMBERS = 1 << 1
INTENT_MESSAGES = 1 << 9
INTENT_EVENTS = 1 << 16

Body = dict[str, Any]
Event = tuple[str, Any] | None
Writer = Callable[[Any, int, Any], Event]


def _message_event(name: str) -> Writer:
    def write(world: WorldState, intents: int, item: Message) -> Event:
        if not _hears(world, intents, item):
            return None
        guild = item.channel.guild
        extra = {"guild_id": guild.id, "member": shapes.member(guild, item.author)}
        return name, {**posting.readable(world, item, intents), **extra}

    return write


def _message_deleted(world: WorldState, intents: int, item: Message) -> Event:
    if not _hears(world, intents, item):
        return None
    place = {"channel_id": item.channel.id, "guild_id": item.channel.guild.id}
    return "MESSAGE_DELETE", {"id": item.id, **place}


def _hears(world: WorldState, intents: int, item: Message) -> bool:
    return (
        item.only_for is None
        and item.channel.type != DIRECT
        and bool(intents & INTENT_MESSAGES)
        and world.bot_permissions(item.channel) != 0
    )


def _channel_event(name: str) -> Writer:
    def write(world: WorldState, intents: int, place: Channel) -> Event:
        if not intents & INTENT_GUILDS or place.type == DIRECT:
            return None
        if place.is_thread and not world.bot_permissions(place):
            return None
        shape = shapes.told_channel(world, place)
        if place.is_thread and name == "CREATE":
            shape["newly_created"] = True
            shape["member"] = shapes.thread_member(place, world.bot.id)
        return f"{'THREAD' if place.is_thread else 'CHANNEL'}_{name}", shape

    return write


def _thread_joined(world: WorldState, intents: int, place: Channel) -> Event:
    """Write a thread that was there before the bot was added to it."""
    if not intents & INTENT_GUILDS:
        return None
    member = shapes.thread_member(place, world.bot.id)
    return "THREAD_CREATE", {**shapes.channel(world, place), "member": member}


def _thread_members(world: WorldState, intents: int, subject: tuple[Channel, str, bool]) -> Event:
    """Write who has come to a thread or gone; of others a bot is told with their intent alone."""
    place, person, joins = subject
    if person != world.bot.id and not (intents & INTENT_MEMBERS and world.bot_permissions(place)):
        return None
    changed: Body = (
        {"added_members": [shapes.thread_member(place, person)]}
        if joins
        else {"removed_member_ids": [person]}
    )
    there = {"id": place.id, "guild_id": place.guild.id, "member_count": len(place.members)}
    return "THREAD_MEMBERS_UPDATE", {**there, **changed}


def guild_created(world: WorldState, intents: int, guild: Guild) -> Event:
    """Write a server with all that a bot is told of it at once; one in an outage is only named."""
    if not guild.available:
        return "GUILD_DELETE", {"id": guild.id, "unavailable": True}
    places = world.channels_of(guild)
    threads = [each for each in places if each.is_thread and world.bot_permissions(each)]
    people = guild.members.values() if intents & INTENT_MEMBERS else (world.bot,)
    return "GUILD_CREATE", {
        **shapes.guild(guild),
        "joined_at": shapes.member(guild, world.bot)["joined_at"],
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [shapes.full_member(guild, person) for person in people],
        "channels": [shapes.told_channel(world, each) for each in places if not each.is_thread],
        "threads": [shapes.channel(world, each) for each in threads if not each.archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            scheduled.shape(each)
            for each in world.events.values()
            if each.guild is guild and intents & INTENT_EVENTS
        ],
        "soundboard_sounds": [],
    }


def _guild_joined(world: WorldState, intents: int, guild: Guild) -> Event:
    """Write a server that is new to the bot, which is not said to be available again."""
    event = guild_created(world, intents, guild)
    if event is not None and guild.available:
        event[1].pop("unavailable")
    return event


def _guild_updated(world: WorldState, intents: int, guild: Guild) -> Event:
    return ("GUILD_UPDATE", shapes.guild(guild)) if intents & INTENT_GUILDS else None


def _guild_deleted(world: WorldState, intents: int, guild: Guild) -> Event:
    outage = {} if guild.available else {"unavailable": True}
    return ("GUILD_DELETE", {"id": guild.id, **outage}) if intents & INTENT_GUILDS else None


def _member_added(world: WorldState, intents: int, subject: tuple[Guild, Person]) -> Event:
    guild, person = subject
    if not intents & INTENT_MEMBERS:
        return None
    return "GUILD_MEMBER_ADD", {"guild_id": guild.id, **shapes.full_member(guild, person)}


def _member_updated(world: WorldState, intents: int, subject: tuple[Guild, Person]) -> Event:
    """Write a member that was changed; of itself a bot is told whatever its intents are."""
    guild, person = subject
    if person is not world.bot and not intents & INTENT_MEMBERS:
        return None
    return "GUILD_MEMBER_UPDATE", {"guild_id": guild.id, **shapes.full_member(guild, person)}


def _role_updated(world: WorldState, intents: int, guild: Guild) -> Event:
    if not intents & INTENT_GUILDS:
        return None
    return "GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": shapes.roles(guild)[0]}


def _role_deleted(world: WorldState, intents: int, subject: tuple[Guild, Role]) -> Event:
    guild, role = subject
    if not intents & INTENT_GUILDS:
        return None
    return "GUILD_ROLE_DELETE", {"guild_id": guild.id, "role_id": role.id}


def _member_removed(world: WorldState, intents: int, subject: tuple[Guild, Person]) -> Event:
    guild, person = subject
    if not intents & INTENT_MEMBERS:
        return None
    return "GUILD_MEMBER_REMOVE", {"guild_id": guild.id, "user": shapes.user(person)}


def _scheduled(name: str) -> Writer:
    def write(world: WorldState, intents: int, event: ScheduledEvent) -> Event:
        if not intents & INTENT_EVENTS:
            return None
        return f"GUILD_SCHEDULED_EVENT_{name}", scheduled.shape(event)

    return write


def _interested(name: str) -> Writer:
    def write(world: WorldState, intents: int, subject: tuple[ScheduledEvent, Person]) -> Event:
        event, person = subject
        if not intents & INTENT_EVENTS:
            return None
        ids = {"guild_scheduled_event_id": event.id, "guild_id": event.guild.id}
        return f"GUILD_SCHEDULED_EVENT_USER_{name}", {**ids, "user_id": person.id}

    return write


def _interaction(world: WorldState, intents: int, subject: tuple[Interaction, Body]) -> Event:
    return "INTERACTION_CREATE", subject[1]


EVENTS: dict[str, Writer] = {
    "message_create": _message_event("MESSAGE_CREATE"),
    "message_update": _message_event("MESSAGE_UPDATE"),
    "message_delete": _message_deleted,
    "channel_create": _channel_event("CREATE"),
    "channel_update": _channel_event("UPDATE"),
    "channel_delete": _channel_event("DELETE"),
    "thread_join": _thread_joined,
    "thread_members": _thread_members,
    "guild_create": guild_created,
    "guild_join": _guild_joined,
    "guild_update": _guild_updated,
    "guild_delete": _guild_deleted,
    "member_add": _member_added,
    "member_update": _member_updated,
    "member_remove": _member_removed,
    "role_update": _role_updated,
    "role_delete": _role_deleted,
    "event_create": _scheduled("CREATE"),
    "event_update": _scheduled("UPDATE"),
    "event_delete": _scheduled("DELETE"),
    "event_user_add": _interested("ADD"),
    "event_user_remove": _interested("REMOVE"),
    "interaction_create": _interaction,
}
"""How each change of the world is told to a bot of some intents; None when it is not."""


def guild_of(subject: Any) -> Guild:
    """Return the server in which a change that EVENTS knows happened."""
    if isinstance(subject, tuple):
        subject = subject[0]
    if isinstance(subject, Message | Interaction):
        subject = subject.channel
    guild = subject.guild if isinstance(subject, Channel | ScheduledEvent) else subject
    assert isinstance(guild, Guild)
    return guild
