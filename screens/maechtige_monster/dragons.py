"""The people of the dragons: long snouts seen from the side, spikes, wings, and breath."""

from __future__ import annotations

from collections.abc import Callable

from screens.kit.anatomy import Ink, Point, disc, eye, shape, smooth, solid, stroke
from screens.maechtige_monster import gear

MEMBRANE = "#f29a4a"


def draw(strength: int, ink: Ink) -> str:
    """Return the dragon of strength 1…5, standing on (0, 0); it looks to the left."""
    drawn = KINDS[strength - 1](ink)
    return (
        drawn
        if strength < 4
        else f'<g transform="scale({0.95 if strength == 4 else 0.92})">{drawn}</g>'
    )


def _head(name: str, ink: Ink, mood: str, jaws: bool, horns: int) -> str:
    """Return a head of about 60 by 44 that looks left; its neck joins at (10, 12)."""
    skull = smooth(
        [
            (-34, -2),
            (-28, -16),
            (-10, -20),
            (0, -30),
            (18, -28),
            (24, -8),
            (14, 14),
            (-8, 14),
            (-30, 10),
        ]
    )
    drawn = ""
    for i in range(horns):
        path: list[Point] = [
            (10 + 5 * i, -24 + 8 * i),
            (24 + 4 * i, -36 + 10 * i),
            (40 + 2 * i, -40 + 12 * i),
        ]
        drawn += gear.limb(path, 6.5, 1.5, gear.BONE, ink)
    frill = shape("M18 -14L38 -16L30 -4L40 6L26 8L28 20L12 14Z", ink.accent, ink)
    lower = ""
    if jaws:
        jaw = shape("M8 10Q-8 14 -28 24Q-34 20 -32 14L-6 6Z", ink.shade, ink)
        inside = '<path d="M4 6L-30 10L-26 19Q-8 14 4 12Z" fill="#3a1230"/>'
        tongue = stroke("M-4 12Q-16 14 -22 16", "#f0637d", 3.4)
        lower = jaw + inside + tongue
    teeth = "".join(f"M{x - 3.4} 8L{x} {16 if jaws else 14}L{x + 3.4} 8Z" for x in (-25, -15, -5))
    fangs = shape(teeth, "#fffdf4", Ink(ink.line, "", "", "", "", "", 1.8))
    light = disc(-10, 10, 22, ink.light, 7, 'fill-opacity="0.6"')
    nostril = disc(-28, -6, 2.6, ink.line)
    return (
        frill + drawn + lower + fangs + solid(name, skull, ink, inside=light) + nostril
        + eye(2, -13, 8.6, ink, mood, -0.6)
    )  # fmt: skip


def _at(drawing: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    return f'<g transform="translate({x} {y}) rotate({turn}) scale({scale})">{drawing}</g>'


def _wing(ink: Ink) -> str:
    """Return a wing that spreads up and to the right from (0, 0)."""
    skin = "M0 0Q2 -40 26 -62Q44 -58 68 -34Q54 -34 50 -22Q40 -26 34 -12Q24 -14 18 4Q8 0 0 10Z"
    ribs = "M26 -60L14 2M26 -60L34 -12M26 -60L50 -22"
    claw = shape("M22 -60L22 -74L33 -61Z", gear.BONE, ink)
    return claw + shape(skin, MEMBRANE, ink) + stroke(ribs, ink.line, 2.6)


def _spikes(points: list[Point], size: float, ink: Ink) -> str:
    """Return spikes along a back; they point up and to the right."""
    return "".join(
        shape(
            f"M{x - size * 0.7} {y}L{x + size * 0.8} {y - size}L{x + size * 0.6} {y + size * 0.7}Z",
            ink.accent,
            ink,
        )
        for x, y in points
    )


def _foot(x: float, r: float, ink: Ink) -> str:
    claws = "".join(
        shape(f"M{x + k * r * 0.6 - r * 0.3} -2L{x + k * r * 0.6 - r * 0.45} 5"
        f"L{x + k * r * 0.6 + r * 0.3} -1Z", "#fffdf4",
              Ink(ink.line, "", "", "", "", "", 2))
        for k in (-1, 0, 1)
    )  # fmt: skip
    leg = smooth(
        [
            (x - r, -1),
            (x - r * 0.9, -r * 1.3),
            (x, -r * 2.2),
            (x + r * 1.2, -r * 1.8),
            (x + r * 1.1, -2),
        ]
    )
    return shape(leg, ink.shade, ink) + claws


def _tail(points: list[Point], r: float, ink: Ink) -> str:
    x, y = points[-1]
    tip = shape(
        f"M{x - 9} {y + 4}L{x + 2} {y - 18}L{x + 12} {y + 4}Q{x + 2} {y - 2} {x - 9} {y + 4}Z",
        ink.accent,
        ink,
    )
    return gear.limb(points, r, 4, ink.body, ink) + tip


def _hatchling(ink: Ink) -> str:
    shell = "M-30 -26L-20 -34L-11 -25L-1 -35L9 -25L19 -34L30 -26Q36 0 0 2Q-36 0 -30 -26Z"
    egg = Ink(ink.line, "#f7ecd2", "#d8c49a", "#fffaf0", ink.accent, ink.iris, ink.width)
    dots = (
        disc(-14, -14, 4.5, ink.accent)
        + disc(12, -18, 5.5, ink.accent)
        + disc(2, -6, 3.6, ink.accent)
    )
    cap = shape("M-14 -66Q-8 -84 8 -80Q20 -76 21 -62L13 -66L6 -60L-2 -67L-8 -61Z", "#f7ecd2", ink)
    paw = gear.limb([(-16, -26), (-22, -28), (-24, -22)], 5, 4.5, ink.body, ink)
    return (
        gear.limb([(8, -18), (8, -36), (4, -44)], 13, 12, ink.body, ink)
        + _at(_head("head", ink, "open", False, 0), 0, -46, 0.86)
        + f'<g transform="translate(0 6) rotate(10 0 -70)">{cap}</g>'
        + solid("egg", shell, egg, inside=dots)
        + paw
    )


def _wyrmling(ink: Ink) -> str:
    body = smooth([(-16, -6), (-20, -28), (-6, -50), (16, -44), (28, -18), (22, -4)])
    belly = disc(-10, -18, 15, ink.light, 22)
    return (
        _tail([(16, -10), (40, -6), (52, -20), (44, -34)], 9, ink)
        + _at(_wing(ink), 14, -36, 0.62, 8)
        + solid("body", body, ink, inside=belly)
        + _foot(-10, 8, ink)
        + _foot(16, 9, ink)
        + gear.joined([(-6, -40), (-8, -58)], 13, 12, ink.body, ink)
        + _at(_head("head", ink, "open", True, 1), -8, -64, 0.9)
        + gear.joined([(-12, -30), (-24, -30), (-28, -22)], 5, 4, ink.body, ink)
    )


def _drake(ink: Ink) -> str:
    body = smooth([(-22, -6), (-26, -34), (-8, -60), (20, -54), (36, -24), (28, -4)])
    belly = disc(-16, -22, 16, ink.light, 28)
    bands = stroke(
        "M-30 -40Q-16 -36 -6 -40M-30 -26Q-16 -22 -4 -26M-30 -12Q-16 -8 -4 -12", ink.shade, 2.6
    )
    neck: list[Point] = [(4, -50), (14, -72), (-2, -90), (-12, -94)]
    return (
        _tail([(22, -12), (48, -4), (66, -18), (62, -42)], 11, ink)
        + _at(_wing(ink), 18, -44, 0.95, 6)
        + _spikes([(22, -68), (16, -84), (4, -98)], 11, ink)
        + solid("body", body, ink, inside=belly + bands)
        + _foot(-14, 10, ink)
        + _foot(20, 11, ink)
        + gear.joined(neck, 17, 12, ink.body, ink)
        + _at(_head("head", ink, "slit", True, 1), -14, -96, 1.0)
        + gear.joined([(-14, -40), (-32, -38), (-36, -26)], 6.5, 5, ink.body, ink)
    )


def _breath(x: float, y: float, size: float, ink: Ink) -> str:
    fire = gear.flame(0, size, ink)
    return f'<g transform="translate({x} {y}) rotate(-98)">{fire}</g>'


def _wyvern(ink: Ink) -> str:
    body = smooth([(-24, -6), (-32, -42), (-10, -76), (26, -68), (44, -30), (34, -4)])
    belly = disc(-20, -28, 19, ink.light, 36)
    bands = stroke(
        "M-38 -54Q-18 -48 -8 -54M-38 -38Q-18 -32 -4 -38M-38 -22Q-18 -16 -4 -22", ink.shade, 3
    )
    neck: list[Point] = [(4, -62), (20, -88), (6, -110), (-6, -114)]
    far = f'<g transform="translate(-2 -62) rotate(-34) scale(-0.9 0.9)">{_wing(ink)}</g>'
    return (
        far
        + _tail([(26, -14), (56, -4), (72, -18), (70, -46)], 13, ink)
        + _at(_wing(ink), 22, -58, 0.98, -4)
        + _spikes([(32, -82), (26, -100), (12, -116)], 13, ink)
        + solid("body", body, ink, inside=belly + bands)
        + _foot(-16, 12, ink)
        + _foot(24, 13, ink)
        + gear.joined(neck, 20, 14, ink.body, ink)
        + _breath(-46, -106, 12.5, ink)
        + _at(_head("head", ink, "angry", True, 2), -12, -118, 1.12)
        + gear.joined([(-18, -50), (-40, -48), (-44, -32)], 8, 6, ink.body, ink)
    )


def _hydra(ink: Ink) -> str:
    body = smooth([(-36, -4), (-46, -40), (-24, -74), (24, -74), (46, -40), (36, -4)])
    belly = disc(0, -24, 26, ink.light, 40)
    bands = stroke(
        "M-30 -50Q0 -42 30 -50M-30 -34Q0 -26 30 -34M-30 -18Q0 -10 30 -18", ink.shade, 3.2
    )
    wing = f'<g transform="translate(30 -62) rotate(14) scale(0.86)">{_wing(ink)}</g>'
    side = _at(_head("left", ink, "angry", True, 1), -44, -92, 0.86)
    right = (
        '<g transform="translate(46 -92) scale(-0.86'
        f' 0.86)">{_head("right", ink, "angry", True, 1)}</g>'
    )
    return (
        wing
        + f'<g transform="scale(-1 1)">{wing}</g>'
        + _tail([(28, -12), (58, -4), (78, -14), (76, -38)], 12, ink)
        + gear.limb([(-16, -60), (-28, -82), (-38, -88)], 15, 11, ink.body, ink)
        + gear.limb([(16, -60), (30, -82), (40, -88)], 15, 11, ink.body, ink)
        + side
        + right
        + gear.limb([(0, -60), (10, -86), (4, -112), (2, -122)], 18, 13, ink.body, ink)
        + _spikes([(20, -88), (17, -104)], 11, ink)
        + solid("body", body, ink, inside=belly + bands)
        + _foot(-24, 13, ink)
        + _foot(22, 13, ink)
        + _at(_head("middle", ink, "angry", True, 2), 2, -132, 1.04)
        + shape("M-12 -158L-17 -172L-6 -166L2 -178L10 -167L21 -173L18 -158Z", gear.GOLD, ink)
    )


KINDS: tuple[Callable[[Ink], str], ...] = (_hatchling, _wyrmling, _drake, _wyvern, _hydra)
