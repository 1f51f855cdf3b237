"""Parts and bodies of Tüftelmonster as drawings and as cards of a size."""

from __future__ import annotations

from PIL import Image

from screens.kit import drawing
from screens.kit.anatomy import disc, tidy
from screens.kit.studio import Studio
from screens.kit.svg import at, document
from screens.tueftelmonster import build, face, icons, sprouts
from screens.tueftelmonster.palette import INKS, LINE, PALETTE, WIDTH, coat
from screens.tueftelmonster.scene import BODY, Part

SIDE = 200
SIGNS_FROM = 52
"""The smallest card that carries the signs of its colour and kind."""
PAPER = "#f6f0e2"
PLAIN, SECURED, LOOSE = "plain", "secured", "loose"
RIMS = {PLAIN: "#d9cdb4", SECURED: "#6f86c4", LOOSE: "#e2553f"}
PAPERS = {PLAIN: PAPER, SECURED: "#dde5f7", LOOSE: "#f3d9cf"}


def creature(studio: Studio, part: Part, size: int) -> Image.Image:
    """Return a part, its ends as they lie, on nothing, a square of that size; do not change it."""
    return studio.stamp(("part", part, size), lambda: _creature_of(studio, part, size))


def _creature_of(studio: Studio, part: Part, size: int) -> Image.Image:
    """Return a part of a size, made smaller from one that is rasterised once for all sizes."""
    if size >= SIDE:
        return studio.rasterise(creature_svg(part), size)
    whole = studio.packed(("part", part), lambda: studio.rasterise(creature_svg(part), SIDE))
    return whole.resize((size, size), Image.Resampling.LANCZOS)


def card(studio: Studio, part: Part, size: int, state: str = PLAIN) -> Image.Image:
    """Return a part on its card with its signs; do not change it.

    `state` is plain, secured or loose and shows in the card's rim.
    """
    return studio.stamp(("card", part, size, state), lambda: _card(studio, part, size, state))


def lying(studio: Studio, part: Part, size: int, state: str = PLAIN) -> Image.Image:
    """Return a card in the colours that pictures have: kept in a fourth of the memory."""
    flat = studio.stamp(
        ("lying", part, size, state),
        lambda: PALETTE.flatten(_card(studio, part, size, state).convert("RGB")),
    )
    return drawing.cut_round(studio, flat.convert("RGB"), _corner(size))


def _corner(size: int) -> int:
    return max(2, round(size * 0.08))


def _card(studio: Studio, part: Part, size: int, state: str) -> Image.Image:
    made = Image.new("RGBA", (size, size), PAPERS[state])
    made.alpha_composite(_rim(studio, size, state))
    made.alpha_composite(_creature_of(studio, part, size))
    if size >= SIGNS_FROM:
        wide, edge = round(size * 0.21), max(2, round(size * 0.03))
        made.alpha_composite(icons.colour(studio, part.colour, wide), (edge, edge))
        if part.kind != BODY:
            sign = icons.icon(studio, part.kind, round(wide * 0.86), LINE, PAPER)
            made.alpha_composite(_chip(studio, wide), (size - edge - wide, edge))
            inset = (wide - sign.width) // 2
            made.alpha_composite(sign, (size - edge - wide + inset, edge + inset))
    return drawing.cut_round(studio, made, _corner(size))


def _chip(studio: Studio, size: int) -> Image.Image:
    drawn = f'<circle cx="50" cy="50" r="50" fill="{PAPER}" fill-opacity="0.85"/>'
    return studio.sprite(document(drawn, 100, 100), size)


def _rim(studio: Studio, size: int, state: str) -> Image.Image:
    width = 5 if state == PLAIN else 13
    dashes = 'stroke-dasharray="26 18"' if state == LOOSE else ""
    inset = width / 2
    drawn = (
        f'<rect x="{inset}" y="{inset}" width="{SIDE - width}" height="{SIDE - width}" rx="13"'
        f' fill="none" stroke="{RIMS[state]}" stroke-width="{width}" {dashes}/>'
    )
    return studio.sprite(document(drawn, SIDE, SIDE), size)


def creature_svg(part: Part) -> str:
    """Return a part, its ends as they lie, 200 by 200, on nothing."""
    return tidy(document(at(_creature(part), SIDE / 2, SIDE / 2), SIDE, SIDE))


def _creature(part: Part) -> str:
    ink = INKS[part.colour]
    made = build.build(part, ink)
    skin = "".join(f'<path d="{d}"/>' for d in made.skin)
    grown = sprouts.stuck(part, made.hub, made.taken, ink, not made.spikes) + made.spikes
    return (
        made.behind
        + grown
        + made.tips
        + f'<g fill="{LINE}" stroke="{LINE}" stroke-width="{2 * WIDTH}">{skin}</g>'
        + f'<clipPath id="skin">{skin}</clipPath><g clip-path="url(#skin)">'
        + f'<rect x="-100" y="-100" width="200" height="200" fill="{ink.shade}"/>'
        + f'<g transform="translate(-5 -6)" fill="{ink.body}">{skin}</g>'
        + f"{coat(part.colour, part.pattern)}{_shine(made.hub)}{made.over}</g>"
        + face.front(part, made.hub, ink)
    )


def _shine(hub: face.Hub) -> str:
    x, y = hub.x - hub.rx * 0.42, hub.y - hub.ry * 0.62
    turn = f'fill-opacity="0.55" transform="rotate(-32 {x} {y})"'
    return disc(x, y, hub.rx * 0.26, "#ffffff", hub.ry * 0.13, turn)
