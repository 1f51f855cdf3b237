"""The cards of Meister Coup as drawings: faces, backs, colour marks and icons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw

from screens.kit import drawing, svg
from screens.kit.anatomy import Ink, tidy
from screens.kit.studio import Studio
from screens.meistercoup import armoured, deep_sea, shaggy, swamp

INKS = (
    Ink("#1c0f33", "#a878f5", "#7443cf", "#d9c2ff", "#ff86c8", "#ffc93c", 3.2),
    Ink("#06203c", "#4dc3f7", "#1b86cf", "#c6f0ff", "#ff9d5c", "#ffb02e", 3.2),
    Ink("#0b2a16", "#6fd06a", "#2f9650", "#d3f5a5", "#b6e34a", "#ff8f5a", 3.2),
    Ink("#2e1b06", "#ffdc62", "#f0a024", "#fff0b0", "#ff8a3d", "#3fb6c9", 3.2),
)
SKIES = (
    ("#5b2fb0", "#35186f"),
    ("#1673bd", "#0b3f78"),
    ("#23803f", "#0d4a25"),
    ("#ffd65c", "#dc860f"),
)
"""The background of each colour, top and bottom."""
GROUNDS = ("#21104a", "#082a54", "#08321a", "#7a4a10")
FLAT = ("#7d4be0", "#2e9df0", "#2fa456", "#ffc833")
"""The one plain tone of each colour, for chips and small cards."""
ON_DARK = ("#a47cff", "#4db5ff", "#41c76f", "#ffc833")
"""The tone of each colour's mark on dark paper."""
ON_FLAT = ("#ffffff", "#08192c", "#04170b", "#2b1a02")
"""A tone that can be read on it."""
FAMILIES = (shaggy.draw, deep_sea.draw, swamp.draw, armoured.draw)
CARD, LARGE = 144, 175
"""The two widths in which cards are shown, so that few are kept."""
CARD_RATIO = 1.4
"""Height of a card by its width."""
_SHEET = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 280">{}</svg>'
_MIDDLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 50 200 190">{}</svg>'
MARKS = (
    "M50 2L94 50L50 98L6 50Z",
    "M50 6A44 44 0 1 1 49.9 6Z",
    "M50 6L98 92H2Z",
    "M10 10H90V90H10Z",
)
"""The shape of each colour in a square of 100."""
GEM = "M20 14H80L98 40L50 94L2 40Z"
STAR = "M50 4L64 36L98 39L72 62L80 96L50 78L20 96L28 62L2 39L36 36Z"


def scene_svg(colour: int) -> str:
    """Return the landscape of a colour, 200 by 280."""
    top, bottom = SKIES[colour]
    return _SHEET.format(
        f'<linearGradient id="sky" x2="0" y2="1"><stop stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></linearGradient>'
        f'<rect width="200" height="280" fill="url(#sky)"/>{_scenery(colour)}'
        f'<path d="M0 222Q100 206 200 222V280H0Z" fill="{GROUNDS[colour]}"/>'
    )


def monster_svg(card: int) -> str:
    """Return the monster of card 0…47 on its shadow, 200 by 190: the middle of the card."""
    colour, value = divmod(card, 12)
    scale = 1.2 - 0.26 * value / 11
    ink = replace(INKS[colour], width=3.5 / scale)
    drawn = _MIDDLE.format(
        f'<ellipse cx="100" cy="226" rx="{48 + 2 * value}" ry="8" fill="#05060a"'
        ' fill-opacity="0.4"/>'
        f'<g transform="translate(100 224) scale({scale:.3f})">'
        f"{FAMILIES[colour](value + 1, ink)}</g>"
    )
    return tidy(drawn)


def figure_svg(card: int) -> str:
    """Return the monster of card 0…47 alone, in a square of 220."""
    colour, value = divmod(card, 12)
    return tidy(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-110 -210 220 220">'
        f"{FAMILIES[colour](value + 1, replace(INKS[colour], width=4))}</svg>"
    )


def trim_svg(colour: int, gems: int) -> str:
    """Return what lies over every monster: colour mark, diamonds and edge, 200 by 280."""
    return _SHEET.format(
        f"{_gems(gems)}{mark_path(colour, 144, 16, 42)}"
        '<rect x="2.5" y="2.5" width="195" height="275" rx="18" fill="none" stroke="#fff" '
        'stroke-opacity="0.55" stroke-width="5"/>'
    )


def _scenery(colour: int) -> str:
    if colour == 0:
        stars = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in _STARS)
        return (
            f'<g fill="#fff" fill-opacity="0.55">{stars}</g>'
            '<circle cx="100" cy="130" r="84" fill="#8f63e6" fill-opacity="0.35"/>'
        )
    if colour == 1:
        rings = "".join(f'<circle cx="{x}" cy="{y}" r="{r * 4}"/>' for x, y, r in _STARS)
        return (
            '<path d="M0 96q25-16 50 0t50 0t50 0t50 0V280H0Z" fill="#0f5c9e" fill-opacity="0.75"/>'
            f'<g fill="none" stroke="#bfeaff" stroke-width="3" stroke-opacity="0.45">{rings}</g>'
        )
    if colour == 2:
        leaves = "".join(
            f'<path d="M{x} 240Q{x - 26} 150 {x + lean} 92Q{x + 22} 160 {x} 240Z"/>'
            for x, lean in ((10, 22), (44, -14), (158, 16), (192, -20))
        )
        return f'<g fill="#0f5a2c" fill-opacity="0.8">{leaves}</g>'
    rays = "".join(
        f'<path d="M100 200L-60 {y}V{y + 46}Z"/><path d="M100 200L260 {y}V{y + 46}Z"/>'
        for y in (-150, -20, 90, 180)
    )
    return f'<g fill="#fff3b8" fill-opacity="0.4">{rays}<path d="M100 200L76 -40H124Z"/></g>'


_STARS = (
    (24, 110, 2.2),
    (178, 96, 2.6),
    (36, 168, 1.6),
    (170, 160, 1.8),
    (120, 84, 1.6),
    (186, 190, 1.4),
    (14, 204, 1.6),
)


def _gems(count: int) -> str:
    left = 100 - count * 24 + 3
    return "".join(
        f'<g transform="translate({left + i * 48} 234) scale(0.42 0.38)">{gem_path()}</g>'
        for i in range(count)
    )


def gem_path() -> str:
    """Return a diamond in a square of 100, as part of a drawing."""
    return (
        f'<path d="{GEM}" stroke="#10131c" stroke-width="13" stroke-linejoin="round"/>'
        f'<path d="{GEM}" fill="#8ff3ff"/><path d="M20 14H80L70 40H30Z" fill="#e9fdff"/>'
        '<path d="M30 40H70L50 94Z" fill="#57d3f2"/><path d="M2 40L20 14L30 40Z" fill="#c3f7ff"/>'
    )


def mark_path(colour: int, x: float, y: float, size: float, fill: str = "#ffffff") -> str:
    """Return a colour's shape with a dark rim, as part of a drawing."""
    return (
        f'<path transform="translate({x} {y}) scale({size / 100:.3f})" d="{MARKS[colour]}"'
        f' fill="{fill}" stroke="#10131c" stroke-width="14" stroke-linejoin="round"'
        ' paint-order="stroke"/>'
    )


def back_svg(colour: int) -> str:
    """Return the back of a card of this colour, 200 by 280."""
    dark = SKIES[colour][1]
    tiles = "".join(
        f'<path transform="translate({x} {y}) scale(0.24)" d="{MARKS[colour]}"/>'
        for row, y in enumerate(range(-8, 280, 38))
        for x in range(-12 + 24 * (row % 2), 200, 48)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 280">'
        f'<rect width="200" height="280" fill="{FLAT[colour]}"/>'
        f'<g fill="{dark}" fill-opacity="0.35">{tiles}</g>'
        f'<circle cx="100" cy="140" r="66" fill="{dark}" stroke="#fff" stroke-width="6"/>'
        f"{mark_path(colour, 62, 100 if colour != 2 else 94, 76)}"
        '<rect x="2.5" y="2.5" width="195" height="275" rx="18" fill="none" stroke="#fff" '
        'stroke-opacity="0.7" stroke-width="5"/></svg>'
    )


def card(studio: Studio, number: int, gems: int, width: int) -> Image.Image:
    """Return the face of card 0…47 in this width; do not change it.

    It is drawn in one width; others are made of that, for less than drawing costs.
    """
    face = partial(_card, studio, number, gems, LARGE)
    if width == LARGE:
        return studio.stamp(("card", number, gems), face)

    def smaller() -> Image.Image:
        size = (width, round(width * CARD_RATIO))
        whole = studio.packed(("card", number, gems), face)
        return whole.resize(size, Image.Resampling.LANCZOS)

    return studio.packed(("card", number, gems, width), smaller)


def _card(studio: Studio, number: int, gems: int, width: int) -> Image.Image:
    colour, value = divmod(number, 12)
    face = studio.rasterise(scene_svg(colour), width)
    face.alpha_composite(studio.rasterise(monster_svg(number), width), (0, round(width * 0.25)))
    face.alpha_composite(studio.rasterise(trim_svg(colour, gems), width))
    ImageDraw.Draw(face).text(
        (round(width * 0.075), round(width * 0.365)),
        str(value + 1),
        "#ffffff",
        studio.font(round(width * 0.42), bold=True),
        "ls",
        stroke_width=max(2, round(width * 0.035)),
        stroke_fill="#10131c",
    )
    return drawing.cut_round(studio, face, round(width * 0.1))


def back(studio: Studio, colour: int, width: int) -> Image.Image:
    """Return the back of a card of this colour; do not change it."""
    return studio.stamp(
        ("back", colour, width),
        lambda: drawing.cut_round(
            studio, studio.rasterise(back_svg(colour), width), round(width * 0.1)
        ),
    )


def crown_icon(studio: Studio, width: int, lit: bool = True) -> Image.Image:
    """Return a crown: gold for a coup that is marked, hollow for one that is not."""
    outline = "M17 86L10 36L33 55L50 20L67 55L90 36L83 86Z"
    if not lit:
        edge = 'fill="#1c1f2a" stroke="#5a6180" stroke-width="6" stroke-linejoin="round"'
        return studio.sprite(svg.icon(f'<path d="{outline}" {edge}/>'), width)
    edge = 'fill="#ffd34d" stroke="#10131c" stroke-width="7" stroke-linejoin="round"'
    balls = "".join(
        f'<circle cx="{x}" cy="{y}" r="8" {edge}/>' for x, y in ((11, 32), (50, 15), (89, 32))
    )
    band = '<path d="M21 75H79" stroke="#e2426b" stroke-width="9"/>'
    return studio.sprite(svg.icon(f'<path d="{outline}" {edge}/>{band}{balls}'), width)


def small_back(studio: Studio, colour: int, width: int) -> Image.Image:
    """Return a small back of a card: its colour and mark, easy to tell apart at any size."""
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 130">'
        f'<rect x="3" y="3" width="94" height="124" rx="16" fill="{FLAT[colour]}" stroke="#fff"'
        f' stroke-opacity="0.75" stroke-width="6"/>{mark_path(colour, 20, 35, 60)}</svg>'
    )
    return studio.sprite(drawn, width)
