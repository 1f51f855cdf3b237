"""The pictures of Mächtige Monster: the board, a fight told step by step, a hand, the end, rules.

All are made of the plain values in `scene`; equal values give equal bytes. A fight is told by
painting `board(studio, at_step(scene, step))` for each step below `steps(scene)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from screens.kit import drawing
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.maechtige_monster import art, diagrams
from screens.maechtige_monster import board as _board
from screens.maechtige_monster import hand as _hand
from screens.maechtige_monster import result as _result
from screens.maechtige_monster.peoples import PEOPLES
from screens.maechtige_monster.scene import Figures, Hand, Scene, Standing

LABELS = ("round", "hand", "aside")
"""The words that pictures carry; callers pass each in the reader's language."""
DIAGRAMS = tuple(diagrams.DIAGRAMS)
"""The names of the diagrams for the rules."""
PALETTE = Palette.of("maechtige_monster")


def cover(studio: Studio) -> Image.Image:
    """Return the strongest of each people in a row, 1000 wide, which invites to a game."""
    on = drawing.canvas(1000, 232)
    for x, people in zip(drawing.spread(6, 150, 10, 990, 12), PEOPLES, strict=True):
        drawing.put(on, art.card(studio, people, 5, None, None, 150), x, 10)
    return on


def board(studio: Studio, scene: Scene) -> Image.Image:
    """Return what everybody sees, in a round or in a fight, 1000 wide."""
    return _board.paint(studio, PALETTE, scene)


def hand(studio: Studio, hand: Hand) -> Image.Image:
    """Return what one seat alone sees, 1000 wide: its cards, and where a chosen one may go."""
    return PALETTE.flatten(_hand.paint(studio, hand))


def result(studio: Studio, standings: Sequence[Standing]) -> Image.Image:
    """Return the end: places, gold and where it came from, 1000 wide."""
    return PALETTE.flatten(_result.paint(studio, standings))


def diagram(studio: Studio, name: str, figures: Figures) -> Image.Image:
    """Return a diagram of the rules, one of DIAGRAMS, 1000 wide."""
    return PALETTE.flatten(diagrams.diagram(studio, name, figures))
