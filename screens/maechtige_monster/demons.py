"""The people of the demons: horns, arrow tails, wings of leather, and fire."""

from __future__ import annotations

from dataclasses import dataclass

from screens.kit.anatomy import (
    Eyes,
    Ink,
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
)
from screens.maechtige_monster import gear

HOOF = "#3a2026"
HORN, HORN_DARK = "#4a2f3a", "#f4d9a8"


@dataclass(frozen=True, slots=True)
class Demon:
    """What one of them looks like; lengths in units of a picture 176 wide."""

    rx: float
    height: float
    """Of the body with the head, over the legs."""
    legs: float
    eyes: Eyes
    mouth: str
    horns: str
    mood: str = "open"
    wings: float = 0
    """The scale of the wings."""
    hands: tuple[str, str] = ("", "")
    hair: bool = False
    armour: bool = False


ROWS = (
    Demon(25, 42, 8, pair(10, 0.58, 8), "smile", "nubs"),
    Demon(28, 56, 12, pair(12, 0.64, 9), "grin", "short", "slit", 0.62, ("", "fork")),
    Demon(36, 74, 13, one(0.66, 18), "grin", "ram", "angry", 0, ("fire", "")),
    Demon(43, 92, 15, pair(16, 0.7, 10.5), "maw", "bull", "angry", 0, ("axe", ""), hair=True),
    Demon(
        42,
        92,
        16,
        pair(15.5, 0.72, 10.5),
        "maw",
        "lord",
        "angry",
        1.12,
        ("fire", "sword"),
        armour=True,
    ),
)


def draw(strength: int, ink: Ink) -> str:
    """Return the demon of strength 1…5, standing on (0, 0)."""
    row = ROWS[strength - 1]
    top = -row.legs - row.height
    eyes = "".join(eye(x, -row.legs - row.height * s, r, ink, row.mood) for x, s, r in row.eyes)
    behind = _wings(row, ink) + _tail(row, ink) + _horns(row, top, ink) + _legs(row, ink)
    hair = gear.flame(top + 16, 14, ink) if row.hair else ""
    return (
        hair
        + behind
        + _arms(row, ink)
        + _body(row, ink)
        + _armour(row, ink)
        + eyes
        + _mouth(row, ink)
    )


def _body(row: Demon, ink: Ink) -> str:
    w, h, low = row.rx, row.height, -row.legs
    half = [(0.0, low - h), (w * 0.66, low - h * 0.92), (w * 0.92, low - h * 0.66)]
    half += [(w, low - h * 0.36), (w * 0.78, low - h * 0.06), (0.0, low + 4)]
    outline = smooth([*half, *((-x, y) for x, y in reversed(half[1:-1]))])
    belly = disc(0, low - h * 0.16, w * 0.6, ink.light, h * 0.24, 'fill-opacity="0.75"')
    folds = stroke(
        f"M{-w * 0.3} {low - h * 0.2}q{w * 0.3} 5 {w * 0.6} 0M{-w * 0.26}"
        f" {low - h * 0.08}q{w * 0.26} 5 {w * 0.52} 0",
        ink.shade,
        2.6,
    )
    return solid("body", outline, ink, inside=belly + folds)


def _legs(row: Demon, ink: Ink) -> str:
    x, r = row.rx * 0.46, 6 + row.rx * 0.1
    leg = shape(f"M{x - r} {-row.legs - 4}V-6H{x + r}V{-row.legs - 4}Z", ink.shade, ink)
    hoof = shape(f"M{x - r * 1.05} -9H{x + r * 1.05}L{x + r * 1.35} 3H{x - r * 1.3}Z", HOOF, ink)
    return mirrored(leg + hoof)


def _tail(row: Demon, ink: Ink) -> str:
    x, h = row.rx, row.height
    path = [(-x * 0.5, -row.legs - 4), (-x - 12, -8), (-x - 20, -h * 0.3), (-x - 10, -h * 0.52)]
    tx, ty = path[-1]
    tip = shape(
        f"M{tx - 10} {ty + 3}L{tx + 5} {ty - 19}L{tx + 12} {ty + 6}Q{tx}"
        f" {ty - 1} {tx - 10} {ty + 3}Z",
        ink.shade,
        ink,
    )
    return gear.limb(path, 6, 3, ink.body, ink) + tip


def _wings(row: Demon, ink: Ink) -> str:
    if not row.wings:
        return ""
    skin = "M0 0Q8 -34 40 -50Q52 -44 54 -8Q44 -14 38 0Q30 -8 22 8Q12 0 -2 14Z"
    ribs = stroke("M40 -48L4 4M40 -48L22 6M40 -48L38 -2", ink.line, 2.6)
    thumb = shape("M36 -48L40 -62L46 -47Z", gear.BONE, ink)
    x, y = row.rx * 0.62, -row.legs - row.height * 0.62
    return mirrored(
        f'<g transform="translate({x} {y})'
        f' scale({row.wings})">{thumb}{shape(skin, "#7b2250", ink)}{ribs}</g>'
    )


def _horns(row: Demon, top: float, ink: Ink) -> str:
    w = row.rx
    paths = {
        "nubs": ([(w * 0.5, top + 10), (w * 0.7, top - 2), (w * 0.66, top - 12)], 6.0),
        "short": ([(w * 0.5, top + 10), (w * 0.86, top - 6), (w * 0.74, top - 22)], 7.5),
        "ram": (
            [
                (w * 0.4, top + 10),
                (w * 0.72, top - 16),
                (w * 1.2, top - 8),
                (w * 1.26, top + 16),
                (w * 0.98, top + 22),
            ],
            10.0,
        ),
        "bull": (
            [(w * 0.5, top + 16), (w * 1.1, top + 8), (w * 1.32, top - 16), (w * 1.1, top - 32)],
            11.0,
        ),
        "lord": (
            [
                (w * 0.4, top + 14),
                (w * 0.94, top + 2),
                (w * 1.2, top - 18),
                (w * 1.0, top - 34),
                (w * 0.72, top - 40),
            ],
            12.0,
        ),
    }
    path, r = paths[row.horns]
    rings = "".join(
        disc(x, y, r * 0.34, HORN_DARK, extra='fill-opacity="0.55"') for x, y in path[1:-1]
    )
    return mirrored(shape(taper(path, r, 2), HORN, ink) + rings)


def _arms(row: Demon, ink: Ink) -> str:
    x, y, r = row.rx * 0.9, -row.legs - row.height * 0.46, 5 + row.rx * 0.09
    drawn = ""
    for side, thing in zip((-1, 1), row.hands, strict=True):
        raised = thing in ("fire", "sword")
        hx, hy = x + 13 + r, y + (14 if not raised else -2 if row.armour else -12)
        path = [(side * (x - 5), y), (side * (hx - 2), y + 7), (side * hx, hy)]
        drawn += gear.limb(path, r, r * 0.8, ink.body, ink)
        drawn += gear.held(_thing(thing, ink), side * hx, hy, side * 8)
        drawn += gear.fist(side * hx, hy, r * 1.05, ink)
    return drawn


def _thing(kind: str, ink: Ink) -> str:
    if kind == "fork":
        return gear.trident(42, 22, ink, gear.STEEL)
    if kind == "fire":
        return gear.flame(0, 13, ink)
    if kind == "sword":
        fire = gear.flame(-26, 12, ink)
        return fire + gear.sword(70, ink, 7, gear.GOLD)
    return gear.axe(66, ink, True, 0.9) if kind == "axe" else ""


def _armour(row: Demon, ink: Ink) -> str:
    if not row.armour:
        return ""
    w, low, y = row.rx, -row.legs, -row.legs - row.height * 0.5
    belt = (
        f"M{-w * 0.95} {low - 24}Q0 {low - 8} {w * 0.95} {low - 24}L{w * 0.84}"
        f" {low - 8}Q0 {low + 6} {-w * 0.84} {low - 8}Z"
    )
    face = disc(0, low - 8, 8, gear.GOLD, 8, f'stroke="{ink.line}" stroke-width="3"')
    pad = shape(
        f"M{w * 0.62} {y - 8}Q{w * 1.2} {y - 26} {w * 1.34} {y + 8}Q{w} {y - 4}"
        f" {w * 0.62} {y + 6}Z",
        HORN,
        ink,
    )
    thorn = shape(f"M{w * 0.98} {y - 12}L{w * 1.24} {y - 30}L{w * 1.26} {y - 4}Z", gear.BONE, ink)
    return shape(belt, HORN, ink) + face + mirrored(thorn + pad)


def _mouth(row: Demon, ink: Ink) -> str:
    y, w = -row.legs - row.height * 0.4, row.rx * 0.52
    if row.mouth == "smile":
        return smile(y + 1, w * 0.7, ink, 2)
    if row.mouth == "grin":
        return maw(y, w * 1.05, row.height * 0.15, ink, 6, 0)
    return maw(y - row.height * 0.1, w * 1.2, row.height * 0.24, ink, 6, 5)
