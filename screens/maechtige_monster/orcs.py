"""The people of the orcs: broad heads, side ears, tusks, and ever more iron."""

from __future__ import annotations

from dataclasses import dataclass

from screens.kit.anatomy import (
    Ink,
    ball,
    disc,
    eye,
    mirrored,
    shape,
    smooth,
    solid,
    stroke,
    taper,
)
from screens.maechtige_monster import gear


@dataclass(frozen=True, slots=True)
class Orc:
    """What one of them looks like; lengths in units of a picture 176 wide."""

    legs: float
    torso: float
    """Half the width of the chest."""
    chest: float
    """Height of the chest."""
    head: float
    """Half the width of the head."""
    tusk: float
    helmet: str
    weapons: tuple[str, str] = ("", "")
    """In the hand to the left and in the hand to the right."""
    pads: bool = False
    mouth: str = "tusks"
    lean: float = 4
    """How far weapons are turned outwards, in degrees."""


ROWS = (
    Orc(11, 17, 18, 29, 7, "pot", ("", "spoon"), mouth="grin", lean=34),
    Orc(13, 24, 24, 33, 9, "tuft", ("", "club"), lean=24),
    Orc(15, 31, 32, 35, 12, "cap", ("shield", "axe"), lean=10),
    Orc(17, 39, 42, 38, 15, "horned", ("axe", "mace"), pads=True),
    Orc(19, 42, 50, 41, 19, "skull", ("mace", "double"), pads=True, mouth="roar"),
)


def draw(strength: int, ink: Ink) -> str:
    """Return the orc of strength 1…5, standing on (0, 0)."""
    row = ROWS[strength - 1]
    shoulder = -row.legs - row.chest
    middle = shoulder - row.head * 0.42
    return (
        _arms(row, shoulder, ink)
        + gear.boots(row.torso * 0.55, 7 + row.torso * 0.12, row.legs + 6, ink, ink.shade)
        + _chest(row, shoulder, ink)
        + _pads(row, shoulder, ink)
        + _head(row, middle, ink)
    )


def _chest(row: Orc, top: float, ink: Ink) -> str:
    w, low = row.torso, -row.legs + 4
    points = [(w * 0.5, top), (w, top + row.chest * 0.25), (w * 0.84, low - 8), (w * 0.5, low)]
    outline = smooth([*points, *((-x, y) for x, y in reversed(points))])
    belt = low - row.chest * 0.26
    fur = f'<path d="M{-w} {belt}H{w}V{low + 4}H{-w}Z" fill="{gear.LEATHER}"/>'
    straps = stroke(f"M{-w * 0.8} {top}L{w * 0.7} {belt}", gear.WOOD_DARK, 6) if w > 20 else ""
    buckle = ball(0, belt + 3, 5.5, gear.GOLD, ink) if w > 28 else ""
    line = stroke(f"M{-w * 0.95} {belt}H{w * 0.95}", ink.line, 3)
    return solid("chest", outline, ink, inside=straps + fur + line) + buckle


def _arms(row: Orc, top: float, ink: Ink) -> str:
    x, r = row.torso * 0.86, 6 + row.torso * 0.13
    hand_x, hand_y = row.torso + 13 + row.torso * 0.12, top + row.chest * 0.62
    drawn = ""
    for side, weapon in zip((-1, 1), row.weapons, strict=True):
        path = [(side * x, top + r), (side * (hand_x - 1), top + r + 5), (side * hand_x, hand_y)]
        drawn += gear.limb(path, r, r * 0.8, ink.body, ink)
        drawn += gear.held(_weapon(weapon, row, ink), side * hand_x, hand_y, side * row.lean)
        if weapon != "shield":
            drawn += gear.fist(side * hand_x, hand_y, r * 1.05, ink)
    return drawn


def _weapon(kind: str, row: Orc, ink: Ink) -> str:
    reach = row.chest + row.head * 0.9
    return {
        "": "",
        "spoon": gear.club(26, ink, spikes=False),
        "club": gear.club(46, ink),
        "axe": gear.axe(reach * 0.86, ink),
        "double": gear.axe(reach * 0.9, ink, True, 1.05),
        "mace": gear.mace(reach * 0.8, ink),
        "shield": gear.round_shield(19, ink, ink.accent),
    }[kind]


def _pads(row: Orc, top: float, ink: Ink) -> str:
    if not row.pads:
        return ""
    x, y = row.torso * 0.86, top + 8
    spike = shape(f"M{x + 2} {y - 12}L{x + 12} {y - 31}L{x + 15} {y - 8}Z", gear.BONE, ink)
    pad = shape(
        f"M{x - 16} {y + 7}Q{x - 12} {y - 17} {x + 6} {y - 15}Q{x + 21} {y - 10} {x + 18} {y + 11}"
        f"Q{x} {y + 3} {x - 16} {y + 7}Z",
        gear.STEEL_DARK,
        ink,
    )
    return mirrored(spike + pad)


def _head(row: Orc, y: float, ink: Ink) -> str:
    w, h = row.head, row.head * 0.84
    half = [(0, -h), (w * 0.62, -h * 0.86), (w * 0.9, -h * 0.1), (w, h * 0.42), (w * 0.52, h * 0.9)]
    outline = smooth([*half, (0, h), *((-x, v) for x, v in reversed(half[1:]))])
    ear = smooth(
        [(w * 0.78, -h * 0.24), (w * 1.34, -h * 0.7), (w * 1.5, -h * 0.62), (w * 0.88, h * 0.3)]
    )
    inner = stroke(f"M{w * 0.98} {-h * 0.12}L{w * 1.32} {-h * 0.5}", ink.accent, 4.5)
    ears = mirrored(shape(ear, ink.body, ink) + inner)
    cheek = disc(-w * 0.6, h * 0.3, w * 0.16, ink.light, extra='fill-opacity="0.7"')
    face = cheek + disc(w * 0.6, h * 0.3, w * 0.16, ink.light, extra='fill-opacity="0.7"')
    drawn = ears + solid("head", outline, ink, inside=face) + _eyes(row, ink) + _mouth(row, ink)
    return f'<g transform="translate(0 {y:.2f})">{drawn}{_helmet(row, ink)}</g>'


def _eyes(row: Orc, ink: Ink) -> str:
    w = row.head
    mood = "open" if row.mouth == "grin" else "angry"
    r = 8.4 if row.mouth == "grin" else 8.8
    nose = disc(0, w * 0.16, w * 0.17, ink.shade, w * 0.11)
    holes = disc(-w * 0.07, w * 0.18, 1.8, ink.line) + disc(w * 0.07, w * 0.18, 1.8, ink.line)
    return (
        eye(-w * 0.38, -w * 0.1, r, ink, mood)
        + eye(w * 0.38, -w * 0.1, r, ink, mood)
        + nose
        + holes
    )


def _mouth(row: Orc, ink: Ink) -> str:
    w, y, size = row.head * 0.56, row.head * 0.46, row.tusk
    jaw = f"M{-w} {y + 2}Q0 {y - 6} {w} {y + 2}"
    drawn = stroke(jaw, ink.line, ink.width)
    if row.mouth != "tusks":
        deep = 9 if row.mouth == "grin" else 14
        open_jaw = (
            f"M{-w} {y}Q0 {y - 6} {w} {y}Q{w * 0.8} {y + deep} 0 {y + deep}"
            f"Q{-w * 0.8} {y + deep} {-w} {y}Z"
        )
        drawn = shape(open_jaw, "#3a1230", ink)
        if row.mouth == "roar":
            drawn += disc(0, y + deep - 3, w * 0.5, "#f0637d", 3.5)
    tusk = shape(
        f"M{w * 0.5} {y + 4}q{size * 0.05} {-size} {size * 0.5} {-size * 1.25}"
        f"q{size * 0.4} {size * 0.9} {size * 0.12} {size * 1.4}Z",
        "#fffdf4",
        ink,
    )
    return drawn + mirrored(tusk)


def _helmet(row: Orc, ink: Ink) -> str:
    w, h = row.head, row.head * 0.84
    dome = (
        f"M{-w * 0.86} {-h * 0.36}Q{-w * 0.86} {-h * 1.22} 0 {-h * 1.24}"
        f"Q{w * 0.86} {-h * 1.22} {w * 0.86} {-h * 0.36}Q0 {-h * 0.66} {-w * 0.86} {-h * 0.36}Z"
    )
    if row.helmet == "tuft":
        hair = (
            f"M-9 {-h + 6}Q-14 {-h - 14} -2 {-h - 22}Q0 {-h - 12} 8 {-h - 20}Q14"
            f" {-h - 8} 9 {-h + 6}Z"
        )
        return shape(hair, gear.LEATHER, ink)
    if row.helmet == "pot":
        pot = (
            f"M{-w * 0.7} {-h * 0.42}V{-h * 1.1}Q0 {-h * 1.32} {w * 0.7} {-h * 1.1}"
            f"V{-h * 0.42}Q0 {-h * 0.62} {-w * 0.7} {-h * 0.42}Z"
        )
        handle = f"M{w * 0.7} {-h * 0.78}H{w * 1.25}"
        grip = stroke(handle, ink.line, 6 + ink.width) + stroke(
            handle, gear.STEEL_DARK, 6 - ink.width / 2
        )
        return (
            grip
            + shape(pot, gear.STEEL_DARK, ink)
            + stroke(f"M{-w * 0.4} {-h * 0.7}V{-h}", "#c3cede", 4)
        )
    if row.helmet == "cap":
        spike = shape(f"M-6 {-h * 1.16}L0 {-h * 1.16 - 17}L6 {-h * 1.16}Z", gear.STEEL, ink)
        return (
            spike
            + shape(dome, gear.LEATHER, ink)
            + stroke(f"M0 {-h * 0.56}V{-h * 1.16}", ink.line, 3)
        )
    horn = shape(
        taper(
            [(w * 0.66, -h * 0.86), (w * 1.12, -h * 0.98), (w * 1.2, -h * 1.6)],
            8 + row.tusk * 0.15,
            2,
        ),
        gear.BONE,
        ink,
    )
    iron = shape(dome, gear.STEEL_DARK, ink) + stroke(f"M0 {-h * 0.58}V{-h * 1.18}", ink.line, 3)
    if row.helmet == "horned":
        return mirrored(horn) + iron
    return mirrored(horn) + iron + _trophy(-h * 1.12, ink)


def _trophy(y: float, ink: Ink) -> str:
    skull = (
        f"M-14 {y - 12}Q-14 {y - 28} 0 {y - 28}Q14 {y - 28} 14 {y - 12}Q13"
        f" {y - 4} 8 {y - 3}V{y + 6}H-8V{y - 3}Q-13 {y - 4} -14 {y - 12}Z"
    )
    holes = disc(-6, y - 13, 4, "#1c1f2a") + disc(6, y - 13, 4, "#1c1f2a")
    return shape(skull, gear.BONE, ink) + holes
