"""One's own cards in Meister Coup, and what playing each would lead to as the trick lies now."""

from __future__ import annotations

from PIL import Image

from engine.contract import Seat
from engine.meistercoup.values import Card
from screens.kit import drawing
from screens.meistercoup import art, outlook
from screens.meistercoup.tokens import (
    DARK,
    EDGE,
    SILVER,
    SMALL,
    WIDE_TILE,
    WIDTH,
    Scene,
    face,
    framed,
    nameplate,
    sums,
    tile,
)

COLUMNS = 4
"""Cards in a row, as many as buttons."""
PITCH = 64
"""Between two lines of the list beside the hand."""
GAP = 16
PLACES = {1: (drawing.GOLD, "1."), 2: (SILVER, "2.")}


def paint(scene: Scene) -> Image.Image:
    """Return the own hand, four in a row; while it is asked with the trick so far beside it."""
    view, tall = scene.view, round(art.CARD * art.CARD_RATIO)
    me = view.seat if view.seat in view.waiting and view.phase == "play" else None
    rows = max(1, -(-len(view.hand) // COLUMNS))
    listed = 0 if me is None else PITCH * scene.seats + (136 if view.trick else 0)
    cards = rows * tall + (rows - 1) * GAP
    height = max(cards, listed) + 2 * EDGE
    on = drawing.canvas(WIDTH, height)
    top = (height - cards) // 2
    for i, card in enumerate(view.hand):
        x, y = EDGE + i % COLUMNS * (art.CARD + GAP), top + i // COLUMNS * (tall + GAP)
        _card(scene, on, x, y, me, card)
    if me is not None:
        _listed(scene, on, EDGE + COLUMNS * (art.CARD + GAP) + 10, (height - listed) // 2)
    return on


def _card(scene: Scene, on: Image.Image, x: int, y: int, me: Seat | None, card: Card) -> None:
    """Draw a card, framed where it would be first or second."""
    where = 0 if me is None else outlook.place(scene.view, me, card)
    color, place = PLACES.get(where, ("", ""))
    if color:
        framed(scene, on, x, y, art.CARD, color)
    face(scene, on, x, y, art.CARD, card, False)
    if color:
        drawing.pill(scene.studio, on, x + art.CARD - 58, y + 74, place, 38, color, DARK, 50)


def _listed(scene: Scene, on: Image.Image, left: int, top: int) -> None:
    view, right = scene.view, WIDTH - EDGE
    played = dict(view.trick)
    for i in range(scene.seats):
        seat = (view.leader + i) % scene.seats
        y = top + 30 + i * PITCH
        color = drawing.GOLD if seat in view.waiting else drawing.TEXT
        room = right - left - WIDE_TILE[0] - 10
        nameplate(scene, on, left, y, seat, room, color, SMALL)
        if seat in played:
            stamp = tile(scene, played[seat], marked=True)
            drawing.put(on, stamp, right - stamp.width, y - stamp.height // 2)
    if view.trick:
        sums(scene, on, left, right, top + PITCH * scene.seats + 36, view.trick, in_row=2)
