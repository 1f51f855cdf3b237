"""Diagrams for the rules of Tüftelmonster, without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing
from screens.kit.anatomy import stroke
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.kit.svg import document
from screens.tueftelmonster import icons, monster
from screens.tueftelmonster.monster import Frame
from screens.tueftelmonster.palette import PALETTE
from screens.tueftelmonster.scene import BODY, Bolt, Monster, Part, Placed
from screens.tueftelmonster.tokens import count

RIGHT, WRONG = drawing.LEAF, "#ff7b7b"
CARD = 104

BODY_CARD = Placed(Part(1, "yellow", BODY, "NESW"), (0, 0))
HEAD = Placed(Part(12, "red", "head", "N", eyes=2, teeth=4, horns=2), (0, -1), 2, secured=True)
ARM = Placed(Part(44, "blue", "arm", "NS"), (1, 0), 1)
HAND = Placed(Part(63, "blue", "hand", "N", 2, digits=5), (2, 0), 3)
TAIL = Placed(Part(70, "green", "tail", "N", horns=2), (-1, 0), 1)
FOOT = Placed(Part(40, "turquoise", "foot", "N", digits=3), (0, 1))


def diagram(studio: Studio, name: str) -> Image.Image:
    """Return the diagram of a page of the rules: attach, steal or score."""
    return PALETTE.flatten(DIAGRAMS[name](studio))


def cover(studio: Studio) -> Image.Image:
    """Return a creature put together from parts among dice and prizes, which invites to a game."""
    on = drawing.canvas(WIDTH, 430)
    cards = (BODY_CARD, HEAD, ARM, HAND, TAIL, FOOT)
    frame = Frame(-1, -1, 4, 3, 116)
    monster.paint(studio, on, Monster(cards), frame, (WIDTH - frame.width) // 2, 15)
    for i, face in enumerate(("steal", "dig", "wish")):
        drawing.put(on, icons.die(studio, face, 92), 48 + i % 2 * 84, 30 + i * 128)
    for i, (name, gold) in enumerate((("compact", True), ("eyes", False), ("tentacle", False))):
        drawing.put(on, icons.medal(studio, name, gold, 104), 848 - i % 2 * 84, 20 + i * 130)
    return on


_BENT, _WAVE = Part(51, "orange", "leg", "NE"), Part(20, "orange", "tentacle", "NS")
_AROUND = (BODY_CARD, Placed(Part(33, "red", "arm", "NE"), (0, -1), 1))
_WING = Placed(Part(72, "green", "wing", "NE"), (1, -1), 2)
CASES = (
    ((*_AROUND, _WING), Placed(_BENT, (1, 0), 3), True),
    ((*_AROUND, _WING), Placed(_BENT, (1, 0), 2), False),
    (_AROUND, Placed(_WAVE, (1, 0)), False),
)
"""What lies already, what is attached, and whether it may lie like that."""


def _attach(studio: Studio) -> Image.Image:
    """Show what fits an open end, and two that do not fit."""
    on = drawing.canvas(WIDTH, 450)
    frame = Frame(0, -1, 2, 2, 132)
    for i, (around, card, fits) in enumerate(CASES):
        x, y = 6 + i * 332, 20
        monster.paint(studio, on, Monster((*around, card)), frame, x, y)
        left, top = frame.corner(card.cell)
        _ring(studio, on, x + left, y + top, frame.size, RIGHT if fits else WRONG)
        _verdict(studio, on, x + frame.width // 2, 396, fits)
    return on


def _ring(studio: Studio, on: Image.Image, x: int, y: int, size: int, color: str) -> None:
    rim = '<rect x="5" y="5" width="90" height="90" rx="12" fill="none" stroke-width="9"'
    drawn = document(f'{rim} stroke="{color}"/>', 100, 100)
    drawing.middle(on, studio.sprite(drawn, size + 14), x + size // 2, y + size // 2)


def _verdict(studio: Studio, on: Image.Image, x: int, y: int, good: bool) -> None:
    d = "M16 54L40 80L86 22" if good else "M22 22L78 78M78 22L22 78"
    sign = studio.sprite(document(stroke(d, RIGHT if good else WRONG, 18), 100, 100), 74)
    drawing.middle(on, sign, x, y)


def _steal(studio: Studio) -> Image.Image:
    """Show a part stolen from the middle: what is cut off stays, and the robbed gets two bolts."""
    on = drawing.canvas(WIDTH, 470)
    secured = Bolt((0, -1), "S")
    before = Monster((BODY_CARD, HEAD, ARM, HAND, TAIL), (secured,))
    cut = Placed(HAND.part, HAND.cell, HAND.turn, loose=True)
    after = Monster((BODY_CARD, HEAD, cut, TAIL), (secured,))
    frame = Frame(-1, -1, 4, 2, CARD)
    monster.paint(studio, on, before, frame, 14, 100)
    monster.paint(studio, on, after, frame, WIDTH - frame.width - 14, 100)
    _arrow(studio, on, WIDTH // 2, 100 + frame.margin + CARD // 2)
    left, top = frame.corner(ARM.cell)
    drawing.middle(on, icons.die(studio, "steal", 92), 14 + left + CARD // 2, 60)
    _ring(studio, on, 14 + left, 100 + top, CARD, WRONG)
    x = WIDTH - frame.width + 130
    drawing.write(studio, on, x, 410, "+2", 52, drawing.TEXT, True)
    for i in range(2):
        drawing.put(on, icons.bolt(studio, 68), x + 80 + i * 78, 376)
    return on


def _arrow(studio: Studio, on: Image.Image, x: int, y: int) -> None:
    drawn = document(stroke("M8 50H84M54 18L88 50L54 82", drawing.DIM, 17), 100, 100)
    drawing.middle(on, studio.sprite(drawn, 56), x, y)


def _score(studio: Studio) -> Image.Image:
    """Show what counts: cards of one colour and multicoloured ones, gold 3, silver 2."""
    on = drawing.canvas(WIDTH, 480)
    wing = Placed(Part(72, "multi", "wing", "N"), (-1, 0), 1)
    foot = Placed(Part(45, "blue", "foot", "N", 2, digits=4), (0, 1))
    shown = Monster((BODY_CARD, HEAD, ARM, HAND, wing, foot))
    frame = Frame(-1, -1, 4, 3, CARD)
    monster.paint(studio, on, shown, frame, 20, 50)
    x = frame.width + 60
    lines = (
        (("blue", 3), ("multi", 1), ("", 4)),
        (("compact", 3),),
        (("digits", 2),),
    )
    for i, line in enumerate(lines):
        y, left = 110 + i * 120, x
        for name, number in line:
            if not name:
                left += 8 + drawing.write(studio, on, left, y, "=", 48, drawing.DIM, True)
                drawing.write(studio, on, left, y, f"+{number}", 56, drawing.GOLD, True)
            elif name in ("blue", "multi"):
                left += 22 + count(studio, on, left, y, icons.colour(studio, name, 64), number)
            else:
                drawing.put(on, icons.medal(studio, name, number == 3, 92), left, y - 46)
                drawing.write(studio, on, left + 116, y, f"+{number}", 56, drawing.GOLD, True)
    return on


DIAGRAMS: Mapping[str, Callable[[Studio], Image.Image]] = MappingProxyType(
    {"attach": _attach, "steal": _steal, "score": _score}
)
