"""Let people, and the bot, join and leave threads."""

from __future__ import annotations

from playground.model import Channel
from playground.world.state import WorldState


def set_member(world: WorldState, place: Channel, person_id: str, *, joins: bool) -> None:
    """Let somebody join or leave a thread; the bot is told of a private one as if it were new."""
    if joins == (person_id in place.members):
        return
    if joins:
        place.members.add(person_id)
    else:
        place.members.discard(person_id)
    if joins and person_id == world.bot.id:
        world.publish("thread_join", place)
    world.publish("thread_members", (place, person_id, joins))
