"""The geometry of parts: where limbs leave a card, how they run, what finds room around them.

Everything lies in a card of 200 by 200 around (0, 0), x to the east and y to the south; angles
are in degrees, 0 east, 90 south.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from screens.kit.anatomy import Point, along, tube
from screens.tueftelmonster.scene import STEPS

NECK = 27.0
"""Half the width of every limb where it leaves the card."""
EDGE = 100.0
BEYOND = 130.0
"""Limbs are drawn past the edge, so that nothing of their shading ends within the card."""
REACH = 89.0
"""How far from the middle anything but a limb's end may go."""
SIGNS = 48.0
"""How far from the middle, both ways, the signs in the upper corners begin."""
ANGLES = {"N": -90.0, "E": 0.0, "S": 90.0, "W": 180.0}
NECK_HALF = 36.0
"""Half the angle that a limb takes up around the middle."""


def on(side: str, distance: float, aside: float = 0) -> Point:
    """Return the point at a distance from the middle towards a side, moved to that side's right."""
    dx, dy = STEPS[side]
    return dx * distance - dy * aside, dy * distance + dx * aside


def polar(angle: float, r: float, about: Point = (0, 0)) -> Point:
    """Return the point in a direction at a distance."""
    turn = math.radians(angle)
    return about[0] + math.cos(turn) * r, about[1] + math.sin(turn) * r


def stump(side: str, hub: float = NECK, bulge: float = NECK, sway: float = 0) -> str:
    """Return a limb from an edge to the middle; its radius there, halfway, and how it sways."""
    spine = [on(side, BEYOND), on(side, EDGE), on(side, 86), on(side, 48, sway), (0.0, 0.0)]
    return tube(spine, (NECK, NECK, NECK, bulge, hub))


def route(ends: str, sway: float = 0) -> list[Point]:
    """Return the spine of one limb from edge to edge of a card with two ends, nine points."""
    first, second = tuple(ends)
    straight = are_straight(ends)
    way = sway if straight else 0
    (ax, ay), (bx, by) = on(first, 9), on(second, 9)
    corner = (0.0, 0.0) if straight else (ax + bx, ay + by)
    return [
        on(first, BEYOND), on(first, EDGE), on(first, 86), on(first, 46, way), corner,
        on(second, 46, way), on(second, 86), on(second, EDGE), on(second, BEYOND),
    ]  # fmt: skip


def through(ends: str, middle: float, bulge: float, sway: float = 0) -> str:
    """Return one limb from edge to edge of a card with two ends, straight or bent."""
    radii = (NECK, NECK, NECK, bulge, middle, bulge, NECK, NECK, NECK)
    return tube(route(ends, sway), radii)


def beside(spine: Sequence[Point], share: float, aside: float) -> tuple[Point, float]:
    """Return the point at a share of a spine, moved to its right, and the direction away there."""
    path = along(spine)
    i = min(max(round(share * (len(path) - 1)), 1), len(path) - 2)
    (ax, ay), (x, y), (bx, by) = path[i - 1 : i + 2]
    heading = math.degrees(math.atan2(by - ay, bx - ax))
    away = heading + (90 if aside >= 0 else -90)
    return polar(away, abs(aside), (x, y)), away


def are_straight(ends: str) -> bool:
    """Return whether two ends lie across from each other."""
    return len(ends) == 2 and ANGLES[ends[1]] - ANGLES[ends[0]] == 180


def gap(a: float, b: float) -> float:
    """Return the angle between two directions."""
    return abs((a - b + 180) % 360 - 180)


def free(ends: str) -> list[tuple[float, float]]:
    """Return the directions without limbs, each as its middle and half its width; wide ones first.

    Ties keep the order around the card from its first end on, so that turning the card turns them.
    """
    taken = [ANGLES[side] for side in ends]
    found = []
    for i, start in enumerate(taken):
        width = (taken[(i + 1) % len(taken)] - start) % 360 or 360
        found.append(((start + width / 2) % 360, width / 2 - NECK_HALF))
    return sorted(found, key=lambda sector: -round(sector[1]))


def settle(
    wanted: Iterable[float], taken: Sequence[tuple[float, float]], half: float
) -> list[float]:
    """Return directions as near to the wanted ones as what is taken leaves room for.

    `taken` holds directions and the half angle each takes up; each new one takes up `half`.
    """
    used = list(taken)
    found = []
    for angle in wanted:
        spot = max(
            (angle + side * step for step in range(0, 181, 4) for side in (1, -1)),
            key=lambda spot: (_room(spot, used, half), -round(gap(spot, angle))),
        )
        found.append(spot)
        used.append((spot, half))
    return found


def _room(spot: float, used: Sequence[tuple[float, float]], half: float) -> float:
    """Return how much of the room needed is there: at most 0, which is all."""
    return min((min(gap(spot, angle) - half - width, 0.0) for angle, width in used), default=0.0)


def clear(ends: str, angle: float) -> Point:
    """Return the first point in a direction from the middle that lies on none of the limbs."""
    near = min((gap(angle, ANGLES[side]) for side in ends), default=90.0)
    return polar(angle, (NECK + 3) / math.sin(math.radians(min(max(near, 20), 90))))


def room(start: Point, angle: float, reach: float = REACH) -> float:
    """Return how far one can go from a point in a direction, staying on the card and off its signs.

    The signs are in the upper corners, however the card is turned.
    """
    dx, dy = polar(angle, 1)
    limits = [_until(x, way, reach) for x, way in zip(start, (dx, dy), strict=True)]
    if dy < 0:
        limits.append(max(_until(x, way, SIGNS) for x, way in zip(start, (dx, dy), strict=True)))
    return max(min(limits), 0)


def _until(at: float, way: float, limit: float) -> float:
    """Return how long it takes at a speed until a coordinate is at a limit on that side."""
    return math.inf if abs(way) < 1e-6 else (math.copysign(limit, way) - at) / way
