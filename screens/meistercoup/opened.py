"""All hands of Meister Coup laid open, once a game has ended: one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.meistercoup.values import HAND, Card
from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.meistercoup import art
from screens.meistercoup.tokens import EDGE, Scene, nameplate

CARD, STEP = 76, 84
NAME = WIDTH - 2 * EDGE - HAND * STEP
GAP = 8


def paint(scene: Scene, hands: Sequence[Sequence[Card]]) -> Image.Image:
    """Return every seat's hand beside its name, 1000 wide."""
    tall = round(CARD * art.CARD_RATIO)
    on = drawing.canvas(WIDTH, 2 * EDGE + len(hands) * (tall + GAP) - GAP)
    for seat, hand in enumerate(hands):
        top = EDGE + seat * (tall + GAP)
        nameplate(scene, on, EDGE, top + tall // 2, seat, NAME - 12)
        for place, card in enumerate(hand):
            stamp = art.card(scene.studio, card, scene.gems(card), CARD)
            drawing.put(on, stamp, EDGE + NAME + place * STEP, top)
    return on
