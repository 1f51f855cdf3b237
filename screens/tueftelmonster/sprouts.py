"""What sticks out of the parts of Tüftelmonster: ears and horns, fingers, toes and claws."""

from __future__ import annotations

import math
from collections.abc import Sequence

from screens.kit.anatomy import Ink, Point, ball, placed, shape, stroke, taper
from screens.tueftelmonster.face import BONE, WHITE, Hub, feature, fine, pick
from screens.tueftelmonster.limbs import clear, room, settle
from screens.tueftelmonster.scene import Part

Sector = tuple[float, float]
"""A direction and half the angle taken up there."""
HORN_RING = "#9a6231"
HORN_HALF, EAR_HALF = 15.0, 21.0
HORNS_AT = ((), (-90,), (-125, -55), (-90, -135, -45), (-112, -68, -152, -28))
EARS_AT = ((), (-38,), (-150, -30), (-150, -30, -90), (-150, -30, 165, 15))


def stuck(part: Part, hub: Hub, taken: Sequence[Sector], ink: Ink, horns_too: bool = True) -> str:
    """Return horns and ears around a hub, where neither limbs nor each other are in the way."""
    wanted = _wanted(HORNS_AT, part.horns) if horns_too else ()
    horns = settle(wanted, taken, HORN_HALF)
    used = [*taken, *((angle, HORN_HALF) for angle in horns)]
    ears = settle(_wanted(EARS_AT, part.ears), used, EAR_HALF)
    drawn = "".join(_outwards("ear", _ear(part, ink), part, hub, a, 42) for a in ears)
    return drawn + "".join(_outwards("horn", horn(part, ink), part, hub, a, 41) for a in horns)


def _wanted(table: Sequence[Sequence[float]], count: int) -> Sequence[float]:
    if count < len(table):
        return table[count]
    return [360 * i / count - 90 for i in range(count)]


def _outwards(name: str, drawing: str, part: Part, hub: Hub, angle: float, tall: float) -> str:
    """Place a drawing that points up from (0, 0), so that it leaves the skin and ends in time."""
    x, y = max(hub.rim(angle, 7), clear(part.ends, angle), key=lambda at: math.hypot(*at))
    scale = min(1.25, max(room((x, y), angle, 84) / tall, 0.5))
    flip = "scale(-1 1)" if (angle + 90) % 360 > 180 else ""
    return feature(name, placed(f'<g transform="{flip}">{drawing}</g>', x, y, angle + 90, scale))


def horn(part: Part, ink: Ink) -> str:
    """Return one horn that points up from (0, 0), 38 long."""
    return pick(part, "horn", (_cone, _curved, _thorn, _twist))(fine(ink, 0.85))


def _cone(ink: Ink) -> str:
    rings = stroke("M-8 -8Q0 -4 9 -9M-6 -20Q0 -17 6 -21", HORN_RING, 3)
    return shape("M-15 6Q-11 -20 1 -42Q11 -18 15 6Z", BONE, ink) + rings


def _curved(ink: Ink) -> str:
    bow = taper([(0, 8), (1, -10), (9, -24), (22, -37)], 15, 2)
    return shape(bow, BONE, ink) + stroke("M-8 -8Q3 -3 13 -12M-1 -20Q7 -18 15 -24", HORN_RING, 3)


def _thorn(ink: Ink) -> str:
    thorn = "M-16 6C-18 -14 -8 -28 10 -41C8 -24 18 -12 16 6Z"
    return shape(thorn, BONE, ink) + stroke("M-10 -4Q0 0 10 -4", HORN_RING, 3)


def _twist(ink: Ink) -> str:
    spiral = taper([(0, 8), (-3, -8), (4, -22), (0, -42)], 15, 2)
    return shape(spiral, BONE, ink) + stroke("M-11 -3L8 -9M-7 -15L8 -20", HORN_RING, 3)


def _ear(part: Part, ink: Ink) -> str:
    return pick(part, "ear", (_pointed, _mouse, _elf, _floppy))(fine(ink, 0.85))


def _pointed(ink: Ink) -> str:
    outer = "M-22 10C-26 -22 -12 -36 2 -43C16 -36 28 -22 22 10Z"
    inner = "M-12 6C-15 -14 -6 -24 2 -29C10 -24 16 -14 12 6Z"
    return shape(outer, ink.body, ink) + f'<path d="{inner}" fill="{ink.accent}"/>'


def _mouse(ink: Ink) -> str:
    return ball(0, -19, 21, ink.body, ink) + f'<circle cx="0" cy="-18" r="12" fill="{ink.accent}"/>'


def _elf(ink: Ink) -> str:
    outer = "M-16 10C-20 -14 0 -26 22 -38C22 -20 20 0 14 10Z"
    inner = "M-7 4C-8 -10 4 -18 15 -25C15 -14 12 -2 8 4Z"
    return shape(outer, ink.body, ink) + f'<path d="{inner}" fill="{ink.accent}"/>'


def _floppy(ink: Ink) -> str:
    outer = "M-13 10C-16 -24 -6 -42 14 -38C30 -34 32 -12 22 -4C16 -10 14 -12 12 10Z"
    inner = "M-4 2C-6 -18 2 -30 12 -28C20 -26 20 -16 17 -13C10 -16 6 -8 5 2Z"
    return shape(outer, ink.body, ink) + f'<path d="{inner}" fill="{ink.accent}"/>'


def fan(count: int, middle: float, half: float, pitch: float) -> list[float]:
    """Return directions spread around a middle, at most half an angle to each side."""
    step = min(pitch, 2 * half / max(count - 1, 1))
    return [middle + (i - (count - 1) / 2) * step for i in range(count)]


def claw(part: Part, tip: Point, angle: float, r: float, ink: Ink) -> str:
    """Return a finger's or toe's nail at its tip: the thing one counts."""
    thin = fine(ink, 0.55)
    draw = pick(part, "nail", (_talon, _nail))
    return feature("digit", placed(draw(r, thin), *tip, angle + 90))


def _talon(r: float, ink: Ink) -> str:
    return shape(
        f"M{-r * 0.8} {r * 0.3}Q0 {-r * 0.2} {r * 0.8} {r * 0.3}L0 {-r * 1.75}Z", WHITE, ink
    )


def _nail(r: float, ink: Ink) -> str:
    w, low = r * 0.62, r * 0.3
    d = f"M{-w} {low}V{-r * 0.4}A{w} {w} 0 0 1 {w} {-r * 0.4}V{low}Q0 {r * 0.7} {-w} {low}Z"
    return shape(d, "#fff3e6", ink)
