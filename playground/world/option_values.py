"""Read the values that a person gives a command's options, and look up whom and what they name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.model import Channel, Guild, Person
from playground.world import shapes
from playground.world.commands import Usable
from playground.world.sight import NotVisible
from playground.world.state import WorldState

Body = dict[str, Any]

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10


def fill(
    world: WorldState, place: Channel, entry: Usable, options: Mapping[str, Any]
) -> tuple[list[Body], Body]:
    """Return the options as an interaction carries them, and what their ids stand for."""
    filled: list[Body] = []
    resolved: Body = {}
    for name, raw in options.items():
        option = option_of(entry, name)
        value = _value(option, raw)
        filled.append({"name": name, "type": option["type"], "value": value})
        resolve(world, place.guild, option["type"], value, resolved)
    return filled, resolved


def _value(option: Body, raw: Any) -> Any:
    try:
        value = _typed(option["type"], raw)
    except ValueError:
        raise NotVisible(f"{raw!r} does not fit the option {option['name']}") from None
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise NotVisible(f"{value!r} is no choice of {option['name']}")
    size = len(value) if isinstance(value, str) else value
    suffix = "length" if isinstance(value, str) else "value"
    low, high = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
    if (low is not None and size < low) or (high is not None and size > high):
        raise NotVisible(f"{value!r} is out of the bounds of {option['name']}")
    return value


def _typed(kind: int, raw: Any) -> Any:
    if kind == INTEGER:
        return int(raw)
    if kind == NUMBER:
        return float(raw)
    if kind == BOOLEAN:
        return raw if isinstance(raw, bool) else str(raw).lower() == "true"
    return str(raw)


def resolve(world: WorldState, guild: Guild, kind: int, value: Any, resolved: Body) -> None:
    """Add to `resolved` the person, channel or role that a value names."""
    if kind == USER:
        person = _person(guild, value)
        resolved.setdefault("users", {})[value] = shapes.user(person)
        member = {**shapes.member(guild, person), "permissions": str(world.permissions(person))}
        resolved.setdefault("members", {})[value] = member
    elif kind == CHANNEL:
        place = world.channels.get(value)
        if place is None or place.guild is not guild:
            raise NotVisible(f"there is no channel {value}")
        shape = {**shapes.channel(world, place), "permissions": str(world.bot_permissions(place))}
        resolved.setdefault("channels", {})[value] = shape
    elif kind == ROLE:
        matching = [role for role in shapes.roles(guild) if role["id"] == value]
        if not matching:
            raise NotVisible(f"there is no role {value}")
        resolved.setdefault("roles", {})[value] = matching[0]


def _person(guild: Guild, person_id: str) -> Person:
    try:
        return guild.members[person_id]
    except KeyError:
        raise NotVisible(f"there is no person {person_id}") from None


def option_of(entry: Usable, name: str) -> Body:
    """Return an option of a command by its name."""
    for option in entry.options:
        if option["name"] == name:
            return option
    raise NotVisible(f"/{entry.name} has no option {name}")
