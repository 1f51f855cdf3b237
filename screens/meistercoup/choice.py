"""Taking cards of a trick in Meister Coup, with what the other then gets and what one has."""

from __future__ import annotations

from PIL import Image

from engine.contract import Seat
from engine.meistercoup import trick as rules
from engine.meistercoup.values import Card, View
from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.spots import note
from screens.meistercoup import art, outlook
from screens.meistercoup.tokens import (
    EDGE,
    SMALL,
    TILE,
    Scene,
    collection,
    crowns,
    face,
    flow,
    framed,
    nameplate,
    plate_width,
    points,
    seat_badge,
    tile,
)

NAME = 56
OTHER = 72
"""Height of the line that shows what the runner-up would get."""
LINE = TILE[1] + 6


def paint(scene: Scene) -> Image.Image:
    """Return the trick sorted like the buttons, what may be taken bright, above one's own cards."""
    view, me = scene.view, scene.view.seat
    assert me is not None
    width = art.LARGE if scene.seats < 6 else art.CARD
    tall = round(width * art.CARD_RATIO)
    own = flow(collection(scene, me), WIDTH - 2 * EDGE)
    low = EDGE + NAME + tall + 14 + (OTHER if view.phase == "take" else 0)
    on = drawing.canvas(WIDTH, low + 66 + LINE * len(own) + EDGE)
    xs = drawing.spread(len(view.trick), width, EDGE, WIDTH - EDGE, 14)
    for x, (seat, card) in zip(xs, sorted(view.trick, key=lambda play: play[1]), strict=True):
        plate = plate_width(scene, seat, width, SMALL)
        nameplate(scene, on, x + (width - plate) // 2, EDGE + 24, seat, width, size=SMALL)
        _card(scene, on, x, EDGE + NAME, width, card, me)
        if view.phase == "take":
            _other(scene, on, x + width // 2, EDGE + NAME + tall + 46, card)
    _own(scene, on, low, me, own)
    return on


def _card(scene: Scene, on: Image.Image, x: int, y: int, width: int, card: Card, me: Seat) -> None:
    """Draw a card of the trick, with a crown where taking it completes a coup."""
    view, offered = scene.view, _offered(scene.view)
    if card in offered:
        framed(scene, on, x, y, width, drawing.LEAF)
    owner = view.winner if card == view.won else None
    face(scene, on, x, y, width, card, card not in offered, owner)
    note(on, f"card.{card}", (x, y, x + width, y + round(width * art.CARD_RATIO)))
    if view.phase == "take" and outlook.gain(view, me, (card,)).coups:
        drawing.put(on, art.crown_icon(scene.studio, 72), x + width - 78, y + 52)


def _other(scene: Scene, on: Image.Image, middle: int, y: int, card: Card) -> None:
    """Draw what the runner-up gets if this card is taken: two tiles, or one and a question."""
    view, found = scene.view, outlook.rest(scene.view, card)
    assert view.runner_up is not None
    if outlook.gain(view, view.winner or 0, (card,)).wins:
        return
    left = middle - (46 + 2 * (TILE[0] + 4)) // 2
    seat_badge(scene, on, left + 23, y, view.runner_up)
    for i in range(2):
        x = left + 50 + i * (TILE[0] + 4)
        if i < len(found.sure):
            drawing.put(on, tile(scene, found.sure[i]), x, y - TILE[1] // 2)
            continue
        box = (x, y - TILE[1] // 2, x + TILE[0], y + TILE[1] // 2)
        drawing.panel(scene.studio, on, box, drawing.PANEL, 10, drawing.DIM, 3)
        drawing.write(scene.studio, on, x + TILE[0] // 2, y, "?", 36, bold=True, anchor="mm")


def _offered(view: View) -> set[Card]:
    if view.phase == "take":
        return {card for _, card in view.trick}
    return {card for pair in rules.pairs(rules.left_of(view.trick, view.won)) for card in pair}


def _own(
    scene: Scene, on: Image.Image, top: int, seat: Seat, lines: list[list[tuple[int, Image.Image]]]
) -> None:
    view, y = scene.view, top + 28
    note(on, "taken", (EDGE, top, WIDTH - EDGE, top + 66 + LINE * len(lines)))
    wide = crowns(scene, on, WIDTH - EDGE, y, outlook.marks(view, seat))
    nameplate(scene, on, EDGE, y, seat, WIDTH - 2 * EDGE - wide - 160)
    points(scene, on, WIDTH - EDGE - wide - 140, y, 0, view.points_round[seat])
    for i, line in enumerate(lines):
        for x, stamp in line:
            drawing.put(on, stamp, EDGE + x, top + 62 + i * LINE)
