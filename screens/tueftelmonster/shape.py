"""A part being put together: its skin, what lies under and over it, and the limbs they share."""

from __future__ import annotations

from dataclasses import dataclass, field

from screens.kit.anatomy import Point
from screens.tueftelmonster.face import Hub
from screens.tueftelmonster.limbs import stump
from screens.tueftelmonster.scene import Part


@dataclass(slots=True)
class Shape:
    """A part being put together."""

    hub: Hub
    skin: list[str] = field(default_factory=list)
    """Path data of what flows into one outline."""
    behind: str = ""
    """Drawn under the skin."""
    over: str = ""
    """Drawn on the skin, under the face."""
    taken: list[tuple[float, float]] = field(default_factory=list)
    """Directions where no ear or horn finds room: angle and half the width."""
    tips: str = ""
    """Claws drawn over ears and horns."""
    spikes: str = ""
    """The horns, if the kind has places of its own for them."""


def necks(part: Part, hub: float, bulge: float, sway: float = 0) -> list[str]:
    """Return a limb for each end, with its radius in the middle and halfway there."""
    return [stump(side, hub, bulge, sway) for side in part.ends]


def has_face(part: Part) -> bool:
    """Return whether there is anything in the part's middle."""
    return bool(part.eyes or part.teeth or part.noses)


def knob_radius(part: Part, least: float) -> float:
    """Return the radius of a limb's middle: larger when there is a face on it."""
    things = (part.eyes > 0) + (part.teeth > 0) + (part.noses > 0)
    return {0: least, 1: max(least, 37)}.get(things, max(least, 42)) + (part.eyes > 2) * 3


def rounded(x: float, y: float, r: float) -> tuple[Hub, str]:
    """Return a round hub and its outline."""
    return Hub(x, y, r, r), circle((x, y), r)


def circle(at: Point, r: float) -> str:
    """Return the path data of a circle."""
    x, y = at
    return f"M{x - r} {y}A{r} {r} 0 1 1 {x + r} {y}A{r} {r} 0 1 1 {x - r} {y}Z"
