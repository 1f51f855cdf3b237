"""The king's guards: three ranks, faces of all kinds, bigger and better armed with strength."""

from __future__ import annotations

from dataclasses import dataclass

from screens.kit.anatomy import WHITE, Ink, ball, disc, mirrored, shape, smooth, solid, stroke
from screens.maechtige_monster import gear

LEVELS = (1, 2, 3)
LOOKS = 4
"""How many guards of one level and strength look different."""
CLOTH = (
    ("#3f8f86", "#2b6a63", "#f3e3c0"),
    ("#3a5fa8", "#284580", "#f4f5fa"),
    ("#b32d48", "#7f1d33", "#ffd34d"),
)
"""Of each level: the tabard, its shadow, its trim."""
STAR = "M0 -10L3 -3.4L10 -2.6L4.8 2.2L6.4 9.4L0 5.6L-6.4 9.4L-4.8 2.2L-10 -2.6L-3 -3.4Z"


@dataclass(frozen=True, slots=True)
class Face:
    """A person under a helmet."""

    skin: str
    blush: str
    hair: str
    style: str
    mood: str


FACES = (
    Face("#f4c9a0", "#e89b78", "#6b4226", "moustache", "stern"),
    Face("#a86f45", "#8a4f30", "#2a1c18", "beard", "calm"),
    Face("#f9dcc2", "#f0a58c", "#d9742e", "braids", "keen"),
    Face("#d79f6c", "#bb7748", "#cfd3dc", "stubble", "odd"),
)


@dataclass(frozen=True, slots=True)
class Build:
    """The measures of a guard, feet at (0, 0)."""

    level: int
    strength: int
    look: int

    @property
    def scale(self) -> float:
        """The size of the whole figure."""
        return 0.7 + 0.034 * (self.strength - 4) + 0.016 * (self.level - 1)

    @property
    def width(self) -> float:
        """Half the width of the chest."""
        return 25 + 3.4 * self.level


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
        + _head(build, face, ink)
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
        + _helmet_back(build, ink)
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


def _helmet_back(build: Build, ink: Ink) -> str:
    if build.level == 1:
        hair = shape("M-22 -108Q-26 -86 -14 -82H14Q26 -86 22 -108Z", "#6b4226", ink)
        return hair + _kettle(ink)
    dome = "M-29 -98Q-32 -142 0 -144Q32 -142 29 -98Q14 -90 0 -90Q-14 -90 -29 -98Z"
    iron = Ink(ink.line, "#b9c5d8", gear.STEEL_DARK, WHITE, "", "", ink.width)
    rivets = stroke(
        "M-29 -106Q0 -98 29 -106", gear.GOLD if build.level == 3 else gear.STEEL_DARK, 5
    )
    ridge = stroke("M0 -142V-94", ink.line, 3)
    return _plume(build, ink) + solid("dome", dome, iron, inside=rivets + ridge)


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


def _head(build: Build, face: Face, ink: Ink) -> str:
    hair = ""
    if face.style == "braids":
        braid = "".join(
            ball(27 + i * 2, -98 + i * 11, 7 - i * 0.7, face.hair, ink) for i in range(4)
        )
        hair = mirrored(braid)
    elif face.style == "beard":
        hair = mirrored(shape("M20 -118Q32 -112 28 -96L18 -98Z", face.hair, ink))
    skull = smooth(
        [
            (0, -136),
            (21, -130),
            (27, -110),
            (20, -90),
            (0, -84),
            (-20, -90),
            (-27, -110),
            (-21, -130),
        ]
    )
    ears = mirrored(ball(27, -108, 5.5, face.skin, ink))
    skin = Ink(ink.line, face.skin, face.blush, WHITE, "", "#5a3a22", ink.width)
    blush = mirrored(disc(16, -100, 5, face.blush, 3.4, 'fill-opacity="0.8"'))
    coif = ""
    if build.level == 2:
        coif = shape("M-31 -112Q-36 -80 -20 -80H20Q36 -80 31 -112Q0 -134 -31 -112Z", "#97a4bb", ink)
    head = solid("head", skull, skin, inside=blush)
    return coif + hair + ears + head + _eyes(face, ink) + _beard(face, ink) + _helmet(build, ink)


def _eyes(face: Face, ink: Ink) -> str:
    dot = mirrored(disc(10, -109, 4.6, WHITE, 5.4) + disc(9.4, -108, 2.9, ink.line, 3.6))
    brow = {
        "stern": "M4 -114L18 -119",
        "calm": "M4 -117Q11 -120 17 -116",
        "keen": "M5 -119Q11 -122 17 -118",
    }
    if face.mood == "odd":
        patch = stroke("M-26 -116L24 -122", ink.line, 3) + disc(-10, -109, 7, ink.line, 7.6)
        right = disc(10, -109, 5.2, WHITE, 6) + disc(10, -108, 3, ink.line, 3.8)
        return right + patch + stroke("M4 -119L18 -121", face.hair, 4)
    return dot + mirrored(stroke(brow[face.mood], face.hair, 4))


def _beard(face: Face, ink: Ink) -> str:
    nose = ball(0, -101, 5.4, face.skin, ink, 4.6)
    if face.style == "moustache":
        side = shape(
            "M0 -96Q10 -103 17 -94Q22 -88 28 -92Q25 -80 14 -84Q6 -86 0 -92Z", face.hair, ink
        )
        return mirrored(side) + nose + stroke("M-4 -86Q0 -84 4 -86", ink.line, 2.6)
    if face.style == "beard":
        full = smooth(
            [
                (-27, -104),
                (-20, -97),
                (0, -98),
                (20, -97),
                (27, -104),
                (25, -80),
                (0, -66),
                (-25, -80),
            ]
        )
        return shape(full, face.hair, ink) + nose + stroke("M-7 -88Q0 -84 7 -88", "#f0637d", 4)
    if face.style == "braids":
        freckles = "".join(
            disc(s * x, y, 1.3, face.hair)
            for s in (-1, 1)
            for x, y in ((13, -101), (17, -99), (15, -97))
        )
        return freckles + nose + stroke("M-8 -92Q0 -86 8 -92", ink.line, 3)
    dots = "".join(
        disc(x, y, 1.2, "#6b5a48")
        for x, y in ((-14, -93), (-9, -89), (-3, -87), (4, -87), (10, -89), (15, -93))
    )
    return dots + nose + stroke("M-8 -91Q2 -95 9 -90", ink.line, 3)


def _kettle(ink: Ink) -> str:
    dome = "M-24 -122Q-24 -148 0 -150Q24 -148 24 -122Z"
    brim = "M-38 -118Q-30 -130 0 -130Q30 -130 38 -118Q0 -110 -38 -118Z"
    return (
        shape(dome, "#b9c5d8", ink)
        + shape(brim, gear.STEEL_DARK, ink)
        + stroke("M-12 -142Q-15 -136 -15 -132", WHITE, 3.4)
    )


def _helmet(build: Build, ink: Ink) -> str:
    if build.level == 1:
        return (_kettle(ink), _hood(ink), _kettle(ink), _cap(ink))[build.look]
    dome = "M-29 -112Q-32 -146 0 -148Q32 -146 29 -112Q16 -124 0 -124Q-16 -124 -29 -112Z"
    iron = Ink(ink.line, "#b9c5d8", gear.STEEL_DARK, WHITE, "", "", ink.width)
    band = stroke("M-31 -116Q0 -134 31 -116", gear.GOLD if build.level == 3 else gear.STEEL_DARK, 6)
    nasal = (
        shape("M-4 -128H4L3 -108H-3Z", "#b9c5d8", ink)
        if build.level == 2 and build.look != 3
        else ""
    )
    cheeks = ""
    if build.level == 3:
        cheeks = mirrored(shape("M20 -120L31 -114Q34 -92 24 -86L18 -96Z", "#b9c5d8", ink))
    wings = ""
    if build.strength == 10:
        wings = mirrored(
            shape(
                "M26 -128Q38 -160 62 -158Q58 -148 50 -146Q56 -140 46 -136Q48 -128 26 -120Z",
                gear.GOLD,
                ink,
            )
        )
    return wings + _plume(build, ink) + cheeks + solid("dome", dome, iron, inside=band) + nasal


def _plume(build: Build, ink: Ink) -> str:
    if build.level == 2 and build.strength < 8:
        return shape("M-5 -146L0 -160L5 -146Z", gear.STEEL, ink)
    color = ("", "#f2b13c", "#e2426b")[build.level - 1]
    big = 0.86 + 0.07 * (build.strength - 8)
    d = "M-4 0Q-14 -26 12 -30Q38 -32 42 -4Q44 8 36 14Q34 -4 20 -6Q8 -8 4 0Z"
    return f'<g transform="translate(-4 -144) scale({big:.2f})">{shape(d, color, ink)}</g>'


def _hood(ink: Ink) -> str:
    d = "M-33 -92Q-40 -146 4 -152Q38 -144 33 -92L24 -96Q30 -126 0 -128Q-30 -126 -24 -96Z"
    return shape(d, "#2b6a63", ink)


def _cap(ink: Ink) -> str:
    feather = shape("M12 -136Q22 -168 46 -164Q40 -142 20 -130Z", "#f2b13c", ink)
    cap = "M-32 -120Q-30 -148 4 -148Q34 -146 34 -120Q0 -130 -32 -120Z"
    return (
        feather
        + shape(cap, "#8a4a3a", ink)
        + shape("M-35 -118Q0 -134 36 -118Q0 -110 -35 -118Z", "#6f3a2e", ink)
    )
