"""Carry out what people do on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.model import Person
from playground.world import attempts
from playground.world.clock import STEPS
from playground.world.interactions import Interaction
from playground.world.sight import NotVisible, channel_of
from playground.world.world import World

Body = dict[str, Any]
Handler = Callable[[Any, Body], tuple[int, Body]]


def _actor(world: World, body: Body) -> Person:
    person = world.people.get(body["user"])
    if person is None or person.bot:
        raise NotVisible("There is no such person")
    return person


def _open(world: World, opened: tuple[Interaction, Body], body: Body) -> tuple[int, Body]:
    item, data = opened
    item.nonce = str(body["nonce"])
    world.desk.open(item, attempts.payload(world, item, data))
    return 202, {}


def _command(world: World, body: Body) -> tuple[int, Body]:
    person = _actor(world, body)
    place = channel_of(world, person, body["channel_id"])
    options = body.get("options") or {}
    return _open(world, attempts.use_command(world, person, place, body["name"], options), body)


def _component(world: World, body: Body) -> tuple[int, Body]:
    person, values = _actor(world, body), body.get("values")
    opened = attempts.use_component(world, person, body["message_id"], body["custom_id"], values)
    return _open(world, opened, body)


def _modal(world: World, body: Body) -> tuple[int, Body]:
    person, custom_id = _actor(world, body), body["custom_id"]
    opener = world.desk.find_modal(person, body.get("nonce"), custom_id)
    opener = opener or world.desk.find_modal(person, None, custom_id)
    if opener is None:
        raise NotVisible("That form is no longer open")
    return _open(world, attempts.submit_modal(world, person, opener, body["values"]), body)


def _message(world: World, body: Body) -> tuple[int, Body]:
    text = body["content"].strip()
    if not 1 <= len(text) <= 2000:
        raise NotVisible("A message has 1 to 2000 characters")
    message = world.say(_actor(world, body).id, body["channel_id"], text)
    return 201, {"id": message.id}


def _locale(world: World, body: Body) -> tuple[int, Body]:
    world.set_locale(_actor(world, body).id, str(body["locale"]))
    return 200, {}


def _guild_locale(world: World, body: Body) -> tuple[int, Body]:
    if not (body.get("only_if_silent") and world.messages):
        world.set_guild_locale(str(body["locale"]))
    return 200, {}


def _moderate(world: World, body: Body) -> tuple[int, Body]:
    if not _actor(world, body).moderator:
        raise NotVisible("Only moderators may do that")
    MODERATION[body["act"]](world, body)
    return 200, {}


def _time(world: World, body: Body) -> tuple[int, Body]:
    clock, seconds = world.movable, body["seconds"]
    if clock is None:
        raise NotVisible("Here is no bot that goes by this clock")
    if seconds not in STEPS:
        raise NotVisible("Time passes in steps")
    clock.start(seconds)
    return 202, {}


def _set_permission(world: World, body: Body) -> None:
    change = world.allow if body["value"] else world.deny
    change(body["target"], body["permission"])


def _set_membership(world: World, body: Body) -> None:
    is_bot = body["target"] == world.bot.id
    staff = world.moderation
    if body["target"] not in world.people:
        raise NotVisible("There is no such person")
    if (body["target"] in world.guild.members) is bool(body["value"]):
        return
    if is_bot:
        (staff.invite_bot if body["value"] else staff.remove_bot)()
    else:
        (staff.join if body["value"] else staff.leave)(body["target"])


MODERATION: dict[str, Callable[[World, Body], None]] = {
    "delete_message": lambda world, body: world.moderation.delete_message(body["target"]),
    "delete_channel": lambda world, body: world.moderation.delete_channel(body["target"]),
    "archive": lambda world, body: world.moderation.archive(body["target"], body["value"]),
    "lock": lambda world, body: world.moderation.lock(body["target"], body["value"]),
    "permission": _set_permission,
    "promote": lambda world, body: world.moderation.promote_bot(bool(body["value"])),
    "membership": _set_membership,
}
"""What a moderator can do on the page, each to one target."""

ACTIONS: dict[str, Handler] = {
    "/app/command": _command,
    "/app/component": _component,
    "/app/modal": _modal,
    "/app/message": _message,
    "/app/locale": _locale,
    "/app/guild_locale": _guild_locale,
    "/app/moderate": _moderate,
    "/app/time": _time,
}
"""What a person can do on the page."""
