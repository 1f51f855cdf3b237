"""Hands and feet of Tüftelmonster, with fingers and toes to be counted."""

from __future__ import annotations

from screens.kit.anatomy import Ink, Point, disc, placed, smooth, stroke, tube
from screens.tueftelmonster import sprouts
from screens.tueftelmonster.limbs import free, on, polar, room
from screens.tueftelmonster.scene import Part
from screens.tueftelmonster.shape import Shape, circle, has_face, necks, rounded


def hand(part: Part, ink: Ink) -> Shape:
    """Return a hand whose fingers reach where no limb is."""
    middle, half = free(part.ends)[0]
    x, y = polar(middle, 8 if len(part.ends) == 1 else 2)
    r = 42.0
    hub, palm = rounded(x, y, r)
    made = Shape(hub, [*necks(part, 26, 24), palm])
    angles = sprouts.fan(part.digits, middle, min(half - 8, 84), 40)
    thick = 12.5 if part.digits <= 4 else 11 if part.digits == 5 else 9.5
    for i, angle in enumerate(angles):
        outer = abs(i - (len(angles) - 1) / 2) / max(len(angles), 2)
        start = polar(angle, r * 0.4, (x, y))
        long = min(r * 0.6 + 40 - outer * 10, room(start, angle) - thick * 1.2)
        made.skin += _finger(start, angle, long, thick)
        tip = polar(angle, long, start)
        made.over += sprouts.claw(part, tip, angle, thick, ink)
    if part.digits:
        made.taken.append((middle, (angles[-1] - angles[0]) / 2 + 16))
    if not has_face(part):
        made.over += _palm(x, y, ink)
    made.over += _cuff(part.ends[0], ink)
    return made


def _finger(start: Point, angle: float, long: float, thick: float) -> list[str]:
    tip = polar(angle, long, start)
    knuckle = polar(angle, long * 0.5, start)
    return [tube([start, knuckle, tip], (thick, thick * 0.9, thick)), circle(tip, thick)]


def _palm(x: float, y: float, ink: Ink) -> str:
    pads = disc(x, y + 2, 22, ink.light, 18, 'fill-opacity="0.75"')
    return pads + placed(stroke("M-14 -4Q0 6 16 -6M-8 10Q2 14 12 8", ink.shade, 4), x, y)


def _cuff(side: str, ink: Ink) -> str:
    """Return the stitches with which a hand is sewn on."""
    (ax, ay), (bx, by) = on(side, 66, -24), on(side, 66, 24)
    ticks = "".join(
        "M{} {}L{} {}".format(*on(side, 73, aside), *on(side, 59, aside)) for aside in (-15, 0, 15)
    )
    return stroke(f"M{ax} {ay}L{bx} {by}{ticks}", ink.line, 3.6)


def foot(part: Part, ink: Ink) -> Shape:
    """Return a paw whose toes reach where no limb is."""
    middle, half = free(part.ends)[0]
    x, y = polar(middle, 14 if len(part.ends) == 1 else 4)
    r = 44.0
    hub, sole = rounded(x, y, r)
    made = Shape(hub, [*necks(part, 30, 31), sole])
    angles = sprouts.fan(part.digits, middle, min(half - 2, 76), 44)
    thick = 17 if part.digits <= 3 else 15 if part.digits == 4 else 13
    for angle in angles:
        at = polar(angle, min(r + 4, room((x, y), angle) - thick * 1.45), (x, y))
        made.skin.append(circle(at, thick))
        made.over += sprouts.claw(part, polar(angle, thick * 0.45, at), angle, thick * 0.82, ink)
    if part.digits:
        made.taken.append((middle, (angles[-1] - angles[0]) / 2 + 20))
    if not has_face(part):
        made.over += _pads(x, y, middle, ink)
    return made


def _pads(x: float, y: float, middle: float, ink: Ink) -> str:
    cx, cy = polar(middle, -4, (x, y))
    d = smooth([(-22, 14), (-24, -2), (-10, -16), (10, -16), (24, -2), (22, 14), (0, 10)])
    return placed(f'<path d="{d}" fill="{ink.light}" fill-opacity="0.8"/>', cx, cy, middle + 90)
