"""What monsters and guards carry and wear; weapons stand upright, held at (0, 0)."""

from __future__ import annotations

from screens.kit.anatomy import Ink, Point, ball, cord, disc, placed, shape, stroke, taper

STEEL, STEEL_DARK = "#dbe3f0", "#8f9cb5"
WOOD, WOOD_DARK = "#9a6532", "#6f4520"
GOLD = "#ffd34d"
BONE = "#f4ecd2"
LEATHER = "#7a4a2a"
FIRE, FIRE_HEART = "#ff8a2a", "#ffe27a"


def pole(length: float, below: float, ink: Ink, fill: str = WOOD, r: float = 3.4) -> str:
    """Return a shaft from `below` under the hand up to `length` over it."""
    return shape(f"M{-r} {below}V{-length}H{r}V{below}Z", fill, ink)


def club(length: float, ink: Ink, spikes: bool = True) -> str:
    """Return a wooden club."""
    wood = shape(taper([(0, 12), (0, -length * 0.4), (0, -length)], 4, 11), WOOD, ink)
    if not spikes:
        return wood
    thorns = "".join(
        shape(f"M{s * 6} {y - 6}L{s * 19} {y - 2}L{s * 7} {y + 5}Z", BONE, ink)
        for s, y in ((-1, -length * 0.92), (1, -length * 0.86), (-1, -length * 0.62))
    )
    return thorns + wood


def axe(length: float, ink: Ink, double: bool = False, size: float = 1.0) -> str:
    """Return an axe with one blade, to the right, or two."""
    top = -length
    blade = (
        f"M2 {top + 2}L{12 * size} {top - 8 * size}Q{30 * size} {top + 10 * size} {14 * size}"
        f" {top + 32 * size}L2 {top + 20 * size}Z"
    )
    edge = stroke(
        f"M{15 * size} {top - 2 * size}Q{25 * size} {top + 10 * size}"
        f" {16 * size} {top + 25 * size}",
        "#ffffff",
        2.4,
    )
    head = shape(blade, STEEL, ink) + edge
    if double:
        head += f'<g transform="scale(-1 1)">{head}</g>'
    return pole(length + 6, 16, ink) + head


def sword(length: float, ink: Ink, width: float = 6.5, hilt: str = GOLD) -> str:
    """Return a straight sword."""
    blade = (
        f"M{-width} -8L{-width * 0.8} {-length + 14}L0 {-length}L{width * 0.8}"
        f" {-length + 14}L{width} -8Z"
    )
    return (
        shape("M-3 10V-8H3V10Z", LEATHER, ink)
        + shape(blade, STEEL, ink)
        + stroke(f"M0 -12V{-length + 18}", STEEL_DARK, 2.2)
        + shape("M-14 -6Q0 -2 14 -6V-12Q0 -8 -14 -12Z", hilt, ink)
        + ball(0, 12, 4.5, hilt, ink)
    )


def spear(length: float, below: float, ink: Ink) -> str:
    """Return a spear that stands on the ground `below` the hand."""
    tip = f"M0 {-length - 24}L8 {-length - 4}L0 {-length + 6}L-8 {-length - 4}Z"
    return pole(length, below, ink, r=2.8) + shape(tip, STEEL, ink)


def halberd(length: float, below: float, ink: Ink) -> str:
    """Return a halberd: spear tip, axe blade to the right, hook to the left."""
    top = -length
    blade = f"M2 {top + 2}L18 {top - 8}Q28 {top + 10} 17 {top + 26}L2 {top + 18}Z"
    hook = f"M-2 {top + 4}L-16 {top + 12}L-2 {top + 15}Z"
    return shape(hook, STEEL, ink) + shape(blade, STEEL, ink) + spear(length, below, ink)


def trident(length: float, below: float, ink: Ink, fill: str = GOLD) -> str:
    """Return a trident."""
    y = -length
    fork = (
        f"M-15 {y - 18}L-12 {y - 24}L-9 {y - 18}V{y - 6}H-3V{y - 24}L0 {y - 34}L3 {y - 24}V{y - 6}"
        f"H9V{y - 18}L12 {y - 24}L15 {y - 18}V{y}Q15 {y + 5} 0 {y + 7}Q-15 {y + 5} -15 {y}Z"
    )
    return pole(length, below, ink, r=2.8) + shape(fork, fill, ink)


def scythe(length: float, below: float, ink: Ink) -> str:
    """Return a scythe whose blade hangs to the left."""
    y = -length
    blade = f"M4 {y - 8}Q-34 {y - 20} -52 {y + 22}Q-28 {y + 2} 4 {y + 8}Z"
    return pole(length, below, ink, WOOD_DARK, 3) + shape(blade, STEEL, ink)


def mace(length: float, ink: Ink) -> str:
    """Return a mace with a spiked head."""
    spikes = "".join(
        f'<g transform="rotate({a} 0 {-length})">'
        + shape(f"M-5 {-length - 9}L0 {-length - 20}L5 {-length - 9}Z", STEEL_DARK, ink)
        + "</g>"
        for a in (-120, -60, 0, 60, 120)
    )
    return pole(length, 12, ink) + spikes + ball(0, -length, 11, STEEL, ink)


def anchor(length: float, ink: Ink) -> str:
    """Return a ship's anchor, its arms up."""
    y = -length
    hook = f"M-26 {y + 20}Q-22 {y - 6} 0 {y - 8}Q22 {y - 6} 26 {y + 20}"
    tips = "".join(
        shape(f"M{s * 26 - 9} {y + 17}L{s * 30} {y + 30}L{s * 26 + 9} {y + 15}Z", STEEL_DARK, ink)
        for s in (-1, 1)
    )
    return (
        tips
        + cord(hook, 9, STEEL_DARK, ink)
        + pole(length + 6, 12, ink, STEEL_DARK, 4.5)
        + stroke("M-14 0H14", ink.line, 7 + ink.width)
        + stroke("M-14 0H14", STEEL_DARK, 7 - ink.width)
    )


def flame(y: float, r: float, ink: Ink) -> str:
    """Return a fire that stands on (0, y) and is about three times r high."""
    outer = (
        f"M{-r} {y - r * 0.6}Q{-r * 1.3} {y - r * 1.6} {-r * 0.5} {y - r * 2.3}"
        f"Q{-r * 0.4} {y - r * 1.7} 0 {y - r * 1.7}Q{-r * 0.1} {y - r * 2.6}"
        f" {r * 0.4} {y - r * 3.2}Q{r * 0.5} {y - r * 2.2} {r} {y - r * 1.7}"
        f"Q{r * 1.4} {y} 0 {y}Q{-r * 0.9} {y} {-r} {y - r * 0.6}Z"
    )
    heart = (
        f"M{-r * 0.5} {y - r * 0.5}Q{-r * 0.4} {y - r * 1.1} {r * 0.1} {y - r * 1.6}"
        f"Q{r * 0.9} {y - r * 0.6} {r * 0.3} {y - r * 0.1}Q{-r * 0.3} {y} "
        f"{-r * 0.5} {y - r * 0.5}Z"
    )
    return shape(outer, FIRE, ink) + f'<path d="{heart}" fill="{FIRE_HEART}"/>'


def limb(points: list[Point], start: float, end: float, fill: str, ink: Ink) -> str:
    """Return an outlined arm, leg or tail along a curve."""
    return shape(taper(points, start, end), fill, ink)


def joined(points: list[Point], start: float, end: float, fill: str, ink: Ink) -> str:
    """Return a limb without a line where it grows out of a body of the same colour."""
    x, y = points[0]
    return limb(points, start, end, fill, ink) + disc(x, y, start - ink.width * 0.35, fill)


def boots(x: float, r: float, top: float, ink: Ink, skin: str, boot: str = LEATHER) -> str:
    """Return two legs that come down from `top` to boots that stand on 0, x from the middle."""
    return "".join(
        shape(f"M{s * x - r * 0.7} {-top}V-4H{s * x + r * 0.7}V{-top}Z", skin, ink)
        + shape(
            f"M{s * x - r * 0.85} {-r * 1.1}H{s * x + r * 0.85}V-2Q{s * x + r * 0.85} 3"
            f" {s * x + s * r * 1.5} 3H{s * x - s * r * 0.6}Q{s * x - r * 0.85} 3"
            f" {s * x - r * 0.85} -2Z",
            boot,
            ink,
        )
        for s in (-1, 1)
    )


def fist(x: float, y: float, r: float, ink: Ink, fill: str = "") -> str:
    """Return a closed hand."""
    lines = stroke(f"M{x - r * 0.25} {y + r * 0.7}v{-r * 0.6}m{r * 0.5} 0v{r * 0.6}", ink.line, 1.8)
    return ball(x, y, r, fill or ink.body, ink) + lines


def held(weapon: str, x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """Return a weapon in a hand at (x, y), turned by degrees."""
    return placed(weapon, x, y, turn, scale)


def round_shield(r: float, ink: Ink, fill: str) -> str:
    """Return a round shield around (0, 0)."""
    return (
        ball(0, 0, r, STEEL_DARK, ink)
        + disc(0, 0, r * 0.76, fill)
        + stroke(f"M{-r * 0.7} 0H{r * 0.7}M0 {-r * 0.7}V{r * 0.7}", ink.line, 2)
        + ball(0, 0, r * 0.28, STEEL, ink)
    )
