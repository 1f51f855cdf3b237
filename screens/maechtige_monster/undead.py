"""The people of the undead: bones, rags and cold lights in empty sockets."""

from __future__ import annotations

from collections.abc import Callable

from screens.kit.anatomy import Ink, Point, cord, disc, mirrored, shape, smooth, solid, stroke
from screens.maechtige_monster import gear

SOCKET = "#17122a"
GLOW = "#7df9ff"
RAGS, RAGS_DARK = "#5b4f86", "#3d3463"


def draw(strength: int, ink: Ink) -> str:
    """Return the undead of strength 1…5, standing on (0, 0)."""
    return KINDS[strength - 1](ink)


def skull(y: float, w: float, ink: Ink, jaw: bool = True, grim: bool = False) -> str:
    """Return a skull around (0, y), w being half its width."""
    h = w * 0.92
    half: list[Point] = [(0, -h), (w * 0.72, -h * 0.78), (w, -h * 0.02), (w * 0.72, h * 0.48)]
    outline = smooth(
        [*half, (w * 0.5, h * 0.7), (-w * 0.5, h * 0.7), *((-x, v) for x, v in reversed(half[1:]))]
    )
    teeth = f"M{-w * 0.5} {h * 0.52}H{w * 0.5}V{h * 0.95}Q0 {h * 1.12} {-w * 0.5} {h * 0.95}Z"
    gaps = "".join(f"M{x * w} {h * 0.56}V{h * 0.98}" for x in (-0.26, 0.0, 0.26))
    mouth = shape(teeth, ink.light, ink) + stroke(gaps, ink.line, 2.2) if jaw else ""
    crack = stroke(
        f"M{w * 0.3} {-h * 0.92}l{w * 0.12} {h * 0.24}l{-w * 0.14} {h * 0.16}", ink.shade, 2.6
    )
    nose = f'<path d="M0 {h * 0.18}l{w * 0.13} {h * 0.26}h{-w * 0.26}Z" fill="{SOCKET}"/>'
    drawn = mouth + solid("skull", outline, ink, inside=crack) + _sockets(w, h, grim) + nose
    return f'<g transform="translate(0 {y:.2f})">{drawn}</g>'


def _sockets(w: float, h: float, grim: bool) -> str:
    y, r = -h * 0.08, w * 0.3
    holes = mirrored(disc(w * 0.44, y, r, SOCKET, r * 1.08))
    if grim:
        brow = (
            f'<path d="M{w * 0.06} {y - r * 0.5}L{w * 0.86} {y - r * 1.5}L{w * 0.1}'
            f' {y - r * 1.5}Z" fill="#d9d2bd"/>'
        )
        holes += mirrored(brow)
    lights = mirrored(
        disc(w * 0.42, y + r * 0.12, r * 0.46, GLOW) + disc(w * 0.4, y, r * 0.17, "#ffffff")
    )
    return holes + lights


def _ghost(ink: Ink) -> str:
    half: list[Point] = [(0, -66), (22, -58), (30, -32), (31, -8)]
    hem = "Q26 -16 19 -4Q12 -14 6 -2Q0 -14 -6 -2Q-12 -14 -19 -4Q-26 -16 -31 -8"
    body = smooth([*((-x, y) for x, y in reversed(half[1:])), *half], closed=False) + hem + "Z"
    arms = mirrored(gear.limb([(24, -34), (39, -36), (44, -47)], 8, 5, ink.light, ink))
    face = mirrored(disc(10, -41, 7, SOCKET, 9) + disc(10, -39, 3.2, GLOW))
    mouth = disc(0, -24, 5, SOCKET, 6.5)
    chain = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="6" ry="4.4" fill="none"'
        ' stroke="#8f9cb5" stroke-width="3.4"/>'
        for x, y in ((43, -42), (46, -34), (47, -25))
    )
    return chain + arms + solid("sheet", body, ink, ink.light) + face + mouth


def _bones(x: float, top: float, ink: Ink) -> str:
    leg = f"M{x} {-top}V-5"
    foot = shape(f"M{x - 6} -7H{x + 5}Q{x + 13} -4 {x + 13} 3H{x - 6}Z", ink.body, ink)
    return mirrored(cord(leg, 9, ink.body, ink) + foot)


def _ribs(top: float, low: float, w: float, ink: Ink) -> str:
    spine = f"M0 {top}V{low}"
    drawn = cord(spine, 8, ink.body, ink)
    count = 3 if low - top > 24 else 2
    for i in range(count):
        y = top + 3 + (low - top - 8) * i / count
        d = f"M0 {y}Q{w * (1 - i * 0.14)} {y - 3} {w * (0.92 - i * 0.14)} {y + 8}"
        drawn += mirrored(
            stroke(d, ink.line, 6 + ink.width) + stroke(d, ink.body, 6 - ink.width * 0.6)
        )
    hip = f"M{-w * 0.62} {low - 4}Q0 {low + 4} {w * 0.62} {low - 4}L{w * 0.4} {low + 7}H{-w * 0.4}Z"
    return drawn + shape(hip, ink.body, ink)


def _bone_arm(path: list[Point], ink: Ink) -> str:
    d = "M" + "L".join(f"{x} {y}" for x, y in path)
    x, y = path[-1]
    line = cord(d, 8, ink.body, ink)
    return line + gear.fist(x, y, 6.5, ink)


def _skeleton(ink: Ink) -> str:
    club = gear.held(gear.club(34, ink, spikes=False), 36, -30, 16)
    arms = _bone_arm([(-16, -38), (-31, -32), (-34, -20)], ink)
    return (
        club
        + arms
        + _bone_arm([(16, -38), (30, -40), (36, -30)], ink)
        + _bones(9, 20, ink)
        + _ribs(-42, -18, 21, ink)
        + skull(-62, 25, ink)
    )


def _mummy(ink: Ink) -> str:
    cloth, dark = "#efe2bd", "#b99f66"
    wrap = Ink(ink.line, cloth, "#d3c08e", "#fff6dc", ink.accent, ink.iris, ink.width)
    half: list[Point] = [(0, -106), (26, -98), (30, -72), (24, -62), (33, -50), (28, -16), (20, -8)]
    outline = smooth([*half, *((-x, y) for x, y in reversed(half[1:]))])
    bands = "".join(
        stroke(f"M-40 {y}Q0 {y + lean} 40 {y - 3}", dark, 3)
        for y, lean in ((-96, 10), (-60, 12), (-48, -6), (-36, 12), (-24, 4))
    )
    arms = mirrored(gear.limb([(26, -52), (44, -50), (52, -60)], 9, 8, cloth, wrap))
    loose = shape("M50 -58Q62 -50 56 -34Q64 -34 66 -28Q56 -22 48 -30Q53 -46 44 -54Z", cloth, wrap)
    gap = shape("M-28 -86Q0 -94 29 -86V-70Q0 -62 -27 -70Z", SOCKET, wrap)
    lights = disc(-11, -78, 5.4, GLOW) + disc(12, -79, 7.4, GLOW) + disc(12, -80, 2.4, "#ffffff")
    feet = gear.boots(14, 9, 18, wrap, cloth, "#d3c08e")
    mouth = stroke("M-9 -66Q0 -61 9 -66", ink.line, 3)
    strip = shape("M-20 -102Q-40 -112 -46 -96Q-36 -100 -24 -90Z", cloth, wrap)
    return (
        loose
        + arms
        + feet
        + strip
        + solid("mummy", outline, wrap, inside=bands)
        + gap
        + lights
        + mouth
    )


def _knight(ink: Ink) -> str:
    sword = gear.held(gear.sword(76, ink, 8), 50, -46, 12)
    cloak = shape(
        "M-24 -74Q-46 -36 -40 -4L-28 -14L-16 -2L0 -12L16 -2L28 -14L40 -4Q46 -36 24 -74Z",
        RAGS_DARK,
        ink,
    )
    pads = mirrored(shape("M15 -74Q36 -80 42 -58Q28 -66 15 -60Z", gear.STEEL_DARK, ink))
    shield = "M-66 -58Q-50 -66 -34 -58V-38Q-36 -20 -50 -12Q-64 -20 -66 -38Z"
    split = stroke("M-50 -62L-46 -48L-53 -40", ink.line, 3)
    helm = "M-30 -100Q-32 -130 0 -132Q32 -130 30 -100L22 -106Q0 -112 -22 -106Z"
    comb = "M-6 -128Q-8 -150 22 -146Q34 -140 34 -124Q20 -134 6 -128Z"
    return (
        cloak
        + sword
        + _bone_arm([(26, -66), (46, -62), (50, -46)], ink)
        + _bones(13, 24, ink)
        + _ribs(-70, -22, 28, ink)
        + pads
        + _bone_arm([(-26, -66), (-42, -58), (-48, -42)], ink)
        + shape(shield, ink.accent, ink)
        + split
        + skull(-94, 28, ink, grim=True)
        + shape(comb, "#c33f5c", ink)
        + shape(helm, gear.STEEL_DARK, ink)
    )


def _lich(ink: Ink) -> str:
    robe = "M-26 -92Q-58 -50 -58 0L-44 -12L-30 2L-14 -10L0 3L14 -10L30 2L44 -12L58 0Q58 -50 26 -92Z"
    inside = f'<path d="M-12 -90L-16 4H16L12 -90Z" fill="{RAGS_DARK}"/>' + stroke(
        "M-34 -60Q-42 -30 -40 -8M34 -60Q42 -30 40 -8", RAGS_DARK, 4
    )
    cloth = Ink(ink.line, RAGS, RAGS_DARK, "#8a7cc0", ink.accent, ink.iris, ink.width)
    hood = "M-38 -84Q-46 -138 0 -142Q46 -138 38 -84Q20 -74 0 -74Q-20 -74 -38 -84Z"
    sleeve = "M24 -84Q52 -80 66 -56L54 -40Q40 -52 26 -56Z"
    crown = "M-24 -124L-31 -150L-14 -138L0 -157L14 -138L31 -150L24 -124Q0 -132 -24 -124Z"
    gem = disc(0, -136, 4.6, GLOW)
    orb = (
        disc(-60, -66, 22, GLOW, extra='fill-opacity="0.3"')
        + disc(-60, -66, 12, GLOW)
        + disc(-63, -70, 4, "#ffffff")
    )
    medal = disc(0, -66, 8, gear.GOLD) + disc(0, -66, 4, GLOW)
    return (
        gear.held(gear.scythe(86, 46, ink), 60, -46, 6, 1)
        + solid("robe", robe, cloth, inside=inside)
        + mirrored(shape(sleeve, RAGS, ink))
        + gear.fist(60, -47, 9, ink)
        + gear.fist(-60, -47, 9, ink)
        + orb
        + shape(hood, RAGS, ink)
        + disc(0, -104, 31, SOCKET, 30)
        + skull(-107, 27, ink, grim=True)
        + medal
        + shape(crown, gear.GOLD, ink)
        + gem
    )


KINDS: tuple[Callable[[Ink], str], ...] = (_ghost, _skeleton, _mummy, _knight, _lich)
