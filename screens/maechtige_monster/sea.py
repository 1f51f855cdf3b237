"""The people of the sea: claws, arms and fins, wet and round, with treasure from the ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from screens.kit.anatomy import (
    Ink,
    Point,
    cord,
    crown,
    disc,
    even,
    eye,
    maw,
    mirrored,
    shape,
    smile,
    solid,
    stroke,
    taper,
)
from screens.maechtige_monster import gear


def draw(strength: int, ink: Ink) -> str:
    """Return the sea creature of strength 1…5, standing on (0, 0)."""
    return KINDS[strength - 1](ink)


def _shine(x: float, y: float, w: float, h: float) -> str:
    return disc(x, y, w, "#ffffff", h, 'fill-opacity="0.55"')


def _crab(ink: Ink) -> str:
    legs = "".join(
        cord(
            f"M{20 + 5 * i} {-16 + 2 * i}Q{40 + 5 * i} {-22 + 6 * i} {42 + 5 * i} {1 - 4 * i}",
            7.5,
            ink.accent,
            ink,
        )
        for i in (1, 0)
    )
    claw = shape(
        "M-4 4Q-18 -10 -8 -26Q-2 -32 4 -30L-1 -16L11 -27Q20 -12 8 3Q2 8 -4 4Z", ink.accent, ink
    )
    arm = gear.limb([(26, -24), (40, -28), (45, -38)], 5, 4, ink.accent, ink)
    stalk = gear.limb([(10, -36), (12, -50)], 3.6, 3, ink.accent, ink)
    shell = even([(0, -46), (24, -42), (36, -24), (24, -8), (0, -5)])
    dots = (
        disc(-18, -34, 3, ink.light) + disc(-9, -39, 2.2, ink.light) + disc(19, -34, 2.6, ink.light)
    )
    return (
        mirrored(legs + arm)
        + f'<g transform="translate(48 -40) rotate(14)">{claw}</g>'
        + f'<g transform="translate(-47 -40) scale(-0.8 0.8) rotate(14)">{claw}</g>'
        + mirrored(stalk)
        + solid("shell", shell, ink, inside=dots)
        + eye(-13, -55, 9, ink)
        + eye(13, -55, 9, ink)
        + smile(-24, 10, ink, 0)
    )


def _arm(path: Sequence[Point], r: float, ink: Ink) -> str:
    cups = "".join(disc(x, y, 2.6, ink.light) for x, y in path[1:-1])
    return shape(taper(path, r, 2.5), ink.body, ink) + cups


def _octopus(ink: Ink) -> str:
    arms = mirrored(
        _arm([(22, -24), (40, -10), (52, -8), (56, -20)], 8, ink)
        + _arm([(14, -18), (26, -4), (38, 0), (44, -8)], 8, ink)
        + _arm([(6, -16), (9, -2), (18, 1), (23, -5)], 8, ink)
    )
    head = even([(0, -82), (26, -75), (36, -50), (28, -26), (14, -16), (0, -15)])
    spots = disc(-18, -68, 5, ink.light) + disc(-8, -75, 3, ink.light) + disc(20, -66, 4, ink.light)
    patch = stroke("M-34 -62L30 -48", "#1c1f2a", 4.5) + disc(14, -50, 11.5, "#1c1f2a")
    return (
        arms
        + solid("bell", head, ink, inside=spots + _shine(-14, -62, 6, 9))
        + eye(-14, -46, 11, ink)
        + patch
        + smile(-29, 11, ink, 1)
    )


def _fin(x: float, y: float, ink: Ink, scale: float = 1) -> str:
    d = "M0 -10Q20 -32 34 -26Q28 -12 35 2Q22 2 24 16Q10 14 0 12Z"
    rays = stroke("M6 -4L26 -17M6 2L27 0M6 8L20 11", ink.line, 2)
    return f'<g transform="translate({x} {y}) scale({scale})">{shape(d, ink.accent, ink)}{rays}</g>'


def _fishman(ink: Ink) -> str:
    body = even([(0, -96), (24, -90), (37, -64), (34, -34), (20, -12), (0, -8)])
    belly = disc(0, -20, 24, ink.light, 22)
    scales = "".join(
        stroke(f"M{s * x - 7} {y}q7 8 14 0", ink.shade, 3)
        for s in (-1, 1)
        for x, y in ((26, -40), (30, -54))
    )
    comb = shape(
        "M-16 -90Q-14 -110 -4 -112L-2 -104L6 -116L10 -104L20 -108Q20 -98 16 -90Z", ink.accent, ink
    )
    feet = mirrored(shape("M8 -12L10 2L2 5L12 4L20 6L28 2L18 -4L20 -14Z", ink.accent, ink))
    arm = gear.limb([(-31, -46), (-46, -40), (-48, -30)], 7, 6, ink.body, ink)
    right = gear.limb([(31, -46), (45, -48), (50, -44)], 7, 6, ink.body, ink)
    return (
        comb
        + feet
        + mirrored(_fin(31, -66, ink, 0.72))
        + arm
        + gear.held(gear.trident(54, 44, ink), 52, -42)
        + solid("fish", body, ink, inside=belly + scales + _shine(-15, -82, 7, 5))
        + right
        + gear.fist(52, -43, 7.5, ink)
        + eye(-15, -66, 11.5, ink, "calm")
        + eye(15, -66, 11.5, ink, "calm")
        + maw(-50, 17, 15, ink, 6)
    )


def _shark(ink: Ink) -> str:
    body = even([(0, -138), (16, -122), (38, -92), (48, -56), (36, -22), (0, -14)])
    belly = even([(0, -92), (24, -84), (34, -50), (24, -12), (0, -6)])
    inside = f'<path d="{belly}" fill="#eaf6ff"/>'
    gills = mirrored(stroke("M41 -66q-5 6 -3 14M34 -69q-5 7 -3 15", ink.line, 2.6))
    fin = shape("M30 -84Q58 -92 72 -66Q56 -66 50 -52Q44 -60 36 -60Z", ink.body, ink)
    back = shape("M-6 -124Q2 -152 34 -150Q22 -136 28 -110Z", ink.shade, ink)
    legs = gear.boots(20, 12, 26, ink, ink.body, ink.shade)
    arm = gear.limb([(38, -56), (56, -46), (58, -34)], 11, 9, ink.body, ink)
    band = cord("M-46 -38Q0 -24 46 -38", 8, gear.LEATHER, ink)
    return (
        back
        + fin
        + f'<g transform="scale(-1 1)">{fin}</g>'
        + gear.held(gear.anchor(56, ink), 60, -34, 0, 0.8)
        + legs
        + solid("shark", body, ink, inside=inside)
        + gills
        + mirrored(arm)
        + band
        + disc(0, -32, 8, gear.GOLD, 8, f'stroke="{ink.line}" stroke-width="3"')
        + gear.fist(-58, -32, 10, ink)
        + gear.fist(59, -32, 10, ink)
        + eye(-19, -98, 10, ink, "angry")
        + eye(19, -98, 10, ink, "angry")
        + maw(-82, 26, 25, ink, 8, 7)
    )


def _kraken(ink: Ink) -> str:
    up = [(30, -40), (58, -38), (70, -62), (60, -88), (66, -108), (76, -100)]
    arms = mirrored(
        _arm(up, 12, ink)
        + _arm([(34, -26), (58, -16), (74, -26), (72, -40)], 12, ink)
        + _arm([(24, -22), (40, -2), (60, 0), (68, -10)], 11, ink)
        + _arm([(10, -22), (16, 0), (32, 2), (38, -6)], 11, ink)
    )
    head = even([(0, -140), (30, -134), (50, -104), (48, -64), (36, -30), (16, -18), (0, -16)])
    spots = "".join(
        disc(x, y, r, ink.light, extra='fill-opacity="0.8"')
        for x, y, r in (
            (-32, -108, 6),
            (-22, -122, 4.5),
            (34, -104, 6),
            (25, -120, 4),
            (-40, -92, 3.5),
        )
    )
    ridge = stroke("M-20 -30Q0 -20 20 -30", ink.shade, 4)
    return (
        gear.held(gear.trident(52, 60, ink), 68, -72, 4)
        + arms
        + solid("kraken", head, ink, inside=spots + ridge + _shine(-20, -112, 7, 10))
        + eye(-20, -84, 15, ink, "angry")
        + eye(20, -84, 15, ink, "angry")
        + maw(-62, 28, 30, ink, 7, 6)
        + crown(0, -136, 24, ink)
    )


KINDS: tuple[Callable[[Ink], str], ...] = (_crab, _octopus, _fishman, _shark, _kraken)
