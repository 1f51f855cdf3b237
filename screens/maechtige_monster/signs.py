"""The signs on pictures of Mächtige Monster, each understood without words."""

from __future__ import annotations

import math

from PIL import Image

from screens.kit import drawing, svg
from screens.kit.anatomy import stroke
from screens.kit.studio import Studio
from screens.maechtige_monster import art

CORAL = "#ff9a85"
FAINT = "#8a91ab"
NEWEST = "#ff8ad8"
"""Marks the newest move."""
STONE = "#c3cede"
"""Of locks: neither good nor bad."""


def lock(studio: Studio, size: int, is_open: bool) -> Image.Image:
    """Return a padlock: open and swung aside, or closed; neither is an alarm."""
    shackle = "M30 52V30Q30 10 50 10Q70 10 70 30V52"
    turned = 'transform="translate(-26 -6)"' if is_open else ""
    bow = stroke(shackle, art.DARK, 22) + stroke(shackle, "#dbe3f0", 10)
    edge = f'stroke="{art.DARK}" stroke-width="7" stroke-linejoin="round"'
    hole = (
        f'<circle cx="56" cy="66" r="7" fill="{art.DARK}"/><path d="M56 66V80"'
        f' stroke="{art.DARK}" stroke-width="7"/>'
    )
    path = (
        f'<g {turned}>{bow}</g><rect x="22" y="46" width="68" height="48"'
        f' rx="10" fill="{STONE}" {edge}/>{hole}'
    )
    return studio.sprite(svg.icon(path), size)


def verdict(studio: Studio, size: int, won: bool) -> Image.Image:
    """Return a tick for a guard that was beaten, a cross for one that was not."""
    d = "M16 54L40 78L86 24" if won else "M22 22L78 78M78 22L22 78"
    path = stroke(d, art.DARK, 32) + stroke(d, drawing.LEAF if won else CORAL, 18)
    return studio.sprite(svg.icon(path), size)


def sure(studio: Studio, size: int) -> Image.Image:
    """Return the sign of what is strong enough in any case: a golden shield with a tick."""
    edge = f'stroke="{art.DARK}" stroke-width="8" stroke-linejoin="round"'
    d = "M50 4L90 16V50Q88 80 50 97Q12 80 10 50V16Z"
    tick = stroke("M30 50L45 66L72 32", art.DARK, 15)
    return studio.sprite(svg.icon(f'<path d="{d}" fill="{drawing.GOLD}" {edge}/>{tick}'), size)


def poor(studio: Studio, size: int) -> Image.Image:
    """Return the sign that the gold is not there: a coin crossed out."""

    def make() -> Image.Image:
        made = art.coin(studio, size).copy()
        line = stroke("M12 88L88 12", art.DARK, 22) + stroke("M12 88L88 12", STONE, 10)
        drawing.put(made, studio.sprite(svg.icon(line), size), 0, 0)
        return made

    return studio.stamp(("poor", size), make)


def newest(studio: Studio, size: int) -> Image.Image:
    """Return the sign of the newest move: it points down at it."""
    edge = f'stroke="{art.DARK}" stroke-width="9" stroke-linejoin="round"'
    return studio.sprite(svg.icon(f'<path d="M8 16H92L50 90Z" fill="{NEWEST}" {edge}/>'), size)


def away(studio: Studio, size: int) -> Image.Image:
    """Return the sign of a monster that was displaced: an arrow that turns back."""
    d = "M84 84V52Q84 32 62 32H24M42 12L20 32L42 52"
    return studio.sprite(svg.icon(stroke(d, art.DARK, 30) + stroke(d, NEWEST, 15)), size)


def pointer(studio: Studio, size: int) -> Image.Image:
    """Return the sign at whom the table waits for."""
    edge = f'stroke="{art.DARK}" stroke-width="8" stroke-linejoin="round"'
    path = f'<path d="M22 8L90 50L22 92Z" fill="{drawing.GOLD}" {edge}/>'
    return studio.sprite(svg.icon(path), size)


def flag(studio: Studio, size: int) -> Image.Image:
    """Return the start marker: a war flag."""
    path = (
        stroke("M22 94V8", art.DARK, 16)
        + stroke("M22 94V8", "#b98a52", 8)
        + f'<path d="M26 12H90L74 34L90 56H26Z" fill="#ff7a3d" stroke="{art.DARK}"'
        ' stroke-width="7" stroke-linejoin="round"/>'
        '<circle cx="50" cy="34" r="9" fill="#fffdf4"/>'
    )
    return studio.sprite(svg.icon(path), size)


def paw(studio: Studio, size: int, color: str = "#8d96b5") -> Image.Image:
    """Return the sign on a free slot: a paw."""
    fill = f'fill="{color}"'
    path = (
        f'<g {fill}><ellipse cx="50" cy="66" rx="24" ry="20"/><circle cx="20" cy="46" r="11"/>'
        '<circle cx="39" cy="26" r="12"/><circle cx="62" cy="26" r="12"/>'
        '<circle cx="81" cy="46" r="11"/></g>'
    )
    return studio.sprite(svg.icon(path), size)


def dizzy(studio: Studio, size: int) -> Image.Image:
    """Return the stars that circle over somebody knocked down."""
    edge = f'stroke="{art.DARK}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"'
    d = "M0 -13L4 -4.4L13 -3.4L6.2 2.9L8.3 12.2L0 7.3L-8.3 12.2L-6.2 2.9L-13 -3.4L-4 -4.4Z"
    path = (
        '<ellipse cx="50" cy="50" rx="38" ry="14" fill="none" stroke="#ffffff"'
        ' stroke-opacity="0.5" stroke-width="4"/>'
    )
    for x, y, scale in ((14, 52, 1.0), (50, 38, 0.8), (86, 52, 1.0), (50, 64, 1.2)):
        path += (
            f'<path transform="translate({x} {y}) scale({scale})" d="{d}"'
            f' fill="{drawing.GOLD}" {edge}/>'
        )
    return studio.sprite(svg.icon(path), size)


def burst(studio: Studio, size: int) -> Image.Image:
    """Return the flash behind a fight."""
    points = []
    for i in range(24):
        reach = (48, 33, 43, 31)[i % 4]
        angle = math.tau * i / 24
        points.append(f"{50 + math.cos(angle) * reach:.1f} {50 + math.sin(angle) * reach:.1f}")
    d = "M" + "L".join(points) + "Z"
    path = (
        f'<path d="{d}" fill="#ffb03a" stroke="{art.DARK}" stroke-width="2.5"/>'
        f'<path d="{d}" fill="#ffe27a" transform="translate(50 50) scale(0.72)'
        ' translate(-50 -50)"/>'
    )
    return studio.sprite(svg.icon(path), size)


def arrow(studio: Studio, size: int, color: str = "#ffffff") -> Image.Image:
    """Return an arrow that points right."""
    d = "M12 50H80M54 20L86 50L54 80"
    return studio.sprite(svg.icon(stroke(d, art.DARK, 34) + stroke(d, color, 18)), size)


def bank(studio: Studio, size: int) -> Image.Image:
    """Return the sign of the bank: the king's tower."""
    edge = f'stroke="{art.DARK}" stroke-width="7" stroke-linejoin="round"'
    path = (
        f'<path d="M16 34V8H32V20H42V8H58V20H68V8H84V34L76 44V92H24V44Z" fill="#c3cede" {edge}/>'
        f'<path d="M40 92V70Q40 58 50 58Q60 58 60 70V92Z" fill="#7a4a2a" {edge}/>'
    )
    return studio.sprite(svg.icon(path), size)


def chest(studio: Studio, size: int) -> Image.Image:
    """Return the sign of the gold at the start: a chest."""
    edge = f'stroke="{art.DARK}" stroke-width="7" stroke-linejoin="round"'
    path = (
        f'<path d="M8 44Q8 14 30 14H70Q92 14 92 44Z" fill="#a86a34" {edge}/>'
        f'<path d="M8 44H92V86H8Z" fill="#8a5228" {edge}/>'
        f'<path d="M40 36H60V62H40Z" fill="#ffd34d" {edge}/>'
    )
    return studio.sprite(svg.icon(path), size)


def passed(studio: Studio, size: int, inwards: bool) -> Image.Image:
    """Return the sign of gold between seats: a paw with an arrow to it or from it."""

    def make() -> Image.Image:
        made = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        part = round(size * 0.62)
        drawing.put(made, paw(studio, part, "#dfe5f5"), 0 if not inwards else size - part, 0)
        point = arrow(studio, part, drawing.LEAF if inwards else CORAL)
        drawing.put(made, point, 0 if inwards else size - part, size - part)
        return made

    return studio.stamp(("passed", size, inwards), make)


def weakest(studio: Studio, size: int) -> Image.Image:
    """Return the sign of the weakest pair: a coin with an arrow down."""
    path = (
        f'<circle cx="40" cy="44" r="36" fill="{drawing.GOLD}"'
        f' stroke="{art.DARK}" stroke-width="8"/>'
        + stroke("M66 40V84M46 66L66 88L86 66", art.DARK, 24)
        + stroke("M66 40V84M46 66L66 88L86 66", "#ffffff", 11)
    )
    return studio.sprite(svg.icon(path), size)


def moon(studio: Studio, size: int) -> Image.Image:
    """Return the sign of cards that rest: a moon."""
    d = "M60 6Q20 20 26 58Q36 92 76 88Q44 70 60 6Z"
    path = f'<path d="{d}" fill="{drawing.GOLD}" stroke="{art.DARK}" stroke-width="10"/>'
    return studio.sprite(svg.icon(path), size)


def tile_icon(studio: Studio, icon: str, size: int) -> Image.Image:
    """Return a king's tile: a crown over the sign of what it changes."""

    def make() -> Image.Image:
        made = studio.sprite(svg.icon(_TILE), size).copy()
        small = round(size * 0.5)
        sign = {
            "strength": lambda: art.blade(studio, small),
            "loot": lambda: art.coin(studio, small),
            "healing": lambda: art.plaster(studio, small),
            "hand": lambda: cards(studio, small),
            "barred": lambda: verdict(studio, small, False),
            "pair": lambda: _twins(studio, small),
            "lowest": lambda: weakest(studio, small),
            "none": lambda: verdict(studio, small, True),
        }[icon]()
        drawing.middle(made, sign, size // 2, round(size * 0.69))
        return made

    return studio.stamp(("tile", icon, size), make)


def question(studio: Studio, size: int) -> Image.Image:
    """Return the sign of what nobody knows."""
    d = "M30 36Q32 12 52 12Q74 14 72 34Q70 48 52 56V68"
    dot = f'<circle cx="52" cy="87" r="8" fill="{FAINT}"/>'
    return studio.sprite(svg.icon(stroke(d, FAINT, 13) + dot), size)


def cards(studio: Studio, size: int) -> Image.Image:
    """Return the sign of a hand: three cards."""
    edge = f'stroke="{art.DARK}" stroke-width="7" stroke-linejoin="round"'
    card = f'<rect x="30" y="14" width="42" height="64" rx="7" fill="#fffdf4" {edge}/>'
    turned = "".join(f'<g transform="rotate({a} 50 92)">{card}</g>' for a in (-26, 0, 26))
    return studio.sprite(svg.icon(turned), size)


def _twins(studio: Studio, size: int) -> Image.Image:
    path = stroke("M16 36H84M16 64H84", art.DARK, 30) + stroke("M16 36H84M16 64H84", "#ffffff", 16)
    return studio.sprite(svg.icon(path), size)


_TILE = (
    '<rect x="5" y="5" width="90" height="90" rx="16" fill="#8b2fa0"'
    f' stroke="{art.DARK}" stroke-width="7"/>'
    '<rect x="11" y="11" width="78" height="78" rx="11" fill="none"'
    ' stroke="#ffd34d" stroke-width="4"/>'
    '<path d="M28 42L23 20L38 30L50 15L62 30L77 20L72 42Z" fill="#ffd34d"'
    ' stroke="#10131c" stroke-width="5"'
    ' stroke-linejoin="round"/>'
)
