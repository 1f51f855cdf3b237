"""The pictures of Mächtige Monster: castle, players, a told fight, a hand, the end, the rules.

All are made of the plain values in `scene`; equal values give equal bytes. A fight is told by
painting `castle(studio, at_step(scene, step))` for each step below `steps(scene)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from screens.kit import drawing
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.maechtige_monster import art, board, camp, diagrams, result
from screens.maechtige_monster import hand as _hand
from screens.maechtige_monster import legend as _legend
from screens.maechtige_monster.peoples import PEOPLES
from screens.maechtige_monster.scene import Figures, Hand, Scene, Standing

LABELS = ("round", "hand", "aside")
"""The words that pictures carry; callers pass each in the reader's language."""
DIAGRAMS = tuple(diagrams.DIAGRAMS)
"""The names of the diagrams for the rules."""
LEGENDS = {page: tuple(found) for page, found in _legend.SIGNS.items()}
"""By page of the rules the names of the signs that its legend explains."""
PALETTE = Palette.of("maechtige_monster")


def cover(studio: Studio) -> Image.Image:
    """Return the strongest of each people in a row, 1000 wide, which invites to a game."""
    on = drawing.canvas(1000, 232)
    for x, people in zip(drawing.spread(6, 150, 10, 990, 12), PEOPLES, strict=True):
        drawing.put(on, art.card(studio, people, 5, None, 150), x, 10)
    return on


def castle(studio: Studio, scene: Scene) -> Image.Image:
    """Return the castle in a round or in a fight, 1000 wide."""
    return board.paint(studio, PALETTE, scene)


def players(studio: Studio, scene: Scene) -> Image.Image:
    """Return the camp with what everybody knows of each seat, 1000 wide."""
    return camp.paint(studio, PALETTE, scene)


def hand(studio: Studio, hand: Hand) -> Image.Image:
    """Return what one seat alone sees, 1000 wide: its cards, and where a chosen one may go."""
    return _hand.paint(studio, PALETTE, hand)


def podium(studio: Studio, standings: Sequence[Standing]) -> Image.Image:
    """Return the end: everybody on a block with name and gold, 1000 wide."""
    return PALETTE.flatten(result.podium(studio, standings))


def accounts(studio: Studio, standings: Sequence[Standing]) -> Image.Image:
    """Return places, gold and where it came from, 1000 wide."""
    return PALETTE.flatten(result.accounts(studio, standings))


def diagram(studio: Studio, name: str, figures: Figures) -> Image.Image:
    """Return a diagram of the rules, one of DIAGRAMS, 1000 wide."""
    return PALETTE.flatten(diagrams.diagram(studio, name, figures))


def legend(studio: Studio, page: str, texts: Sequence[str]) -> Image.Image:
    """Return the legend of a page of the rules, one of LEGENDS, with a text a sign; 1000 wide."""
    return _legend.paint(studio, PALETTE, page, texts)
