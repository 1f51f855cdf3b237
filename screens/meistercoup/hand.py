"""One's own cards in Meister Coup, and what playing each would lead to as the trick lies now."""

from __future__ import annotations

from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.meistercoup.values import Card
from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.meistercoup import art, outlook
from screens.meistercoup.tokens import (
    EDGE,
    SMALL,
    WIDE_TILE,
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
ALONE = 2 * EDGE + COLUMNS * (art.CARD + GAP) - GAP
"""Width of the hand with nothing beside it."""
RIM = GAP // 2
"""Around a card, where its frame is."""
PLACES = {1: (drawing.GOLD, "1."), 2: (drawing.SILVER, "2.")}


def paint(scene: Scene, palette: Palette) -> Image.Image:
    """Return the own hand, four in a row; while it is asked with the trick so far beside it, else
    no wider than that, so that it is shown larger."""
    view, tall = scene.view, round(art.CARD * art.CARD_RATIO)
    me = view.seat if view.seat in view.waiting and view.phase == "play" else None
    rows = max(1, -(-len(view.hand) // COLUMNS))
    listed = 0 if me is None else PITCH * scene.seats + (136 if view.trick else 0)
    cards = rows * tall + (rows - 1) * GAP
    height = max(cards, listed) + 2 * EDGE
    width = WIDTH if me is not None else ALONE
    sheet = Sheet(scene.studio, palette, width, height)
    top = (height - cards) // 2
    for i, card in enumerate(view.hand):
        x, y = EDGE + i % COLUMNS * (art.CARD + GAP), top + i // COLUMNS * (tall + GAP)
        color, place = _place(scene, me, card)
        box = (x - RIM, y - RIM, x + art.CARD + RIM, y + tall + RIM)
        key = ("held", card, scene.gems(card), color)
        sheet.part(key, box, partial(_card, scene, card, color, place))
    if me is not None:
        _listed(scene, sheet, EDGE + COLUMNS * (art.CARD + GAP) + 10, (height - listed) // 2)
    return sheet.picture


def _place(scene: Scene, me: Seat | None, card: Card) -> tuple[str, str]:
    """Return the colour and the number of the place in which a card would be, if first or second;
    else nothing."""
    where = 0 if me is None else outlook.place(scene.view, me, card)
    return PLACES.get(where, ("", ""))


def _card(scene: Scene, card: Card, color: str, place: str, on: Image.Image) -> None:
    """Draw a card, framed where it would be first or second."""
    if color:
        framed(scene, on, RIM, RIM, art.CARD, color)
    face(scene, on, RIM, RIM, art.CARD, card, False)
    tall = round(art.CARD * art.CARD_RATIO)
    note(on, f"card.{card}", (RIM, RIM, RIM + art.CARD, RIM + tall))
    if color:
        at = RIM + art.CARD - 58, RIM + 74
        drawing.pill(scene.studio, on, *at, place, 38, color, seats.INK, 50)


def _listed(scene: Scene, sheet: Sheet, left: int, top: int) -> None:
    """Put who plays when, with the cards so far, and below them the sums of the colours."""
    view, right = scene.view, WIDTH - EDGE
    played = dict(view.trick)
    for i in range(scene.seats):
        seat = (view.leader + i) % scene.seats
        y, card = top + i * PITCH, played.get(seat)
        color = drawing.GOLD if seat in view.waiting else drawing.TEXT
        key = ("listed", scene.plate(seat), card, color)
        box = (left, y, right, y + PITCH)
        sheet.part(key, box, partial(_line, scene, seat, card, color))
    if view.trick:
        y = top + PITCH * scene.seats
        box = (left, y, right, y + 136)
        paint = partial(sums, scene, left=0, right=right - left, y=36, plays=view.trick, in_row=2)
        sheet.part(("listed sums", view.trick), box, paint)


def _line(scene: Scene, seat: Seat, card: Card | None, color: str, on: Image.Image) -> None:
    """Draw a seat's name and the card that it has played."""
    nameplate(scene, on, 0, 30, seat, on.width - WIDE_TILE[0] - 10, color, SMALL)
    if card is not None:
        stamp = tile(scene, card, marked=True)
        drawing.put(on, stamp, on.width - stamp.width, 30 - stamp.height // 2)
