"""Carry out what the bot answers to interactions: responses, follow-ups, edits of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from playground import limits_commands, limits_components, messages, shapes
from playground.errors import refusal
from playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from playground.model import EPHEMERAL, LOADING, File, Message
from playground.problems import invalid

if TYPE_CHECKING:
    from playground.world import World

Body = dict[str, Any]
Files = Sequence[File]

REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9

ALLOWED = {
    COMMAND: {REPLY, DEFER, OPEN_MODAL},
    COMPONENT: {REPLY, DEFER, DEFER_UPDATE, UPDATE, OPEN_MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {REPLY, DEFER},
}
"""Which responses an interaction of each type takes."""


def respond(world: World, item: Interaction, body: Body, files: Files) -> Body:
    """Give an interaction its one response and return Discord's callback object.

    A refused response leaves the interaction open for another try.
    """
    kind = body.get("type")
    if kind not in _allowed(item):
        raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of the allowed.")
    message = RESPONSES[kind](world, item, body.get("data") or {}, files)
    item.original = message
    world.desk.acknowledge(item, kind)
    if item.modal is not None:
        world.publish("modal", item)
    return _callback(world, item, kind, message)


def _allowed(item: Interaction) -> set[int]:
    allowed = ALLOWED[item.kind]
    if item.kind == MODAL and item.message is not None:
        return allowed | {DEFER_UPDATE, UPDATE}
    return allowed


def _reply(world: World, item: Interaction, data: Body, files: Files) -> Message:
    return _send(world, item, data, files, item.metadata(world))


def _defer(world: World, item: Interaction, data: Body, files: Files) -> Message:
    flags = (data.get("flags") or 0) & EPHEMERAL
    return _send(world, item, {"flags": flags}, (), item.metadata(world), LOADING)


def _defer_update(world: World, item: Interaction, data: Body, files: Files) -> Message | None:
    return item.message


def _update(world: World, item: Interaction, data: Body, files: Files) -> Message:
    source = _existing(item.message)
    return messages.edit(world, source, data, files)


def _choices(world: World, item: Interaction, data: Body, files: Files) -> None:
    if world.validation:
        limits_commands.check_choices(data)
    item.choices = data["choices"]


def _modal(world: World, item: Interaction, data: Body, files: Files) -> None:
    if world.validation:
        limits_components.check_modal(data)
    item.modal, item.modal_open = data, True


RESPONSES: dict[int, Callable[[World, Interaction, Body, Files], Message | None]] = {
    REPLY: _reply,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    OPEN_MODAL: _modal,
}


def _send(
    world: World, item: Interaction, data: Body, files: Files, metadata: Body, flags: int = 0
) -> Message:
    ephemeral = (data.get("flags") or 0) & EPHEMERAL
    return messages.post(
        world,
        item.channel,
        world.bot,
        data,
        files,
        only_for=item.person if ephemeral else None,
        metadata=metadata,
        flags=flags | ephemeral,
    )


def _existing(item: Message | None) -> Message:
    if item is None or item.id not in item.channel.messages:
        raise refusal("unknown_message")
    return item


def _callback(world: World, item: Interaction, kind: int, message: Message | None) -> Body:
    shape: Body = {"id": item.id, "type": item.kind}
    if message is None:
        return {"interaction": shape}
    shape["response_message_id"] = message.id
    shape["response_message_loading"] = message.thinking
    shape["response_message_ephemeral"] = message.only_for is not None
    answer: Body = {"interaction": shape, "resource": {"type": kind}}
    if kind != DEFER_UPDATE:
        answer["resource"]["message"] = shapes.message(world, message)
    return answer


def follow_up(world: World, item: Interaction, data: Body, files: Files) -> Message:
    """Post a further message; the first one after a deferred response fills that one."""
    if item.original is not None and item.original.thinking and item.answer == DEFER:
        return messages.edit(world, _existing(item.original), data, files)
    message = _send(world, item, data, files, item.metadata(world, item.original))
    item.followups.append(message)
    return message


def find(item: Interaction, message_id: str) -> Message:
    """Return a message that this interaction's token reaches, or raise 10008."""
    if message_id == "@original":
        return _existing(item.original)
    for message in (item.original, item.message, *item.followups):
        if message is not None and message.id == message_id:
            return _existing(message)
    raise refusal("unknown_message")
