"""Mächtige Monster drawn: figures, plates, cards and signs, each kept as a finished picture."""

from __future__ import annotations

from PIL import Image, ImageDraw

from screens.kit import drawing, svg
from screens.kit.anatomy import Ink, tidy
from screens.kit.studio import Studio
from screens.maechtige_monster import gear, guards, peoples, ranks

CARD_RATIO = 1.4
"""Height of a card by its width."""
DARK = "#10131c"
IRON = Ink("#17131c", "#c3cede", "#8f9cb5", "#ffffff", "#e2426b", "#333333", 3.6)


def figure_svg(content: str) -> str:
    """Return a figure that stands on (0, 0) in the common square."""
    return tidy(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{peoples.BOX}">{content}</svg>')


def monster(
    studio: Studio, people: str, strength: int, size: int, flip: bool = False, fallen: bool = False
) -> Image.Image:
    """Return a monster in a square of this size, mirrored if wanted; do not change it.

    One that has fallen is cut to its outline instead.
    """

    def make() -> Image.Image:
        made = studio.rasterise(peoples.monster_svg(people, strength, shadow=not fallen), size)
        made = made.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if flip else made
        return _lying(made, flip) if fallen else made

    return studio.stamp(("monster", people, strength, size, flip, fallen), make)


def _lying(figure: Image.Image, left: bool) -> Image.Image:
    """Return a figure on its back, its head to the left or right, cut to its outline."""
    way = Image.Transpose.ROTATE_90 if left else Image.Transpose.ROTATE_270
    turned = figure.transpose(way)
    return turned.crop(turned.getchannel("A").getbbox())


def guard_svg(level: int, strength: int, look: int, fallen: bool = False) -> str:
    """Return a guard's front in the common square; without a shadow for one that falls."""
    shadow = (
        ""
        if fallen
        else ('<ellipse cx="0" cy="1" rx="46" ry="7" fill="#05060a" fill-opacity="0.38"/>')
    )
    return figure_svg(shadow + guards.draw(level, strength, look % ranks.LOOKS, IRON))


def guard_back_svg(level: int) -> str:
    """Return a guard from behind in the common square."""
    shadow = '<ellipse cx="0" cy="1" rx="46" ry="7" fill="#05060a" fill-opacity="0.38"/>'
    return figure_svg(shadow + guards.back(level, IRON))


def guard(
    studio: Studio, level: int, strength: int, look: int, size: int, fallen: bool = False
) -> Image.Image:
    """Return a guard's front in a square of this size, or fallen; do not change it."""

    def make() -> Image.Image:
        made = studio.rasterise(guard_svg(level, strength, look, fallen), size)
        return _lying(made, False) if fallen else made

    return studio.stamp(("guard", level, strength, look % ranks.LOOKS, size, fallen), make)


def guard_back(studio: Studio, level: int, size: int) -> Image.Image:
    """Return a guard of this level from behind; do not change it."""
    return studio.stamp(
        ("guard_back", level, size), lambda: studio.rasterise(guard_back_svg(level), size)
    )


def _numbered(
    studio: Studio, made: Image.Image, text: str, size: int, color: str, dy: float = 0
) -> None:
    y = made.height // 2 + round(size * 0.355 + dy)
    ImageDraw.Draw(made).text((made.width / 2, y), text, color, studio.font(size, True), "ms")


def plate(studio: Studio, people: str, strength: int, size: int) -> Image.Image:
    """Return a people's plate with a strength on it, in its own shape and tone."""

    def make() -> Image.Image:
        made = studio.rasterise(svg.icon(peoples.plate_path(people)), size)
        lower = {"undead": 0.05, "demons": 0.02, "orcs": -0.02}.get(people, 0) * size
        _numbered(
            studio, made, str(strength), round(size * 0.6), peoples.PEOPLES[people].on_flat, lower
        )
        return made

    return studio.stamp(("plate", people, strength, size), make)


def emblem(studio: Studio, people: str, size: int, fill: str = "") -> Image.Image:
    """Return a people's sign, in its own tone when no other is given."""
    return studio.sprite(
        svg.icon(peoples.emblem_path(people, fill or peoples.PEOPLES[people].flat)), size
    )


def card(studio: Studio, people: str, strength: int, heal: int | None, width: int) -> Image.Image:
    """Return the face of a monster card: strength, emblem, and healing cost if given."""
    key = ("card", people, strength, heal, width)
    return studio.stamp(key, lambda: _card(studio, people, strength, heal, width))


def _card(studio: Studio, people: str, strength: int, heal: int | None, width: int) -> Image.Image:
    unit = width / 200
    face = studio.sprite(peoples.scenery_svg(people), width).copy()
    face.alpha_composite(
        studio.rasterise(_portrait_svg(people, strength), width), (0, round(40 * unit))
    )
    face.alpha_composite(studio.sprite(_EDGE, width))
    edge, sign = round(9 * unit), max(44, round(48 * unit))
    face.alpha_composite(plate(studio, people, strength, max(58, round(66 * unit))), (edge, edge))
    white = emblem(studio, people, sign, "#ffffff")
    face.alpha_composite(white, (width - sign - edge, edge + 4))
    low = face.height - sign - edge - 1
    if heal is not None:
        cost = heal_sign(studio, heal, sign)
        face.alpha_composite(cost, (width - cost.width - edge + 4, low))
    return drawing.cut_round(studio, face, round(width * 0.09))


def _portrait_svg(people: str, strength: int) -> str:
    """Return a monster for a card: the small ones come nearer."""
    scale = (1.42, 1.3, 1.16, 1.06, 1.0)[strength - 1]
    size = 176 / scale
    box = f"{-size / 2:.1f} {8 - size:.1f} {size:.1f} {size:.1f}"
    return peoples.monster_svg(people, strength).replace(peoples.BOX, box)


_EDGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 280"><rect'
    ' x="2.5" y="2.5" width="195"'
    ' height="275" rx="17" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="5"/></svg>'
)


def heal_sign(studio: Studio, cost: int, size: int) -> Image.Image:
    """Return a plaster with a cost beside it: what a beaten monster costs."""

    def make() -> Image.Image:
        made = Image.new("RGBA", (round(size * 1.62), size), (0, 0, 0, 0))
        made.alpha_composite(plaster(studio, size))
        at = (round(size * 1.3), size // 2 + round(size * 0.27))
        ImageDraw.Draw(made).text(
            at, str(cost), "#ffffff", studio.font(round(size * 0.76), True), "ms",
            stroke_width=max(2, size // 14), stroke_fill=DARK,
        )  # fmt: skip
        return made

    return studio.stamp(("heal", cost, size), make)


def plaster(studio: Studio, size: int) -> Image.Image:
    """Return the sign for healing: a plaster."""
    edge = f'stroke="{DARK}" stroke-width="7"'
    path = (
        '<g transform="rotate(-38 50 50)">'
        f'<rect x="4" y="30" width="92" height="40" rx="20" fill="#f2b98a" {edge}/>'
        f'<rect x="32" y="30" width="36" height="40" fill="#fff1dd" {edge}/>'
        f'<g fill="{DARK}"><circle cx="43" cy="43" r="3.6"/><circle cx="57" cy="43" r="3.6"/>'
        '<circle cx="43" cy="57" r="3.6"/><circle cx="57" cy="57" r="3.6"/></g></g>'
    )
    return studio.sprite(svg.icon(path), size)


def coin(studio: Studio, size: int) -> Image.Image:
    """Return a gold coin."""
    path = (
        f'<circle cx="50" cy="50" r="44" fill="#d9962a" stroke="{DARK}" stroke-width="9"/>'
        '<circle cx="48" cy="47" r="37" fill="#ffd34d"/>'
        '<path d="M30 64L25 36L39 46L49 28L59 46L73 36L68 64Z" fill="#d98a1c"/>'
    )
    return studio.sprite(svg.icon(path), size)


def blade(studio: Studio, size: int) -> Image.Image:
    """Return the sign for strength: crossed swords."""
    ink = Ink(DARK, "", "", "", "", "", 5)
    sword = gear.sword(86, ink, 9)
    path = (
        f'<g transform="translate(24 80) rotate(42)">{sword}</g>'
        f'<g transform="translate(76 80) rotate(-42)">{sword}</g>'
    )
    return studio.sprite(svg.icon(path), size)


def star(studio: Studio, size: int) -> Image.Image:
    """Return one star of a guard's level."""
    d = "M50 6L63 37L97 40L71 62L79 95L50 77L21 95L29 62L3 40L37 37Z"
    edge = f'stroke="{DARK}" stroke-width="9" stroke-linejoin="round" paint-order="stroke"'
    return studio.sprite(svg.icon(f'<path d="{d}" fill="{drawing.GOLD}" {edge}/>'), size)
