"""Write people, servers, channels and emojis as Discord's JSON objects."""

from __future__ import annotations

from typing import Any

from playground.model import DIRECT, Channel, Emoji, Guild, Person
from playground.world.permission_bits import EVERYONE, MODERATOR, Permission
from playground.world.snowflakes import created_at, iso
from playground.world.state import WorldState

HELPERS, MODERATORS = 8, 9
"""How high the two roles stand that every server has."""
OBFUSCATED = 1 << 17
"""The flag of a channel of which a bot is told nothing, as it does not see it."""
PARTIAL = frozenset(
    {"id", "name", "type", "last_message_id", "nsfw", "parent_id", "guild_id", "flags"}
    | {"rate_limit_per_user", "topic", "position", "thread_metadata"}
)
"""What Discord's documentation names of the channels that an interaction brings along (Resolved
Data Structure), but for permissions; whether there is more in those of threads, or of voice and
stage channels, it does not say."""
RELIABLE = frozenset({"id", "type", "position"})
"""What its documentation promises of a channel that the bot does not see (Obfuscated Channels)."""


def user(person: Person) -> dict[str, Any]:
    """Return the user object."""
    return {
        "id": person.id,
        "username": person.username,
        "discriminator": "0000" if person.bot else "0",
        "global_name": None if person.bot else person.name,
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def member(guild: Guild, person: Person) -> dict[str, Any]:
    """Return the member object without its user; a timeout that is over still stands there
    (discord-api-docs #4269)."""
    silent = guild.bot_silent if person.bot else None
    return {
        "nick": None,
        "avatar": None,
        "roles": roles_of(guild, person),
        "joined_at": iso(guild.founded),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None if silent is None else iso(silent),
    }


def full_member(guild: Guild, person: Person) -> dict[str, Any]:
    """Return the member object with its user."""
    return {"user": user(person), **member(guild, person)}


def roles(guild: Guild) -> list[dict[str, Any]]:
    """Return the server's roles; that of moderators is the highest."""
    others = [
        _role(r.id, r.name, r.position, r.permissions, r.mentionable, r.managed)
        for r in guild.roles.values()
    ]
    return [
        _role(guild.id, "@everyone", 0, EVERYONE & ~guild.denied),
        *others,
        _role(guild.helper_role, "Spielleitung", HELPERS, 0),
        _role(guild.moderator_role, "Moderation", MODERATORS, MODERATOR),
    ]


def roles_of(guild: Guild, person: Person) -> list[str]:
    """Return the ids of the roles that a person has in a server."""
    has = {guild.helper_role: person.helper, guild.moderator_role: person.moderator}
    return [*(role for role, there in has.items() if there), *(person.roles & guild.roles.keys())]


def _role(
    role_id: str,
    name: str,
    position: int,
    permissions: int,
    mentionable: bool = False,
    managed: bool = False,
) -> dict[str, Any]:
    colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": colors,
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": managed,
        "mentionable": mentionable,
        "flags": 0,
    }


def channel(world: WorldState, place: Channel) -> dict[str, Any]:
    """Return the channel object of a channel, a thread, or of the bot and one person."""
    if place.type == DIRECT:
        people = [user(each) for each in place.guild.members.values() if not each.bot]
        return {"id": place.id, "type": DIRECT, "recipients": people, "last_message_id": None}
    return _thread(place) if place.is_thread else _plain_channel(world, place)


def told_channel(world: WorldState, place: Channel) -> dict[str, Any]:
    """Return the channel object as the gateway tells of it: where the bot does not see the channel,
    no more than it may rely on then (discord-api-docs #8454)."""
    shape = channel(world, place)
    if place.is_thread or world.bot_permissions(place):
        return shape
    sight = str(int(Permission.VIEW_CHANNEL))
    hides = {"id": place.guild.id, "type": 0, "allow": "0", "deny": sight}
    return {
        **{name: value for name, value in shape.items() if name in RELIABLE},
        "guild_id": place.guild.id,
        "name": "___hidden___",
        "permission_overwrites": [hides],
        "flags": OBFUSCATED,
    }


def partial_channel(world: WorldState, place: Channel) -> dict[str, Any]:
    """Return what an interaction says of the channel in which it happens."""
    return {name: value for name, value in channel(world, place).items() if name in PARTIAL}


def _overwrites(world: WorldState, place: Channel) -> list[dict[str, Any]]:
    sight = int(Permission.VIEW_CHANNEL)
    of_bot = sight & ~place.denied if place.guild.id in place.hidden else 0
    rights = dict.fromkeys(sorted(place.hidden), (0, sight))
    rights |= dict.fromkeys(sorted(place.shown), (sight, 0))
    if of_bot or place.denied:
        rights = {world.bot.id: (of_bot, place.denied), **rights}
    return [
        {
            "id": id,
            "type": int(id == world.bot.id or id in world.people),
            "allow": str(allow),
            "deny": str(deny),
        }
        for id, (allow, deny) in rights.items()
    ]


def _plain_channel(world: WorldState, place: Channel) -> dict[str, Any]:
    overwrites = _overwrites(world, place)
    voice = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if place.speaks else {}
    return {
        "id": place.id,
        "type": place.type,
        "guild_id": place.guild.id,
        "name": place.name,
        "position": place.position,
        "permission_overwrites": overwrites,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "last_message_id": next(reversed(place.messages), None),
        "flags": 0,
        **voice,
    }


def _thread(place: Channel) -> dict[str, Any]:
    assert place.parent is not None
    written = sum(item.only_for is None for item in place.messages.values())
    metadata = {
        "archived": place.archived,
        "auto_archive_duration": place.auto_archive,
        "archive_timestamp": iso(place.touched),
        "locked": place.locked,
        "create_timestamp": iso(created_at(place.id)),
    }
    if place.type == 12:
        metadata["invitable"] = True
    return {
        "id": place.id,
        "type": place.type,
        "guild_id": place.guild.id,
        "parent_id": place.parent.id,
        "owner_id": place.owner_id,
        "name": place.name,
        "last_message_id": next(reversed(place.messages), None),
        "rate_limit_per_user": 0,
        "message_count": written,
        "total_message_sent": written,
        "member_count": len(place.members),
        "thread_metadata": metadata,
        "flags": 0,
    }


def thread_member(place: Channel, person_id: str) -> dict[str, Any]:
    """Return the membership of a person in a thread."""
    return {
        "id": place.id,
        "user_id": person_id,
        "join_timestamp": iso(place.touched),
        "flags": 0,
    }


def guild(item: Guild) -> dict[str, Any]:
    """Return the guild object that the HTTP API gives."""
    return {
        "id": item.id,
        "name": item.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": item.owner_id,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "preferred_locale": item.locale,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": roles(item),
    }


def emoji(world: WorldState, item: Emoji) -> dict[str, Any]:
    """Return the emoji object of one of the application's own."""
    return {
        "id": item.id,
        "name": item.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": item.animated,
        "available": True,
    }
