"""Limbs that join others in Tüftelmonster: arms, legs, tentacles."""

from __future__ import annotations

from screens.kit.anatomy import Ink, Point, disc, smooth, stroke, tube
from screens.tueftelmonster.face import pick
from screens.tueftelmonster.limbs import (
    ANGLES,
    BEYOND,
    EDGE,
    are_straight,
    beside,
    free,
    on,
    polar,
    route,
    through,
)
from screens.tueftelmonster.scene import Part
from screens.tueftelmonster.shape import Shape, circle, has_face, knob_radius, necks, rounded


def arm(part: Part, ink: Ink) -> Shape:
    """Return an arm with a bracelet and a patch on the elbow."""
    r = knob_radius(part, 29)
    hub, knob = rounded(0, 0, r)
    if len(part.ends) == 2:
        way = 7 if are_straight(part.ends) else 0
        skin = [through(part.ends, r * 0.96, 33, way)]
    else:
        skin = necks(part, 27, 32)
    if r > 30 or len(part.ends) != 2:
        skin.append(knob)
    over = "".join(_band(side, ink) for side in part.ends[:1])
    if not has_face(part):
        over += _elbow(ink)
    return Shape(hub, skin, over=over)


def _band(side: str, ink: Ink) -> str:
    """Return a bracelet with studs around a limb."""
    (ax, ay), (bx, by) = on(side, 66, -40), on(side, 66, 40)
    d = f"M{ax} {ay}L{bx} {by}"
    studs = "".join(disc(*on(side, 66, aside), 3.6, "#ffd34d") for aside in (-18, 0, 18))
    return stroke(d, ink.line, 22) + stroke(d, "#6b4a86", 12) + studs


def _elbow(ink: Ink) -> str:
    thread = f'fill="none" stroke="{ink.line}" stroke-width="3.4" stroke-dasharray="6 5"'
    patch = smooth([(-15, -13), (14, -15), (17, 12), (-13, 15)])
    return f'<path d="{patch}" fill="{ink.light}" fill-opacity="0.9"/><path d="{patch}" {thread}/>'


def leg(part: Part, ink: Ink) -> Shape:
    """Return a hairy leg with a plaster on the knee."""
    r = knob_radius(part, 33)
    hub, knob = rounded(0, 0, r)
    if len(part.ends) == 2:
        skin = [through(part.ends, r * 0.9, 37), knob]
    else:
        skin = [*necks(part, 30, 31), knob]
    over = "" if has_face(part) else _knee(ink)
    hairs = "".join(
        stroke(f"M{x} {y}l5 9", ink.line, 3.4)
        for side in part.ends
        for x, y in (on(side, 62, 16), on(side, 72, -4), on(side, 58, -18))
    )
    return Shape(hub, skin, over=hairs + over)


def _knee(ink: Ink) -> str:
    plaster = '<g transform="rotate(-32)"><rect x="-25" y="-10" width="50" height="20" rx="9"'
    pad = '<rect x="-9" y="-10" width="18" height="20" fill="#e8b489"/>'
    line = f'stroke="{ink.line}" stroke-width="4"'
    return f'{plaster} fill="#ffdcb5" {line}/>{pad}</g>'


def tentacle(part: Part, ink: Ink) -> Shape:
    """Return a tentacle with suckers; with one end it runs out in a wave."""
    r = knob_radius(part, 25)
    hub, knob = rounded(0, 0, r)
    made = Shape(hub, [knob] if r > 25 or len(part.ends) > 2 else [])
    if len(part.ends) == 1:
        spine = _wave(part, r > 25)
        made.skin += [tube(spine, (27, 27, 27, 25, 23, 19, 14, 9)), circle(spine[-1], 9)]
        made.taken.append((ANGLES[part.ends[0]] + 180, 40))
        made.over = _suckers(spine, 0.28, 0.94, 10, ink)
    elif len(part.ends) == 2:
        sway = 12 if are_straight(part.ends) else 0
        spine = route(part.ends, sway)
        made.skin.append(through(part.ends, 25, 24, sway))
        made.over = _suckers(spine, 0.17, 0.83, 8, ink)
    else:
        made.skin += necks(part, 25, 24, 5)
        for side in part.ends:
            spine = [on(side, 96), on(side, 70), on(side, 48)]
            made.over += _suckers(spine, 0.1, 0.9, 3, ink)
    if len(part.ends) > 1 and not are_straight(part.ends) and not part.ears and not part.horns:
        made.skin += _tendril(part, free(part.ends)[0][0])
    return made


def _suckers(spine: list[Point], start: float, end: float, count: int, ink: Ink) -> str:
    """Return the suckers on the right of a tentacle, from share to share of its spine."""
    ring = f'stroke="{ink.line}" stroke-width="3.6"'
    drawn = ""
    for i in range(count):
        share = start + (end - start) * i / (count - 1)
        thin = 1 - 0.45 * share if len(spine) == 8 else 1
        (x, y), _ = beside(spine, share, 13 * thin)
        drawn += disc(x, y, 7 * thin, ink.accent, 0, ring)
    return drawn


def _wave(part: Part, straight: bool) -> list[Point]:
    """Return the spine of a tentacle that a limb runs out into."""
    side, way = part.ends[0], pick(part, "coil", (1, -1))
    bend = 0 if straight else 20
    return [on(side, BEYOND), on(side, EDGE), on(side, 84), on(side, 42, way * bend),
            on(side, 2, way * -bend * 0.8), on(side, -38, way * -12), on(side, -62, way * 14),
            on(side, -60, way * 46)]  # fmt: skip


def _tendril(part: Part, middle: float) -> list[str]:
    """Return a small free arm of a tentacle."""
    way = pick(part, "coil", (1, -1))
    path = [polar(middle + way * turn, far) for turn, far in
            ((0, 0), (-8, 34), (-26, 60), (-4, 78), (16, 66))]  # fmt: skip
    return [tube(path, (20, 16, 12, 9, 6)), circle(path[-1], 6.5)]
