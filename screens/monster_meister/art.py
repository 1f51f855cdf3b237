"""Draws the cards of Monster Meister as SVG: monsters, fronts, backs, and the marks of colours."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from screens.kit.svg import at, document

INK = "#221b38"
LINE = 7
SIDE = 200

BODY = MappingProxyType(
    {"blue": "#3e86f5", "green": "#4fbf67", "yellow": "#ffcb2e", "red": "#dd3a45"}
)
SHADE = MappingProxyType(
    {"blue": "#2463c9", "green": "#2f9149", "yellow": "#e09a12", "red": "#a81f33"}
)
GROUND = MappingProxyType(
    {"blue": "#d3e4ff", "green": "#d6f3da", "yellow": "#fff1c2", "red": "#ffd9d6"}
)
COLOURS = tuple(BODY)
BACKS = ("moon", "star", "bolt", "bone", "paw")
"""Names of the five backs; the last one is the strays'."""

_OUTLINES = MappingProxyType(
    {
        "blue": (
            "M26 108C26 54 58 24 100 24C142 24 174 54 174 108L174 156A18.5 18.5 0 0 1 137 156"
            "A18.5 18.5 0 0 1 100 156A18.5 18.5 0 0 1 63 156A18.5 18.5 0 0 1 26 156Z"
        ),
        "green": (
            "M100 20C118 20 126 34 134 50C150 82 182 126 182 154C182 172 168 178 150 178"
            "L50 178C32 178 18 172 18 154C18 126 50 82 66 50C74 34 82 20 100 20Z"
        ),
        "yellow": (
            "M28 62C28 46 36 40 50 40L150 40C164 40 172 46 172 62L172 146C172 160 164 166 150 166"
            "L50 166C36 166 28 160 28 146Z"
        ),
        "red": (
            "M100 16C122 30 134 44 142 58C156 66 172 80 190 100C172 120 156 134 142 142"
            "C134 156 122 170 100 186C78 170 66 156 58 142C44 134 28 120 10 100"
            "C28 80 44 66 58 58C66 44 78 30 100 16Z"
        ),
    }
)
_EYES = MappingProxyType(
    {
        1: ((0, 0, 40),),
        2: ((-33, 0, 30), (33, 0, 30)),
        3: ((0, -28, 25), (-31, 20, 25), (31, 20, 25)),
        4: ((-27, -25, 24), (27, -25, 24), (-27, 27, 24), (27, 27, 24)),
    }
)
_MIDDLE = MappingProxyType({"blue": 88, "green": 102, "yellow": 90, "red": 92})
_MOUTH = MappingProxyType({"blue": 145, "green": 158, "yellow": 148, "red": 145})
_LARGEST = MappingProxyType({"blue": 1.66, "green": 1.4, "yellow": 1.7, "red": 1.36})
"""How large a mark may be on half a card."""
_DIGITS = MappingProxyType(
    {
        1: "M-7 -9L2 -16L2 16",
        2: "M-9 -8C-9 -19 10 -19 10 -7C10 1 -6 8 -10 16L11 16",
        3: "M-9 -12C-4 -18 9 -17 9 -8C9 -2 3 -1 -2 -1C4 -1 11 1 11 8C11 18 -5 19 -10 12",
        4: "M4 -16L-11 7L12 7M5 -3L5 16",
    }
)


def front(monsters: Sequence[tuple[str, int]]) -> str:
    """Draw a card's front: one monster, or the two of a double, each a colour and its eyes."""
    if len(monsters) == 1:
        return document(_single(*monsters[0]))
    return document(_double(monsters))


def monster(colour: str, eyes: int) -> str:
    """Draw one monster in a box of 200 × 200."""
    look = at(_eyes(eyes), 100, _MIDDLE[colour])
    return _body(colour, LINE) + look + at(_mouth(eyes), 100, _MOUTH[colour])


def badge(colour: str, eyes: int) -> str:
    """Draw a colour's mark around (0, 0), 60 wide, with the number of eyes in it."""
    drop, scale = (7, 0.95) if colour == "green" else (0, 1)
    pen = 'fill="none" stroke="#fff" stroke-width="8"'
    number = at(f'<path d="{_DIGITS[eyes]}" {pen}/>', 0, drop, scale)
    return mark(colour) + number


def mark(colour: str) -> str:
    """Draw a colour's mark around (0, 0), 60 wide: disc, triangle, square or diamond."""
    shapes = {
        "blue": '<circle r="27"',
        "green": '<path d="M0 -31L33 27L-33 27Z"',
        "yellow": '<path d="M-25 -25H25V25H-25Z"',
        "red": '<path d="M0 -35L35 0L0 35L-35 0Z"',
    }
    fill = {"yellow": "#a86a00", "green": "#1f7a38"}.get(colour, SHADE[colour])
    return f'{shapes[colour]} fill="{fill}" stroke="#fff" stroke-width="4"/>'


def icon(colour: str) -> str:
    """Draw a colour's mark as a picture of its own, 80 × 80, in the colour of its monsters."""
    shape = mark(colour).replace('stroke-width="4"', 'stroke-width="5"')
    bright = shape.split(' fill="')[0] + f' fill="{BODY[colour]}" stroke="#fff" stroke-width="5"/>'
    return document(at(bright, 40, 40), 80, 80)


def eye_icon(count: int = 1) -> str:
    """Draw one to four eyes as a picture of their own, 120 × 120."""
    return document(at(_eyes(count), 60, 60, 0.86), 120, 120)


def head_icon() -> str:
    """Draw a monster of no colour."""
    pen = f'stroke="{INK}" stroke-width="10"'
    body = f'<path d="{_OUTLINES["blue"]}" fill="#d9d4ea" {pen}/>'
    return document(body + at(_eyes(2), 100, 92) + at(_mouth(1), 100, 145))


def card_icon() -> str:
    """Draw a card of no back and no front that is being turned up."""
    pen = f'stroke="{INK}" stroke-width="8"'
    card = f'<rect x="24" y="8" width="152" height="184" rx="26" fill="#f4efff" {pen}/>'
    return document(card + at(_question(), 0, 8))


def until_icon() -> str:
    """Draw an arrow of two chevrons, 120 × 160: on and on until."""
    pen = 'fill="none" stroke="#b9bac6" stroke-width="16"'
    return document(f'<path d="M28 44L62 80L28 116M66 44L100 80L66 116" {pen}/>', 120, 160)


def contest_icon() -> str:
    """Draw a cup with an eye in it."""
    pen = f'fill="#ffcb2e" stroke="{INK}" stroke-width="8"'
    handles = f'<path d="M56 40H18C18 84 34 104 64 104M144 40H182C182 84 166 104 136 104" {pen}/>'
    bowl = "M48 20H152C152 92 140 128 112 134V156H142V182H58V156H88V134C60 128 48 92 48 20Z"
    return document(f'{handles}<path d="{bowl}" {pen}/>{at(_eyes(1), 100, 72, 0.8)}')


def role_icon(sign: str) -> str:
    """Draw a card with a minus (a memoriser loses one) or a plus (a muddler gets one)."""
    pen = f'stroke="{INK}" stroke-width="8"'
    card = f'<rect x="36" y="8" width="128" height="170" rx="22" fill="#f4efff" {pen}/>'
    fill, bar = ("#3fa45b", "") if sign == "minus" else ("#d1455c", "M130 104V156")
    disc = f'<circle cx="130" cy="130" r="52" fill="{fill}" {pen}/>'
    lines = f'<path d="M104 130H156{bar}" stroke="#fff" stroke-width="18" fill="none"/>'
    return document(card + disc + lines)


def tick_icon() -> str:
    """Draw a tick in a disc."""
    line = '<path d="M56 104L90 138L146 72" fill="none" stroke="#fff" stroke-width="22"/>'
    return document(f'<circle cx="100" cy="100" r="88" fill="#3fa45b"/>{line}')


def miss_icon() -> str:
    """Draw a cross in a disc."""
    line = '<path d="M66 66L134 134M134 66L66 134" fill="none" stroke="#fff" stroke-width="22"/>'
    return document(f'<circle cx="100" cy="100" r="88" fill="#6b6d7a"/>{line}')


def cross_icon() -> str:
    """Draw a cross over a whole card, for a card that was removed."""
    path = '<path d="M44 44L156 156M156 44L44 156" fill="none" '
    return document(
        f'{path}stroke="{INK}" stroke-width="34"/>{path}stroke="#fff" stroke-width="18"/>'
    )


def _question() -> str:
    pen = f'fill="none" stroke="{INK}" stroke-width="16"'
    hook = f'<path d="M72 66C76 40 124 40 126 70C126 90 100 92 99 112" {pen}/>'
    return hook + f'<circle cx="98" cy="142" r="11" fill="{INK}"/>'


def double_icon(crossed: bool = False) -> str:
    """Draw a card split in two with a 2 on it, of no colour; crossed where it scores nothing."""
    halves = (
        f'<rect x="8" y="8" width="184" height="184" rx="26" fill="#f4efff" stroke="{INK}" '
        f'stroke-width="8"/><path d="{_SEAM}" fill="none" stroke="{INK}" stroke-width="8"/>'
    )
    line = '<path d="M22 178L178 22" stroke="#ff6b6b" stroke-width="22"/>' if crossed else ""
    return document(halves + at(_two(), 100, 100, 1.9) + line)


def back(name: str) -> str:
    """Draw one of the five backs, each with its own symbol, pattern and grey."""
    ground, pattern_ink, ink = _BACK_INKS[name]
    frame = (
        f'<rect x="5" y="5" width="190" height="190" rx="26" fill="{ground}" '
        f'stroke="{INK}" stroke-width="6"/>'
    )
    dash = ' stroke-dasharray="22 15"' if name == "paw" else ""
    rim = (
        f'<rect x="18" y="18" width="164" height="164" rx="17" fill="none" stroke="{pattern_ink}" '
        f'stroke-width="6"{dash}/>'
    )
    return document(frame + _pattern(name, pattern_ink) + rim + symbol(name, ink))


def symbol(name: str, ink: str) -> str:
    """Draw the symbol of a back in a box of 200 × 200."""
    if name == "paw":
        toes = ((58, 92, 17, 23), (86, 66, 18, 25), (116, 66, 18, 25), (143, 92, 17, 23))
        pads = "".join(f'<ellipse cx="{x}" cy="{y}" rx="{w}" ry="{h}"/>' for x, y, w, h in toes)
        ball = '<path d="M100 96C124 96 148 124 144 144C140 162 118 154 100 154'
        return f'<g fill="{ink}">{pads}{ball}C82 154 60 162 56 144C52 124 76 96 100 96Z"/></g>'
    return f'<path d="{_SYMBOLS[name]}" fill="{ink}"/>'


_SEAM = "M100 8L91 44L109 76L91 108L109 140L92 166L100 192"
_BACK_INKS = MappingProxyType(
    {
        "moon": ("#37344f", "#4b4769", "#f3edff"),
        "star": ("#5d5873", "#746f8c", "#ffffff"),
        "bolt": ("#514742", "#6d625b", "#fffaf0"),
        "bone": ("#787286", "#8e889c", "#ffffff"),
        "paw": ("#e6dfd3", "#bfb4a3", "#3a3144"),
    }
)
_SYMBOLS = MappingProxyType(
    {
        "moon": "M122 38A66 66 0 1 0 164 128A54 54 0 0 1 122 38Z",
        "star": "M100 30L120 78L172 82L132 116L145 167L100 139L55 167L68 116L28 82L80 78Z",
        "bolt": "M116 26L52 112L92 112L76 176L148 84L106 84L130 26Z",
        "bone": (
            "M56 66A22 22 0 1 1 94 70L130 106A22 22 0 1 1 144 134A22 22 0 1 1 106 130"
            "L70 94A22 22 0 1 1 56 66Z"
        ),
    }
)


def _pattern(name: str, ink: str) -> str:
    if name == "moon":
        spots = ((48, 48), (154, 50), (152, 156), (46, 154))
        return "".join(f'<circle cx="{x}" cy="{y}" r="7" fill="{ink}"/>' for x, y in spots)
    lines = {
        "star": "M18 60L60 18M18 100L100 18M100 182L182 100M140 182L182 140",
        "bolt": "M18 60H182M18 100H182M18 140H182",
        "bone": "M140 18L182 60M100 18L182 100M18 100L100 182M18 140L60 182",
        "paw": "",
    }
    return f'<path d="{lines[name]}" stroke="{ink}" stroke-width="6" fill="none"/>'


def _single(colour: str, eyes: int) -> str:
    card = (
        f'<rect x="5" y="5" width="190" height="190" rx="26" fill="{GROUND[colour]}" '
        f'stroke="{INK}" stroke-width="6"/>'
    )
    return card + at(monster(colour, eyes), 44, 44, 0.74) + at(badge(colour, eyes), 56, 56, 1.6)


def _double(monsters: Sequence[tuple[str, int]]) -> str:
    left, right = monsters
    card = (
        f'<clipPath id="card"><rect x="5" y="5" width="190" height="190" rx="26"/></clipPath>'
        f'<g clip-path="url(#card)"><rect width="200" height="200" fill="{GROUND[right[0]]}"/>'
        f'<path d="{_SEAM}L0 200L0 0Z" fill="{GROUND[left[0]]}"/></g>'
    )
    seam = f'<path d="{_SEAM}" fill="none" stroke="{INK}" stroke-width="6"/>'
    edge = (
        f'<rect x="5" y="5" width="190" height="190" rx="26" fill="none" stroke="{INK}" '
        f'stroke-width="6"/>'
    )
    halves = at(_half(*left), 53, 0) + at(_half(*right), 147, 0)
    return card + seam + halves + edge


def _half(colour: str, eyes: int) -> str:
    """Draw a monster around x = 0, its head above its mark, which is as large as there is room."""
    body = f'<g transform="translate(-44 14) scale(.44 .52)">{_body(colour, 12)}</g>'
    look = at(_eyes(eyes), 0, 14 + 0.52 * _MIDDLE[colour], 0.58 if eyes == 2 else 0.62)
    return body + look + at(badge(colour, eyes), 0, 146, _LARGEST[colour])


def _two() -> str:
    pen = 'fill="none" stroke="#fff" stroke-width="7"'
    return f'<circle r="26" fill="{INK}"/><path d="{_DIGITS[2]}" {pen}/>'


def _body(colour: str, line: int) -> str:
    pen = f'fill="{BODY[colour]}" stroke="{INK}" stroke-width="{line}"'
    limb = f'fill="{SHADE[colour]}" stroke="{INK}" stroke-width="{line}"'
    behind, before = _trimmings(colour, limb)
    return f'{behind}<path d="{_OUTLINES[colour]}" {pen}/>{before}'


def _trimmings(colour: str, limb: str) -> tuple[str, str]:
    shade = f'fill="{SHADE[colour]}"'
    if colour == "blue":
        spots = f'<circle cx="48" cy="126" r="7" {shade}/><circle cx="154" cy="120" r="9" {shade}/>'
        return f'<path d="M100 26C96 4 118 -2 122 12" {limb}/>', spots
    if colour == "green":
        leaf = f'<path d="M100 26C66 22 58 2 62 -6C88 -8 102 4 100 26C104 6 122 -2 136 0" {limb}/>'
        return leaf, f'<path d="M30 160L44 148L54 162M170 160L156 148L146 162" {shade}/>'
    if colour == "yellow":
        ears = f'<path d="M38 60L34 14L72 42ZM162 60L166 14L128 42Z" {limb}/>'
        feet = f'<path d="M48 160H86V186H48ZM114 160H152V186H114Z" {limb}/>'
        return ears + feet, ""
    horns = '<path d="M66 52C48 44 42 26 46 10C60 18 78 24 88 32ZM134 52C152 44 158 26 154 10'
    return f'{horns}C140 18 122 24 112 32Z" {limb}/>', ""


def _eyes(count: int) -> str:
    return "".join(_eye(x, y, r) for x, y, r in _EYES[count])


def _eye(x: float, y: float, r: float) -> str:
    inner, glint = r * 0.5, r * 0.2
    return (
        f'<g class="eye"><circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="#fff" stroke="{INK}" '
        f'stroke-width="6"/><circle cx="{x * 0.94:g}" cy="{y + r * 0.1:g}" r="{inner:g}" '
        f'fill="{INK}"/><circle cx="{x - r * 0.16:g}" cy="{y - r * 0.12:g}" r="{glint:g}" '
        f'fill="#fff"/></g>'
    )


def _mouth(eyes: int) -> str:
    pen = f'stroke="{INK}" stroke-width="6"'
    if eyes == 1:
        smile = f'<path d="M-26 -6Q0 18 26 -6" fill="none" {pen}/>'
        return smile + f'<path d="M6 5L10 16L18 1Z" fill="#fff" {pen}/>'
    if eyes == 2:
        return (
            f'<path d="M-30 -10Q0 0 30 -10Q22 18 0 18Q-22 18 -30 -10Z" fill="#5b1735" {pen}/>'
            '<path d="M-20 -7L-14 6L-7 -5ZM20 -7L14 6L7 -5Z" fill="#fff"/>'
        )
    if eyes == 3:
        return f'<path d="M-28 0Q-14 14 0 2Q14 14 28 0" fill="none" {pen}/>'
    teeth = "M-30 -5L-20 8L-10 -3L0 8L10 -3L20 8L30 -5"
    return f'<path d="{teeth}" fill="none" {pen}/>'
