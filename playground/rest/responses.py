"""Carry out what the bot answers to interactions: responses, follow-ups, edits of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playground.limits import commands as limits_commands
from playground.limits import components as limits_components
from playground.limits.errors import ApiError, refusal
from playground.limits.problems import invalid
from playground.model import EPHEMERAL, LOADING, File, Message
from playground.world import message_shapes, posting, shapes, threads
from playground.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from playground.world.state import WorldState

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


def respond(world: WorldState, item: Interaction, body: Body, files: Files) -> Body:
    """Give an interaction its one response and return Discord's callback object.

    A refused response leaves the interaction open for another try.
    """
    kind = body.get("type")
    if kind not in _allowed(item):
        raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of the allowed.")
    if kind not in (CHOICES, OPEN_MODAL):
        check_open(world, item)
    message = RESPONSES[kind](world, item, body.get("data") or {}, files)
    item.original = message
    world.desk.acknowledge(item, kind)
    if item.modal is not None:
        world.publish("modal", item)
    return _callback(world, item, kind, message)


def check_open(world: WorldState, item: Interaction) -> None:
    """Raise 50083 where nothing can be answered: the thread is locked."""
    if threads.is_shut(world, item.channel):
        raise refusal("shut")


def _allowed(item: Interaction) -> set[int]:
    allowed = ALLOWED[item.kind]
    if item.kind == MODAL and item.message is not None:
        return allowed | {DEFER_UPDATE, UPDATE}
    return allowed


@contextmanager
def _inside_data() -> Iterator[None]:
    """Put what is wrong with a message where the response has it."""
    try:
        yield
    except ApiError as error:
        if "errors" in error.body:
            error.body["errors"] = {"data": error.body["errors"]}
        raise


def _reply(world: WorldState, item: Interaction, data: Body, files: Files) -> Message:
    with _inside_data():
        return _send(world, item, data, files, _metadata(item))


def _defer(world: WorldState, item: Interaction, data: Body, files: Files) -> Message:
    flags = (data.get("flags") or 0) & EPHEMERAL
    return _send(world, item, {"flags": flags}, (), _metadata(item), LOADING)


def _defer_update(world: WorldState, item: Interaction, data: Body, files: Files) -> Message | None:
    return item.message


def _update(world: WorldState, item: Interaction, data: Body, files: Files) -> Message:
    source = _existing(item.message)
    with _inside_data():
        return posting.edit(world, source, data, files)


def _choices(world: WorldState, item: Interaction, data: Body, files: Files) -> None:
    if world.validation:
        limits_commands.check_choices(data)
    item.choices = data["choices"]


def _modal(world: WorldState, item: Interaction, data: Body, files: Files) -> None:
    if world.validation:
        limits_components.check_modal(data, world.emojis)
    item.modal, item.modal_open = data, True


RESPONSES: dict[int, Callable[[WorldState, Interaction, Body, Files], Message | None]] = {
    REPLY: _reply,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    OPEN_MODAL: _modal,
}


def _send(
    world: WorldState, item: Interaction, data: Body, files: Files, metadata: Body, flags: int = 0
) -> Message:
    ephemeral = (data.get("flags") or 0) & EPHEMERAL
    return posting.post(
        world,
        item.channel,
        world.bot,
        data,
        files,
        only_for=item.person if ephemeral else None,
        metadata=metadata,
        flags=flags | ephemeral,
    )


def _metadata(item: Interaction, original: Message | None = None) -> Body:
    """Return what a message tells about the interaction that it answers."""
    shape: Body = {
        "id": item.id,
        "type": item.kind,
        "user": shapes.user(item.person),
        "authorizing_integration_owners": {"0": item.channel.guild.id},
    }
    if item.kind == COMMAND:
        shape["name"] = item.label
    if item.kind == COMPONENT and item.message is not None:
        shape["interacted_message_id"] = item.message.id
    if item.opener is not None:
        shape["triggering_interaction_metadata"] = _metadata(item.opener)
    if original is not None:
        shape["original_response_message_id"] = original.id
    return shape


def _existing(item: Message | None) -> Message:
    if item is None or item.id not in item.channel.messages:
        raise refusal("unknown_message")
    return item


def _callback(world: WorldState, item: Interaction, kind: int, message: Message | None) -> Body:
    shape: Body = {"id": item.id, "type": item.kind}
    if message is None:
        return {"interaction": shape}
    shape["response_message_id"] = message.id
    shape["response_message_loading"] = message.thinking
    shape["response_message_ephemeral"] = message.only_for is not None
    answer: Body = {"interaction": shape, "resource": {"type": kind}}
    if kind != DEFER_UPDATE:
        answer["resource"]["message"] = message_shapes.message(world, message)
    return answer


def follow_up(world: WorldState, item: Interaction, data: Body, files: Files) -> Message:
    """Post a further message; the first one after a deferred response fills that one."""
    check_open(world, item)
    if item.original is not None and item.original.thinking and item.answer == DEFER:
        return posting.edit(world, _existing(item.original), data, files)
    message = _send(world, item, data, files, _metadata(item, item.original))
    item.followups.append(message)
    return message


def find(world: WorldState, item: Interaction, message_id: str) -> Message:
    """Return a message that this interaction's token reaches, or raise 10008.

    @original is the reply, or the pressed message after an update; by their ids it reaches what
    was made with it. Discord documents nothing else.
    """
    if message_id == "@original":
        return _existing(item.original)
    made = [item.original] if item.answer in (REPLY, DEFER) else []
    for message in (*made, *item.followups):
        if message is not None and message.id == message_id:
            return _existing(message)
    raise refusal("unknown_message")
