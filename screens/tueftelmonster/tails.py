"""Tails and wings of Tüftelmonster."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from screens.kit.anatomy import Ink, Point, disc, placed, shape, stroke, tube
from screens.tueftelmonster import sprouts
from screens.tueftelmonster.face import feature, fine, pick
from screens.tueftelmonster.limbs import (
    ANGLES,
    BEYOND,
    EDGE,
    are_straight,
    beside,
    free,
    on,
    polar,
    room,
    through,
)
from screens.tueftelmonster.scene import Part
from screens.tueftelmonster.shape import Shape, circle, knob_radius, necks, rounded

Rib: TypeAlias = tuple[float, Point]
"""Direction and tip of a rib of a wing."""


def tail(part: Part, ink: Ink) -> Shape:
    """Return a tail: the limb itself runs out in one, or one grows beside it."""
    r = knob_radius(part, 25)
    hub, knob = rounded(0, 0, r)
    middle, half = free(part.ends)[0]
    way = pick(part, "wag", (1, -1))
    made = Shape(hub, [knob] if r > 25 or len(part.ends) > 2 else [])
    if len(part.ends) == 1:
        path, radii = _whip(part, way, r > 25)
        made.taken.append((middle, 46))
        made.spikes = _spikes(part, path, radii, way, ink)
    else:
        path = [polar(middle + way * turn, far) for turn, far in _HOOK[half > 80]]
        radii = (22, 19, 15, 12, 8)
        made.taken.append((middle, 40))
        made.skin += [through(part.ends, 27, 27)] if len(part.ends) == 2 else necks(part, 26, 26)
    made.skin.append(tube(path, radii))
    (ax, ay), (bx, by) = path[-2:]
    heading = math.degrees(math.atan2(by - ay, bx - ax))
    tip = pick(part, "tip", (_tuft, _arrow, _leaf, _club))(fine(ink))
    made.behind = placed(tip, bx, by, heading + 90)
    return made


def _spikes(part: Part, path: list[Point], radii: Sequence[float], way: int, ink: Ink) -> str:
    """Return the horns on the outer side of a tail's bow."""
    drawn = ""
    for i in range(part.horns):
        share = 0.42 + 0.42 * (i + 0.5) / part.horns
        r = radii[round(share * (len(radii) - 1))] - 4
        (x, y), away = beside(path, share, r * way)
        scale = min(0.8, room((x, y), away) / 42)
        drawn += feature("horn", placed(sprouts.horn(part, ink), x, y, away + 90, scale))
    return drawn


_HOOK = (
    ((0, 0), (14, 40), (4, 68), (-24, 72), (-40, 72)),
    ((0, 0), (18, 44), (2, 74), (-24, 78), (-42, 66)),
)
"""A tail on the side of a limb, by angle and distance; in a narrow and in a wide gap."""


def _whip(part: Part, way: int, straight: bool) -> tuple[list[Point], tuple[float, ...]]:
    """Return the spine and radii of a tail that a limb runs out into."""
    side = part.ends[0]
    bend = 4 if straight else 26
    path = [on(side, BEYOND), on(side, EDGE), on(side, 84), on(side, 40, way * -bend),
            on(side, 0, way * -bend * 0.6), on(side, -36, way * 14), on(side, -52, way * 36),
            on(side, -36, way * 56)]  # fmt: skip
    return path, (27, 27, 27, 25, 23, 19, 14, 9)


def _tuft(ink: Ink) -> str:
    d = "M-8 8Q-22 -4 -18 -18Q-12 -14 -10 -10Q-10 -20 0 -27Q10 -20 10 -10Q12 -14 18 -18Q22 -4 8 8Z"
    return shape(d, ink.accent, ink)


def _arrow(ink: Ink) -> str:
    return shape("M-6 8V-2H-20L0 -28L20 -2H6V8Z", ink.shade, ink)


def _leaf(ink: Ink) -> str:
    return shape("M0 10Q-26 -4 0 -28Q26 -4 0 10Z", ink.accent, ink) + stroke(
        "M0 4V-16", ink.line, 3
    )


def _club(ink: Ink) -> str:
    return shape(circle((0, -8), 17), ink.shade, ink) + disc(-5, -13, 4, ink.light)


def wing(part: Part, ink: Ink) -> Shape:
    """Return a limb with wings where no limb is."""
    r = knob_radius(part, 31)
    hub, knob = rounded(0, 0, r)
    skin = [through(part.ends, 27, 27)] if len(part.ends) == 2 else necks(part, 26, 26)
    skin.append(knob)
    made = Shape(hub, skin)
    sectors = _wing_sectors(part)
    claws = [part.digits // len(sectors) + (i < part.digits % len(sectors))
             for i in range(len(sectors))]  # fmt: skip
    for (middle, half), digits in zip(sectors, claws, strict=True):
        wing, tips = _spread(part, middle, half, digits, ink)
        made.behind += wing
        made.tips += tips
        made.taken.append((middle, half * 0.4))
    return made


def _wing_sectors(part: Part) -> list[tuple[float, float]]:
    """Return the direction of each wing and half the angle it spreads over."""
    found = free(part.ends)
    if len(part.ends) == 1:
        away = ANGLES[part.ends[0]] + 180
        return [(away - 66, 52), (away + 66, 52)]
    if are_straight(part.ends):
        return found
    if len(part.ends) == 2:
        return [(found[0][0], 78)]
    return [(angle, 16) for angle, _ in found] if len(part.ends) == 4 else found[:1]


def _spread(part: Part, middle: float, half: float, digits: int, ink: Ink) -> tuple[str, str]:
    """Return a wing and the claws on the tips of its ribs."""
    draw = pick(part, "wing", (_bat, _feathers, _bat))
    few, many = (2, 2) if half <= 20 else (3, 4)
    ribs = _ribs(middle, half, max(many if draw is _feathers else few, digits))
    claws = (sprouts.claw(part, tip, angle, 10.5, ink) for angle, tip in ribs[:digits])
    return draw(ribs, ink), "".join(claws)


def _ribs(middle: float, half: float, count: int) -> list[Rib]:
    """Return direction and tip of each rib."""
    angles = sprouts.fan(count, middle, min(half, 80), 60)
    return [(angle, polar(angle, min(room((0, 0), angle, 77), 104))) for angle in angles]


def _bat(ribs: Sequence[Rib], ink: Ink) -> str:
    d = "M0 0L{} {}".format(*ribs[0][1])
    for (a, (ax, ay)), (b, (bx, by)) in pairwise(ribs):
        far = 0.62 * math.hypot((ax + bx) / 2, (ay + by) / 2)
        cx, cy = polar((a + b) / 2, far)
        d += f"Q{cx} {cy} {bx} {by}"
    bones = "".join(f"M0 0L{x} {y}" for _, (x, y) in ribs[1:-1])
    return shape(d + "Z", ink.accent, ink) + stroke(bones, ink.line, 4.5)


def _feathers(ribs: Sequence[Rib], ink: Ink) -> str:
    drawn = ""
    for i, (angle, tip) in enumerate(ribs):
        far = math.hypot(*tip)
        vane = f"M-6 0C-16 {-far * 0.4} -15 {-far * 0.9} 0 {-far}"
        vane += f"C15 {-far * 0.9} 16 {-far * 0.4} 6 0Z"
        quill = stroke(f"M0 {-far * 0.4}V{-far * 0.8}", ink.shade, 3.5)
        fill = ink.light if i % 2 else ink.accent
        drawn += placed(shape(vane, fill, ink) + quill, 0, 0, angle + 90)
    return drawn
