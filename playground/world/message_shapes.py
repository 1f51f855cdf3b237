"""Write messages, their files and their embeds as Discord's JSON objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.model import SUPPRESS_EMBEDS, THREAD_CREATED, Attachment, Message, Person
from playground.world.shapes import channel, roles_of, user
from playground.world.snowflakes import created_at, iso
from playground.world.state import WorldState

LINKED_PARTS = ("image", "thumbnail", "footer", "author")
BY_NAME = "attachment://"


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
    """Return where a file of a message can be fetched while the message links it; those of private
    messages are at an address of their own (esmBot #550)."""
    kind = "attachments" if message.only_for is None else "ephemeral-attachments"
    return f"{world.base_url}/cdn/{kind}/{message.channel.id}/{item.id}/{item.filename}"


def message(world: WorldState, item: Message) -> dict[str, Any]:
    """Return the message object as the HTTP API gives it to the bot; do not change it.

    A file that an embed names by attachment:// stands in the embed only, as on Discord.
    """
    if item.wire is None:
        item.wire = _message(world, item)
    return item.wire


def _message(world: WorldState, item: Message) -> dict[str, Any]:
    loose = [each for each in item.attachments if each.id not in item.embedded]
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
        "mention_roles": item.mention_roles,
        "attachments": [attachment(world, item, each) for each in loose],
        "embeds": [] if item.flags & SUPPRESS_EMBEDS else item.embeds,
        "components": item.components,
        "pinned": False,
        "flags": item.flags,
    }
    return shape | _extras(world, item)


def _extras(world: WorldState, item: Message) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    if item.metadata is not None:
        extras["interaction_metadata"] = item.metadata
        extras["webhook_id"] = world.application_id
    if item.author.bot:
        extras["application_id"] = world.application_id
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


def named_files(raw: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Give each file that an embed names by attachment://: part, key and file name."""
    for part in LINKED_PARTS:
        for key in ("url", "icon_url"):
            link = (raw.get(part) or {}).get(key) or ""
            if link.startswith(BY_NAME):
                yield part, key, link.removeprefix(BY_NAME)


def embed(
    world: WorldState, item: Message, raw: dict[str, Any], files: Mapping[str, Attachment]
) -> dict[str, Any]:
    """Return an embed of a message with the addresses of the files, by name, that it shows.

    It loses pictures that are none of these.
    """
    shape = {"type": "rich", **raw}
    for part, key, name in named_files(raw):
        if name in files:
            link = _link(attachment_url(world, item, files[name]), key, files[name])
            shape[part] = {**shape[part], **link}
        elif key == "url":
            del shape[part]
    return shape


def _calls(item: Message, person: Person) -> bool:
    """Tell whether a message mentions a person, all, or a role that the person has."""
    has = set(roles_of(item.channel.guild, person)) if item.mention_roles else set()
    return (
        item.mention_everyone or person in item.mentions or not has.isdisjoint(item.mention_roles)
    )


def _link(url: str, key: str, file: Attachment) -> dict[str, Any]:
    """Return what an embed's part says of a file of the message."""
    size = {} if file.width is None else {"width": file.width, "height": file.height}
    return {key: url, f"proxy_{key}": url, **(size if key == "url" else {})}


def seen(world: WorldState, item: Message, person: Person) -> dict[str, Any]:
    """Return the message as a person's client gets it, with all its files, embedded ones too."""
    return {
        **message(world, item),
        "attachments": [attachment(world, item, each) for each in item.attachments],
        "embedded": sorted(item.embedded),
        "ephemeral": item.only_for is not None,
        "mentions_me": _calls(item, person),
        "thinking": item.thinking,
    }
