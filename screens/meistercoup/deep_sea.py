"""The blue family of Meister Coup: creatures of the deep sea."""

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
class DeepSea:
    """What one of them looks like; lengths in units of a card 200 wide."""

    rx: float
    height: float
    eyes: Eyes
    mouth: str
    form: str = "drop"
    mood: str = "open"
    arms: int = 0
    """Tentacles on each side."""
    raised: bool = False
    fins: bool = False
    comb: str = ""
    lamps: int = 0
    scales: bool = False
    stalks: bool = False
    crown: bool = False


ROWS = (
    DeepSea(30, 56, one(0.45, 15), "smile", comb="tip"),
    DeepSea(38, 58, pair(14, 0.5, 11), "o", "bell", arms=2),
    DeepSea(46, 82, pair(20, 0.58, 15), "o", "puffer", fins=True),
    DeepSea(38, 88, pair(14, 0.42, 12), "smile2", "bell", "calm", 2, comb="squid"),
    DeepSea(50, 78, pair(17, 0.7, 12), "under", "fish", lamps=1, fins=True),
    DeepSea(52, 66, pair(22, 1.36, 14), "grin", "fish", fins=True, stalks=True, scales=True),
    DeepSea(46, 92, one(0.52, 22), "smile2", "bell", "slit", arms=3),
    DeepSea(54, 110, pair(20, 0.68, 13), "grin", "drop", "angry", fins=True, comb="shark"),
    DeepSea(
        56,
        104,
        pair(24, 0.66, 11) + one(0.78, 13),
        "grin",
        "fish",
        "slit",
        comb="frill",
        scales=True,
        fins=True,
    ),
    DeepSea(52, 112, pair(18, 0.56, 14), "maw", "bell", "angry", 3, raised=True),
    DeepSea(66, 112, pair(27, 0.74, 12), "under", "fish", "angry", lamps=2, fins=True, scales=True),
    DeepSea(
        58,
        126,
        pair(20, 0.66, 15),
        "maw",
        "bell",
        "angry",
        3,
        raised=True,
        comb="frill",
        crown=True,
    ),
)

OUTLINES: dict[str, tuple[Point, ...]] = {
    "drop": ((0, 1), (0.5, 0.86), (0.94, 0.5), (0.96, 0.2), (0.55, 0)),
    "bell": ((0, 1), (0.62, 0.93), (0.96, 0.62), (0.92, 0.26), (0.7, 0.1)),
    "fish": ((0, 1), (0.6, 0.9), (1, 0.52), (0.86, 0.14), (0.4, 0)),
    "puffer": ((0, 1), (0.68, 0.86), (1, 0.5), (0.72, 0.12), (0.3, 0.01)),
}


def draw(value: int, ink: Ink) -> str:
    """Return the blue monster of a value, standing on (0, 0)."""
    row = ROWS[value - 1]
    behind = _comb(row, ink) + (_spikes(row, ink) if row.form == "puffer" else "")
    behind += _fins(row, ink) + _tentacles(row, ink, front=False) + _lamps(row, ink)
    body = solid("body", _outline(row), ink, inside=_skin(row, ink))
    stalks = "".join(_stalk(row, x, ink) for x, _, _ in row.eyes) if row.stalks else ""
    eyes = "".join(eye(x, -row.height * share, r, ink, row.mood) for x, share, r in row.eyes)
    top = crown(0, -row.height - 1, 21, ink) if row.crown else ""
    return behind + stalks + body + _tentacles(row, ink, True) + eyes + _mouth(row, ink) + top


def _outline(row: DeepSea) -> str:
    right = [(x * row.rx, -y * row.height) for x, y in OUTLINES[row.form]]
    return smooth([*right, *((-x, y) for x, y in reversed(right[1:]))])


def _skin(row: DeepSea, ink: Ink) -> str:
    w, h = row.rx, row.height
    skin = disc(0, -h * 0.1, w * 0.72, ink.light, h * 0.27, 'fill-opacity="0.8"')
    if row.form == "bell":
        skin = "".join(
            disc(w * x, -h * y, r, ink.light, extra='fill-opacity="0.7"')
            for x, y, r in ((-0.62, 0.72, 6), (-0.3, 0.86, 4.5), (0.55, 0.78, 5), (0.12, 0.93, 4))
        )
    if row.scales:
        skin += "".join(
            stroke(f"M{w * x - 7} {-h * y}q7 8 14 0", ink.shade, 3)
            for side in (-1, 1)
            for x, y in ((0.7 * side, 0.5), (0.45 * side, 0.83), (0.75 * side, 0.3))
        )
    return skin + disc(-w * 0.42, -h * 0.84, w * 0.2, "#ffffff", h * 0.05, 'fill-opacity="0.5"')


def _tentacles(row: DeepSea, ink: Ink, front: bool) -> str:
    drawn = ""
    for i in range(row.arms):
        out = row.rx * (0.2 + 0.36 * i)
        outer = i == row.arms - 1
        if (outer and row.raised) == front:
            continue
        low = -row.height * 0.12
        path = [
            (out * 0.9, low - 8),
            (out + 4, low + 4),
            (out + 16 + 5 * i, -3),
            (out + 25 + 6 * i, -12 - 3 * i),
        ]
        if outer and row.raised:
            x, y = row.rx * 0.86, -row.height * 0.3
            path = [(x - 10, y), (x + 14, y + 10), (x + 28, y - 16)]
            path += [(x + 18, y - 42), (x + 28, y - 58), (x + 37, y - 48)]
        drawn = shape(taper(path, 10, 3), ink.body, ink) + _suckers(path, ink) + drawn
    return mirrored(drawn)


def _suckers(path: list[Point], ink: Ink) -> str:
    return "".join(disc(x, y, 2.6, ink.light) for x, y in path[1:-1])


def _fins(row: DeepSea, ink: Ink) -> str:
    if not row.fins:
        return ""
    x, y = row.rx * 0.86, -row.height * 0.36
    fin = (
        f"M{x} {y - 8}Q{x + 22} {y - 26} {x + 34} {y - 20}"
        f"Q{x + 28} {y - 6} {x + 33} {y + 8}"
        f"Q{x + 20} {y + 6} {x + 20} {y + 20}Q{x + 8} {y + 16} {x - 4} {y + 12}Z"
    )
    rays = f"M{x + 6} {y - 2}L{x + 26} {y - 12}M{x + 5} {y + 4}L{x + 24} {y + 3}"
    foot = shape(f"M8 -8Q10 4 0 6Q30 10 {row.rx * 0.62} -2L{row.rx * 0.45} -14Z", ink.accent, ink)
    feet = foot if row.form != "puffer" else ""
    return mirrored(shape(fin, ink.accent, ink) + stroke(rays, ink.line, ink.width * 0.6) + feet)


def _spikes(row: DeepSea, ink: Ink) -> str:
    cy, d = -row.height * 0.5, ""
    for x, y in ((0, -1), (0.55, -0.86), (0.9, -0.46), (0.84, 0.56), (0.45, 0.9)):
        bx, by = x * row.rx, cy + y * row.height * 0.48
        tip = f"{bx * 1.3} {cy + (by - cy) * 1.32}"
        d += f"M{bx - y * 8} {by + x * 8}L{tip}L{bx + y * 8} {by - x * 8}Z"
    return mirrored(shape(d, ink.light, ink))


def _comb(row: DeepSea, ink: Ink) -> str:
    w, h = row.rx, row.height
    if row.comb == "tip":
        return shape(taper([(0, -h + 14), (2, -h - 8), (16, -h - 18)], 12, 2), ink.body, ink)
    if row.comb == "squid":
        hat = f"M0 {-h - 24}L{w * 0.95} {-h * 0.68}Q0 {-h * 0.5} {-w * 0.95} {-h * 0.68}Z"
        return shape(hat, ink.accent, ink)
    if row.comb == "shark":
        fin = f"M-20 {-h * 0.9}Q-10 {-h - 26} 26 {-h - 34}Q14 {-h - 10} 24 {-h * 0.86}Z"
        return shape(fin, ink.shade, ink)
    if row.comb == "frill":
        y = -h * 0.72
        frill = (
            f"M{w * 0.5} {y - h * 0.14}L{w + 12} {y - h * 0.34}L{w + 10} {y - h * 0.14}"
            f"L{w + 28} {y - h * 0.1}L{w + 14} {y + 6}L{w + 26} {y + 22}L{w * 0.7} {y + 26}Z"
        )
        return mirrored(shape(frill, ink.accent, ink))
    return ""


def _lamps(row: DeepSea, ink: Ink) -> str:
    drawn = ""
    for i in range(row.lamps):
        side = 1 if i == 0 else -1
        h, reach = row.height, row.rx * 0.7
        path = [
            (4 * side, -h + 6),
            (8 * side, -h - 22),
            (reach * side, -h - 30),
            ((reach + 8) * side, -h - 12),
        ]
        x, y = path[-1]
        drawn += shape(taper(path, 4.5, 3), ink.body, ink) + disc(
            x, y, 19, "#ffe27a", extra='fill-opacity="0.35"'
        )
        drawn += ball(x, y, 10, "#ffe27a", ink) + disc(x - 3, y - 3, 3, "#ffffff")
    return drawn


def _stalk(row: DeepSea, x: float, ink: Ink) -> str:
    path = [(x * 0.8, -row.height * 0.8), (x * 1.1, -row.height * 1.1), (x, -row.height * 1.3)]
    return shape(taper(path, 8, 6), ink.body, ink)


def _mouth(row: DeepSea, ink: Ink) -> str:
    h, w = row.height, row.rx * 0.5
    y = -h * (0.24 if row.form == "drop" and h < 60 else 0.32)
    if row.form == "bell" and row.mouth != "maw":
        y = -h * 0.26
    return {
        "smile": smile(y, w * 0.6, ink, 0),
        "smile2": smile(y, w * 0.66, ink, 2),
        "o": ball(0, y + 2, w * 0.26, "#123055", ink, w * 0.3),
        "grin": maw(y - 2, w * 1.15, h * 0.22, ink, 7, 6),
        "under": maw(y - 8, w * 1.3, h * 0.26, ink, 0, 5) + tusks(y + h * 0.12, w * 0.9, ink, 14),
        "maw": maw(y - 8, w * 1.15, h * 0.3, ink, 6, 5),
    }[row.mouth]
