"""What one seat alone sees: its hand, the cards set aside, and where the chosen card may go."""

from __future__ import annotations

from PIL import Image

from screens.kit import drawing
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs, tokens
from screens.maechtige_monster.castle import WIDTH
from screens.maechtige_monster.scene import Hand, Offer

EDGE = 16
CARD, RESTING = 208, 138
"""The widths of cards in hand and of those set aside."""
GAP = 14
HEAD = 50
"""Height of the line that says which cards are which."""
COLUMNS = 3
LINE = 124
"""Height of an offer."""


def paint(studio: Studio, hand: Hand) -> Image.Image:
    """Return the hand and the resting cards; once a card is chosen also where it may go."""
    tall = round(CARD * art.CARD_RATIO)
    rows = -(-len(hand.offers) // COLUMNS)
    offers = rows * (LINE + 10) + 6 if rows else 0
    on = drawing.canvas(WIDTH, EDGE + HEAD + tall + 14 + offers + EDGE, castle.SKY)
    top = EDGE + HEAD
    drawing.write(studio, on, EDGE + 4, EDGE + 20, hand.labels["hand"], 36, bold=True, room=640)
    for i, strength in enumerate(hand.cards):
        _in_hand(studio, on, hand, EDGE + i * (CARD + GAP), top, strength)
    _resting(studio, on, hand, EDGE + 3 * CARD + 2 * GAP + 28, top)
    for i, offer in enumerate(hand.offers):
        width = (WIDTH - 2 * EDGE - (COLUMNS - 1) * 10) // COLUMNS
        left = EDGE + i % COLUMNS * (width + 10)
        y = top + tall + 20 + i // COLUMNS * (LINE + 10)
        _offer(studio, on, hand, (left, y, left + width, y + LINE), offer)
    return on


def _in_hand(studio: Studio, on: Image.Image, hand: Hand, x: int, top: int, strength: int) -> None:
    heal = hand.healing[strength - 1]
    stamp = art.card(studio, hand.people, strength, hand.seat, heal, CARD)
    quiet = strength in hand.barred or (hand.chosen is not None and strength != hand.chosen)
    if strength == hand.chosen:
        box = (x - 7, top - 7, x + CARD + 7, top + stamp.height + 7)
        drawing.panel(studio, on, box, drawing.GOLD, 24)
    drawing.put(on, stamp, x, top, 0.42 if quiet else 1.0)
    if strength in hand.barred:
        sign = signs.verdict(studio, 96, False)
        drawing.middle(on, sign, x + CARD // 2, top + stamp.height // 2)


def _resting(studio: Studio, on: Image.Image, hand: Hand, left: int, top: int) -> None:
    """Draw the cards set aside, in the shade under the moon."""
    right, tall = WIDTH - EDGE, round(RESTING * art.CARD_RATIO)
    drawing.put(on, signs.moon(studio, 40), left, EDGE)
    room = right - left - 48
    drawing.write(
        studio, on, left + 48, EDGE + 20, hand.labels["aside"], 34, drawing.DIM, room=room
    )
    for i, strength in enumerate(hand.aside):
        stamp = art.card(studio, hand.people, strength, None, None, RESTING)
        drawing.put(on, stamp, left + i * (RESTING + 12), top, 0.75)
    y = top + tall + (round(CARD * art.CARD_RATIO) - tall) // 2
    drawing.put(on, art.seat_mark(studio, hand.seat, 56), left, y - 28)
    drawing.put(on, art.emblem(studio, hand.people, 62), left + 70, y - 31)


def _offer(studio: Studio, on: Image.Image, hand: Hand, box: drawing.Box, offer: Offer) -> None:
    """Draw where the chosen card may go: the guard, who gives way, the sum, the price."""
    left, top, right, _ = box
    drawing.panel(studio, on, box, drawing.PANEL, 16)
    y = top + 34
    drawing.badge(
        studio, on, left + 36, y, str(offer.post + 1), 48, tokens.PARCHMENT, art.DARK, True
    )
    drawing.middle(on, signs.arrow(studio, 38, drawing.DIM), left + 86, y)
    if offer.over is None:
        drawing.middle(on, signs.paw(studio, 46), left + 136, y)
    else:
        people = hand.peoples[offer.over.seat]
        drawing.middle(on, art.plate(studio, people, offer.over.strength, 56), left + 138, y + 1)
        drawing.middle(on, art.seat_mark(studio, offer.over.seat, 48), left + 194, y)
    text = f"{offer.total}/{offer.limit}"
    drawing.write(studio, on, right - 14, y, text, 38, drawing.TEXT, True, "rm")
    _price(studio, on, left + 14, top + 90, offer)


def _price(studio: Studio, on: Image.Image, x: int, y: int, offer: Offer) -> None:
    """Draw what a play costs and who gets it; a tick where it costs nothing."""
    if not offer.bank + offer.owner:
        drawing.put(on, signs.verdict(studio, 38, True), x, y - 19)
        return
    drawing.put(on, art.coin(studio, 42), x, y - 21)
    x += 50
    for gold, seat in ((offer.bank, None), (offer.owner, offer.over)):
        if not gold:
            continue
        x += drawing.write(studio, on, x, y, f"−{gold}", 38, signs.CORAL, True) + 8
        to = signs.bank(studio, 44) if seat is None else art.seat_mark(studio, seat.seat, 48)
        drawing.put(on, to, x, y - to.height // 2)
        x += 66
