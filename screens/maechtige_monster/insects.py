"""The people of the insects: feelers, faceted eyes, six limbs, wings of glass, stripes."""

from __future__ import annotations

from collections.abc import Callable

from screens.kit.anatomy import (
    Ink,
    Point,
    ball,
    crown,
    disc,
    even,
    maw,
    mirrored,
    shape,
    smile,
    smooth,
    solid,
    stroke,
    taper,
)
from screens.maechtige_monster import gear

GLASS = "#d6f4ff"
CHITIN, CHITIN_LIGHT = "#4b3426", "#7a5638"


def draw(strength: int, ink: Ink) -> str:
    """Return the insect of strength 1…5, standing on (0, 0)."""
    return KINDS[strength - 1](ink)


def _facets(x: float, y: float, r: float, ink: Ink, angry: bool = False) -> str:
    """Return one of two big faceted eyes, x from the middle."""
    side = 1 if x > 0 else -1
    tilt = f'transform="rotate({side * 24} {x} {y})"'
    edge = f'stroke="{ink.line}" stroke-width="{ink.width}"'
    ball_ = (
        f'<ellipse cx="{x}" cy="{y}" rx="{r * 0.86}" ry="{r * 1.16}"'
        f' fill="{ink.iris}" {edge} {tilt}/>'
    )
    dark = "".join(
        disc(x + dx * r, y + dy * r, r * 0.15, "#0f6f66")
        for dx, dy in (
            (0.1, 0.1),
            (-0.24, 0.32),
            (0.4, 0.38),
            (0.06, 0.64),
            (-0.3, -0.14),
            (0.34, -0.2),
        )
    )
    shine = disc(x - r * 0.22, y - r * 0.5, r * 0.24, "#ffffff")
    lid = ""
    if angry:
        lid = shape(
            f"M{x - side * r * 1.1} {y - r * 0.3}L{x + side * r * 1.1} {y - r * 1.24}"
            f"L{x - side * r * 0.5} {y - r * 1.5}Z",
            ink.shade,
            ink,
        )
    return ball_ + dark + shine + lid


def _feelers(x: float, y: float, dx: float, dy: float, ink: Ink, knob: float = 4.5) -> str:
    d = f"M{x} {y}Q{x + dx * 0.1} {y + dy * 0.9} {x + dx} {y + dy}"
    return mirrored(stroke(d, ink.line, 4.6) + ball(x + dx, y + dy, knob, ink.body, ink))


def _legs(paths: list[list[Point]], r: float, ink: Ink, fill: str = CHITIN_LIGHT) -> str:
    return mirrored("".join(gear.limb(path, r, r * 0.6, fill, ink) for path in paths))


def _wing(x: float, y: float, turn: float, scale: float, ink: Ink) -> str:
    glass = shape(
        "M0 0Q-24 -34 -6 -62Q18 -72 22 -38Q20 -12 0 0Z", GLASS, ink, 'fill-opacity="0.92"'
    )
    veins = stroke("M0 -4L2 -48M2 -20L13 -42", "#6aa7c4", 2.4)
    return f'<g transform="translate({x} {y}) rotate({turn}) scale({scale})">{glass}{veins}</g>'


def _ladybird(ink: Ink) -> str:
    shell = even([(0, -46), (24, -40), (34, -20), (26, -3), (0, 0)])
    dots = "".join(
        disc(s * x, y, r, CHITIN) for s in (-1, 1) for x, y, r in ((24, -29, 5.5), (25, -13, 5))
    )
    seam = stroke("M0 -50V0", ink.line, 3)
    head = even([(0, -46), (16, -42), (20, -27), (12, -16), (0, -14)])
    legs = _legs([[(26, -22), (38, -24), (43, -14)], [(24, -12), (36, -10), (40, 0)]], 4, ink)
    dark = Ink(ink.line, CHITIN, "#33231a", CHITIN_LIGHT, ink.accent, ink.iris, ink.width)
    return (
        legs
        + _feelers(8, -42, 9, -15, ink)
        + solid("shell", shell, ink, inside=dots + seam)
        + solid("head", head, dark)
        + _facets(-9.5, -33, 8.5, ink)
        + _facets(9.5, -33, 8.5, ink)
        + stroke("M-6 -20Q0 -16 6 -20", "#fff0a8", 2.8)
    )


def _bee(ink: Ink) -> str:
    body = even([(0, -54), (24, -46), (28, -26), (16, -8), (0, -2)])
    bands = "".join(stroke(f"M-34 {y}Q0 {y + 9} 34 {y}", CHITIN, 7.5) for y in (-31, -15))
    sting = shape("M-6 -5L0 14L6 -5Z", CHITIN, ink)
    head = even([(0, -86), (21, -78), (26, -60), (16, -46), (0, -43)])
    legs = _legs([[(24, -34), (38, -30), (40, -18)], [(22, -22), (33, -14), (32, -2)]], 4, ink)
    wings = mirrored(_wing(20, -46, 66, 0.92, ink) + _wing(20, -38, 104, 0.66, ink))
    lance = gear.held(gear.spear(40, 30, ink), 41, -20, 10)
    return (
        '<g transform="translate(0'
        f' -12)">{wings}{sting}{lance}{legs}{gear.fist(40, -18, 5, ink, CHITIN_LIGHT)}'
        + _feelers(8, -80, 13, -18, ink)
        + solid("body", body, ink, inside=bands)
        + solid("head", head, ink)
        + _facets(-13, -66, 10, ink, True)
        + _facets(13, -66, 10, ink, True)
        + smile(-52, 8, ink, 0)
        + "</g>"
    )


def _mantis(ink: Ink) -> str:
    abdomen = even([(0, -50), (17, -44), (24, -24), (15, -4), (0, 0)])
    stripes = "".join(stroke(f"M-26 {y}Q0 {y + 8} 26 {y}", ink.shade, 4) for y in (-33, -21, -9))
    neck = shape("M-9 -44Q-6 -62 -7 -80H7Q6 -62 9 -44Z", ink.body, ink)
    head = smooth([(-25, -110), (0, -106), (25, -110), (22, -92), (0, -76), (-22, -92)])
    legs = _legs([[(14, -36), (38, -46), (54, -1)], [(16, -22), (34, -26), (42, 1)]], 4, ink)
    blade = shape(
        "M46 -58Q70 -76 60 -116Q54 -92 42 -84L47 -80L40 -76L44 -71L37 -66Z", gear.STEEL, ink
    )
    arm = gear.limb([(8, -66), (30, -50), (44, -62)], 6.5, 5.5, ink.body, ink)
    return (
        legs
        + _feelers(7, -104, 17, -26, ink, 3.6)
        + solid("abdomen", abdomen, ink, inside=stripes)
        + neck
        + mirrored(arm + blade)
        + solid("head", head, ink)
        + _facets(-18, -101, 10.5, ink, True)
        + _facets(18, -101, 10.5, ink, True)
        + smile(-88, 7, ink, 2)
    )


def _beetle(ink: Ink) -> str:
    body = even([(0, -88), (34, -80), (48, -46), (40, -12), (0, -6)])
    wing = shape("M7 -4Q8 -44 56 -60L58 -2Z", CHITIN_LIGHT, ink) + disc(33, -26, 5, ink.body)
    legs = _legs(
        [[(40, -34), (58, -40), (66, -26)], [(38, -18), (56, -16), (62, 0)]], 5.5, ink, CHITIN
    )
    jaw = shape(taper([(14, -96), (44, -116), (40, -144), (18, -150)], 10, 3), CHITIN, ink)
    spur = shape(taper([(40, -122), (22, -128)], 6, 1.5), CHITIN, ink)
    spur2 = shape(taper([(42, -136), (54, -148)], 5, 1.5), CHITIN, ink)
    head = even([(0, -112), (24, -106), (34, -84), (22, -64), (0, -60)])
    feet = mirrored(ball(20, -1, 11, CHITIN, ink, 6))
    club = gear.held(gear.mace(44, ink), 66, -28, 6, 0.9)
    shield = f'<g transform="translate(-62 -34)">{gear.round_shield(20, ink, "#d9633f")}</g>'
    return (
        '<g transform="scale(0.93)">'
        + (
            legs
            + club
            + gear.fist(66, -26, 7, ink, CHITIN)
            + feet
            + mirrored(spur + spur2 + jaw)
            + solid("body", body, ink, inside=mirrored(wing))
            + solid("head", head, ink)
            + shield
            + _facets(-18, -88, 12, ink, True)
            + _facets(18, -88, 12, ink, True)
            + maw(-77, 15, 12, ink, 5)
        )
        + "</g>"
    )


def _hornet(ink: Ink) -> str:
    body = even([(0, -78), (32, -68), (40, -40), (24, -12), (0, -2)])
    bands = "".join(stroke(f"M-46 {y}Q0 {y + 12} 46 {y}", CHITIN, 9) for y in (-52, -31, -11))
    sting = shape("M-9 -10L0 8L9 -10Z", CHITIN, ink)
    chest = even([(0, -98), (26, -90), (30, -74), (16, -64), (0, -62)])
    head = even([(0, -138), (30, -130), (38, -108), (24, -88), (0, -84)])
    wings = mirrored(_wing(24, -80, 58, 1.06, ink) + _wing(24, -68, 96, 0.9, ink))
    upper = gear.limb([(24, -78), (46, -72), (58, -84)], 7, 5, CHITIN_LIGHT, ink)
    lower = gear.limb([(28, -50), (48, -44), (56, -54)], 6, 5, CHITIN_LIGHT, ink)
    legs = _legs(
        [[(24, -22), (44, -18), (46, 1)], [(12, -12), (26, -4), (26, 3)]], 5.5, ink, CHITIN
    )
    jaws = mirrored(shape("M9 -92Q22 -88 15 -74Q10 -80 4 -82Z", CHITIN, ink))
    return (
        '<g transform="scale(0.95)">'
        + (
            wings
            + legs
            + gear.held(gear.sword(56, ink, 6), -58, -84, -10)
            + gear.held(gear.sword(56, ink, 6), 58, -84, 10)
            + gear.held(gear.axe(30, ink, size=0.8), 57, -52, 30)
            + (
                '<g transform="scale(-1'
                f' 1)">{gear.held(gear.axe(30, ink, size=0.8), 57, -52, 30)}</g>'
            )
            + mirrored(
                lower
                + gear.fist(56, -54, 6, ink, CHITIN)
                + upper
                + gear.fist(58, -84, 7, ink, CHITIN)
            )
            + _feelers(12, -132, 30, -18, ink, 4)
            + sting
            + solid("body", body, ink, inside=bands)
            + solid("chest", chest, ink, "#e9d7a0")
            + solid("head", head, ink)
            + jaws
            + _facets(-20, -110, 14, ink, True)
            + _facets(20, -110, 14, ink, True)
            + maw(-97, 13, 11, ink, 5)
            + crown(0, -134, 22, ink)
        )
        + "</g>"
    )


KINDS: tuple[Callable[[Ink], str], ...] = (_ladybird, _bee, _mantis, _beetle, _hornet)
