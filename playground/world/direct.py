"""Let the bot write to a person alone."""

from __future__ import annotations

from playground.model import DIRECT, Channel, Guild, Person
from playground.world.state import WorldState


def open_with(world: WorldState, person: Person) -> Channel:
    """Return the channel of the bot and this person, which is opened once."""
    for place in world.channels.values():
        if place.type == DIRECT and person.id in place.guild.members:
            return place
    new = world.snowflakes.next
    # No server: only these two are there.
    alone = Guild(new(), "", person.locale, world.clock(), moderator_role="", helper_role="")
    alone.members = {each.id: each for each in (world.bot, person)}
    place = Channel(new(), world.bot.name, alone, DIRECT)
    world.channels[place.id] = place
    world.publish("channel_create", place)
    return place


def recipient(world: WorldState, place: Channel) -> Person:
    """Return to whom the bot writes there."""
    return next(each for each in place.guild.members.values() if each is not world.bot)
