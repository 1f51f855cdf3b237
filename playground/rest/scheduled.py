"""Answer what the bot does with a server's scheduled events."""

from __future__ import annotations

from typing import Any

from playground.limits.errors import refusal
from playground.model import Guild, ScheduledEvent
from playground.rest.bodies import EVENT
from playground.rest.rest import Call, Route
from playground.world import scheduled, shapes
from playground.world.permission_bits import Permission

INTERESTED = 1
"""What somebody answers to an event, as Discord's OpenAPI description has it."""


def _guild(call: Call) -> Guild:
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None or call.world.bot.id not in guild.members:
        raise refusal("unknown_guild")
    return guild


def _event(call: Call, own: bool = False) -> ScheduledEvent:
    """Return an event; `own`: one that the bot may change, as it has made it and still may."""
    guild, event = _guild(call), call.world.events.get(call.params["event_id"])
    if event is None or event.guild is not guild:
        raise refusal("unknown_event")
    if own and not (event.creator is call.world.bot and _may(call, Permission.CREATE_EVENTS)):
        _demand(call, Permission.MANAGE_EVENTS)
    return event


def _may(call: Call, permission: Permission) -> bool:
    return bool(call.world.permissions(call.world.bot, _guild(call)) & permission)


def _demand(call: Call, permission: Permission) -> None:
    if not _may(call, permission):
        raise refusal("missing_permissions")


def _list(call: Call) -> Any:
    guild = _guild(call)
    return [scheduled.shape(e) for e in call.world.events.values() if e.guild is guild]


def _create(call: Call) -> Any:
    _demand(call, Permission.CREATE_EVENTS)
    event = scheduled.create(call.world, _guild(call), call.world.bot, call.body)
    return scheduled.shape(event)


def _get(call: Call) -> Any:
    return scheduled.shape(_event(call))


def _change(call: Call) -> Any:
    event = _event(call, own=True)
    scheduled.change(call.world, event, call.body)
    return scheduled.shape(event)


def _remove(call: Call) -> None:
    scheduled.remove(call.world, _event(call, own=True))


def _users(call: Call) -> Any:
    event = _event(call)
    people = [call.world.people[id] for id in sorted(event.users, key=int)]
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 100))
    chosen = [person for person in people if int(person.id) > after][:limit]
    about = {"guild_scheduled_event_id": event.id, "response": INTERESTED}
    return [about | {"user_id": p.id, "user": shapes.user(p)} for p in chosen]


_EVENTS = "/guilds/{guild_id}/scheduled-events"
_EVENT = _EVENTS + "/{event_id}"

ROUTES = (
    Route("GET", _EVENTS, _list),
    Route("POST", _EVENTS, _create, takes=EVENT),
    Route("GET", _EVENT, _get),
    Route("PATCH", _EVENT, _change, takes=EVENT),
    Route("DELETE", _EVENT, _remove),
    Route("GET", _EVENT + "/users", _users),
)
