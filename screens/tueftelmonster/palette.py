"""The colours of Tüftelmonster: inks, a shape to know each by, and two patterns each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from screens.kit.anatomy import Ink
from screens.kit.palette import Palette

PALETTE = Palette.of("tueftelmonster")
LINE = "#1e1530"
"""The outline of everything, one for all colours, so that joined parts flow into each other."""
WIDTH = 7.0
"""Of the outline, in a card of 200 by 200."""
MULTI = "multi"
COLOURS = ("red", "orange", "yellow", "green", "turquoise", "blue")


def _ink(body: str, shade: str, light: str, accent: str, iris: str) -> Ink:
    return Ink(LINE, body, shade, light, accent, iris, WIDTH)


INKS: Mapping[str, Ink] = MappingProxyType(
    {
        "red": _ink("#d9323f", "#9c1b35", "#ff8d84", "#ffb3a1", "#58c470"),
        "orange": _ink("#ff9433", "#d9631a", "#ffc98a", "#ffdcae", "#4aa8e8"),
        "yellow": _ink("#ffd94a", "#e8ab1d", "#fff2a6", "#ff9f6b", "#b061d8"),
        "green": _ink("#66c25c", "#3a8f48", "#b6ea92", "#c9f0a0", "#ff8f3d"),
        "turquoise": _ink("#58e0cf", "#21a9a5", "#c4fff2", "#ff9fb5", "#e0567f"),
        "blue": _ink("#4667e0", "#2a3fa8", "#8fb1ff", "#b9ccff", "#ffc93c"),
        MULTI: _ink("#b983e8", "#8350bd", "#e6c9ff", "#ffb3c7", "#38b6a8"),
    }
)

MARKS: Mapping[str, str] = MappingProxyType(
    {
        "red": "M50 92L12 50C-4 30 8 8 28 8C40 8 48 16 50 24C52 16 60 8 72 8C92 8 104 30 88 50Z",
        "orange": "M50 3L93 50L50 97L7 50Z",
        "yellow": "M50 3L64 35L98 38L72 61L80 96L50 77L20 96L28 61L2 38L36 35Z",
        "green": "M50 48C18 48 18 6 50 6C82 6 82 48 50 48Z"
        "M28 92C-4 92 -4 46 28 46C60 46 60 92 28 92ZM72 92C40 92 40 46 72 46C104 46 104 92 72 92Z",
        "turquoise": "M50 3C58 30 86 44 86 66C86 84 70 97 50 97"
        "C30 97 14 84 14 66C14 44 42 30 50 3Z",
        "blue": "M64 4C40 8 22 26 22 52C22 76 42 96 68 96C78 96 88 92 94 86"
        "C66 88 50 70 50 48C50 28 56 14 64 4Z",
    }
)
"""The shape of each colour in a square of 100: heart, lozenge, star, clover, drop, moon."""


def mark(colour: str) -> str:
    """Return a colour's shape with a dark rim in a square of 100; many colours are a wheel."""
    rim = f'stroke="{LINE}" stroke-width="15" stroke-linejoin="round" paint-order="stroke"'
    if colour != MULTI:
        return f'<path d="{MARKS[colour]}" fill="{INKS[colour].body}" {rim}/>'
    slices = "".join(
        f'<path d="M50 50L{ax} {ay}A46 46 0 0 1 {bx} {by}Z" fill="{INKS[name].body}"/>'
        for name, (ax, ay), (bx, by) in zip(COLOURS, _WHEEL, [*_WHEEL[1:], _WHEEL[0]], strict=True)
    )
    return f'<circle cx="50" cy="50" r="46" fill="none" {rim}/>{slices}'


_WHEEL = ((50, 4), (89.8, 27), (89.8, 73), (50, 96), (10.2, 73), (10.2, 27))


def coat(colour: str, pattern: int) -> str:
    """Return what is painted on everything of a colour: 200 by 200 around (0, 0), to be cut."""
    if colour == MULTI:
        return _PATCHES[pattern - 1]()
    return COATS[colour][pattern - 1](INKS[colour].shade)


Coat: TypeAlias = Callable[[str], str]


def _grid(tile: str, dx: float, dy: float, shift: float) -> str:
    """Return path data of a tile, given in relative commands, all over the card."""
    rows = range(-round(110 / dy), round(110 / dy) + 1)
    columns = range(-round(110 / dx) - 1, round(110 / dx) + 1)
    return "".join(
        f"M{(i + shift * (j % 2)) * dx:g} {j * dy:g}{tile}" for j in rows for i in columns
    )


def _filled(color: str, tile: str, dx: float, dy: float) -> str:
    return f'<path d="{_grid(tile, dx, dy, 0.5)}" fill="{color}" fill-opacity="0.5"/>'


def _lined(color: str, width: float, tile: str, dx: float, dy: float, shift: float = 0.5) -> str:
    return (
        f'<path d="{_grid(tile, dx, dy, shift)}" fill="none" stroke="{color}"'
        f' stroke-width="{width}" stroke-opacity="0.5"/>'
    )


def _spots(shade: str) -> str:
    return _filled(shade, "m-8 0a8 8 0 1 1 16 0a8 8 0 1 1 -16 0z", 38, 30)


def _chevrons(shade: str) -> str:
    return _lined(shade, 5.5, "m-9 5l9 -10l9 10", 30, 24)


def _tiger(shade: str) -> str:
    return _filled(shade, "m-26 -3q26 -11 52 0q-26 0 -52 0z", 62, 19)


def _bands(shade: str) -> str:
    return _lined(shade, 10, "m110 -110l-220 220", 34, 500, 0)


def _plus(shade: str) -> str:
    return _lined(shade, 5.5, "m-6 0h12m-6 -6v12", 32, 26)


def _comb(shade: str) -> str:
    return _lined(shade, 4, "m0 -13l15 8v16l-15 8", 30, 27)


def _scales(shade: str) -> str:
    return _lined(shade, 4.5, "m-15 -6a15 15 0 0 0 30 0", 30, 19)


def _leaves(shade: str) -> str:
    return _filled(shade, "m-9 8q-2 -17 18 -17q1 18 -18 17z", 36, 28)


def _waves(shade: str) -> str:
    return _lined(shade, 5, "m-20 0q10 -11 20 0t20 0", 40, 22, 0)


def _bubbles(shade: str) -> str:
    return _lined(shade, 4, "m-7 0a7 7 0 1 1 14 0a7 7 0 1 1 -14 0z", 36, 28)


def _moons(shade: str) -> str:
    return _filled(shade, "m-4 -11a11 11 0 1 0 13 17a12 12 0 0 1 -13 -17z", 38, 30)


def _check(shade: str) -> str:
    return _filled(shade, "m-9 -9h18v18h-18z", 36, 18)


COATS: Mapping[str, tuple[Coat, Coat]] = MappingProxyType(
    {
        "red": (_spots, _chevrons),
        "orange": (_tiger, _bands),
        "yellow": (_plus, _comb),
        "green": (_scales, _leaves),
        "turquoise": (_waves, _bubbles),
        "blue": (_moons, _check),
    }
)


def _patchwork() -> str:
    cuts = (
        ("red", "M-110 -110H-28L-22 -34L-110 -26Z"),
        ("yellow", "M-28 -110H44L30 -30L-22 -34Z"),
        ("blue", "M44 -110H110V-18L30 -30Z"),
        ("turquoise", "M-110 -26L-22 -34L-30 26L-110 36Z"),
        ("orange", "M-22 -34L30 -30L26 34L-30 26Z"),
        ("green", "M30 -30L110 -18V40L26 34Z"),
        ("yellow", "M-110 36L-30 26L-36 110H-110Z"),
        ("blue", "M-30 26L26 34L34 110H-36Z"),
        ("red", "M26 34L110 40V110H34Z"),
    )
    seams = "M-28 -110L-22 -34L-30 26L-36 110M44 -110L30 -30L26 34L34 110"
    seams += "M-110 -26L-22 -34L30 -30L110 -18M-110 36L-30 26L26 34L110 40"
    return _sewn(cuts, seams)


def _ribbons() -> str:
    cuts = [
        (COLOURS[i % 6], f"M{x} -110H{x + 32}L{x - 32} 110H{x - 64}Z")
        for i, x in enumerate(range(-128, 200, 32))
    ]
    return _sewn(cuts, "".join(f"M{x} -110L{x - 64} 110" for x in range(-96, 200, 32)))


def _sewn(cuts: tuple[tuple[str, str], ...] | list[tuple[str, str]], seams: str) -> str:
    patches = "".join(f'<path d="{d}" fill="{INKS[name].body}"/>' for name, d in cuts)
    thread = f'fill="none" stroke="{LINE}" stroke-width="3.5" stroke-dasharray="9 7"'
    return f'{patches}<path d="{seams}" {thread} stroke-opacity="0.75"/>'


_PATCHES = (_patchwork, _ribbons)
