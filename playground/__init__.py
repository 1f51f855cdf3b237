"""Stand in for Discord on loopback, with a web page on which invented people play.

Tests hold a `World`: what its people do and see are its methods, what staff and Discord itself do
is in `World.moderation`. A `PlaygroundServer` serves it; `PlaygroundServer.faults` breaks requests
and the gateway.
"""

from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from playground.world.outcomes import Attempt
from playground.world.sight import NotVisible
from playground.world.world import World

__all__ = ["Attempt", "NotVisible", "PlaygroundServer", "Stage", "World"]
