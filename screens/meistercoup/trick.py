"""The first picture of Meister Coup's board: the trick, whose hands hold which colours, sums."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.meistercoup.values import HAND, ROUNDS, Card
from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.meistercoup import art, entering
from screens.meistercoup.tokens import (
    EDGE,
    NEWEST,
    SMALL,
    TEAM_FILLS,
    Scene,
    arrow,
    backs,
    crowns,
    face,
    framed,
    nameplate,
    newest,
    plate_width,
    pointer,
    points,
    sums,
    team_sign,
    tile,
)

SPACE, PAD, GAP = 10, 14, 10
HEAD, TEAMS, NAME, LINE, FOOT = 60, 70, 54, 48, 56
"""Heights: the head, the teams' totals, a name, a line of backs, what is under the cards."""
WIDE = 3
"""Seats up to which a seat's backs lie in one line."""


def paint(scene: Scene, palette: Palette) -> Image.Image:
    """Return the trick, or the teams' proposals at the end of a round; 1000 wide."""
    top = EDGE + HEAD + (0 if scene.view.teams is None else TEAMS) + SPACE
    box = (0, top, WIDTH, top + _height(scene))
    sheet = Sheet(scene.studio, palette, WIDTH, box[3] + EDGE)
    sheet.part(_head_key(scene), (0, 0, WIDTH, top), partial(_head, scene))
    if scene.view.phase == "enter":
        sheet.part(entering.key(scene), box, partial(entering.draw, scene, 0))
    else:
        _trick(scene, sheet, box)
    return sheet.picture


def newest_card(scene: Scene) -> Card | None:
    """Return the card of the trick that was moved last: taken by the winner, or played."""
    view = scene.view
    if view.won is not None:
        return view.won
    return view.trick[-1][1] if view.trick else None


def _height(scene: Scene) -> int:
    if scene.view.phase == "enter":
        return entering.height(scene)
    return 2 * PAD + NAME + _tall(scene) + 16 + LINE * _lines(scene) + SPACE + FOOT


def _lines(scene: Scene) -> int:
    return 1 if scene.seats <= WIDE else 2


def _card_width(scene: Scene) -> int:
    return art.LARGE if _slot_width(scene) + GAP >= art.LARGE + 12 else art.CARD


def _tall(scene: Scene) -> int:
    return round(_card_width(scene) * art.CARD_RATIO)


def _slot_width(scene: Scene) -> int:
    return (WIDTH - 2 * EDGE - 2 * PAD - GAP * (scene.seats - 1)) // scene.seats


def _head_key(scene: Scene) -> Hashable:
    view = scene.view
    waiting = tuple(map(scene.plate, view.waiting))
    words = tuple(scene.labels.values())
    totals = view.teams and (view.points, view.coups)
    return "head", view.round, view.trick_number, waiting, words, totals


def _head(scene: Scene, on: Image.Image) -> None:
    view, studio, y = scene.view, scene.studio, EDGE + HEAD // 2
    x = EDGE
    for word, now, last in (("round", view.round, ROUNDS), ("trick", view.trick_number, HAND)):
        text = f"{scene.labels[word]} {now}/{last}"
        x += drawing.pill(studio, on, x, y, text, 36, height=56) + 14
    if len(view.waiting) == 1:
        seat, room = view.waiting[0], WIDTH - EDGE - x - 40
        drawing.middle(on, pointer(studio, 34), x + 24, y)
        nameplate(scene, on, x + 52, y, seat, room - 20, drawing.GOLD, 40)
    if view.teams is not None:
        _teams(scene, on, EDGE + HEAD + SPACE)


def _teams(scene: Scene, on: Image.Image, top: int) -> None:
    """Draw what each team has entered: points and coups."""
    width = (WIDTH - 2 * EDGE - SPACE) // 2
    for team in range(2):
        left = EDGE + team * (width + SPACE)
        right, y = left + width, top + TEAMS // 2 - 5
        box = (left, top, right, top + TEAMS - SPACE)
        drawing.panel(scene.studio, on, box, drawing.PANEL, 18, TEAM_FILLS[team], 4)
        wide = team_sign(scene, on, left + PAD, y, team)
        points(scene, on, left + PAD + wide + 14, y, scene.view.points[team], None)
        crowns(scene, on, right - PAD, y, scene.view.coups[team])


def _trick(scene: Scene, sheet: Sheet, box: drawing.Box) -> None:
    """Put the cards in the order of play under their seats' names, and what is known of hands."""
    view, (_, top, _, bottom) = scene.view, box
    inside = (EDGE, 0, WIDTH - EDGE, bottom - top)
    sheet.part("trick", box, lambda on: drawing.panel(scene.studio, on, inside))
    step, low = _slot_width(scene) + GAP, bottom - PAD - FOOT
    played = dict(view.trick)
    for i in range(scene.seats):
        seat = (view.leader + i) % scene.seats
        left = EDGE + PAD - GAP // 2 + i * step
        slot = (left, top + PAD - 6, left + step, low - 4)
        key = _slot_key(scene, seat, played.get(seat))
        sheet.part(key, slot, partial(_slot, scene, seat, played.get(seat)), drawing.PANEL)
    foot = (EDGE + PAD, low, WIDTH - EDGE - PAD, bottom - PAD)
    if view.trick:
        paint = partial(sums, scene, left=0, right=foot[2] - foot[0], y=28, plays=view.trick)
        sheet.part(("sums", view.trick), foot, paint, drawing.PANEL)
    elif view.last_trick is not None:
        plates = scene.plate(view.last_trick.winner), scene.plate(view.last_trick.runner_up)
        key = ("division", view.last_trick, plates)
        sheet.part(key, foot, partial(_division, scene), drawing.PANEL)


def _slot_key(scene: Scene, seat: Seat, card: Card | None) -> Hashable:
    view = scene.view
    gone = None if card is None or card != view.won else scene.plate(view.winner or 0)
    share = {view.winner: "+1", view.runner_up: "+2"}.get(seat)
    new = card is not None and card == newest_card(scene)
    waited, held = seat in view.waiting, view.backs[seat]
    return "slot", scene.plate(seat), waited, card, share, gone, new, held


def _slot(scene: Scene, seat: Seat, card: Card | None, on: Image.Image) -> None:
    view, room = scene.view, _slot_width(scene)
    color = drawing.GOLD if seat in view.waiting else drawing.TEXT
    x = GAP // 2 + (room - plate_width(scene, seat, room, SMALL)) // 2
    nameplate(scene, on, x, 6 + NAME // 2 - 4, seat, room, color, SMALL)
    _card(scene, on, GAP // 2 + (room - _card_width(scene)) // 2, 6 + NAME, seat, card)
    top = NAME + _tall(scene) + 20
    inside = min(room, 320) if scene.seats <= WIDE else 140
    left = GAP // 2 + (room - inside) // 2
    columns = 4 // _lines(scene)
    box = (left, top, left + inside, top + LINE * _lines(scene))
    backs(scene, on, box, seat, columns)
    note(on, f"backs.{seat}", box)


def _card(scene: Scene, on: Image.Image, x: int, y: int, seat: Seat, card: Card | None) -> None:
    view, width = scene.view, _card_width(scene)
    if card is None:
        box = (x, y, x + width, y + _tall(scene))
        waited = seat in view.waiting
        edge = drawing.GOLD if waited else drawing.QUIET
        drawing.panel(scene.studio, on, box, drawing.HOLE, round(width * 0.1), edge, 5)
        if waited:
            drawing.middle(on, pointer(scene.studio, 60), x + width // 2, y + _tall(scene) // 2)
        return
    is_new = card == newest_card(scene)
    ranks = {view.winner: (drawing.GOLD, "+1"), view.runner_up: (drawing.SILVER, "+2")}
    color, share = ranks.get(seat, (NEWEST if is_new else "", ""))
    if color:
        framed(scene, on, x, y, width, color)
    face(scene, on, x, y, width, card, card == view.won, view.winner)
    note(on, f"trick.{seat}", (x, y, x + width, y + _tall(scene)))
    if is_new:
        # Between the number and the mark of the colour, below the line of the name.
        drawing.middle(on, newest(scene.studio, 48), x + round(width * 0.66), y + 6)
    if share:
        drawing.pill(scene.studio, on, x + width - 66, y + 88, share, 38, color, seats.INK, 50)


def _division(scene: Scene, on: Image.Image) -> None:
    """Draw who took what of the trick that was divided just now."""
    done, y, half = scene.view.last_trick, 28, on.width * 2 // 5
    assert done is not None
    parts = ((0, half, done.winner, (done.won,)), (half, on.width, done.runner_up, done.pair))
    for left, right, seat, cards in parts:
        tiles = [tile(scene, card, marked=True, new=True) for card in cards]
        room = right - left - 66 - sum(stamp.width + 8 for stamp in tiles)
        x = left + nameplate(scene, on, left, y, seat, room, size=SMALL) + 26
        if tiles:
            drawing.middle(on, arrow(scene.studio, 32), x, y)
        note(on, f"went.{seat}", (left, 0, right, on.height))
        for number, stamp in enumerate(tiles):
            drawing.put(on, stamp, x + 24 + number * (stamp.width + 8), 1)
