"""Turn what a person does into an interaction, and refuse what that person could not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground import shapes
from playground.commands import Usable
from playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from playground.model import PRIVATE_THREAD, Channel, Message, Person

if TYPE_CHECKING:
    from playground.world import World

Body = dict[str, Any]

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10
BUTTON, STRING_SELECT, TEXT_INPUT, LABEL, TEXT_DISPLAY = 2, 3, 4, 18, 10
USER_SELECT = 5
LINK = 5


class NotVisible(Exception):
    """The person cannot do that: nothing of the kind is there for that person to use."""


def channel_of(world: World, person: Person, channel_id: str) -> Channel:
    """Return a channel that a person can see."""
    place = world.channels.get(str(channel_id))
    if place is None or not can_see(place, person):
        raise NotVisible(f"{person.name} sees no channel {channel_id}")
    return place


def can_see(place: Channel, person: Person) -> bool:
    """Tell whether a person sees a channel: private threads are for their members."""
    return place.type != PRIVATE_THREAD or person.moderator or person.id in place.members


def message_of(world: World, person: Person, message_id: str) -> Message:
    """Return a message that a person sees now."""
    item = world.messages.get(str(message_id))
    if item is not None and can_see(item.channel, person) and visible(item, person):
        return item
    raise NotVisible(f"{person.name} sees no message {message_id}")


def visible(item: Message, person: Person) -> bool:
    """Tell whether a message is not somebody else's ephemeral one."""
    return item.only_for is None or item.only_for is person


def use_command(
    world: World, person: Person, place: Channel, name: str, options: Mapping[str, Any]
) -> tuple[Interaction, Body]:
    """Prepare a typed command."""
    entry = _command(world, person, name)
    filled, resolved = _fill(world, entry, options)
    for option in entry.options:
        if option.get("required") and option["name"] not in options:
            raise NotVisible(f"/{name} needs the option {option['name']}")
    item = Interaction(world, COMMAND, person, place)
    item.label = name
    return item, entry.data(filled, resolved)


def complete(
    world: World,
    person: Person,
    place: Channel,
    name: str,
    options: Mapping[str, Any],
    focused: str,
) -> tuple[Interaction, Body]:
    """Prepare the completion of an option that is being typed."""
    entry = _command(world, person, name)
    option = _option(entry, focused)
    if not option.get("autocomplete"):
        raise NotVisible(f"{focused} of /{name} has no completion")
    others = {key: value for key, value in options.items() if key != focused}
    filled, resolved = _fill(world, entry, others)
    typed = str(options.get(focused, ""))
    filled.append({"name": focused, "type": option["type"], "value": typed, "focused": True})
    return Interaction(world, AUTOCOMPLETE, person, place), entry.data(filled, resolved)


def use_component(
    world: World, person: Person, message_id: str, custom_id: str, values: Sequence[str] | None
) -> tuple[Interaction, Body]:
    """Prepare a pressed button (`values` None) or a choice from a select."""
    message = message_of(world, person, message_id)
    component = _component(message, custom_id)
    if component.get("disabled"):
        raise NotVisible(f"{custom_id} is disabled")
    is_button = component["type"] == BUTTON
    if is_button != (values is None):
        raise NotVisible(f"{custom_id} is {'a button' if is_button else 'a select'}")
    item = Interaction(world, COMPONENT, person, message.channel)
    item.message = message
    data: Body = {"custom_id": custom_id, "component_type": component["type"]}
    data["id"] = component.get("id", 0)
    if values is not None:
        data |= _chosen(world, component, values)
    return item, data


def submit_modal(
    world: World, person: Person, opener: Interaction, values: Mapping[str, Any]
) -> tuple[Interaction, Body]:
    """Prepare the submission of a modal, which closes it."""
    modal = opener.modal
    if modal is None or not opener.modal_open or opener.person is not person:
        raise NotVisible(f"{person.name} has no such modal open")
    answered = [_answered(part, values) for part in modal["components"]]
    known = {field["custom_id"] for field in modal_fields(modal)}
    if set(values) - known:
        raise NotVisible(f"the modal has no {', '.join(sorted(set(values) - known))}")
    opener.modal_open = False
    item = Interaction(world, MODAL, person, opener.channel)
    item.opener = opener
    item.message = opener.message
    return item, {"custom_id": modal["custom_id"], "components": answered}


def modal_fields(modal: Body) -> Iterator[Body]:
    """Give the inputs of a modal, in rows or under labels."""
    for part in modal["components"]:
        yield from part.get("components") or []
        if "component" in part:
            yield part["component"]


def _command(world: World, person: Person, name: str) -> Usable:
    entry = world.commands.find(person, name)
    if entry is None:
        raise NotVisible(f"{person.name} sees no command /{name}")
    return entry


def _option(entry: Usable, name: str) -> Body:
    for option in entry.options:
        if option["name"] == name:
            return option
    raise NotVisible(f"/{entry.name} has no option {name}")


def _fill(world: World, entry: Usable, options: Mapping[str, Any]) -> tuple[list[Body], Body]:
    filled: list[Body] = []
    resolved: Body = {}
    for name, raw in options.items():
        option = _option(entry, name)
        value = _value(option, raw)
        filled.append({"name": name, "type": option["type"], "value": value})
        _resolve(world, option["type"], value, resolved)
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


def _resolve(world: World, kind: int, value: Any, resolved: Body) -> None:
    if kind == USER:
        person = _person(world, value)
        resolved.setdefault("users", {})[value] = shapes.user(person)
        member = {**shapes.member(world, person), "permissions": str(world.permissions(person))}
        resolved.setdefault("members", {})[value] = member
    elif kind == CHANNEL:
        place = world.channels.get(value)
        if place is None:
            raise NotVisible(f"there is no channel {value}")
        shape = {**shapes.channel(world, place), "permissions": str(world.bot_permissions(place))}
        resolved.setdefault("channels", {})[value] = shape
    elif kind == ROLE:
        matching = [role for role in shapes.roles(world) if role["id"] == value]
        if not matching:
            raise NotVisible(f"there is no role {value}")
        resolved.setdefault("roles", {})[value] = matching[0]


def _person(world: World, person_id: str) -> Person:
    try:
        return world.people[person_id]
    except KeyError:
        raise NotVisible(f"there is no person {person_id}") from None


def _component(message: Message, custom_id: str) -> Body:
    component: Body
    for row in message.components:
        for component in row["components"]:
            if component.get("custom_id") == custom_id and component.get("style") != LINK:
                return component
    raise NotVisible(f"the message has no control {custom_id}")


def _chosen(world: World, select: Body, values: Sequence[str]) -> Body:
    low, high = select.get("min_values"), select.get("max_values")
    if not (1 if low is None else low) <= len(values) <= (1 if high is None else high):
        raise NotVisible(f"{select['custom_id']} does not take {len(values)} values")
    if len(set(values)) != len(values):
        raise NotVisible("a value can be chosen once only")
    data: Body = {"values": list(values)}
    if select["type"] == STRING_SELECT:
        offered = {option["value"] for option in select["options"]}
        if not offered.issuperset(values):
            raise NotVisible(f"{select['custom_id']} does not offer {sorted(set(values))}")
    elif select["type"] == USER_SELECT:
        data["resolved"] = {}
        for value in values:
            _resolve(world, USER, value, data["resolved"])
    return data


def _answered(part: Body, values: Mapping[str, Any]) -> Body:
    """Return a part of a modal as it is submitted."""
    if "component" in part:
        return {"type": LABEL, "component": _input(part["component"], values)}
    if part["type"] == TEXT_DISPLAY:
        return {"type": TEXT_DISPLAY}
    return {"type": 1, "components": [_input(each, values) for each in part["components"]]}


def _input(field: Body, values: Mapping[str, Any]) -> Body:
    custom_id = field["custom_id"]
    if field["type"] != TEXT_INPUT:
        chosen = values.get(custom_id, [])
        chosen = [chosen] if isinstance(chosen, str) else list(chosen)
        return {"type": field["type"], "custom_id": custom_id, "values": chosen}
    text = str(values.get(custom_id, field.get("value") or ""))
    low = field.get("min_length") or (1 if field.get("required", True) else 0)
    if (text and len(text) < low) or len(text) > (field.get("max_length") or 4000):
        raise NotVisible(f"{custom_id} does not take {len(text)} characters")
    if not text and field.get("required", True):
        raise NotVisible(f"{custom_id} is required")
    return {"type": TEXT_INPUT, "custom_id": custom_id, "value": text}


def may_write(place: Channel, person: Person) -> bool:
    """Tell whether a person may write in a channel."""
    return can_see(place, person) and not (place.locked and not person.moderator)
