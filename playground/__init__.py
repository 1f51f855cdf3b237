"""Stand in for Discord on loopback, with a web page on which invented people play."""

from playground.outcomes import Attempt
from playground.server import PlaygroundServer
from playground.sight import NotVisible
from playground.world import World

__all__ = ["Attempt", "NotVisible", "PlaygroundServer", "World"]
