"""Turn what a person does into an interaction, and refuse what that person could not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.model import DIRECT, Channel, Message, Person
from playground.world import message_shapes, shapes
from playground.world.commands import Usable
from playground.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from playground.world.option_values import CHANNEL, ROLE, USER, fill, option_of, resolve
from playground.world.permission_bits import EVERYONE, Permission
from playground.world.sight import NotVisible, message_of
from playground.world.state import WorldState

Body = dict[str, Any]

BUTTON, STRING_SELECT, TEXT_INPUT, LABEL, TEXT_DISPLAY = 2, 3, 4, 18, 10
CHOSEN = {5: USER, 6: ROLE, 8: CHANNEL}
"""What the selects name whose choices Discord resolves."""
LINK = 5


def use_command(
    world: WorldState, person: Person, place: Channel, name: str, options: Mapping[str, Any]
) -> tuple[Interaction, Body]:
    """Prepare a typed command."""
    entry = _command(world, person, place, name)
    filled, resolved = fill(world, place, entry, options)
    for option in entry.options:
        if option.get("required") and option["name"] not in options:
            raise NotVisible(f"/{name} needs the option {option['name']}")
    item = _new(world, COMMAND, person, place)
    item.label = name
    return item, entry.data(filled, resolved)


def complete(
    world: WorldState,
    person: Person,
    place: Channel,
    name: str,
    options: Mapping[str, Any],
    focused: str,
) -> tuple[Interaction, Body]:
    """Prepare the completion of an option that is being typed."""
    entry = _command(world, person, place, name)
    option = option_of(entry, focused)
    if not option.get("autocomplete"):
        raise NotVisible(f"{focused} of /{name} has no completion")
    # What is still empty is not sent: a bot completes one option before the next is typed.
    others = {key: value for key, value in options.items() if key != focused and value != ""}
    filled, resolved = fill(world, place, entry, others)
    typed = str(options.get(focused, ""))
    filled.append({"name": focused, "type": option["type"], "value": typed, "focused": True})
    return _new(world, AUTOCOMPLETE, person, place), entry.data(filled, resolved)


def use_component(
    world: WorldState, person: Person, message_id: str, custom_id: str, values: Sequence[str] | None
) -> tuple[Interaction, Body]:
    """Prepare a pressed button (`values` None) or a choice from a select."""
    message = message_of(world, person, message_id)
    component = _component(message, custom_id)
    if component.get("disabled"):
        raise NotVisible(f"{custom_id} is disabled")
    is_button = component["type"] == BUTTON
    if is_button != (values is None):
        raise NotVisible(f"{custom_id} is {'a button' if is_button else 'a select'}")
    item = _new(world, COMPONENT, person, message.channel)
    item.message = message
    data: Body = {"custom_id": custom_id, "component_type": component["type"]}
    data["id"] = component.get("id", 0)
    if values is not None:
        data |= _chosen(world, message.channel, component, values)
    return item, data


def forge_component(
    world: WorldState,
    person: Person,
    message: Message,
    custom_id: str,
    values: Sequence[str] | None,
) -> tuple[Interaction, Body]:
    """Prepare the use of a control that need not be there, as a tampered client may send it."""
    item = _new(world, COMPONENT, person, message.channel)
    item.message = message
    data: Body = {"custom_id": custom_id, "component_type": BUTTON, "id": 0}
    if values is not None:
        data |= {"component_type": STRING_SELECT, "values": list(values)}
    return item, data


def forge_modal(
    world: WorldState, person: Person, message: Message, custom_id: str, text: str
) -> tuple[Interaction, Body]:
    """Prepare the submission of a modal that nobody opened, as a tampered client may send it."""
    item = _new(world, MODAL, person, message.channel)
    item.message = message
    fields = [{"type": TEXT_INPUT, "custom_id": name, "value": text} for name in ("nudge", "x")]
    return item, {"custom_id": custom_id, "components": [{"type": 1, "components": fields}]}


def submit_modal(
    world: WorldState, person: Person, opener: Interaction, values: Mapping[str, Any]
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
    item = _new(world, MODAL, person, opener.channel)
    item.opener = opener
    item.message = opener.message
    return item, {"custom_id": modal["custom_id"], "components": answered}


def modal_fields(modal: Body) -> Iterator[Body]:
    """Give the inputs of a modal, in rows or under labels."""
    for part in modal["components"]:
        yield from part.get("components") or []
        if "component" in part:
            yield part["component"]


def _new(world: WorldState, kind: int, person: Person, place: Channel) -> Interaction:
    return Interaction(world.snowflakes.next(), kind, person, place, world.clock())


def _command(world: WorldState, person: Person, place: Channel, name: str) -> Usable:
    entry = world.commands.find(place.guild.id, world.permissions(person), name)
    if (
        entry is None
        or (place.type == DIRECT and not entry.direct)
        or not (world.bot.id in place.guild.members or place.guild.commands_only)
        or not world.permissions(person) & Permission.USE_APPLICATION_COMMANDS
    ):
        raise NotVisible(f"{person.name} sees no command /{name}")
    return entry


def _component(message: Message, custom_id: str) -> Body:
    component: Body
    for row in message.components:
        for component in row["components"]:
            if component.get("custom_id") == custom_id and component.get("style") != LINK:
                return component
    raise NotVisible(f"the message has no control {custom_id}")


def _chosen(world: WorldState, place: Channel, select: Body, values: Sequence[str]) -> Body:
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
    elif select["type"] in CHOSEN and values:  # optional: where nothing is chosen it may be missing
        data["resolved"] = {}
        for value in values:
            resolve(world, place.guild, CHOSEN[select["type"]], value, data["resolved"])
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


def payload(world: WorldState, item: Interaction, data: dict[str, Any]) -> dict[str, Any]:
    """Return Discord's INTERACTION_CREATE object."""
    place, person = item.channel, item.person
    shape = {
        "id": item.id,
        "application_id": world.application_id,
        "type": item.kind,
        "data": data,
        "channel_id": place.id,
        "token": item.token,
        "version": 1,
        "locale": person.locale,
        "app_permissions": str(_permitted(world, place)),
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
        **(_alone if place.type == DIRECT else _on_server)(world, place, person),
    }
    if item.message is not None:
        shape["message"] = message_shapes.message(world, item.message)
    if not world.interactions_tell_channels:
        del shape["channel"]
    return shape


def _permitted(world: WorldState, place: Channel) -> int:
    """Return what an interaction says that the bot may do; where it is no member, what everybody
    may (Discord's change log, 29 June 2022)."""
    if place.guild.commands_only:
        return EVERYONE & ~place.guild.denied
    if world.unseen_threads_permit:
        return world.bot_permitted(place)
    return world.bot_permissions(place)


def _on_server(world: WorldState, place: Channel, person: Person) -> Body:
    """Return what an interaction says of the server where it happens."""
    guild, permissions = place.guild, str(world.permissions(person))
    return {
        "guild": {"id": guild.id, "locale": guild.locale, "features": []},
        "guild_id": guild.id,
        "guild_locale": guild.locale,
        "channel": {**shapes.partial_channel(world, place), "permissions": permissions},
        "member": {**shapes.full_member(guild, person), "permissions": permissions},
        "authorizing_integration_owners": {"0": guild.id},
        "context": 0,
    }


def _alone(world: WorldState, place: Channel, person: Person) -> Body:
    """Return what an interaction says that happens where the bot and a person are alone."""
    return {
        "channel": shapes.channel(world, place),
        "user": shapes.user(person),
        "authorizing_integration_owners": {"0": "0"},
        "context": 1,
    }
