"""Diagrams for the rules of Mächtige Monster, almost without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.maechtige_monster import art, bay, castle, peoples, signs, tokens
from screens.maechtige_monster.castle import WIDE
from screens.maechtige_monster.scene import (
    Face,
    Figures,
    GuardOnBoard,
    Heal,
    Player,
    Scene,
    Share,
    Slot,
    Whereabouts,
)

EDGE = 16
SEATS = tuple(
    Player(name, people, 8) for name, people in zip("ABCDEF", peoples.PEOPLES, strict=True)
)
"""Whose monsters the examples show."""
LEVEL = 2
"""The level of the guard in the examples."""
FIRST, SECOND = Slot(0, 4), Slot(2, 2)
"""The worked example: a 4 and a 2 against a guard of strength 6 with a loot of 11."""
FACE = Face(6, 11, 6, 11, look=2)


def diagram(studio: Studio, name: str, figures: Figures) -> Image.Image:
    """Return the diagram of a page of the rules, 1000 wide: one of DIAGRAMS."""
    return DIAGRAMS[name](studio, figures)


def _guard(figures: Figures, *slots: Slot | None) -> GuardOnBoard:
    strength, loot = figures.backs[LEVEL - 1]
    total = sum(slot.strength for slot in slots if slot)
    first, second = slots
    return GuardOnBoard(LEVEL, strength, loot, strength, loot, (first, second), total < strength[1])


def _pair(
    studio: Studio, guards: tuple[GuardOnBoard, GuardOnBoard], posts: tuple[int, int] = (0, 0),
    more: int = 0,
) -> Image.Image:  # fmt: skip
    """Return two guards' bays side by side, with so much paper under them."""
    on = drawing.canvas(WIDTH, WIDE.storey + 2 * EDGE + more, castle.SKY)
    for side, post in enumerate(posts):
        scene = Scene(SEATS, (guards[side],) * 2, 1, 1, 0)
        stage = drawing.canvas(WIDE.bay, WIDE.storey)
        bay.paint(studio, scene, WIDE, post, stage)
        stamp = drawing.cut_round(studio, stage, 20)
        drawing.put(on, stamp, EDGE + side * (WIDTH - WIDE.bay - 2 * EDGE), EDGE)
    return on


def _arrow(studio: Studio, on: Image.Image, y: int) -> None:
    drawing.middle(on, signs.arrow(studio, 78, drawing.GOLD), WIDTH // 2, y)


def _castle(studio: Studio, figures: Figures) -> Image.Image:
    """A guard that nobody has seen yet, and the same guard turned up."""
    hidden = _guard(figures, FIRST, SECOND)
    on = _pair(studio, (hidden, replace(hidden, face=FACE)))
    _arrow(studio, on, on.height // 2)
    return on


def _displace(studio: Studio, figures: Figures) -> Image.Image:
    """A stronger monster takes a place; under it what that costs at each level."""
    before, after = _guard(figures, SECOND, Slot(4, 3)), _guard(figures, FIRST, Slot(4, 3))
    on = _pair(studio, (before, after), more=3 * 74 + 8)
    _arrow(studio, on, EDGE + WIDE.storey // 2)
    top = EDGE + WIDE.storey + 14
    for level, owner in ((1, 0), (2, 1), (3, 2)):
        y = top + (level - 1) * 74 + 33
        drawing.panel(studio, on, (EDGE, y - 33, WIDTH - EDGE, y + 33), drawing.PANEL, 16)
        for i in range(level):
            drawing.middle(on, art.star(studio, 50), EDGE + 50 + i * 52, y)
        _price(studio, on, 300, y, 1, signs.bank(studio, 54))
        if owner:
            _price(studio, on, 620, y, owner, None)
    return on


def _price(
    studio: Studio, on: Image.Image, x: int, y: int, gold: int, to: Image.Image | None
) -> None:
    """Draw what somebody gets; without a sign the one who was displaced."""
    stamp = tokens.amount(studio, str(gold), drawing.GOLD, 42)
    drawing.put(on, stamp, x, y - stamp.height // 2)
    drawing.middle(on, signs.arrow(studio, 48, drawing.DIM), x + stamp.width + 46, y)
    x += stamp.width + 114
    if to is None:
        tokens.mark(studio, on, x, y, SECOND.seat, SEATS[SECOND.seat].name, 56)
    else:
        drawing.middle(on, to, x, y)


def _fight(studio: Studio, figures: Figures) -> Image.Image:
    """The worked example won, and a guard that was too strong."""
    guard = _guard(figures, FIRST, SECOND)
    loot = FACE.loot // 2
    shares = (Share(FIRST.seat, FACE.loot - loot), Share(SECOND.seat, loot))
    won = replace(guard, face=FACE, fate="beaten", shares=shares, odd=FIRST.seat)
    other = _guard(figures, Slot(4, 1), Slot(3, 4))
    heals = tuple(
        Heal(slot.seat, cost, cost)
        for slot in other.slots
        if slot
        for cost in (figures.healing[slot.strength - 1],)
    )
    strength, loot = other.strength[1], other.loot[1]
    face = Face(strength, loot, strength, loot)
    return _pair(studio, (won, replace(other, face=face, fate="unbeaten", heals=heals)), (0, 1))


def _healing(studio: Studio, figures: Figures) -> Image.Image:
    """The five monsters of a people with what healing each costs."""
    size, people = 190, "sea"
    on = drawing.canvas(WIDTH, EDGE + size + 130 + EDGE, castle.SKY)
    step = (WIDTH - 2 * EDGE) // len(peoples.STRENGTHS)
    drawing.panel(studio, on, (EDGE, EDGE, WIDTH - EDGE, EDGE + size + 10), castle.NICHE, 18)
    for strength, cost in zip(peoples.STRENGTHS, figures.healing, strict=True):
        x = EDGE + (strength - 1) * step + step // 2
        stamp = art.monster(studio, people, strength, size)
        drawing.put(on, stamp, x - size // 2, EDGE + 2)
        y = EDGE + size + 44
        drawing.middle(on, art.plate(studio, people, strength, 62), x, y)
        stamp = tokens.amount(studio, str(cost), signs.CORAL, 38, plaster=True)
        drawing.middle(on, stamp, x, y + 60)
    return on


def _known(studio: Studio, figures: Figures) -> Image.Image:
    """The signs of a seat's cards: in the castle, in hand, set aside, not known."""
    on = drawing.canvas(WIDTH, 2 * EDGE + 110, castle.SKY)
    step = (WIDTH - 2 * EDGE) // 4
    shown: tuple[tuple[Whereabouts, Image.Image], ...] = (
        ("castle", signs.paw(studio, 56, "#dfe5f5")),
        ("hand", signs.cards(studio, 62)),
        ("aside", signs.moon(studio, 56)),
        ("unknown", signs.question(studio, 56)),
    )
    for i, (where, sign) in enumerate(shown):
        x = EDGE + i * step
        drawing.panel(studio, on, (x + 4, EDGE, x + step - 4, EDGE + 110), drawing.PANEL, 16)
        stamp = tokens.pip(studio, "orcs", 4, where, 2 * tokens.PIP)
        drawing.middle(on, stamp, x + 70, EDGE + 55)
        drawing.middle(on, sign, x + 168, EDGE + 55)
    return on


DIAGRAMS: Mapping[str, Callable[[Studio, Figures], Image.Image]] = MappingProxyType(
    {
        "castle": _castle,
        "displace": _displace,
        "fight": _fight,
        "healing": _healing,
        "known": _known,
    }
)
