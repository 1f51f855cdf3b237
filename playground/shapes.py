"""Write people, channels and messages as Discord's JSON objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.model import THREAD_CREATED, Attachment, Channel, Emoji, Guild, Message, Person
from playground.permissions import EVERYONE, MODERATOR
from playground.snowflakes import created_at, iso
from playground.state import WorldState

LINKED_PARTS = ("image", "thumbnail", "footer", "author")


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
    }


def member(guild: Guild, person: Person) -> dict[str, Any]:
    """Return the member object without its user."""
    return {
        "nick": None,
        "avatar": None,
        "roles": [guild.moderator_role] if person.moderator else [],
        "joined_at": iso(guild.founded),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def full_member(guild: Guild, person: Person) -> dict[str, Any]:
    """Return the member object with its user."""
    return {"user": user(person), **member(guild, person)}


def roles(guild: Guild) -> list[dict[str, Any]]:
    """Return the server's two roles."""
    return [
        _role(guild.id, "@everyone", 0, EVERYONE),
        _role(guild.moderator_role, "Moderation", 1, MODERATOR),
    ]


def _role(role_id: str, name: str, position: int, permissions: int) -> dict[str, Any]:
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
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel(world: WorldState, place: Channel) -> dict[str, Any]:
    """Return the channel object of a channel or thread."""
    return _thread(place) if place.is_thread else _text_channel(world, place)


def _text_channel(world: WorldState, place: Channel) -> dict[str, Any]:
    overwrites = (
        [{"id": world.bot.id, "type": 1, "allow": "0", "deny": str(place.denied)}]
        if place.denied
        else []
    )
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
    }


def _thread(place: Channel) -> dict[str, Any]:
    assert place.parent is not None
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
        "message_count": len(place.messages),
        "total_message_sent": len(place.messages),
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


def attachment(world: WorldState, message: Message, item: Attachment) -> dict[str, Any]:
    """Return the attachment object."""
    url = attachment_url(world, message, item)
    shape: dict[str, Any] = {
        "id": item.id,
        "filename": item.filename,
        "size": len(item.data),
        "url": url,
        "proxy_url": url,
        "content_type": item.content_type,
    }
    if item.width is not None:
        shape |= {"width": item.width, "height": item.height}
    if item.description is not None:
        shape["description"] = item.description
    if message.only_for is not None:
        shape["ephemeral"] = True
    return shape


def attachment_url(world: WorldState, message: Message, item: Attachment) -> str:
    """Return where a file of a message can be fetched while the message links it."""
    return f"{world.base_url}/cdn/attachments/{message.channel.id}/{item.id}/{item.filename}"


def message(world: WorldState, item: Message) -> dict[str, Any]:
    """Return the message object as the HTTP API gives it to the bot; do not change it.

    A file that an embed shows stands in the embed only, as on Discord.
    """
    if item.wire is None:
        item.wire = _message(world, item)
    return item.wire


def _message(world: WorldState, item: Message) -> dict[str, Any]:
    shown = set(embed_links(item.embeds)) if item.attachments else ()
    files = [attachment(world, item, each) for each in item.attachments]
    shape: dict[str, Any] = {
        "id": item.id,
        "type": item.type,
        "channel_id": item.channel.id,
        "author": user(item.author),
        "content": item.content,
        "timestamp": iso(created_at(item.id)),
        "edited_timestamp": None if item.edited is None else iso(item.edited),
        "tts": False,
        "mention_everyone": item.mention_everyone,
        "mentions": [user(person) for person in item.mentions],
        "mention_roles": [],
        "attachments": [each for each in files if each["url"] not in shown],
        "embeds": item.embeds,
        "components": item.components,
        "pinned": False,
        "flags": item.flags,
    }
    return shape | _extras(world, item)


def _extras(world: WorldState, item: Message) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    if item.metadata is not None:
        extras["interaction_metadata"] = item.metadata
        extras["webhook_id"] = world.bot.id
    if item.author.bot:
        extras["application_id"] = world.bot.id
    if item.nonce is not None:
        extras["nonce"] = item.nonce
    if item.type == THREAD_CREATED and item.thread is not None:
        place = {"guild_id": item.channel.guild.id, "channel_id": item.thread.id}
        extras["message_reference"] = {"type": 0, **place}
    elif item.thread is not None:
        extras["thread"] = channel(world, item.thread)
    if item.reference is not None:
        extras["message_reference"] = {
            "type": 0,
            "message_id": item.reference.id,
            "channel_id": item.reference.channel.id,
            "guild_id": item.reference.channel.guild.id,
        }
        extras["referenced_message"] = message(world, item.reference)
    return extras


def embed_links(embeds: list[dict[str, Any]]) -> Iterator[str]:
    """Give every address that embeds name."""
    for embed in embeds:
        for part in (embed, *(embed[name] for name in LINKED_PARTS if name in embed)):
            yield from (part[key] for key in ("url", "icon_url") if part.get(key))


def embed(world: WorldState, item: Message, raw: dict[str, Any]) -> dict[str, Any]:
    """Return an embed of a message with the addresses of the files that it shows."""
    named = {each.filename: each for each in item.attachments}
    shape = {"type": "rich", **raw}
    for part in LINKED_PARTS:
        for key in ("url", "icon_url"):
            link = (shape.get(part) or {}).get(key) or ""
            used = named.get(link.removeprefix("attachment://"))
            if link.startswith("attachment://") and used is not None:
                url = attachment_url(world, item, used)
                shape[part] = {**shape[part], key: url, f"proxy_{key}": url}
                if key == "url" and used.width is not None:
                    shape[part] |= {"width": used.width, "height": used.height}
    return shape


def seen(world: WorldState, item: Message, person: Person) -> dict[str, Any]:
    """Return the message as a person's client shows it, with all its files."""
    return {
        **message(world, item),
        "attachments": [attachment(world, item, each) for each in item.attachments],
        "ephemeral": item.only_for is not None,
        "mentions_me": item.mention_everyone or person in item.mentions,
        "thinking": item.thinking,
    }
