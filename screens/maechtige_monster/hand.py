"""What one seat alone sees: its hand, the cards set aside, and where the chosen card may go."""

from __future__ import annotations

from functools import partial

from PIL import Image

from screens.kit import drawing
from screens.kit.drawing import WIDTH, Box
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.maechtige_monster import art, bay, castle, signs, tokens
from screens.maechtige_monster.castle import NARROW
from screens.maechtige_monster.scene import GuardOnBoard, Hand, Offer, Player, Slot

EDGE = 16
CARD, RESTING = 208, 138
"""The widths of cards in hand and of those set aside."""
GAP = 14
RIM = 8
"""By which a seat's mark may stick out."""
HEAD = 50
"""Height of the line that says which cards are which."""
CHOSEN = 84
"""Height of the line with the chosen card among the others."""
LINE = 64
"""Height of an offer."""
LINES = 2
"""Offers at one guard: a free slot and a monster, or two monsters."""
CELL = NARROW.plaque + LINES * LINE + 10


def paint(studio: Studio, palette: Palette, hand: Hand) -> Image.Image:
    """Return the cards; once one is chosen where it may go and what comes of it."""
    return (_where if hand.chosen else _cards)(studio, palette, hand)


def _cards(studio: Studio, palette: Palette, hand: Hand) -> Image.Image:
    tall = round(CARD * art.CARD_RATIO)
    sheet = Sheet(studio, palette, WIDTH, EDGE + HEAD + tall + EDGE, castle.SKY)
    top, left = EDGE + HEAD, EDGE + 3 * CARD + 2 * GAP + 28
    title = hand.labels["hand"]
    sheet.part(("hand", title), (0, 0, left - RIM, top), partial(_title, studio, title))
    for i, strength in enumerate(hand.cards):
        x = EDGE + i * (CARD + GAP)
        heal, barred = hand.healing[strength - 1], strength in hand.barred
        key = ("held", hand.people, strength, heal, barred)
        paint = partial(_card, studio, hand.people, strength, heal, barred)
        sheet.part(key, (x, top, x + CARD, top + tall + EDGE), paint)
    player, label = hand.players[hand.seat], hand.labels["aside"]
    sheet.part(
        ("aside", hand.seat, player.name, player.people, hand.aside, label),
        (left - RIM, 0, WIDTH, top + tall + EDGE),
        partial(_resting, studio, hand),
    )
    return sheet.picture


def _title(studio: Studio, title: str, on: Image.Image) -> None:
    drawing.write(studio, on, EDGE + 4, EDGE + 20, title, 38, bold=True, room=640)


def _card(
    studio: Studio, people: str, strength: int, heal: int, barred: bool, on: Image.Image
) -> None:
    """Draw a card, faint and crossed out where it may not be played."""
    stamp = art.card(studio, people, strength, heal, CARD)
    drawing.put(on, stamp, 0, 0, 0.42 if barred else 1.0)
    note(on, f"card.{strength}", (0, 0, *stamp.size))
    if barred:
        sign = signs.verdict(studio, 96, False)
        drawing.middle(on, sign, CARD // 2, stamp.height // 2)


def _resting(studio: Studio, hand: Hand, on: Image.Image) -> None:
    """Draw the cards set aside, in the shade under the moon, over whose they are."""
    top, tall = EDGE + HEAD, round(RESTING * art.CARD_RATIO)
    left, room = RIM, on.width - RIM - EDGE
    drawing.put(on, signs.moon(studio, 40), left, EDGE)
    label = hand.labels["aside"]
    drawing.write(studio, on, left + 48, EDGE + 20, label, 34, drawing.DIM, room=room - 48)
    for i, strength in enumerate(hand.aside):
        stamp = art.card(studio, hand.people, strength, None, RESTING)
        drawing.put(on, stamp, left + i * (RESTING + 12), top, 0.75)
    y = top + tall + (round(CARD * art.CARD_RATIO) - tall) // 2
    tokens.nameplate(studio, on, left, y, hand.seat, hand.players[hand.seat], room)


def _where(studio: Studio, palette: Palette, hand: Hand) -> Image.Image:
    """Return the row of guards with what the chosen card may do at each."""
    columns = 2 if len(hand.guards) == 4 else 3
    rows = -(-len(hand.guards) // columns)
    height = EDGE + CHOSEN + rows * (CELL + 10) - 10 + EDGE
    sheet = Sheet(studio, palette, WIDTH, height, castle.SKY)
    key = ("chosen", hand.people, hand.cards, hand.chosen, hand.aside)
    sheet.part(key, (0, 0, WIDTH, EDGE + CHOSEN), partial(_chosen, studio, hand))
    width = (WIDTH - 2 * EDGE - (columns - 1) * 10) // columns
    for post in range(len(hand.guards)):
        left = EDGE + post % columns * (width + 10)
        top = EDGE + CHOSEN + post // columns * (CELL + 10)
        _guard(studio, sheet, hand, post, (left, top, left + width, top + CELL))
    return sheet.picture


def _chosen(studio: Studio, hand: Hand, on: Image.Image) -> None:
    """Draw the chosen card among the others, and what is set aside."""
    y, x = EDGE + CHOSEN // 2 - 6, EDGE + 40
    for strength in hand.cards:
        if strength == hand.chosen:
            drawing.badge(studio, on, x, y, "", 82, drawing.GOLD, drawing.GOLD)
        plate = art.plate(studio, hand.people, strength, 64)
        drawing.put(on, plate, x - 32, y - 32, 1.0 if strength == hand.chosen else 0.45)
        x += 92
    x = WIDTH - EDGE - 40
    for strength in reversed(hand.aside):
        drawing.put(on, art.plate(studio, hand.people, strength, 56), x - 28, y - 28, 0.45)
        x -= 66
    drawing.middle(on, signs.moon(studio, 44), x, y)


def _guard(studio: Studio, sheet: Sheet, hand: Hand, post: int, box: Box) -> None:
    """Lay a guard's plaque, and below it each line apart."""
    left, top, right, bottom = box
    note(sheet.picture, f"guard.{post}", box)
    guard, offers, y = hand.guards[post], hand.offers[post], top + NARROW.plaque + 6
    panel = partial(drawing.panel, studio, fill=drawing.PANEL, radius=16)
    shown = ("offers", post, bay.plaque_key(guard))
    plaque = partial(_plaque, studio, post, guard)
    sheet.within(shown, (left, top, right, y), box, panel, plaque)
    for i in range(LINES):
        end = bottom if i == LINES - 1 else y + LINE
        offer = offers[i] if i < len(offers) else None
        slot = guard.slots[offer.over] if offer and offer.over is not None else None
        owner = hand.players[slot.seat] if slot else None
        key = ("offer", offer, slot, owner, end == bottom)
        line = partial(_line, studio, offer, slot, owner)
        sheet.within(key, (left, y, right, end), box, panel, line)
        y = end


def _plaque(studio: Studio, post: int, guard: GuardOnBoard, on: Image.Image) -> None:
    strip = drawing.canvas(NARROW.bay, NARROW.plaque, drawing.PANEL)
    bay.plaque(studio, strip, NARROW, post, guard, False)
    on.paste(strip, ((on.width - NARROW.bay) // 2, 4))


def _line(
    studio: Studio, offer: Offer | None, slot: Slot | None, owner: Player | None, on: Image.Image
) -> None:
    if offer is not None:
        left = (on.width - NARROW.bay) // 2
        _offer(studio, on, offer, slot, owner, left, LINE // 2)


def _offer(
    studio: Studio, on: Image.Image, offer: Offer, slot: Slot | None, owner: Player | None,
    left: int, y: int,
) -> None:  # fmt: skip
    """Draw a line: who gives way, the sum and how good it is, the price; or why it cannot be."""
    if slot is None or owner is None:
        drawing.middle(on, signs.paw(studio, 48), left + 34, y)
    else:
        tokens.lying(studio, on, left, y, slot, owner)
    right = left + NARROW.bay - 6
    if offer.why:
        if offer.sign:
            shut = offer.sign == "closed"
            sign = signs.lock(studio, 44, False) if shut else signs.poor(studio, 46)
            drawing.middle(on, sign, left + 150, y)
        return
    drawing.write(studio, on, left + 124, y, str(offer.total), 38, drawing.TEXT, True)
    x = left + 172
    if offer.sign == "sure":
        drawing.put(on, signs.sure(studio, 44), x, y - 22)
    elif offer.sign == "chance":
        text = f"{100 * offer.beats // offer.of}%"
        drawing.write(studio, on, x, y, text, 34, drawing.GOLD, True)
    if offer.price:
        drawing.write(studio, on, right, y, f"−{offer.price}", 36, signs.CORAL, True, "rm")
