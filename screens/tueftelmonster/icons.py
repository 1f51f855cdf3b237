"""The signs of Tüftelmonster: kinds, features, prizes, die faces, bolts, in squares of 100."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing
from screens.kit.studio import Studio
from screens.kit.svg import document
from screens.tueftelmonster.palette import LINE, mark

PALE = "#f4f5fa"
STEEL = "#aab4c8"

Sign = Callable[[str, str], str]
"""Draws a sign in a fill and a contrasting colour."""


def icon(studio: Studio, name: str, width: int, fill: str = PALE, back: str = LINE) -> Image.Image:
    """Return a sign in one colour, its inside in another; do not change it."""
    return studio.sprite(document(SIGNS[name](fill, back), 100, 100), width)


def colour(studio: Studio, name: str, width: int) -> Image.Image:
    """Return a colour's shape; do not change it."""
    return studio.sprite(
        document(f'<g transform="translate(8 8) scale(0.84)">{mark(name)}</g>', 100, 100), width
    )


def bolt(studio: Studio, width: int) -> Image.Image:
    """Return a bolt's head; do not change it."""
    edge = f'stroke="{LINE}" stroke-width="9"'
    drawn = (
        f'<path d="M50 6L88 28V72L50 94L12 72V28Z" fill="#dfe6f2" {edge}/>'
        '<path d="M50 13L82 31V69L50 87Z" fill="#aab4c8"/>'
        f'<circle cx="50" cy="50" r="21" fill="#f7faff" stroke="{LINE}" stroke-width="6"/>'
        f'<path d="M38 58L62 42" stroke="{LINE}" stroke-width="8"/>'
    )
    return studio.sprite(document(drawn, 100, 100), width)


def medal(studio: Studio, name: str, gold: bool, width: int) -> Image.Image:
    """Return a prize: its sign on gold or silver; do not change it."""
    metal, rim = (drawing.GOLD, "#b9791b") if gold else (drawing.SILVER, "#7d88a3")
    edge = f'stroke="{LINE}" stroke-width="5"'
    scallops = "M50 4L61 11L74 9L80 21L92 27L90 40L97 50L90 60L92 73L80 79L74 91L61 89L50 96"
    scallops += "L39 89L26 91L20 79L8 73L10 60L3 50L10 40L8 27L20 21L26 9L39 11Z"
    drawn = (
        f'<path d="{scallops}" fill="{metal}" {edge}/>'
        f'<circle cx="50" cy="50" r="37" fill="none" stroke="{rim}" stroke-width="4"/>'
        f'<g transform="translate(20 20) scale(0.6)">{SIGNS[name](LINE, metal)}</g>'
    )
    return studio.sprite(document(drawn, 100, 100), width)


def die(studio: Studio, face: str, width: int) -> Image.Image:
    """Return the die with a face up; do not change it."""
    return studio.sprite(die_svg(face), width)


def die_svg(face: str) -> str:
    """Return the die with a face up, in a square of 100."""
    drawn = (
        f'<rect x="5" y="5" width="90" height="90" rx="20" fill="#fbf6ea" stroke="{LINE}"'
        ' stroke-width="7"/><path d="M91 40V78Q91 91 78 91H30Q70 88 91 40Z" fill="#e0d6c0"/>'
        f'<g transform="translate(19 19) scale(0.62)">{SIGNS[face](LINE, "#fbf6ea")}</g>'
    )
    return document(drawn, 100, 100)


def _line(d: str, color: str, width: float) -> str:
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width}"/>'


def _fill(d: str, color: str) -> str:
    return f'<path d="{d}" fill="{color}"/>'


def _dot(x: float, y: float, r: float, color: str, ry: float = 0) -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{ry or r}" fill="{color}"/>'


def _head(a: str, b: str) -> str:
    face = _dot(50, 54, 40, a) + _fill("M14 40L10 6L40 20ZM86 40L90 6L60 20Z", a)
    return face + _dot(35, 48, 9, b) + _dot(65, 48, 9, b) + _line("M32 71Q50 86 68 71", b, 8)


def _arm(a: str, b: str) -> str:
    return (
        _line("M10 80H66L72 34", a, 24)
        + _dot(36, 66, 22, a)
        + _dot(70, 24, 20, a)
        + _line("M26 58Q36 48 48 60", b, 5)
    )


def _hand(a: str, b: str) -> str:
    fingers = "M30 54L18 26M44 48L40 12M60 48L64 12M72 56L84 28"
    return _line(fingers, a, 15) + _line("M30 76L10 58", a, 15) + _dot(51, 70, 28, a, 26)


def _leg(a: str, b: str) -> str:
    return _line("M34 10L60 46L42 84H76", a, 24) + _line("M66 40Q72 48 64 56", b, 5)


def _foot(a: str, b: str) -> str:
    toes = ((18, 34, 11), (40, 20, 12), (63, 20, 12), (84, 34, 11))
    return "".join(_dot(x, y, r, a) for x, y, r in toes) + _fill(
        "M50 42C78 42 88 60 82 80C78 96 62 92 50 92C38 92 22 96 18 80C12 60 22 42 50 42Z", a
    )


def _tail(a: str, b: str) -> str:
    return _line("M12 86C48 96 84 84 82 52C80 34 62 30 52 38", a, 15) + _fill(
        "M62 14L58 62L22 44Z", a
    )


def _wing(a: str, b: str) -> str:
    skin = "M8 82C10 40 40 10 94 8C86 22 84 32 86 46C74 40 66 46 64 60"
    skin += "C52 54 44 62 42 76C30 70 20 74 8 82Z"
    return _fill(skin, a) + _line("M16 72L78 22M36 58L58 50", b, 5)


def _tentacle(a: str, b: str) -> str:
    limb = _line("M24 92C16 60 26 22 56 20C84 20 88 56 64 56", a, 24)
    return limb + "".join(
        _dot(x, y, 5.5, b) for x, y in ((29, 78), (29, 56), (38, 36), (58, 28), (73, 38))
    )


def _eyes(a: str, b: str) -> str:
    return (
        _fill("M4 50Q26 16 50 16T96 50Q74 84 50 84T4 50Z", a)
        + _dot(50, 50, 25, b)
        + _dot(50, 50, 11, a)
    )


def _teeth(a: str, b: str) -> str:
    return _fill(
        "M50 20C62 8 92 8 90 36C88 58 80 66 76 88C74 98 64 96 62 84C60 66 40 66 38 84"
        "C36 96 26 98 24 88C20 66 12 58 10 36C8 8 38 8 50 20Z",
        a,
    )


def _ears(a: str, b: str) -> str:
    outer = "M28 40C26 14 46 4 62 8C88 14 92 46 74 60C62 70 66 94 44 94C32 94 28 84 30 74"
    return _line(outer, a, 13) + _line("M46 42C46 26 68 24 68 42C68 54 52 54 52 68", a, 10)


def _noses(a: str, b: str) -> str:
    nose = "M50 8C60 30 92 48 88 70C84 88 66 84 50 84C34 84 16 88 12 70C8 48 40 30 50 8Z"
    return _fill(nose, a) + _dot(34, 68, 7, b, 9) + _dot(66, 68, 7, b, 9)


def _horns(a: str, b: str) -> str:
    horn = "M12 92C4 60 26 58 46 44C62 32 70 20 76 4C96 34 92 66 70 82C54 94 34 96 12 92Z"
    return _fill(horn, a) + _line("M26 64Q34 74 34 92M48 48Q60 60 62 84M66 28Q80 42 84 62", b, 6)


def _digits(a: str, b: str) -> str:
    fist = _line("M36 18V60", a, 22) + _line("M60 52V66M80 58V68", a, 20)
    palm = _fill("M25 58H90V76Q90 96 70 96H46Q25 96 25 76Z", a) + _line("M28 84L12 62", a, 16)
    return (
        fist
        + palm
        + _fill("M31 24V16A5 6 0 0 1 41 16V24Q36 28 31 24Z", b)
        + _line("M49 60V68M70 62V70", b, 4)
    )


def _finished(a: str, b: str) -> str:
    return _line("M12 54L40 82L90 20", a, 20)


def _colourful(a: str, b: str) -> str:
    return mark("multi")


def _compact(a: str, b: str) -> str:
    arrows = "M8 8L34 34M34 14V34H14M92 8L66 34M66 14V34H86"
    arrows += "M8 92L34 66M34 86V66H14M92 92L66 66M66 86V66H86"
    return _line(arrows, a, 10) + _fill("M42 42H58V58H42Z", a)


def _draw(a: str, b: str) -> str:
    cards = _leaning(a, b, 8, 10, 48, 62, -10) + _leaning(a, b, 40, 26, 50, 64, 8)
    return cards + _line("M65 42V74M49 58H81", b, 9)


def _leaning(a: str, b: str, x: int, y: int, w: int, h: int, turn: int) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="9" fill="{a}" stroke="{b}"'
        f' stroke-width="7" transform="rotate({turn} {x + w / 2} {y + h / 2})"/>'
    )


def _dig(a: str, b: str) -> str:
    blade = "M14 62L38 38L62 62C60 84 36 96 10 90C4 70 8 66 14 62Z"
    return _line("M42 58L82 18M70 6L94 30", a, 13) + _fill(blade, a) + _line("M26 74L44 56", b, 6)


def _silver(a: str, b: str) -> str:
    ribbon = _fill("M22 4H46L54 36L36 42ZM78 4H54L46 36L64 42Z", a)
    return (
        ribbon
        + _dot(50, 64, 32, a)
        + _fill("M50 44L56 58L71 59L59 69L63 84L50 76L37 84L41 69L29 59L44 58Z", b)
    )


def _steal(a: str, b: str) -> str:
    grip = _line("M50 4V28M50 28C16 30 8 56 24 82L40 76M50 28C84 30 92 56 76 82L60 76", a, 14)
    return grip + _dot(50, 62, 13, a)


def _wish(a: str, b: str) -> str:
    star = "M38 4L48 28L74 30L54 46L60 72L38 58L16 72L22 46L2 30L28 28Z"
    return _line("M58 58L92 94", a, 12) + _fill(star, a) + _line("M84 12V32M74 22H94", a, 8)


def _hold(a: str, b: str) -> str:
    return "".join(
        f'<rect x="34" y="14" width="36" height="58" rx="8" fill="{a}" stroke="{b}"'
        f' stroke-width="6" transform="rotate({turn} 52 110)"/>'
        for turn in (-24, 0, 24)
    )


def _locked(a: str, b: str) -> str:
    return (
        _line("M28 50V32A22 22 0 0 1 72 32V50", a, 12)
        + _fill("M16 46H84V92H16Z", a)
        + _dot(50, 68, 9, b)
    )


def _unlocked(a: str, b: str) -> str:
    return (
        _line("M28 50V32A22 22 0 0 1 70 24", a, 12)
        + _fill("M16 46H84V92H16Z", a)
        + _dot(50, 68, 9, b)
    )


def _points(a: str, b: str) -> str:
    cup = _fill("M24 6H76V36Q76 62 57 66V78H74V94H26V78H43V66Q24 62 24 36Z", a)
    return _line("M26 16H10Q8 42 30 46M74 16H90Q92 42 70 46", a, 9) + cup


SIGNS: Mapping[str, Sign] = MappingProxyType(
    {
        "head": _head, "arm": _arm, "hand": _hand, "leg": _leg, "foot": _foot, "tail": _tail,
        "wing": _wing, "tentacle": _tentacle, "eyes": _eyes, "teeth": _teeth, "ears": _ears,
        "noses": _noses, "horns": _horns, "digits": _digits, "finished": _finished,
        "colourful": _colourful, "compact": _compact, "draw": _draw, "dig": _dig,
        "silver": _silver, "steal": _steal, "wish": _wish, "hold": _hold,
        "locked": _locked, "unlocked": _unlocked, "points": _points,
    }
)  # fmt: skip
