"""The yellow family of Meister Coup: armoured beetles and their kin."""

from __future__ import annotations

from dataclasses import dataclass

from screens.kit.anatomy import (
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
    shape,
    smile,
    smooth,
    solid,
    stroke,
    taper,
    tusks,
)


@dataclass(frozen=True, slots=True)
class Armoured:
    """What one of them looks like; lengths in units of a card 200 wide."""

    rx: float
    height: float
    eyes: Eyes
    mouth: str
    shell: str = "plain"
    mood: str = "open"
    feelers: str = ""
    legs: int = 2
    """Legs on each side."""
    wings: int = 0
    """Wings on each side."""
    horn: str = ""
    arms: str = ""
    tail: str = ""
    crown: bool = False


ROWS = (
    Armoured(30, 46, pair(10, 0.52, 9), "smile", "grub", feelers="short", legs=0),
    Armoured(36, 58, pair(13, 0.54, 10), "smile1", "dots", feelers="knob", legs=2),
    Armoured(38, 68, pair(15, 0.6, 13), "smile", "stripes", feelers="knob", wings=1, legs=1),
    Armoured(46, 66, pair(20, 0.62, 10) + one(0.68, 12), "grin", "plain", feelers="long", legs=3),
    Armoured(44, 80, pair(16, 0.66, 12), "smile1", "split", "calm", horn="stag", legs=2),
    Armoured(42, 92, one(0.66, 21), "grin", "stripes", "open", "knob", 2, 1, tail="glow"),
    Armoured(42, 108, pair(19, 0.84, 14), "smile1", "belly", "slit", "long", 1, arms="mantis"),
    Armoured(56, 88, pair(22, 0.64, 12), "tusks", "split", "angry", legs=3, horn="rhino"),
    Armoured(
        46,
        92,
        pair(24, 0.62, 10) + pair(8, 0.74, 11),
        "grin",
        "belly",
        "open",
        legs=2,
        arms="pincer",
        tail="sting",
    ),
    Armoured(48, 114, pair(18, 0.76, 14), "maw", "stripes", "angry", "long", 2, 2),
    Armoured(
        58, 108, pair(24, 0.66, 13), "maw", "split", "slit", legs=3, horn="stag", arms="pincer"
    ),
    Armoured(
        54,
        122,
        pair(20, 0.74, 15),
        "maw",
        "belly",
        "angry",
        "long",
        2,
        2,
        arms="pincer",
        crown=True,
    ),
)

OUTLINE: tuple[Point, ...] = ((0, 1), (0.6, 0.92), (0.94, 0.58), (0.94, 0.24), (0.55, 0.0))
CHITIN = "#4a2c16"


def draw(value: int, ink: Ink) -> str:
    """Return the yellow monster of a value, standing on (0, 0)."""
    row = ROWS[value - 1]
    behind = _wings(row, ink) + _tail(row, ink) + _legs(row, ink) + _feelers(row, ink)
    body = solid("body", _outline(row), ink, inside=_shell(row, ink))
    eyes = "".join(eye(x, -row.height * share, r, ink, row.mood) for x, share, r in row.eyes)
    top = crown(0, -row.height - 1, 21, ink) if row.crown else ""
    return behind + _horn(row, ink) + body + _arms(row, ink) + eyes + _mouth(row, ink) + top


def _outline(row: Armoured) -> str:
    right = [(x * row.rx, -y * row.height) for x, y in OUTLINE]
    return smooth([*right, *((-x, y) for x, y in reversed(right[1:]))])


def _shell(row: Armoured, ink: Ink) -> str:
    w, h = row.rx, row.height
    shine = disc(-w * 0.42, -h * 0.86, w * 0.2, "#ffffff", h * 0.05, 'fill-opacity="0.6"')
    if row.shell == "grub":
        return shine + stroke(
            f"M{-w} {-h * 0.24}q{w} 12 {2 * w} 0M{-w} {-h * 0.02}q{w} 8 {2 * w} 0", ink.shade, 4
        )
    if row.shell == "dots":
        return shine + "".join(
            disc(w * x, -h * y, r, CHITIN)
            for x, y, r in (
                (-0.72, 0.72, 7),
                (0.7, 0.74, 7),
                (-0.72, 0.2, 7),
                (0.72, 0.2, 7),
                (0, 0.94, 6),
                (0, 0.05, 7),
            )
        )
    if row.shell == "stripes":
        bands = "".join(
            stroke(f"M{-w} {-h * y}q{w} {h * 0.1} {2 * w} 0", CHITIN, h * 0.085)
            for y in (0.22, 0.03)
        )
        return (
            bands + stroke(f"M{-w} {-h * 0.96}q{w} {h * 0.08} {2 * w} 0", CHITIN, h * 0.07) + shine
        )
    if row.shell == "split":
        wing = f"M{w * 0.1} 4Q{w * 0.1} {-h * 0.3} {w * 1.2} {-h * 0.52}V4Z"
        return shine + mirrored(
            shape(wing, ink.accent, ink) + disc(w * 0.72, -h * 0.2, w * 0.1, ink.light)
        )
    if row.shell == "belly":
        plates = disc(0, -h * 0.08, w * 0.62, ink.light, h * 0.3)
        lines = "".join(f"M{-w * 0.6} {-h * y}q{w * 0.6} 8 {w * 1.2} 0" for y in (0.26, 0.16, 0.06))
        return plates + stroke(lines, ink.shade, 3) + shine
    return shine + disc(0, -h * 0.06, w * 0.7, ink.light, h * 0.22)


def _legs(row: Armoured, ink: Ink) -> str:
    w, drawn = row.rx, ""
    for i in range(row.legs):
        y = -row.height * (0.1 + 0.13 * i)
        knee = (w + 8 + 5 * i, y - 10 - 3 * i)
        d = f"M{w * 0.6} {y}L{knee[0]} {knee[1]}L{knee[0] + 7} 2"
        drawn += stroke(d, ink.line, 7 + ink.width) + stroke(d, ink.accent, 7 - ink.width)
    feet = ball(w * 0.42, -1, 9, CHITIN, ink, 6) if row.shell != "grub" else ""
    return mirrored(drawn + feet)


def _feelers(row: Armoured, ink: Ink) -> str:
    if not row.feelers:
        return ""
    x, y = row.rx * 0.34, -row.height * 0.9
    dx, dy = {"short": (8, -12), "knob": (14, -20), "long": (32, -26)}[row.feelers]
    d = f"M{x} {y}Q{x + 2} {y + dy} {x + dx} {y + dy}"
    if row.feelers == "long":
        d = f"M{x} {y}Q{x + 6} {y - 44} {x + dx} {y + dy}"
    line = stroke(d, ink.line, 4.5 + ink.width * 0.4)
    return mirrored(line + ball(x + dx, y + dy, 6, ink.accent, ink))


def _wings(row: Armoured, ink: Ink) -> str:
    x, y, drawn = row.rx * 0.7, -row.height * 0.52, ""
    for turn in (62, 100)[: row.wings]:
        wing = "M0 0Q-22 -34 -4 -56Q18 -64 20 -34Q18 -10 0 0Z"
        veins = stroke("M0 -4L2 -42M2 -18L12 -38", ink.line, ink.width * 0.5)
        glass = shape(wing, "#cdf3ff", ink, 'fill-opacity="0.85"')
        drawn = f'<g transform="translate({x} {y}) rotate({turn})">{glass}{veins}</g>' + drawn
    return mirrored(drawn)


def _horn(row: Armoured, ink: Ink) -> str:
    x, y = row.rx * 0.42, -row.height * 0.86
    if row.horn == "rhino":
        horn = taper([(0, y + 16), (2, y - 18), (16, y - 42)], 15, 2)
        return shape(horn, CHITIN, ink) + mirrored(
            shape(taper([(x, y + 6), (x + 14, y - 14)], 8, 2), CHITIN, ink)
        )
    if row.horn == "stag":
        jaw = shape(
            taper([(x - 4, y + 10), (x + 24, y - 14), (x + 18, y - 40), (x, y - 46)], 9, 2.5),
            CHITIN,
            ink,
        )
        spur = shape(taper([(x + 20, y - 20), (x + 4, y - 26)], 5, 1.5), CHITIN, ink)
        return mirrored(spur + jaw)
    return ""


def _arms(row: Armoured, ink: Ink) -> str:
    x, y = row.rx * 0.9, -row.height * 0.42
    if row.arms == "mantis":
        upper = shape(taper([(x - 6, y), (x + 22, y - 8)], 7, 6), ink.body, ink)
        blade = (
            f"M{x + 16} {y - 10}Q{x + 40} {y - 52} {x + 14} {y - 66}"
            f"Q{x + 22} {y - 36} {x + 10} {y - 14}Z"
        )
        return mirrored(upper + shape(blade, ink.accent, ink))
    if row.arms == "pincer":
        upper = shape(taper([(x - 6, y), (x + 14, y + 4), (x + 20, y - 12)], 7, 6), ink.body, ink)
        claw = (
            f"M{x + 10} {y - 10}Q{x + 2} {y - 40} {x + 20} {y - 48}"
            f"Q{x + 14} {y - 34} {x + 21} {y - 26}Q{x + 24} {y - 40} {x + 34} {y - 44}"
            f"Q{x + 42} {y - 20} {x + 28} {y - 8}Z"
        )
        return mirrored(upper + shape(claw, ink.accent, ink))
    return ""


def _tail(row: Armoured, ink: Ink) -> str:
    x, h = row.rx, row.height
    if row.tail == "glow":
        return disc(x + 16, -18, 26, "#fff2a8", extra='fill-opacity="0.4"') + ball(
            x + 12, -18, 16, "#fff2a8", ink
        )
    if row.tail == "sting":
        path = [
            (x * 0.5, -10),
            (x + 22, -20),
            (x + 26, -h * 0.7),
            (x + 2, -h * 1.08),
            (x - 24, -h * 1.12),
        ]
        tip = shape(f"M{x - 20} {-h * 1.22}L{x - 44} {-h * 1.04}L{x - 16} {-h * 1.0}Z", CHITIN, ink)
        return shape(taper(path, 11, 7), ink.accent, ink) + tip
    return ""


def _mouth(row: Armoured, ink: Ink) -> str:
    h, w = row.height, row.rx * 0.5
    y = -h * 0.36
    return {
        "smile": smile(-h * 0.3, w * 0.5, ink, 0),
        "smile1": smile(y, w * 0.6, ink, 2),
        "grin": maw(y - 2, w, h * 0.2, ink, 6),
        "tusks": tusks(y + 4, w, ink, 15),
        "maw": maw(y - 10, w * 1.15, h * 0.34, ink, 6, 5),
    }[row.mouth]
