"""Draws the creatures of Bugs & Co as SVG, each put together from the features of its image."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.bugs.box import Image
from screens.kit.svg import at, document

INK = "#221b38"
LINE = 6
SIDE = 200
PAPER = "#f7f0e3"
HORN = "#fff7e0"


@dataclass(frozen=True, slots=True)
class Outline:
    """A body in a box of 200 × 200 and where other parts are fixed to it."""

    path: str
    horn: tuple[int, int]
    """Distance of the horns from the middle, and their height."""
    hand: tuple[int, int]
    """Distance of the shoulders from the middle, and their height."""
    foot: tuple[int, int]
    """Distance of the feet from the middle, and their height."""
    face: int
    """The height of the eyes; the mouth is 43 below."""


OUTLINES: Mapping[str, Outline] = MappingProxyType(
    {
        "round": Outline(
            "M100 46C140 46 164 74 164 108C164 144 138 168 100 168C62 168 36 144 36 108"
            "C36 74 60 46 100 46Z",
            (34, 58),
            (60, 118),
            (26, 162),
            92,
        ),
        "box": Outline(
            "M62 48H138C152 48 158 54 158 68V148C158 162 152 168 138 168H62"
            "C48 168 42 162 42 148V68C42 54 48 48 62 48Z",
            (42, 54),
            (56, 118),
            (32, 164),
            92,
        ),
        "drop": Outline(
            "M100 32C108 48 164 62 164 112C164 148 138 168 100 168C62 168 36 148 36 112"
            "C36 62 92 48 100 32Z",
            (34, 62),
            (60, 122),
            (26, 162),
            98,
        ),
        "bean": Outline(
            "M100 60C124 60 136 48 152 62C170 80 172 128 158 150C146 168 124 164 100 164"
            "C76 164 54 168 42 150C28 128 30 80 48 62C64 48 76 60 100 60Z",
            (44, 60),
            (62, 122),
            (38, 160),
            96,
        ),
    }
)


@dataclass(frozen=True, slots=True)
class _Pen:
    body: str
    shade: str
    mark: str
    line: str


def creature(image: Image, colour: str) -> str:
    """Draw an image in a box of 200 × 200, its body in that colour (#rrggbb)."""
    shape = OUTLINES[image.outline]
    pen = _Pen(
        colour, _darker(colour, 72), _darker(colour, 60), f'stroke="{INK}" stroke-width="{LINE}"'
    )
    body = (
        f'<clipPath id="body"><path d="{shape.path}"/></clipPath>'
        f'<path d="{shape.path}" fill="{pen.body}"/>'
        f'<g clip-path="url(#body)">{PATTERNS[image.pattern](pen)}</g>'
        f'<path d="{shape.path}" fill="none" {pen.line}/>'
    )
    behind = LIMBS[image.limbs](shape, pen) + HORNS[image.horns](shape, pen)
    face = at(_eyes(image.eyes), 100, shape.face) + at(MOUTHS[image.mouth], 100, shape.face + 43)
    return behind + body + face


def tile(image: Image, colour: str) -> str:
    """Draw a tile's front, edge to edge, so that no corner needs transparency."""
    paper = f'<rect width="{SIDE}" height="{SIDE}" fill="{PAPER}"/>'
    return document(paper + at(creature(image, colour), 4, 2, 0.96))


def back() -> str:
    """Draw the back that all tiles share, edge to edge."""
    eyes = at(_eye(-30, 0, 24) + _eye(30, 0, 24), 100, 100)
    ground = f'<rect width="{SIDE}" height="{SIDE}" fill="#4a4270"/>'
    rim = '<rect x="14" y="14" width="172" height="172" rx="20" fill="none" stroke="#6f659c" '
    return document(f'{ground}{rim}stroke-width="8"/>{eyes}')


def cup(value: int) -> str:
    """Draw a trophy worth 3, 2 or 1; the better, the brighter its metal."""
    metal = {3: "#ffcb2e", 2: "#d5dae6", 1: "#d99a62"}[value]
    pen = f'fill="{metal}" stroke="{INK}" stroke-width="8"'
    handles = f'<path d="M56 36H18C18 84 34 104 64 104M144 36H182C182 84 166 104 136 104" {pen}/>'
    bowl = "M46 16H154C154 92 142 130 112 138V160H144V188H56V160H88V138C58 130 46 92 46 16Z"
    digit = f'<path d="{_DIGITS[value]}" fill="none" stroke="{INK}" stroke-width="5"/>'
    return document(f'{handles}<path d="{bowl}" {pen}/>{at(digit, 100, 72, 2.5)}')


def hand() -> str:
    """Draw a right hand."""
    fingers = "".join(
        f'<path d="M{x} 110V{top}" stroke="{ink}" stroke-width="{width}"/>'
        for ink, width in ((INK, 38), (HORN, 24))
        for x, top in ((66, 58), (94, 36), (122, 40), (146, 62))
    )
    thumb = "".join(
        f'<path d="M70 138L32 104" stroke="{ink}" stroke-width="{width}"/>'
        for ink, width in ((INK, 38), (HORN, 24))
    )
    palm = f'<rect x="54" y="96" width="106" height="88" rx="34" fill="{HORN}" '
    cover = f'<path d="M66 110V60M94 110V60M122 110V60M146 110V70M76 140L40 110" stroke="{HORN}" '
    return document(
        f'{thumb}{fingers}{palm}stroke="{INK}" stroke-width="8"/>{cover}stroke-width="24"/>'
    )


def pile() -> str:
    """Draw the tiles in a left hand."""
    pen = f'stroke="{INK}" stroke-width="8"'
    tiles = ((64, 84, "#4a4270"), (40, 54, "#6f659c"), (16, 24, PAPER))
    return document(
        "".join(
            f'<rect x="{x}" y="{y}" width="118" height="100" rx="18" fill="{fill}" {pen}/>'
            for x, y, fill in tiles
        )
    )


def _darker(colour: str, percent: int) -> str:
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{part * percent // 100:02x}" for part in parts)


def _mirrored(path: str, pen: str) -> str:
    """Draw a path that is given for the right side, from x = 0, on both sides of x = 100."""
    one = f'<path d="{path}" {pen}/>'
    return f'<g transform="translate(100 0)">{one}<g transform="scale(-1 1)">{one}</g></g>'


def _pair(shape: Outline, pen: _Pen) -> str:
    x, y = shape.horn
    path = f"M{x - 8} {y + 4}C{x + 16} {y} {x + 26} {y - 14} {x + 20} {y - 42}"
    path += f"C{x + 50} {y - 20} {x + 42} {y + 22} {x + 10} {y + 28}Z"
    return _mirrored(path, f'fill="{HORN}" {pen.line}')


def _feelers(shape: Outline, pen: _Pen) -> str:
    x, y = shape.horn
    stalk = f"M{x - 10} {y + 4}Q{x - 10} {y - 22} {x + 8} {y - 30}"
    ball = f"M{x - 1} {y - 34}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z"
    return _mirrored(stalk, f'fill="none" {pen.line}') + _mirrored(
        ball, f'fill="{pen.shade}" {pen.line}'
    )


HORNS: Mapping[str, Callable[[Outline, _Pen], str]] = MappingProxyType(
    {"none": lambda shape, pen: "", "pair": _pair, "feelers": _feelers}
)


def _feet(shape: Outline, pen: _Pen) -> str:
    x, y = shape.foot
    path = f"M{x - 14} {y - 8}V{y + 16}Q{x - 14} {y + 26} {x} {y + 26}H{x + 16}"
    path += f"Q{x + 24} {y + 12} {x + 12} {y + 10}V{y - 10}Z"
    return _mirrored(path, f'fill="{pen.shade}" {pen.line}')


def _arms(shape: Outline, pen: _Pen) -> str:
    x, y = shape.hand
    path = f"M{x - 12} {y}C{x + 12} {y + 2} {x + 14} {y - 14} {x + 10} {y - 32}"
    path += f"A11 11 0 1 1 {x + 30} {y - 34}C{x + 36} {y} {x + 24} {y + 26} {x - 14} {y + 24}Z"
    return _mirrored(path, f'fill="{pen.shade}" {pen.line}')


def _tentacles(shape: Outline, pen: _Pen) -> str:
    x, y = shape.foot
    outer = f"M{x - 6} {y - 14}C{x - 4} {y + 14} {x + 14} {y + 30} {x + 40} {y + 18}"
    outer += f"A8 8 0 0 0 {x + 34} {y + 4}C{x + 22} {y + 8} {x + 18} {y} {x + 18} {y - 22}Z"
    inner = f"M0 {y - 8}V{y + 22}A9 9 0 0 0 18 {y + 22}V{y - 8}Z"
    pens = f'fill="{pen.shade}" {pen.line}'
    return _mirrored(outer, pens) + _mirrored(inner, pens)


def _four(shape: Outline, pen: _Pen) -> str:
    return _arms(shape, pen) + _feet(shape, pen)


LIMBS: Mapping[str, Callable[[Outline, _Pen], str]] = MappingProxyType(
    {"two": _feet, "four": _four, "tentacles": _tentacles}
)


def _dots(pen: _Pen) -> str:
    spots = (
        (50, 134, 15),
        (150, 138, 17),
        (70, 66, 10),
        (126, 60, 12),
        (98, 170, 14),
        (160, 86, 9),
    )
    return "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{pen.mark}"/>' for x, y, r in spots)


def _stripes(pen: _Pen) -> str:
    path = "M20 62Q100 80 180 62M20 116Q100 134 180 116M20 154Q100 172 180 154"
    return f'<path d="{path}" fill="none" stroke="{pen.mark}" stroke-width="15"/>'


PATTERNS: Mapping[str, Callable[[_Pen], str]] = MappingProxyType(
    {"plain": lambda pen: "", "dots": _dots, "stripes": _stripes}
)

_STROKE = f'stroke="{INK}" stroke-width="5.5"'
MOUTHS: Mapping[str, str] = MappingProxyType(
    {
        "fangs": (
            f'<path d="M-22 -6L-14 16L-5 -3ZM22 -6L14 16L5 -3Z" fill="#fff" {_STROKE}/>'
            f'<path d="M-32 -9Q0 1 32 -9" fill="none" {_STROKE}/>'
        ),
        "gape": (
            f'<path d="M-24 -8H24Q22 16 0 16Q-22 16 -24 -8Z" fill="#5b1735" {_STROKE}/>'
            f'<path d="M-8 6V20A9 9 0 0 0 10 20V6Z" fill="#ff7d8f" {_STROKE}/>'
        ),
        "grin": (
            f'<path d="M-32 -10Q0 0 32 -10Q24 16 0 16Q-24 16 -32 -10Z" fill="#fff" {_STROKE}/>'
            f'<path d="M-15 -4V12M0 -4V14M15 -4V12" {_STROKE}/>'
        ),
    }
)

_DIGITS = MappingProxyType(
    {
        1: "M-7 -9L2 -16L2 16",
        2: "M-9 -8C-9 -19 10 -19 10 -7C10 1 -6 8 -10 16L11 16",
        3: "M-9 -12C-4 -18 9 -17 9 -8C9 -2 3 -1 -2 -1C4 -1 11 1 11 8C11 18 -5 19 -10 12",
    }
)
_EYES = MappingProxyType(
    {
        1: ((0, -4, 29),),
        2: ((-23, 0, 20), (23, 0, 20)),
        3: ((-31, 4, 16), (0, -12, 16), (31, 4, 16)),
    }
)


def _eyes(count: int) -> str:
    return "".join(_eye(x, y, r) for x, y, r in _EYES[count])


def _eye(x: float, y: float, r: float) -> str:
    return (
        f'<g class="eye"><circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="#fff" {_STROKE}/>'
        f'<circle cx="{x * 0.92:g}" cy="{y + 2:g}" r="{r * 0.46:g}" fill="{INK}"/>'
        f'<circle cx="{x * 0.92 - r * 0.16:g}" cy="{y - r * 0.1:g}" r="{r * 0.17:g}" '
        'fill="#fff"/></g>'
    )
