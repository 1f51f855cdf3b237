"""What controls of Tüftelmonster show as emojis: the faces of the die, and every part."""

from __future__ import annotations

from functools import partial

from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import Card
from screens.kit.emojis import Drawings
from screens.tueftelmonster import art, icons, shown

FACES = {"draw": "✌️", "dig": "⛏️", "silver": "🥈", "steal": "🐾", "wish": "🌀"}
"""The faces of the die, each with an emoji where it is not drawn."""


def drawings(box: TueftelBox) -> Drawings:
    """Return what draws each of them, in a square, by its name."""
    faces = {die_art(face): partial(icons.die_svg, face) for face in FACES}
    parts = {part_art(card): partial(_part, box, card) for card in range(len(box.parts))}
    return {**faces, **parts}


def die_art(face: str) -> str:
    """Return the name of a face of the die."""
    return f"die_{face}"


def part_art(card: Card) -> str:
    """Return the name of a part."""
    return f"part_{card}"


def _part(box: TueftelBox, card: Card) -> str:
    return art.creature_svg(shown.part(box, card))
