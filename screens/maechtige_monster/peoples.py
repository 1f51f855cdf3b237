"""The six peoples: their colours, the shape of their plate and their emblem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from screens.kit.anatomy import Ink, tidy
from screens.maechtige_monster import demons, dragons, insects, orcs, sea, undead

STRENGTHS = (1, 2, 3, 4, 5)
BOX = "-88 -168 176 176"
"""The square that every figure stands in, its feet at (0, 0)."""
_LINE = 3.6


@dataclass(frozen=True, slots=True)
class People:
    """How one people looks."""

    id: str
    draw: Callable[[int, Ink], str]
    ink: Ink
    flat: str
    """The one tone for plates and chips."""
    on_flat: str
    """A tone that can be read on it."""
    sky: tuple[str, str, str]
    """Behind its monsters on cards: sky, what stands in it, ground."""
    plate: str
    """The outline of its plate in a square of 100."""
    emblem: str
    """Its sign in a square of 100; holes by the even-odd rule."""


_ALL = (
    People(
        "orcs",
        orcs.draw,
        Ink("#12240c", "#8ac44a", "#5f9632", "#c4e88a", "#d9633f", "#e8b52e", _LINE),
        "#8ac44a",
        "#0d1c08",
        ("#4f7d3c", "#3f6830", "#2c4a22"),
        "M6 12H94V60Q94 84 50 98Q6 84 6 60Z",
        "M45 4H55V96H45ZM41 18Q24 4 10 20Q2 42 12 62Q26 46 41 50ZM59 18Q76 4 90"
        " 20Q98 42 88 62Q74 46 59 50Z",
    ),
    People(
        "undead",
        undead.draw,
        Ink("#1a1430", "#efe8d4", "#c6bda4", "#fffaf0", "#8a7cc0", "#7df9ff", _LINE),
        "#efe8d4",
        "#1a1430",
        ("#6a6396", "#565083", "#3b3560"),
        "M8 96V44Q8 4 50 4Q92 4 92 44V96Z",
        "M50 6Q92 6 92 46Q92 64 74 70V92H26V70Q8 64 8 46Q8 6 50 6ZM32 36A11 12 0 1 0 32.1 36Z"
        "M68 36A11 12 0 1 0 68.1 36ZM50 58L43 72H57Z",
    ),
    People(
        "sea",
        sea.draw,
        Ink("#06203c", "#3fb4ef", "#1c7fc4", "#bfeaff", "#ffb05c", "#ffb02e", _LINE),
        "#3fb4ef",
        "#04162a",
        ("#1f6fae", "#185c96", "#0f3f6c"),
        "M50 3A47 47 0 1 1 49.9 3Z",
        "M4 50Q30 12 66 38L94 16Q86 50 94 84L66 62Q30 88 4 50ZM26 40A6 6 0 1 0 26.1 40Z",
    ),
    People(
        "demons",
        demons.draw,
        Ink("#2c0710", "#dd3b44", "#a01f38", "#ff8a78", "#ff9d3c", "#ffd34d", _LINE),
        "#d2303c",
        "#ffffff",
        ("#7a2a34", "#8f3a30", "#4a141d"),
        "M4 2L28 16H72L96 2V58L50 98L4 58Z",
        "M50 98Q12 96 14 60Q16 36 34 20Q34 38 44 42Q40 18 58 2Q58 24 74 38Q90 54 86 70Q80 98 50 98Z"
        "M50 90Q68 86 62 68Q58 58 50 52Q48 64 40 68Q34 84 50 90Z",
    ),
    People(
        "insects",
        insects.draw,
        Ink("#2a1a05", "#f7c331", "#d8901c", "#fff0a8", "#2f2438", "#3fd0b6", _LINE),
        "#f7c331",
        "#2a1a05",
        ("#b98728", "#a5741c", "#6b480f"),
        "M26 6H74L98 50L74 94H26L2 50Z",
        "M50 8L88 30V72L50 94L12 72V30ZM50 24L26 38V64L50 78L74 64V38ZM50 34L66"
        " 43V59L50 68L34 59V43Z",
    ),
    People(
        "dragons",
        dragons.draw,
        Ink("#1d0f38", "#a06bea", "#7340bd", "#dcc4ff", "#3fd6c0", "#ffd34d", _LINE),
        "#7f48d0",
        "#ffffff",
        ("#46508c", "#3a4278", "#252b54"),
        "M50 1L99 50L50 99L1 50Z",
        "M8 94Q2 40 38 8Q60 14 96 40Q74 40 68 56Q56 48 48 66Q36 60 30 78Q18 76 8 94Z",
    ),
)
PEOPLES: Mapping[str, People] = MappingProxyType({people.id: people for people in _ALL})
"""All peoples by id, in the rulebook's order."""


def monster_svg(people: str, strength: int, shadow: bool = True) -> str:
    """Return a monster in the common square, one scale for all, on its shadow if wanted."""
    kind = PEOPLES[people]
    figure = kind.draw(strength, replace(kind.ink, width=_LINE))
    dark = f'<ellipse cx="0" cy="1" rx="{30 + 8 * strength}" ry="6" fill="#05060a"'
    ground = f'{dark} fill-opacity="0.38"/>' if shadow else ""
    return tidy(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{BOX}">{ground}{figure}</svg>')


def plate_path(people: str) -> str:
    """Return a people's plate in a square of 100, rimmed dark and white, part of a drawing."""
    kind = PEOPLES[people]
    return (
        f'<g transform="translate(50 50) scale(0.86) translate(-50 -50)">'
        f'<path d="{kind.plate}" fill="#10131c" stroke="#10131c"'
        ' stroke-width="15" stroke-linejoin="round"/>'
        f'<path d="{kind.plate}" fill="{kind.flat}" stroke="#ffffff"'
        ' stroke-width="6" stroke-linejoin="round"/></g>'
    )


def emblem_path(people: str, fill: str) -> str:
    """Return a people's sign in a square of 100, part of a drawing."""
    d = PEOPLES[people].emblem
    edge = f'<path d="{d}" fill="none" stroke="#10131c" stroke-width="11" stroke-linejoin="round"/>'
    return (
        f'<g transform="translate(50 50) scale(0.88) translate(-50 -50)">{edge}'
        f'<path d="{d}" fill="{fill}" fill-rule="evenodd"/></g>'
    )


def scenery_svg(people: str) -> str:
    """Return the landscape behind a people's cards, 200 by 280."""
    sky, thing, ground = PEOPLES[people].sky
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 280">'
        f'<rect width="200" height="280" fill="{sky}"/><g fill="{thing}">{_SCENERY[people]}</g>'
        f'<path d="M0 222Q100 206 200 222V280H0Z" fill="{ground}"/></svg>'
    )


_SCENERY: Mapping[str, str] = MappingProxyType(
    {
        "orcs": '<path d="M0 240L20 120L34 100L48 120L60 240Z"/>'
        '<path d="M140 240L156 96L172 72L188 96L206 240Z"/>'
        '<path d="M60 230L96 132L132 230Z" fill-opacity="0.6"/>',
        "undead": '<path d="M12 230V150Q12 128 32 128Q52 128 52 150V230Z"/>'
        '<path d="M150 230V166Q150 146 168 146Q186 146 186 166V230Z"/>'
        '<path d="M94 230V120H82V106H94V88H108V106H120V120H108V230Z"/>'
        '<circle cx="160" cy="84" r="26" fill="#d9d4ee" fill-opacity="0.5"/>',
        "sea": '<path d="M0 104q25-18 50 0t50 0t50 0t50 0V280H0Z"/>'
        '<g fill="#2f8f7a"><path d="M20 230Q0 190 22 160Q10 190 34 226Z"/>'
        '<path d="M176 230Q200 186 176 150Q190 190 160 228Z"/></g>',
        "demons": '<path d="M-10 240L40 120H66L84 240ZM110 240L142 92H170L214 240Z"/>'
        '<g fill="#ff8a2a"><path d="M142 92L148 240L160 140L170 240V92Z"/>'
        '<path d="M40 120L46 200L54 150L60 190L66 120Z"/></g>',
        "insects": "".join(
            f'<path d="M{x} {y}l26 15v30l-26 15l-26-15v-30Z"/>'
            for x, y in (
                (40, 70),
                (94, 70),
                (148, 70),
                (67, 117),
                (121, 117),
                (40, 164),
                (148, 164),
            )
        ),
        "dragons": '<path d="M-10 240L50 110L76 150L112 80L150 140L170 112L220 240Z"/>'
        '<path d="M112 80L96 112L108 108L114 118L126 104Z" fill="#dfe6ff" fill-opacity="0.8"/>',
    }
)
