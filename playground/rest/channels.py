"""Answer what the bot does in channels: messages, threads, typing."""

from __future__ import annotations

from typing import Any

from playground.limits.errors import refusal
from playground.limits.problems import invalid
from playground.model import DIRECT, PRIVATE_THREAD, Channel, Message
from playground.rest.bodies import MESSAGE, THREAD
from playground.rest.rest import Call, Route
from playground.world import direct, message_shapes, posting, shapes, threads
from playground.world.permission_bits import Permission
from playground.world.snowflakes import created_at
from playground.world.thread_members import set_member

NONCE_SECONDS = 180.0
"""How long Discord remembers an enforced nonce; its documentation says: the past few minutes."""


def _place(call: Call, needed: Permission | int = 0) -> Channel:
    """Return the channel in which the bot has some permissions, or raise 10003, 50001, 50013."""
    place = call.world.channels.get(call.params["channel_id"])
    if place is None:
        raise refusal("unknown_channel")
    has = call.world.bot_permissions(place)
    if not has:
        raise refusal("missing_access")
    if needed & ~has:
        raise refusal("missing_permissions")
    return place


def _text_of(call: Call, needed: Permission | int = 0) -> Channel:
    """Return the channel of which the bot may read the text: with Connect, where people also speak
    (discord-api-docs #5111)."""
    place = _place(call, needed)
    if place.speaks and not call.world.bot_permissions(place) & Permission.CONNECT:
        raise refusal("missing_access")
    return place


def _needed_for_files(call: Call) -> int:
    return Permission.ATTACH_FILES if call.files else 0


def _without_embeds(call: Call, place: Channel, **instead: Any) -> Any:
    """Return a body without its embeds if the bot may not send any there, with this in place of
    them."""
    body, may = call.body, call.world.bot_permissions(place) & Permission.EMBED_LINKS
    if may or not body.get("embeds"):
        return body
    return {name: value for name, value in body.items() if name != "embeds"} | instead


def _post(call: Call) -> Any:
    place = _text_of(call)
    if place.type == DIRECT and not direct.recipient(call.world, place).takes_messages:
        raise refusal("takes_no_messages")
    speak = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
    _place(call, speak | _needed_for_files(call))
    body = _without_embeds(call, place)
    if body is not call.body and not (body.get("content") or call.world.posts_lose_embeds):
        raise refusal("missing_permissions")
    if threads.is_shut(call.world, place):
        raise refusal("locked")
    twin = _twin(call, place)
    if twin is None:
        threads.wake(call.world, place)
        twin = posting.post(call.world, place, call.world.bot, body, call.files)
        _note(place, twin)
    return message_shapes.message(call.world, twin)


def _twin(call: Call, place: Channel) -> Message | None:
    """Return the message of the last few minutes that has the same enforced nonce.

    Where somebody has deleted that message, Discord does not post it anew (discord-api-docs #6647,
    discord.py #10116).
    """
    nonce = call.body.get("nonce") if call.body.get("enforce_nonce") else None
    known = None if nonce is None else place.nonces.get(str(nonce))
    if known is None or created_at(known.id) < call.world.clock() - NONCE_SECONDS:
        return None
    if known.id not in place.messages:
        raise refusal("unknown_message")
    return known


def _note(place: Channel, item: Message) -> None:
    """Remember a message by its nonce, and no more of those than may still be asked for."""
    for nonce, known in tuple(place.nonces.items()):
        if created_at(known.id) >= created_at(item.id) - NONCE_SECONDS:
            break
        del place.nonces[nonce]
    if item.nonce is not None:
        place.nonces.pop(str(item.nonce), None)
        place.nonces[str(item.nonce)] = item


def _message(call: Call, needed: Permission | int = 0) -> Message:
    place = _text_of(call, needed)
    return posting.find(call.world, place.id, call.params["message_id"])


def _own_message(call: Call, needed: Permission | int = 0) -> Message:
    item = _message(call, needed)
    if item.author is not call.world.bot:
        raise refusal("not_author")
    return item


def _get(call: Call) -> Any:
    item = _message(call, Permission.READ_MESSAGE_HISTORY)
    return posting.readable(call.world, item, call.world.granted_intents)


def _history(call: Call) -> Any:
    place = _text_of(call, Permission.READ_MESSAGE_HISTORY)
    shown = [item for item in place.messages.values() if item.only_for is None]
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid(("limit",), "NUMBER_TYPE_MAX", "Value must be between 1 and 100.")
    chosen = _slice(shown, call.query, limit)
    intents = call.world.granted_intents
    return [posting.readable(call.world, item, intents) for item in reversed(chosen)]


def _slice(shown: list[Message], query: dict[str, str], limit: int) -> list[Message]:
    if "after" in query:
        return [item for item in shown if int(item.id) > int(query["after"])][:limit]
    if "around" in query:
        middle = int(query["around"])
        older = [item for item in shown if int(item.id) < middle][-(limit // 2) :]
        newer = [item for item in shown if int(item.id) >= middle][: limit - limit // 2]
        return older + newer
    if "before" in query:
        shown = [item for item in shown if int(item.id) < int(query["before"])]
    return shown[-limit:]


def _patch(call: Call) -> Any:
    item = _own_message(call, _needed_for_files(call))
    fate = call.world.embeds_without_permission
    body = _without_embeds(call, item.channel, **({"embeds": []} if fate == "lost" else {}))
    if body is not call.body and fate == "refused":
        raise refusal("missing_permissions")
    if item.channel.archived:
        raise refusal("archived")
    if threads.is_shut(call.world, item.channel):
        raise refusal("locked")
    return message_shapes.message(call.world, posting.edit(call.world, item, body, call.files))


def _delete(call: Call) -> None:
    item = _message(call)
    if item.author is not call.world.bot:
        _place(call, Permission.MANAGE_MESSAGES)
    if item.channel.archived:
        raise refusal("archived")
    posting.remove(call.world, item)


def _open_direct(call: Call) -> Any:
    person = call.world.people.get(str(call.body["recipient_id"]))
    if person is None or person.bot:
        raise refusal("unknown_user")
    return shapes.channel(call.world, direct.open_with(call.world, person))


def _typing(call: Call) -> None:
    _text_of(call, Permission.SEND_MESSAGES)


def _get_channel(call: Call) -> Any:
    return shapes.channel(call.world, _place(call))


def _change_channel(call: Call) -> Any:
    place = _place(call)
    if not place.is_thread or place.owner_id != call.world.bot.id:
        _place(call, Permission.MANAGE_THREADS if place.is_thread else Permission.MANAGE_CHANNELS)
    if place.archived and call.body.get("archived", True):
        # Only what is not archived, or is not any more, can be changed (Modify Channel).
        raise refusal("archived")
    return shapes.channel(call.world, threads.change(call.world, place, call.body))


def _delete_channel(call: Call) -> Any:
    place = _place(call)
    _place(call, Permission.MANAGE_THREADS if place.is_thread else Permission.MANAGE_CHANNELS)
    threads.remove(call.world, place)
    return shapes.channel(call.world, place)


def _open_thread(call: Call) -> Any:
    kind = call.body.get("type", PRIVATE_THREAD)
    public, private = Permission.CREATE_PUBLIC_THREADS, Permission.CREATE_PRIVATE_THREADS
    place = _place(call, private if kind == PRIVATE_THREAD else public)
    return call.created(_new_thread(call, threads.open_in(call.world, place, call.body)))


def _open_thread_at(call: Call) -> Any:
    item = _message(call, Permission.CREATE_PUBLIC_THREADS)
    return call.created(_new_thread(call, threads.open_at(call.world, item, call.body)))


def _new_thread(call: Call, thread: Channel) -> Any:
    member = shapes.thread_member(thread, call.world.bot.id)
    return {**shapes.channel(call.world, thread), "member": member}


def _join(call: Call) -> None:
    _set_membership(call, call.params.get("user_id", call.world.bot.id), joins=True)


def _leave(call: Call) -> None:
    _set_membership(call, call.params.get("user_id", call.world.bot.id), joins=False)


def _set_membership(call: Call, person_id: str, *, joins: bool) -> None:
    place = _place(call)
    if not place.is_thread:
        raise refusal("unknown_channel")
    if person_id not in call.world.people:
        raise refusal("unknown_user")
    set_member(call.world, place, person_id, joins=joins)


_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"

ROUTES = (
    Route("POST", "/users/@me/channels", _open_direct),
    Route("GET", "/channels/{channel_id}", _get_channel),
    Route("PATCH", "/channels/{channel_id}", _change_channel, takes=THREAD),
    Route("DELETE", "/channels/{channel_id}", _delete_channel),
    Route("POST", "/channels/{channel_id}/typing", _typing),
    Route("GET", _MESSAGES, _history),
    Route("POST", _MESSAGES, _post, bucket="post", takes=MESSAGE),
    Route("GET", _MESSAGE, _get),
    Route("PATCH", _MESSAGE, _patch, bucket="patch", takes=MESSAGE),
    Route("DELETE", _MESSAGE, _delete, bucket="delete"),
    Route("POST", "/channels/{channel_id}/threads", _open_thread, takes=THREAD),
    Route("POST", _MESSAGE + "/threads", _open_thread_at, takes=THREAD),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", _join),
    Route("DELETE", "/channels/{channel_id}/thread-members/@me", _leave),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", _join),
    Route("DELETE", "/channels/{channel_id}/thread-members/{user_id}", _leave),
)
