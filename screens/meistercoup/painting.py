"""The pictures of Meister Coup: the board's two, one's hand and choice, the result, the rules."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.meistercoup.values import Card
from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.meistercoup import (
    choice,
    diagrams,
    entering,
    opened,
    players,
)
from screens.meistercoup import hand as _hand
from screens.meistercoup import legend as _legend
from screens.meistercoup import result as _result
from screens.meistercoup import trick as _trick
from screens.meistercoup.tokens import EDGE, Scene

LABELS = ("round", "trick", "last_trick", "team")
"""The words that pictures carry; callers pass each in the reader's language."""
SIGNS = tuple(_legend.SIGNS)
"""The names of the signs that the legend explains."""
PALETTE = Palette.of("meistercoup")

diagram = diagrams.diagram


def trick(scene: Scene) -> Image.Image:
    """Return the trick, or what the teams enter at the end of a round."""
    return _trick.paint(scene, PALETTE)


def seats(scene: Scene) -> Image.Image:
    """Return the last trick and what every seat has taken."""
    return players.paint(scene, PALETTE)


def result(scene: Scene) -> Image.Image:
    """Return the end: the winner's finest cards over all places."""
    return PALETTE.flatten(_result.paint(scene))


def hand(scene: Scene) -> Image.Image:
    """Return what one seat needs for its next decision.

    The hand, four in a row like its buttons, beside the trick; or the cards it may take; or the
    teams' proposals.
    """
    view = scene.view
    if view.phase == "enter":
        return PALETTE.flatten(_entering(scene))
    if view.phase in ("take", "pair") and view.seat in view.waiting:
        return PALETTE.flatten(choice.paint(scene))
    return _hand.paint(scene, PALETTE)


def cover(studio: Studio, diamonds: Sequence[int]) -> Image.Image:
    """Return a parade of monsters, 1000 wide, which invites to a game."""
    on = drawing.canvas(WIDTH, EDGE + _result.PARADE)
    _result.parade(studio, diamonds, _result.GUESTS, on)
    return on


def hands(scene: Scene, hands: Sequence[Sequence[Card]]) -> Image.Image:
    """Return every seat's hand, once a game has ended."""
    return PALETTE.flatten(opened.paint(scene, hands))


def _entering(scene: Scene) -> Image.Image:
    on = drawing.canvas(WIDTH, 2 * EDGE + entering.height(scene))
    entering.draw(scene, EDGE, on)
    return on


def legend(studio: Studio, texts: Sequence[str]) -> Image.Image:
    """Return the legend of the rules with a text for each of SIGNS, 1000 wide."""
    return _legend.paint(studio, PALETTE, texts)
