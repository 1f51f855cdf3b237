"""The heads of the king's guards: faces of all kinds under helmets that grow with their rank."""

from __future__ import annotations

from dataclasses import dataclass

from screens.kit.anatomy import WHITE, Ink, ball, disc, mirrored, shape, smooth, solid, stroke
from screens.maechtige_monster import gear
from screens.maechtige_monster.ranks import Build


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


def back(build: Build, ink: Ink) -> str:
    """Return a helmet from behind."""
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


def front(build: Build, face: Face, ink: Ink) -> str:
    """Return a face under its helmet."""
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
