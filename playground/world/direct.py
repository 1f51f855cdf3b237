"""Let the bot write to a person alone."""

from __future__ import annotations

from playground.limits.errors import refusal
from playground.model import DIRECT, Channel, Guild, Person
from playground.world.snowflakes import created_at
from playground.world.state import WorldState

AT_MOST, WITHIN = 20, 60.0
"""New ones that the bot may open in so many seconds. Discord tells no number: where a bot opened
several at once it took them, of a few dozen it refused some (SnowTransfer #43)."""


def open_with(world: WorldState, person: Person) -> Channel:
    """Return the channel of the bot and this person, which is opened once; raise ApiError 40003 for
    too many new ones."""
    places = [place for place in world.channels.values() if place.type == DIRECT]
    for place in places:
        if person.id in place.guild.members:
            return place
    since = world.clock() - WITHIN
    if sum(created_at(place.id) > since for place in places) >= AT_MOST:
        raise refusal("opening_too_fast")
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
