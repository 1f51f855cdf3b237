"""The violet family of Meister Coup: shaggy creatures of the night."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from screens.kit.anatomy import (
    Eyes,
    Ink,
    Point,
    claws,
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
class Shaggy:
    """What one of them looks like; lengths in units of a card 200 wide."""

    rx: float
    height: float
    eyes: Eyes
    mouth: str
    mood: str = "open"
    horns: str = ""
    arms: str = ""
    wings: bool = False
    tail: bool = False
    belly: bool = False
    spots: bool = False
    crown: bool = False


ROWS = (
    Shaggy(34, 60, one(0.6, 17), "smile"),
    Shaggy(38, 68, pair(15, 0.62, 12), "smile2", horns="ears"),
    Shaggy(46, 70, pair(24, 0.6, 10) + one(0.7, 12), "grin", horns="stubs"),
    Shaggy(42, 88, ((-15, 0.66, 14), (15, 0.66, 11)), "tongue", horns="tuft", arms="up"),
    Shaggy(50, 86, pair(18, 0.6, 14), "smile2", "calm", "ram", tail=True),
    Shaggy(44, 92, one(0.64, 22), "grin", "slit", "ears", wings=True, belly=True),
    Shaggy(48, 112, pair(16, 0.72, 13), "grin", "slit", "tall", "down", tail=True, belly=True),
    Shaggy(60, 100, pair(20, 0.64, 13), "tusks", "angry", "stubs", "down", spots=True),
    Shaggy(
        54,
        112,
        pair(27, 0.6, 10) + pair(10, 0.72, 12),
        "grin",
        "open",
        "antlers",
        "down",
        belly=True,
    ),
    Shaggy(58, 114, pair(18, 0.74, 14), "maw", "angry", "ram", wings=True),
    Shaggy(62, 122, one(0.74, 16) + pair(26, 0.68, 12), "maw", "slit", "bull", "up", spots=True),
    Shaggy(
        64, 126, pair(19, 0.72, 15), "maw", "angry", "bull", "down", True, crown=True, belly=True
    ),
)


def draw(value: int, ink: Ink) -> str:
    """Return the violet monster of a value, standing on (0, 0)."""
    row = ROWS[value - 1]
    behind = (_wings(row, ink) if row.wings else "") + (_tail(row, ink) if row.tail else "")
    feet = mirrored(claws(row.rx * 0.42, 2, 9 + row.rx * 0.12, ink))
    body = solid("body", _fur(row), ink, inside=_coat(row, ink))
    eyes = "".join(eye(x, -row.height * share, r, ink, row.mood) for x, share, r in row.eyes)
    top = crown(0, -row.height - 1, 21, ink) if row.crown else ""
    arms = _arms(row, ink)
    return behind + _horns(row, ink) + feet + body + arms + eyes + _mouth(row, ink) + top


def _fur(row: Shaggy) -> str:
    tufts = 6 + round(row.height / 30)
    cy, ry = -row.height * 0.52, row.height * 0.5
    half = []
    for i in range(tufts):
        for share, out in ((0.0, 1.0), (0.55, 1.1), (0.9, 1.2), (0.93, 1.02)):
            angle = math.pi * (i + share) / tufts - math.pi / 2
            half.append((math.cos(angle) * row.rx * out, cy + math.sin(angle) * ry * out))
    right = [(x, min(y, -3.0)) for x, y in half]
    left = [(-x, y) for x, y in reversed(right[1:])]
    return "M" + "L".join(f"{x} {y}" for x, y in [*right, *left]) + "Z"


def _coat(row: Shaggy, ink: Ink) -> str:
    coat = disc(
        -row.rx * 0.45,
        -row.height * 0.86,
        row.rx * 0.3,
        ink.light,
        row.height * 0.07,
        'fill-opacity="0.55"',
    )
    if row.belly:
        coat += disc(0, -row.height * 0.16, row.rx * 0.6, ink.light, row.height * 0.26)
    if row.spots:
        for x, y, r in ((-0.8, 0.4, 9), (0.78, 0.5, 11), (-0.55, 0.15, 7), (0.6, 0.2, 8)):
            coat += disc(row.rx * x, -row.height * y, r, ink.shade)
    hair = "".join(
        stroke(f"M{row.rx * x} {-row.height * y}q-3 7 -9 8", ink.shade, 3)
        for x, y in ((-0.62, 0.35), (-0.3, 0.9), (0.66, 0.82), (0.52, 0.32))
    )
    return coat + hair


def _horns(row: Shaggy, ink: Ink) -> str:
    x, y = row.rx * 0.55, -row.height * 0.88
    kinds = {
        "": "",
        "ears": shape(
            f"M{x - 15} {y - 4}Q{x + 4} {y - 40} {x + 24} {y - 34}"
            f"Q{x + 24} {y - 4} {x + 10} {y + 12}Z",
            ink.body,
            ink,
        )
        + shape(
            f"M{x - 1} {y - 4}Q{x + 8} {y - 26} {x + 18} {y - 26}"
            f"Q{x + 18} {y - 8} {x + 9} {y + 4}Z",
            ink.accent,
            ink,
        ),
        "stubs": shape(taper([(x, y + 8), (x + 6, y - 8), (x + 8, y - 20)], 9, 2), BONE, ink),
        "tuft": shape(taper([(6, y), (8, y - 20), (22, y - 28)], 7, 1.5), ink.accent, ink),
        "ram": shape(
            taper(
                [
                    (x - 8, y + 10),
                    (x + 2, y - 20),
                    (x + 27, y - 16),
                    (x + 31, y + 12),
                    (x + 15, y + 20),
                    (x + 13, y + 6),
                ],
                11,
                2.5,
            ),
            BONE,
            ink,
        ),
        "tall": _bone([(x - 6, y + 10), (x + 12, y - 12), (x + 2, y - 40)], 10, ink),
        "antlers": stroke(_ANTLER.format(x=x - 8, y=y + 6), ink.line, 9 + ink.width)
        + stroke(_ANTLER.format(x=x - 8, y=y + 6), BONE, 9 - ink.width),
        "bull": _bone([(x - 6, y + 14), (x + 24, y + 2), (x + 34, y - 34)], 13, ink),
    }
    return mirrored(kinds[row.horns])


BONE = "#f6e3b4"
_ANTLER = "M{x} {y}q10 -18 8 -42m-3 22q16 -2 22 -16m-20 -4q-10 -6 -12 -14"


def _bone(path: Sequence[Point], width: float, ink: Ink) -> str:
    return shape(taper(path, width, 2), BONE, ink)


def _arms(row: Shaggy, ink: Ink) -> str:
    x, y = row.rx * 0.94, -row.height * 0.45
    if not row.arms:
        return ""
    way = -1 if row.arms == "up" else 1
    path = [(x - 6, y), (x + 16, y + way * 10), (x + 20, y + way * 30)]
    hand = placed(claws(0, 0, 10, ink, ink.body), x + 20, y + way * 34, 160 if way < 0 else -12)
    return mirrored(shape(taper(path, 9, 7), ink.body, ink) + hand)


def _wings(row: Shaggy, ink: Ink) -> str:
    x, y = row.rx * 0.7, -row.height * 0.6
    skin = (
        f"M{x} {y}Q{x + 12} {y - 34} {x + 36} {y - 42}"
        f"Q{x + 44} {y - 14} {x + 38} {y + 14}Q{x + 28} {y + 4}"
        f" {x + 20} {y + 18}Q{x + 12} {y + 10} {x} {y + 22}Z"
    )
    rib = f"M{x + 36} {y - 40}L{x + 6} {y + 8}M{x + 36} {y - 40}L{x + 20} {y + 14}"
    return mirrored(shape(skin, ink.accent, ink) + stroke(rib, ink.line, ink.width * 0.7))


def _tail(row: Shaggy, ink: Ink) -> str:
    x = row.rx * 0.8
    path = [(x - 10, -12), (x + 22, -6), (x + 30, -32), (x + 20, -50)]
    tip = shape(f"M{x + 8} {-48}L{x + 16} -72L{x + 34} -54Z", ink.accent, ink)
    return shape(taper(path, 7, 4), ink.body, ink) + tip


def _mouth(row: Shaggy, ink: Ink) -> str:
    y, w = -row.height * 0.34, row.rx * 0.5
    if row.mouth == "tongue":
        tongue = smooth([(-5, y + 6), (12, y + 6), (13, y + 22), (4, y + 29), (-5, y + 22)])
        return shape(tongue, "#f0637d", ink) + smile(y, w * 0.8, ink, 1)
    return {
        "smile": smile(y, w * 0.62, ink, 1),
        "smile2": smile(y, w * 0.7, ink, 2),
        "grin": maw(y - 4, w, row.height * 0.2, ink, 5),
        "tusks": tusks(y + 6, w, ink, 17),
        "maw": maw(y - 12, w * 1.25, row.height * 0.36, ink, 6, 5),
    }[row.mouth]
