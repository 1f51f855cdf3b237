"""Diagrams for the rules of Meister Coup, almost without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PIL import Image

from engine.meistercoup.values import Card, card, colour_of, value_of
from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.meistercoup import art
from screens.meistercoup.tokens import (
    EDGE,
    TEAM_FILLS,
    arrow,
    mark,
    star,
)

CARD = art.CARD
TALL = round(CARD * art.CARD_RATIO)
V, B, G, Y = range(4)
NAMES = ("Anna", "Ben", "Chiara", "Deniz", "Eva")
TRICK = (card(V, 10), card(B, 11), card(G, 4), card(V, 6))
"""The worked example: violet 16 beats blue 11; the first wins, the last is second."""


def diagram(studio: Studio, name: str, diamonds: Sequence[int]) -> Image.Image:
    """Return the diagram of a page of the rules: aim, trick, division, coup or team."""
    return DIAGRAMS[name](Sketch(studio, diamonds))


class Sketch:
    """A diagram's paper: draws cards and signs at given places."""

    def __init__(self, studio: Studio, diamonds: Sequence[int]) -> None:
        self.studio = studio
        self._diamonds = diamonds
        self.on = drawing.canvas(1, 1)

    def sheet(self, height: int) -> None:
        """Begin on an empty sheet of this height."""
        self.on = drawing.canvas(WIDTH, height)

    def gems(self, number: Card) -> int:
        """Return the diamonds on a card."""
        return self._diamonds[value_of(number) - 1]

    def card(self, number: Card, x: int, y: int, edge: str = "", faint: bool = False) -> None:
        """Draw a card with its left top corner there, with an edge of a colour if given."""
        if edge:
            box = (x - 7, y - 7, x + CARD + 7, y + TALL + 7)
            drawing.panel(self.studio, self.on, box, edge, 22)
        stamp = art.card(self.studio, number, self.gems(number), CARD)
        drawing.put(self.on, stamp, x, y, 0.28 if faint else 1.0)

    def text(self, text: str, x: int, y: int, size: int = 48, color: str = drawing.TEXT) -> None:
        """Write a bold text around a point."""
        drawing.write(self.studio, self.on, x, y, text, size, color, True, "mm")

    def pill(self, text: str, x: int, y: int, fill: str) -> None:
        """Draw a label around a point."""
        drawing.pill(self.studio, self.on, x - 40, y, text, 42, fill, seats.INK, 56)

    def badge(self, seat: int, x: int, y: int, size: int = 56) -> None:
        """Draw a seat's mark."""
        seats.mark(self.studio, self.on, (x, y), seat, NAMES[seat], size)

    def icon(self, stamp: Image.Image, x: int, y: int, strength: float = 1.0) -> None:
        """Put a picture around a point."""
        drawing.middle(self.on, stamp, x, y, strength)


def _aim(sketch: Sketch) -> Image.Image:
    sketch.sheet(EDGE * 2 + TALL + 20 + 80)
    cards = (card(G, 1), card(Y, 4), card(B, 12), card(V, 8))
    y = EDGE + TALL + 60
    for x, number in zip(drawing.spread(4, CARD, EDGE, 670, 14), cards, strict=True):
        sketch.card(number, x, EDGE)
        gems = sketch.gems(number)
        total = 1 + gems
        middle = x + CARD // 2
        sketch.icon(star(sketch.studio, 60), middle - 36, y)
        sketch.text(str(total), middle + 24, y, 60)
    for i in range(3):
        sketch.icon(art.crown_icon(sketch.studio, 84), 754 + i * 92, EDGE + TALL // 2)
    return sketch.on


def _trick(sketch: Sketch) -> Image.Image:
    sketch.sheet(EDGE + 64 + TALL + 30 + 84 + EDGE)
    for i, x in enumerate(drawing.spread(4, CARD, EDGE, WIDTH - EDGE, 70)):
        edge = {0: drawing.GOLD, 3: drawing.SILVER}.get(i, "")
        sketch.badge(i, x + CARD // 2, EDGE + 28)
        sketch.card(TRICK[i], x, EDGE + 66, edge)
    y = EDGE + 66 + TALL + 66
    xs = (200, 500, 800)
    for x, colour, first in zip(xs, (V, B, G), (True, False, False), strict=True):
        total = sum(value_of(c) for c in TRICK if colour_of(c) == colour)
        box = (x - 95, y - 42, x + 95, y + 42)
        drawing.panel(
            sketch.studio, sketch.on, box, drawing.PANEL, 42, drawing.GOLD if first else "", 6
        )
        sketch.icon(mark(sketch.studio, colour, 58), x - 45, y)
        sketch.text(str(total), x + 30, y, 54)
    for x in (350, 650):
        sketch.text(">", x, y, 60, drawing.DIM)
    return sketch.on


def _division(sketch: Sketch) -> Image.Image:
    sketch.sheet(EDGE + 60 + TALL + 74 + 64 + EDGE)
    top = EDGE + 66
    takers = {0: (drawing.SILVER, 3), 1: ("", None), 2: (drawing.GOLD, 0), 3: (drawing.SILVER, 3)}
    for i, x in enumerate(drawing.spread(4, CARD, EDGE, WIDTH - EDGE, 70)):
        edge, taker = takers[i]
        sketch.badge(i, x + CARD // 2, EDGE + 28)
        share = {0: "+1", 3: "+2"}.get(i)
        if share:
            fill = drawing.GOLD if i == 0 else drawing.SILVER
            sketch.pill(share, x + CARD // 2 + 76, EDGE + 28, fill)
        sketch.card(TRICK[i], x, top, edge, faint=taker is None)
        if taker is not None:
            y = top + TALL + 60
            down = arrow(sketch.studio, 52).transpose(Image.Transpose.ROTATE_270)
            sketch.icon(down, x + CARD // 2, y - 20)
            sketch.badge(taker, x + CARD // 2, y + 44)
    return sketch.on


def _coup(sketch: Sketch) -> Image.Image:
    sketch.sheet(EDGE * 2 + TALL)
    cards = (card(V, 3), card(B, 9), card(G, 10), card(Y, 5))
    y = EDGE + TALL // 2
    for i, number in enumerate(cards):
        sketch.card(number, EDGE + i * (CARD + 16), EDGE)
    x = EDGE + 4 * (CARD + 16)
    sketch.icon(arrow(sketch.studio, 70), x + 38, y)
    sketch.icon(art.crown_icon(sketch.studio, 150), x + 180, y - 34)
    for i in range(3):
        sketch.icon(art.crown_icon(sketch.studio, 62, i < 1), x + 106 + i * 74, y + 72)
    return sketch.on


def _team(sketch: Sketch) -> Image.Image:
    sketch.sheet(EDGE * 2 + 3 * 92 + 10)
    members = ((0, 9, 1), (2, 14, 0), (4, 6, 0))
    width = 560
    for i, (seat, worth, coups) in enumerate(members):
        top = EDGE + i * 97
        y = top + 43
        chosen = i == 0
        edge = drawing.GOLD if chosen else ""
        fill = drawing.LIT if chosen else drawing.PANEL
        drawing.panel(sketch.studio, sketch.on, (EDGE, top, EDGE + width, top + 86), fill, 18, edge)
        strength = 1.0 if chosen else 0.45
        sketch.badge(seat, EDGE + 54, y)
        sketch.icon(star(sketch.studio, 54), EDGE + 170, y, strength)
        sketch.text(str(worth), EDGE + 240, y, 50, drawing.TEXT if chosen else "#9aa1b8")
        for k in range(coups):
            sketch.icon(art.crown_icon(sketch.studio, 66), EDGE + 360 + k * 70, y, strength)
    x, y = EDGE + width, EDGE + 43
    sketch.icon(arrow(sketch.studio, 76, drawing.GOLD), x + 62, y)
    drawing.panel(
        sketch.studio, sketch.on, (x + 120, EDGE, WIDTH - EDGE, EDGE + 280), drawing.PANEL, 18,
        TEAM_FILLS[0], 6,
    )  # fmt: skip
    middle = (x + 120 + WIDTH - EDGE) // 2
    sketch.pill("A", middle, y + 12, TEAM_FILLS[0])
    sketch.icon(star(sketch.studio, 58), middle - 42, y + 100)
    sketch.text("+9", middle + 34, y + 100, 52, drawing.LEAF)
    sketch.icon(art.crown_icon(sketch.studio, 72), middle - 40, y + 184)
    sketch.text("+1", middle + 34, y + 186, 52, drawing.LEAF)
    return sketch.on


DIAGRAMS: Mapping[str, Callable[[Sketch], Image.Image]] = MappingProxyType(
    {"aim": _aim, "trick": _trick, "division": _division, "coup": _coup, "team": _team}
)
