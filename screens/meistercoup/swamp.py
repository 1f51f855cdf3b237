"""The green family of Meister Coup: things that grow in a swamp."""

from __future__ import annotations

from dataclasses import dataclass

from screens.kit.anatomy import (
    MAW,
    WHITE,
    Eyes,
    Ink,
    Point,
    ball,
    crown,
    disc,
    eye,
    maw,
    mirrored,
    one,
    pair,
    placed,
    shape,
    smile,
    smooth,
    solid,
    stroke,
    taper,
    tusks,
)


@dataclass(frozen=True, slots=True)
class Swamp:
    """What one of them looks like; lengths in units of a card 200 wide."""

    rx: float
    height: float
    eyes: Eyes
    mouth: str
    form: str = "bulb"
    mood: str = "open"
    hair: str = ""
    arms: str = ""
    heads: int = 0
    """Flytraps on each side."""
    thorns: bool = False
    flower: bool = False
    bark: bool = False
    crown: bool = False


ROWS = (
    Swamp(30, 48, pair(10, 0.5, 8), "smile", hair="sprout"),
    Swamp(34, 60, one(0.56, 15), "smile1", hair="leaves"),
    Swamp(30, 64, pair(12, 0.56, 10), "smile2", "trunk", "calm", "cap"),
    Swamp(34, 96, pair(12, 0.68, 11), "o", "cactus", arms="cactus", thorns=True, flower=True),
    Swamp(48, 80, pair(16, 0.56, 13), "grin", hair="mane", arms="leaf"),
    Swamp(44, 84, pair(24, 0.84, 11), "trap", "trap", arms="leaf"),
    Swamp(
        46,
        96,
        pair(24, 0.66, 10) + one(0.56, 13),
        "smile2",
        "trunk",
        "open",
        "twigs",
        arms="branch",
        bark=True,
    ),
    Swamp(56, 98, pair(19, 0.64, 13), "tusks", "bulb", "angry", "leaves", "vine", thorns=True),
    Swamp(46, 90, one(0.62, 20), "grin", "bulb", "slit", "mane", heads=1),
    Swamp(52, 106, pair(18, 0.72, 13), "maw", "bulb", "slit", "petals", "vine"),
    Swamp(60, 122, pair(22, 0.7, 14), "maw", "trunk", "angry", "twigs", "branch", bark=True),
    Swamp(
        52,
        122,
        pair(18, 0.72, 14),
        "maw",
        "bulb",
        "angry",
        "petals",
        heads=1,
        thorns=True,
        crown=True,
    ),
)

OUTLINES: dict[str, tuple[Point, ...]] = {
    "bulb": ((0, 1), (0.5, 0.9), (0.82, 0.6), (1, 0.24), (0.7, 0)),
    "trunk": ((0, 1), (0.7, 0.96), (0.84, 0.6), (0.82, 0.25), (1.08, 0.0), (0.4, 0.02)),
    "cactus": ((0, 1), (0.72, 0.92), (1, 0.66), (1, 0.2), (0.7, 0)),
    "trap": ((0, 0.9), (0.7, 1.02), (1.2, 0.78), (1.05, 0.5), (0.4, 0.26), (0.26, 0.14), (0.5, 0)),
}


def draw(value: int, ink: Ink) -> str:
    """Return the green monster of a value, standing on (0, 0)."""
    row = ROWS[value - 1]
    behind = _hair(row, ink, front=False) + _arms(row, ink) + _heads(row, ink) + _roots(row, ink)
    body = solid("body", _outline(row), ink, inside=_rind(row, ink))
    eyes = "".join(eye(x, -row.height * share, r, ink, row.mood) for x, share, r in row.eyes)
    top = _hair(row, ink, front=True) + (
        _blossom(6, -row.height - 6, 11, ink) if row.flower else ""
    )
    top += crown(0, -row.height - 2, 20, ink) if row.crown else ""
    return behind + body + _thorns(row, ink) + eyes + _mouth(row, ink) + top


def _outline(row: Swamp) -> str:
    right = [(x * row.rx, -y * row.height) for x, y in OUTLINES[row.form]]
    return smooth([*right, *((-x, y) for x, y in reversed(right[1:]))])


def _rind(row: Swamp, ink: Ink) -> str:
    w, h = row.rx, row.height
    if row.form == "cactus":
        lines = "".join(f"M{w * x} {-h}Q{w * x * 1.4} {-h / 2} {w * x} 0" for x in (-0.5, 0, 0.5))
        return stroke(lines, ink.shade, 3)
    if row.bark:
        knots = "".join(
            stroke(f"M{w * x} {-h * y}q5 8 1 {h * 0.16}", ink.shade, 4)
            for x, y in (
                (-0.62, 0.5),
                (0.6, 0.44),
                (-0.4, 0.94),
                (0.3, 0.92),
                (-0.66, 0.24),
                (0.66, 0.22),
            )
        )
        return knots + disc(-w * 0.5, -h * 0.1, w * 0.3, ink.light, h * 0.05, 'fill-opacity="0.7"')
    belly = disc(0, -h * 0.08, w * 0.66, ink.light, h * 0.25, 'fill-opacity="0.85"')
    ribs = "".join(
        stroke(f"M{-w * 0.3} {-h * y}q{w * 0.3} 5 {w * 0.6} 0", ink.shade, 2.5)
        for y in (0.14, 0.06)
    )
    shine = disc(-w * 0.36, -h * 0.82, w * 0.16, "#ffffff", h * 0.05, 'fill-opacity="0.45"')
    return belly + (ribs if row.form == "bulb" else "") + shine


def _leaf(length: float, width: float, ink: Ink, fill: str = "") -> str:
    d = f"M0 0Q{-width} {-length * 0.5} 0 {-length}Q{width} {-length * 0.5} 0 0Z"
    vein = stroke(f"M0 {-length * 0.12}V{-length * 0.7}", ink.line, ink.width * 0.6)
    return shape(d, fill or ink.accent, ink) + vein


def _hair(row: Swamp, ink: Ink, front: bool) -> str:
    w, h = row.rx, row.height
    if row.hair == "sprout" and front:
        stem = shape(taper([(0, -h + 4), (-2, -h - 10), (2, -h - 18)], 4, 3), ink.body, ink)
        return (
            stem
            + placed(_leaf(26, 15, ink), 2, -h - 16, 50)
            + placed(_leaf(20, 12, ink), 2, -h - 16, -55)
        )
    if row.hair == "leaves" and front:
        turns = (-70, -35, 0, 35, 70)
        return "".join(
            placed(_leaf(26 + w * 0.2, 13, ink), 0, -h + 5, t)
            for t in (turns[0], turns[4], turns[1], turns[3], turns[2])
        )
    if row.hair == "cap" and front:
        y = -h * 0.72
        dome = f"M{-w * 1.75} {y}Q{-w * 1.5} {y - 52} 0 {y - 54}Q{w * 1.5} {y - 52} {w * 1.75} {y}"
        dots = ((-22, 24, 9), (12, 38, 8), (30, 14, 9), (-2, 8, 5))
        spots = "".join(disc(x, y - up, r, WHITE) for x, up, r in dots)
        return solid("cap", f"{dome}Q0 {y + 14} {-w * 1.75} {y}Z", ink, ink.accent, spots)
    if row.hair in ("mane", "petals") and not front:
        fill = ink.accent if row.hair == "mane" else "#ff7ab0"
        size = 1.0 if row.hair == "mane" else 1.25
        return "".join(
            placed(_leaf(h * 0.5 * size, 17 * size, ink, fill), 0, -h * 0.6, t, 1)
            for t in (-112, 112, -84, 84, -56, 56, -28, 28, 0)
        )
    if row.hair == "twigs" and not front:
        twig = shape(
            taper([(w * 0.4, -h + 10), (w * 0.52, -h - 8), (w * 0.44, -h - 20)], 8, 3),
            ink.shade,
            ink,
        )
        twig += shape(taper([(w * 0.5, -h - 8), (w * 0.85, -h - 12)], 5, 2.5), ink.shade, ink)
        return mirrored(
            twig
            + placed(_leaf(24, 13, ink), w * 0.86, -h - 10, 66)
            + placed(_leaf(22, 12, ink), w * 0.44, -h - 16, -10)
        )
    return ""


def _arms(row: Swamp, ink: Ink) -> str:
    x, y = row.rx * 0.8, -row.height * 0.36
    if row.arms == "cactus":
        return shape(taper([(20, -38), (56, -36), (58, -66)], 11, 10), ink.body, ink) + shape(
            taper([(-20, -28), (-52, -28), (-54, -50)], 10, 9), ink.body, ink
        )
    if row.arms == "leaf":
        return mirrored(
            placed(
                _leaf(42, 22, ink),
                row.rx * (0.2 if row.form == "trap" else 0.8),
                -row.height * 0.2,
                74,
            )
        )
    if row.arms == "branch":
        arm = shape(taper([(x - 6, y), (x + 20, y - 2), (x + 30, y - 28)], 9, 5), ink.body, ink)
        for dx, dy in ((18, -40), (32, -46), (44, -34)):
            arm = shape(taper([(x + 30, y - 24), (x + dx, y + dy)], 4.5, 2.5), ink.body, ink) + arm
        return mirrored(arm)
    if row.arms == "vine":
        path = [
            (x - 4, y),
            (x + 20, y + 12),
            (x + 34, y - 6),
            (x + 26, y - 28),
            (x + 14, y - 20),
            (x + 20, y - 12),
        ]
        return mirrored(
            shape(taper(path, 8, 3), ink.body, ink) + placed(_leaf(18, 10, ink), x + 32, y - 6, 100)
        )
    return ""


def _heads(row: Swamp, ink: Ink) -> str:
    if not row.heads:
        return ""
    x, h = row.rx, row.height
    neck = shape(
        taper([(x * 0.5, -12), (x + 16, -18), (x + 20, -44), (x + 14, -h * 0.62)], 7, 6),
        ink.body,
        ink,
    )
    jaw = placed(_trap(ink), x + 16, -h * 0.64, 18, 0.92)
    return mirrored(neck + jaw)


def _trap(ink: Ink) -> str:
    teeth = "".join(f"M{n} -6l3 -9l4 8Z" for n in (-18, -9, 0, 9)) + "".join(
        f"M{n} -7l4 7l3 -8Z" for n in (-14, -5, 4, 13)
    )
    lower = shape("M-22 -6Q-20 14 0 14Q20 14 22 -6Z", ink.body, ink)
    upper = shape("M-22 -8Q-22 -34 0 -34Q22 -34 22 -8Z", ink.body, ink)
    mouth = f'<rect x="-20" y="-14" width="40" height="13" fill="{MAW}"/>'
    bite = f'<path d="{teeth}" fill="{WHITE}"/>'
    return (
        lower
        + upper
        + mouth
        + bite
        + eye(-6, -24, 7, ink)
        + stroke("M-22 -14H22M-22 -1H22", ink.line, ink.width * 0.8)
    )


def _roots(row: Swamp, ink: Ink) -> str:
    x = row.rx * 0.55
    return mirrored(
        shape(taper([(x * 0.4, -10), (x * 1.2, -3), (x * 2.1, -1)], 8, 2.5), ink.shade, ink)
        + shape(taper([(x * 0.2, -8), (x * 0.8, 3), (x * 1.3, 5)], 7, 2.5), ink.shade, ink)
    )


def _thorns(row: Swamp, ink: Ink) -> str:
    if not row.thorns:
        return ""
    spots = ((0.9, 0.42), (0.97, 0.2), (0.74, 0.7))
    wide = 0.0 if row.form != "cactus" else 0.1
    d = "".join(f"M{row.rx * (x + wide) - 4} {-row.height * y - 6}l14 1l-12 8Z" for x, y in spots)
    return mirrored(shape(d, "#f6e3b4", ink))


def _blossom(x: float, y: float, r: float, ink: Ink) -> str:
    petals = "".join(
        placed(ball(0, -r, r * 0.62, "#ff7ab0", ink), x, y, t) for t in range(0, 360, 72)
    )
    return petals + ball(x, y, r * 0.6, "#ffd34d", ink)


def _mouth(row: Swamp, ink: Ink) -> str:
    h, w = row.height, row.rx * 0.5
    y = -h * 0.34
    if row.mouth == "trap":
        return maw(-h * 0.62, w * 1.9, h * 0.26, ink, 8, 7)
    return {
        "smile": smile(-h * 0.26, w * 0.5, ink, 0),
        "smile1": smile(-h * 0.26, w * 0.6, ink, 1),
        "smile2": smile(-h * 0.3, w * 0.7, ink, 2),
        "o": ball(0, -h * 0.46, w * 0.3, MAW, ink, w * 0.36),
        "grin": maw(y - 2, w * 1.05, h * 0.22, ink, 6),
        "tusks": tusks(y + 6, w, ink, 16),
        "maw": maw(y - 12, w * 1.2, h * 0.36, ink, 6, 5),
    }[row.mouth]
