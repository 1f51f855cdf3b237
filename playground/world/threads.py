"""Open, change and remove threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.limits.errors import refusal
from playground.limits.problems import Problems, check_text
from playground.model import PRIVATE_THREAD, PUBLIC_THREAD, THREADS, Channel, Message, Person
from playground.world import posting
from playground.world.permission_bits import Permission
from playground.world.state import WorldState

DURATIONS = (60, 1440, 4320, 10080)


def open_in(world: WorldState, parent: Channel, body: dict[str, Any]) -> Channel:
    """Open a thread without a first message, private unless another type is asked for.

    A public one is announced in its channel.
    """
    kind = body.get("type", PRIVATE_THREAD)
    thread = _open(world, parent, world.snowflakes.next(), kind, body, [world.bot])
    if kind != PRIVATE_THREAD:
        posting.announce(world, thread)
    return thread


def open_privately(
    world: WorldState, parent: Channel, name: str, people: Sequence[Person]
) -> Channel:
    """Let people open a private thread, the first for the others; the bot is not in it."""
    body, id = {"name": name}, world.snowflakes.next()
    return _open(world, parent, id, PRIVATE_THREAD, body, people)


def open_at(world: WorldState, item: Message, body: dict[str, Any]) -> Channel:
    """Open a public thread at a message, whose id it gets."""
    if item.id in world.channels:
        raise refusal("thread_exists")
    kind = THREADS.get(item.channel.type, (PUBLIC_THREAD,))[0]
    thread = _open(world, item.channel, item.id, kind, body, [world.bot])
    item.thread, item.wire = thread, None
    world.publish("message_update", item)
    return thread


def _open(
    world: WorldState,
    parent: Channel,
    thread_id: str,
    kind: int,
    body: dict[str, Any],
    people: Sequence[Person],
) -> Channel:
    if parent.is_thread:
        raise refusal("unknown_channel")
    _check(body, kind, THREADS.get(parent.type, ()))
    thread = Channel(thread_id, body["name"], parent.guild, kind, parent, owner_id=people[0].id)
    thread.members = {person.id for person in people}
    thread.auto_archive = body.get("auto_archive_duration") or 1440
    thread.touched = world.clock()
    world.channels[thread.id] = thread
    world.publish("channel_create", thread)
    return thread


def _check(body: dict[str, Any], kind: int, kinds: Sequence[int]) -> None:
    problems = Problems()
    check_text(problems, ("name",), body.get("name"), 1, 100)
    if body.get("auto_archive_duration") not in (None, *DURATIONS):
        sentence = f"Value must be one of {DURATIONS}."
        problems.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", sentence)
    if kind not in kinds:
        problems.add(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {kinds}.")
    problems.raise_if_any()


def change(world: WorldState, place: Channel, body: dict[str, Any]) -> Channel:
    """Rename, archive or lock."""
    if "name" in body:
        problems = Problems()
        check_text(problems, ("name",), body["name"], 1, 100)
        problems.raise_if_any()
        place.name = body["name"]
    if place.is_thread:
        place.archived = bool(body.get("archived", place.archived))
        place.locked = bool(body.get("locked", place.locked))
        place.auto_archive = body.get("auto_archive_duration") or place.auto_archive
        place.touched = world.clock()
    world.publish("channel_update", place)
    return place


def is_shut(world: WorldState, place: Channel) -> bool:
    """Tell whether the bot can neither write in a thread nor change what it has written there."""
    return place.locked and not world.bot_permissions(place) & Permission.MANAGE_THREADS


def wake(world: WorldState, place: Channel) -> None:
    """Bring an archived thread back, as a message in it does."""
    if place.archived:
        place.archived = False
        world.publish("channel_update", place)


def remove(world: WorldState, place: Channel) -> None:
    """Remove a channel or thread with all its messages and threads."""
    for thread in [each for each in world.channels.values() if each.parent is place]:
        remove(world, thread)
    for item in tuple(place.messages.values()):
        posting.remove(world, item)
    del world.channels[place.id]
    world.publish("channel_delete", place)
