"""The king's guards: three ranks, faces of all kinds, bigger and better armed with strength."""

from __future__ import annotations

from screens.kit.anatomy import WHITE, Ink, disc, mirrored, shape, smooth, solid, stroke
from screens.maechtige_monster import gear, heads
from screens.maechtige_monster.heads import FACES, Face
from screens.maechtige_monster.ranks import CLOTH, STAR, Build


def draw(level: int, strength: int, look: int, ink: Ink) -> str:
    """Return a guard's front: level 1…3, strength 4…10, look 0…3; it stands on (0, 0)."""
    build, face = Build(level, strength, look), FACES[look]
    drawn = (
        (_cape(build, ink) if level == 3 else "")
        + _weapon(build, ink)
        + _legs(build, ink)
        + _torso(build, ink)
        + _arms(build, face, ink)
        + _shield(build, ink)
        + heads.front(build, face, ink)
    )
    return f'<g transform="scale({build.scale:.3f})">{drawn}</g>'


def back(level: int, ink: Ink) -> str:
    """Return a guard of this level from behind, as many stars on its cape as its rank."""
    build = Build(level, 2 * level + 3, 0)
    cloth, dark, trim = CLOTH[level - 1]
    w, low = build.width, -10 - 4 * (3 - level)
    half = [(w * 0.5, -88), (w * 1.12, -72), (w * 1.34, low - 6), (w * 1.2, low)]
    outline = smooth([*half, (0, low + 4), *((-x, y) for x, y in reversed(half))])
    hem = stroke(f"M{-w * 1.5} {low - 5}Q0 {low + 5} {w * 1.5} {low - 5}", trim, 8)
    spots = "".join(
        disc(x * w, low - 2 - abs(x) * 2, 2.4, ink.line, 4) for x in (-1, -0.5, 0, 0.5, 1)
    )
    folds = stroke(
        f"M{-w * 0.6} -40Q{-w * 0.8} -24 {-w * 0.76} {low - 10}M{w * 0.6} -40"
        f"Q{w * 0.8} -24 {w * 0.76} {low - 10}",
        dark,
        4,
    )
    dye = Ink(ink.line, cloth, dark, trim, trim, trim, ink.width)
    drawn = (
        _weapon(build, ink)
        + _legs(build, ink)
        + solid("cape", outline, dye, inside=folds + hem + (spots if level == 3 else ""))
        + _stars(level, ink)
        + _collar(build, ink)
        + heads.back(build, ink)
    )
    return f'<g transform="scale({build.scale:.3f})">{drawn}</g>'


def _stars(level: int, ink: Ink) -> str:
    spots = (((0, -46),), ((-16, -46), (16, -46)), ((0, -58), (-17, -34), (17, -34)))[level - 1]
    size = 1.5 if level == 1 else 1.35
    return "".join(
        f'<g transform="translate({x} {y}) scale({size})">'
        + (
            f'<path d="{STAR}" fill="{gear.GOLD}" stroke="{ink.line}"'
            ' stroke-width="2.6" stroke-linejoin="round"/></g>'
        )
        for x, y in spots
    )


def _collar(build: Build, ink: Ink) -> str:
    if build.level == 3:
        fur = smooth(
            [
                (-34, -84),
                (-18, -94),
                (0, -97),
                (18, -94),
                (34, -84),
                (18, -76),
                (0, -73),
                (-18, -76),
            ]
        )
        return shape(fur, WHITE, ink) + "".join(
            disc(x, -84, 2, ink.line, 3.4) for x in (-20, -7, 7, 20)
        )
    return stroke("M-22 -84Q0 -76 22 -84", CLOTH[build.level - 1][2], 5)


def _cape(build: Build, ink: Ink) -> str:
    cloth, dark, trim = CLOTH[2]
    w = build.width
    d = (
        f"M{-w * 0.8} -84Q{-w * 1.7} -50 {-w * 1.6} -6Q0 4 {w * 1.6} -6"
        f"Q{w * 1.7} -50 {w * 0.8} -84Z"
    )
    hem = stroke(f"M{-w * 1.7} -10Q0 0 {w * 1.7} -10", WHITE, 9)
    dye = Ink(ink.line, cloth, dark, trim, trim, trim, ink.width)
    return solid("cape", d, dye, inside=hem)


def _legs(build: Build, ink: Ink) -> str:
    hose = ("#6b5a48", "#5c6880", "#c3cede")[build.level - 1]
    boot = (gear.LEATHER, "#4a3a3a", gear.STEEL_DARK)[build.level - 1]
    return gear.boots(build.width * 0.48, 11, 30, ink, hose, boot)


def _torso(build: Build, ink: Ink) -> str:
    w = build.width
    cloth, dark, trim = CLOTH[build.level - 1]
    half = [(w * 0.55, -90), (w, -76), (w * 0.86, -46), (w * 1.02, -20)]
    outline = smooth([(0, -92), *half, (0, -14), *((-x, y) for x, y in reversed(half))])
    belt = stroke(f"M{-w * 1.1} -40Q0 -34 {w * 1.1} -40", gear.LEATHER, 8)
    seam = ""
    if build.level == 1:
        seam = stroke("M0 -90V-42", dark, 3) + disc(0, -62, 2.6, trim) + disc(0, -52, 2.6, trim)
    elif build.level == 2:
        seam = f'<path d="M0 -94H{w * 1.2}V-40H0ZM0 -40H{-w * 1.2}V-6H0Z" fill="{trim}"/>'
    else:
        seam = f'<path d="M{-w} -96H{w}V-42Q0 -30 {-w} -42Z" fill="#c9d4e4"/>' + stroke(
            f"M0 -92V-40M{-w} -66Q0 -56 {w} -66", gear.STEEL_DARK, 3
        )
    dye = Ink(ink.line, cloth, dark, trim, trim, trim, ink.width)
    buckle = shape("M-6 -45H6V-32H-6Z", gear.GOLD, ink)
    return solid("torso", outline, dye, inside=seam + belt) + buckle + _badge(build, ink)


def _badge(build: Build, ink: Ink) -> str:
    if build.level == 1:
        return ""
    crown = "M-9 6L-12 -6L-5 -1L0 -9L5 -1L12 -6L9 6Z"
    return f'<g transform="translate(0 -60)">{shape(crown, gear.GOLD, ink)}</g>'


def _arms(build: Build, face: Face, ink: Ink) -> str:
    w = build.width
    sleeve = (CLOTH[0][1], "#97a4bb", "#c9d4e4")[build.level - 1]
    hand = (face.skin, gear.LEATHER, gear.STEEL_DARK)[build.level - 1]
    arm = gear.limb([(w * 0.84, -76), (w + 12, -68), (w + 16, -50)], 10, 8.5, sleeve, ink)
    pad = ""
    if build.strength >= 8 or build.level == 3:
        pad = shape(
            f"M{w * 0.56} -78Q{w * 0.7} -94 {w + 6} -88Q{w + 20} -80 {w + 16} -66"
            f"Q{w} -76 {w * 0.56} -78Z",
            gear.GOLD if build.strength == 10 else "#b9c5d8",
            ink,
        )
    return mirrored(arm + pad) + mirrored(gear.fist(w + 16, -47, 9.5, ink, hand))


def _weapon(build: Build, ink: Ink) -> str:
    x = build.width + 16
    kinds = (
        ("spear", "lantern", "spear", "club"),
        ("sword", "halberd", "mace", "sword"),
        ("great", "halberd", "great", "mace"),
    )[build.level - 1]
    kind = kinds[build.look]
    weapon = {
        "spear": gear.spear(78, 48, ink),
        "club": gear.club(48, ink, spikes=False),
        "lantern": _lantern(ink),
        "sword": gear.sword(66, ink, 6.5),
        "halberd": gear.halberd(80, 48, ink),
        "mace": gear.mace(52, ink),
        "great": gear.sword(92, ink, 9),
    }[kind]
    turn = {"spear": 0, "halberd": 0, "lantern": 0}.get(kind, 14)
    return gear.held(weapon, x, -47, turn)


def _lantern(ink: Ink) -> str:
    glow = disc(0, -34, 26, "#ffe27a", extra='fill-opacity="0.3"')
    stick = gear.pole(20, 10, ink, r=2.6)
    case = shape("M-10 -22V-46H10V-22Z", "#ffe27a", ink) + disc(0, -33, 5, "#ffffff")
    lid = shape("M-13 -46L0 -60L13 -46ZM-13 -22H13V-16H-13Z", "#5c6880", ink)
    return glow + stick + case + lid


def _shield(build: Build, ink: Ink) -> str:
    if build.strength in (4, 7) and build.level < 3 and build.look % 2:
        return ""
    x = -build.width - 16
    cloth, _, trim = CLOTH[build.level - 1]
    if build.level == 1:
        if build.strength == 4:
            return ""
        return (
            f'<g transform="translate({x}'
            f' -46)">{gear.round_shield(13 + 3 * (build.strength - 4), ink, cloth)}</g>'
        )
    h = 20 + 3.4 * (build.strength - 6)
    d = f"M-20 {-h}Q0 {-h - 8} 20 {-h}V0Q18 {h * 0.8} 0 {h * 1.1}Q-18 {h * 0.8} -20 0Z"
    half = f'<path d="M0 {-h - 8}H24V{h * 1.3}H0Z" fill="{trim}"/>'
    rim = stroke(d, gear.GOLD, 7) if build.strength >= 9 else ""
    dye = Ink(ink.line, cloth, cloth, "", "", "", ink.width)
    star = f'<path d="{STAR}" fill="{gear.GOLD}" stroke="{ink.line}" stroke-width="2.4"/>'
    return (
        f'<g transform="translate({x} -44)">{solid("shield", d, dye, inside=half + rim)}{star}</g>'
    )
