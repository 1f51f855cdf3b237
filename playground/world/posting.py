"""Create, change and remove messages from the bodies that Discord's HTTP API takes."""

from __future__ import annotations

import io
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PIL import Image, UnidentifiedImageError

from playground.limits import messages as limits
from playground.limits.errors import refusal
from playground.model import (
    LOADING,
    PRIVATE_THREAD,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    THREAD_CREATED,
    Attachment,
    Channel,
    File,
    Message,
    Person,
)
from playground.world import message_shapes, shapes
from playground.world.permission_bits import Permission
from playground.world.state import WorldState
from playground.world.thread_members import set_member

USER_MENTION = re.compile(r"<@!?(\d+)>")
ROLE_MENTION = re.compile(r"<@&(\d+)>")
UNSAFE = re.compile(r"[^\w.\-]")
INTENT_CONTENT = 1 << 15
BORN_WITH = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
WRITTEN = (
    "content", "embeds", "embedded", "components", "attachments", "mentions", "mention_roles",
    "mention_everyone",
)  # fmt: skip
"""What a body writes of a message."""
LINGERING = 30
"""How many files that no message links any more can still be fetched."""

Body = dict[str, Any]


def find(world: WorldState, channel_id: str, message_id: str) -> Message:
    """Return a message that the bot can reach through its channel.

    Raises ApiError 10008 for unknown and for ephemeral ones.
    """
    item = world.channels[channel_id].messages.get(message_id)
    if item is None or item.only_for is not None:
        raise refusal("unknown_message")
    return item


def readable(world: WorldState, item: Message, intents: int) -> Body:
    """Return the message object as a bot of those intents may read it."""
    shape = message_shapes.message(world, item)
    if item.author is world.bot or world.bot in item.mentions or intents & INTENT_CONTENT:
        return shape
    return {**shape, "content": "", "embeds": [], "attachments": [], "components": []}


def post(
    world: WorldState,
    place: Channel,
    author: Person,
    body: Body,
    files: Sequence[File] = (),
    *,
    only_for: Person | None = None,
    metadata: Body | None = None,
    flags: int = 0,
) -> Message:
    """Add a message to a channel; a thinking one (flag LOADING) may be empty."""
    if world.validation and author.bot and not flags & LOADING:
        limits.check_message(body, files, emojis=world.emojis)
    item = Message(world.snowflakes.next(), place, author)
    item.only_for, item.metadata = only_for, metadata
    item.flags = flags | (body.get("flags") or 0) & BORN_WITH
    item.nonce = body.get("nonce")
    _write(world, item, body, files)
    _refer(item, body.get("message_reference"))
    if not flags & LOADING:
        _refuse_empty(item)
    _keep(world, item)
    _invite(world, item)
    world.publish("message_create", item)
    return item


def announce(world: WorldState, thread: Channel) -> Message:
    """Tell of a new thread in its channel, as Discord does for its owner."""
    assert thread.parent is not None
    owner = world.people[thread.owner_id]
    item = Message(world.snowflakes.next(), thread.parent, owner, thread.name)
    item.type, item.thread = THREAD_CREATED, thread
    _keep(world, item)
    world.publish("message_create", item)
    return item


def edit(world: WorldState, item: Message, body: Body, files: Sequence[File] = ()) -> Message:
    """Change what the body names, leave the rest; a thinking message is finished by it.

    A refused change leaves the message as it was.
    """
    if world.validation:
        limits.check_message(body, files, known=item, emojis=world.emojis)
    draft = Message(item.id, item.channel, item.author, only_for=item.only_for)
    _copy(item, draft)
    _write(world, draft, body, files)
    _refuse_empty(draft)
    _copy(draft, item)
    _link(world, item)
    if item.thinking:
        item.flags &= ~LOADING
    elif body:
        item.edited = world.clock()
    if body.get("flags") is not None:
        item.flags = item.flags & ~SUPPRESS_EMBEDS | body["flags"] & SUPPRESS_EMBEDS
    item.wire = None
    world.publish("message_update", item)
    return item


def remove(world: WorldState, item: Message) -> None:
    """Take a message and its files away."""
    if item.channel.messages.pop(item.id, None) is None:
        raise refusal("unknown_message")
    _unlink(world, item)
    world.publish("message_delete", item)


def _copy(source: Message, target: Message) -> None:
    for name in WRITTEN:
        setattr(target, name, getattr(source, name))


def _write(world: WorldState, item: Message, body: Body, files: Sequence[File]) -> None:
    if "content" in body:
        item.content = body["content"] or ""
        _mention(world, item, body.get("allowed_mentions"))
    if "components" in body:
        item.components = _numbered(body["components"] or [])
    kept = {each.id for each in item.attachments}
    if files or "attachments" in body:
        item.attachments = _attachments(world, item.attachments, body, files)
    if "embeds" in body:
        _embed(world, item, body["embeds"] or [], kept)
    item.wire = None


def _embed(world: WorldState, item: Message, raw: list[Body], kept: set[str]) -> None:
    """Write embeds, which show files of the message by their names; `kept` are the older ones."""
    lost = kept if world.kept_files_leave_embeds else ()
    files = {each.filename: each for each in item.attachments if each.id not in lost}
    item.embeds = [message_shapes.embed(world, item, each, files) for each in raw]
    named = {name for each in raw for _, _, name in message_shapes.named_files(each)}
    item.embedded = {files[name].id for name in named & files.keys()}
    if world.kept_files_show_outside:
        item.embedded -= kept


def _numbered(rows: list[Body]) -> list[Body]:
    """Give every component the number that Discord gives it."""
    number = 0
    numbered = []
    for row in rows:
        number += 1
        first = number
        children = []
        for child in row.get("components", ()):
            number += 1
            children.append({"id": number, **_written(child)})
        numbered.append({"id": first, **row, "components": children})
    return numbered


def _written(part: Body) -> Body:
    """Return a control or an option with the ids of its emojis written as Discord does."""
    if part.get("options"):
        part = {**part, "options": [_written(option) for option in part["options"]]}
    emoji = part.get("emoji")
    if emoji and emoji.get("id") is not None:
        part = {**part, "emoji": {**emoji, "id": str(emoji["id"])}}
    return part


def _mention(world: WorldState, item: Message, allowed: Body | None) -> None:
    everything = {"users", "roles", "everyone"}
    parse = everything if allowed is None else set(allowed.get("parse") or ())
    named = {str(each) for each in (allowed or {}).get("users") or ()}
    called = {str(each) for each in (allowed or {}).get("roles") or ()}
    ids = dict.fromkeys(USER_MENTION.findall(item.content))
    item.mentions = [
        world.people[each]
        for each in ids
        if each in world.people and ("users" in parse or each in named)
    ]
    item.mention_roles = [
        role
        for role in dict.fromkeys(ROLE_MENTION.findall(item.content))
        if ("roles" in parse or role in called) and _may_call(world, item, role)
    ]
    item.mention_everyone = "everyone" in parse and (
        "@everyone" in item.content or "@here" in item.content
    )


def _may_call(world: WorldState, item: Message, role_id: str) -> bool:
    """Tell whether a role may be mentioned there: by anybody, or by who may mention all."""
    guild = item.channel.guild
    everybody = world.permissions(item.author, guild) & Permission.MENTION_EVERYONE
    return any(
        role["id"] == role_id and (role["mentionable"] or everybody)
        for role in shapes.roles(guild)
        if role_id != guild.id
    )


def _refer(item: Message, reference: Body | None) -> None:
    if not reference:
        return
    item.reference = item.channel.messages.get(str(reference.get("message_id")))
    if item.reference is None and reference.get("fail_if_not_exists", True):
        raise refusal("unknown_message")
    if item.reference is not None:
        item.type = 19


def _attachments(
    world: WorldState, old: list[Attachment], body: Body, files: Sequence[File]
) -> list[Attachment]:
    """Keep the old files that the body lists (all without a list) and add the new ones."""
    listed = body.get("attachments", ...)
    notes = {str(each.get("id")): each for each in (listed or ())} if listed is not ... else {}
    kept = old if listed is ... else [each for each in old if each.id in notes]
    new = [_attachment(world, each, notes.get(each.index, {})) for each in files]
    return [*(_noted(each, notes.get(each.id, {})) for each in kept), *new]


def _noted(item: Attachment, note: Body) -> Attachment:
    """Return a kept file with the description that an edit gives it, if it gives one."""
    return replace(item, description=note["description"]) if "description" in note else item


def _attachment(world: WorldState, upload: File, note: Body) -> Attachment:
    filename = UNSAFE.sub("_", note.get("filename") or upload.filename) or "file"
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    item = Attachment(world.snowflakes.next(), filename, upload.data, kind)
    item.description = note.get("description")
    if kind.startswith("image/"):
        item.width, item.height = _size(upload.data)
    return item


def _size(data: bytes) -> tuple[int, int] | tuple[None, None]:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None, None


def _refuse_empty(item: Message) -> None:
    if not (item.content or item.embeds or item.components or item.attachments):
        raise refusal("empty_message")


def _keep(world: WorldState, item: Message) -> None:
    messages = item.channel.messages
    messages[item.id] = world.messages[item.id] = item
    item.channel.touched = world.clock()
    _link(world, item)
    while len(messages) > world.messages_per_channel:
        _unlink(world, messages.pop(next(iter(messages))))


def _invite(world: WorldState, item: Message) -> None:
    """Add whom a message mentions to the private thread that it is in."""
    if item.channel.type == PRIVATE_THREAD:
        for person in item.mentions:
            set_member(world, item.channel, person.id, joins=True)


def _link(world: WorldState, item: Message) -> None:
    wanted = {each.id for each in item.attachments}
    for gone in [key for key in world.linked.get(item.id, ()) if key not in wanted]:
        _let_go(world, gone)
    world.files.update({each.id: each for each in item.attachments})
    if wanted:
        world.linked[item.id] = wanted
    else:
        world.linked.pop(item.id, None)


def _unlink(world: WorldState, item: Message) -> None:
    del world.messages[item.id]
    item.attachments = []
    for key in world.linked.pop(item.id, ()):
        _let_go(world, key)


def _let_go(world: WorldState, key: str) -> None:
    """Forget a file that is no longer linked, but not at once: some client is about to fetch it.

    Discord keeps such a file for about two minutes (Java-Discord/JavaBot, pull request 477).
    """
    world.unlinked[key] = world.files.pop(key)
    while len(world.unlinked) > LINGERING:
        del world.unlinked[next(iter(world.unlinked))]
