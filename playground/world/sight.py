"""Say what a person sees and where that person may write."""

from __future__ import annotations

from playground.model import PRIVATE_THREAD, Channel, Message, Person
from playground.world.shapes import roles_of
from playground.world.state import WorldState


class NotVisible(Exception):
    """The person cannot do that: nothing of the kind is there for that person to use."""


def channel_of(world: WorldState, person: Person, channel_id: str) -> Channel:
    """Return a channel that a person can see."""
    place = world.channels.get(str(channel_id))
    if place is None or not can_see(place, person):
        raise NotVisible(f"{person.name} sees no channel {channel_id}")
    return place


def can_see(place: Channel, person: Person) -> bool:
    """Tell whether a person sees a channel: private threads are for their members."""
    if person.id not in place.guild.members:
        return False
    if _shut_out(place.parent or place, person):
        return False
    return place.type != PRIVATE_THREAD or person.moderator or person.id in place.members


def _shut_out(root: Channel, person: Person) -> bool:
    """Tell what a channel says of a person, by Discord's order: everybody, roles, that person."""
    if person.id in root.hidden:
        return True
    roles = {*roles_of(root.guild, person)}
    return not roles & root.shown and bool({root.guild.id, *roles} & root.hidden)


def message_of(world: WorldState, person: Person, message_id: str) -> Message:
    """Return a message that a person sees now."""
    item = world.messages.get(str(message_id))
    if item is not None and can_see(item.channel, person) and visible(item, person):
        return item
    raise NotVisible(f"{person.name} sees no message {message_id}")


def visible(item: Message, person: Person) -> bool:
    """Tell whether a message is no ephemeral one of somebody else, or of before a reload."""
    if item.only_for is None:
        return True
    return item.only_for is person and int(item.id) > person.reloaded


def may_write(place: Channel, person: Person) -> bool:
    """Tell whether a person may write in a channel."""
    return can_see(place, person) and not (place.locked and not person.moderator)
