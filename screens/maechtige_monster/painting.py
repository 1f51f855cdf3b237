"""The pictures of Mächtige Monster: the board, a fight told step by step, a hand, the end, rules.

All are made of the plain values in `scene`; equal values give equal bytes.
"""

from __future__ import annotations

from screens.maechtige_monster import board as _board
from screens.maechtige_monster import diagrams
from screens.maechtige_monster import hand as _hand
from screens.maechtige_monster import result as _result
from screens.maechtige_monster.castle import WIDTH
from screens.maechtige_monster.scene import at_step, steps

LABELS = ("round", "hand", "aside")
"""The words that pictures carry; callers pass each in the reader's language."""

board = _board.paint
hand = _hand.paint
result = _result.paint
diagram = diagrams.diagram
DIAGRAMS = tuple(diagrams.DIAGRAMS)

__all__ = [
    "DIAGRAMS",
    "LABELS",
    "WIDTH",
    "at_step",
    "board",
    "diagram",
    "hand",
    "result",
    "steps",
]
