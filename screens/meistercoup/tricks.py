"""Tricks in pictures of Meister Coup: being played, divided, the last one, and one's hand."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.meistercoup import trick as rules
from engine.meistercoup.values import Card, DividedTrick, View
from screens.kit import drawing
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.meistercoup import art
from screens.meistercoup.tokens import (
    EDGE,
    HOLE,
    LEAF,
    SILVER,
    SMALL,
    TEAM_FILLS,
    WIDE_TILE,
    WIDTH,
    Scene,
    arrow,
    collection,
    crowns,
    flow,
    nameplate,
    plate_width,
    points,
    seat_badge,
    seat_coups,
    sums,
    tile,
)

STRIP = 128
"""Height of the last trick's panel."""
PAD = 14
MEMBER = 62
"""Height of a member's line while teams enter a result."""
GAP = 10
"""Between two cards of a trick; frames take their half of it."""
COLUMNS = 4
PITCH = 64
"""Between two lines of the list beside the hand."""


def shows_last(view: View) -> bool:
    """Return whether the board has a last trick to show."""
    return view.last_trick is not None and view.phase != "enter"


def height(scene: Scene) -> int:
    """Return the height of the board's middle panel."""
    if scene.view.phase == "enter":
        return 2 * PAD + MEMBER * (scene.seats // 2)
    return PAD + 52 + 8 + round(_card_width(scene) * art.CARD_RATIO) + 14 + 56 + PAD


def _card_width(scene: Scene) -> int:
    return art.LARGE if _slot_width(scene) > art.LARGE else art.CARD


def _slot_width(scene: Scene) -> int:
    return (WIDTH - 2 * EDGE - 2 * PAD - GAP * (scene.seats - 1)) // scene.seats


def centre(scene: Scene, sheet: Sheet, top: int) -> None:
    """Put the trick, or the teams' proposals, into the middle of the board."""
    box = (0, top, WIDTH, top + height(scene))
    if scene.view.phase == "enter":
        sheet.part(_entering_key(scene), box, lambda on: entering(scene, on, 0))
    else:
        _trick(scene, sheet, box)


def _trick(scene: Scene, sheet: Sheet, box: drawing.Box) -> None:
    """Put the trick in the order of play with whose card is whose, and the colours' sums."""
    view, (_, top, _, bottom) = scene.view, box
    inside = (EDGE, 0, WIDTH - EDGE, bottom - top)
    sheet.part("trick", box, lambda on: drawing.panel(scene.studio, on, inside))
    step, high = _slot_width(scene) + GAP, bottom - top - 2 * PAD - 62
    played = dict(view.trick)
    for i in range(scene.seats):
        seat = (view.leader + i) % scene.seats
        left = EDGE + PAD - GAP // 2 + i * step
        card = played.get(seat)
        share = {view.winner: "+1", view.runner_up: "+2"}.get(seat)
        key = ("slot", scene.plate(seat), seat in view.waiting, card, share, _gone(scene, card))
        slot = (left, top + PAD, left + step, top + PAD + high)
        sheet.part(key, slot, partial(_slot, scene, seat, card), drawing.PANEL)
    if view.trick:
        row = (EDGE + PAD, bottom - PAD - 56, WIDTH - EDGE - PAD, bottom - PAD)
        wide = row[2] - row[0]
        sheet.part(
            ("sums", view.trick),
            row,
            lambda on: sums(scene, on, 0, wide, 28, view.trick),
            drawing.PANEL,
        )


def _gone(scene: Scene, card: Card | None) -> Hashable:
    """Return who has taken this card out of the trick, None while it lies there."""
    winner = scene.view.winner
    taken = card is not None and card == scene.view.won
    return scene.plate(winner) if taken and winner is not None else None


def _slot(scene: Scene, seat: Seat, card: Card | None, on: Image.Image) -> None:
    _slot_head(scene, on, GAP // 2, 26, seat)
    _slot_card(scene, on, GAP // 2, 60, seat, card)


def _slot_head(scene: Scene, on: Image.Image, left: int, y: int, seat: Seat) -> None:
    view, room = scene.view, _slot_width(scene)
    share = {view.winner: "+1", view.runner_up: "+2"}.get(seat)
    extra = 70 if share else 0
    color = drawing.GOLD if seat in view.waiting else drawing.TEXT
    width = plate_width(scene, seat, room - extra, SMALL) + extra
    x = left + (room - width) // 2
    nameplate(scene, on, x, y, seat, room - extra, color, SMALL)
    if share:
        fill = drawing.GOLD if share == "+1" else SILVER
        drawing.pill(scene.studio, on, x + width - 60, y, share, 34, fill, "#14161e", 44)


def _slot_card(
    scene: Scene, on: Image.Image, left: int, top: int, seat: Seat, card: Card | None
) -> None:
    view, width = scene.view, _card_width(scene)
    x = left + (_slot_width(scene) - width) // 2
    box = (x, top, x + width, top + round(width * art.CARD_RATIO))
    if card is None:
        edge = drawing.GOLD if seat in view.waiting else drawing.QUIET
        drawing.panel(scene.studio, on, box, HOLE, round(width * 0.1), edge, 5)
        if seat in view.waiting:
            middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
            drawing.middle(on, pointer(scene.studio, 60), *middle)
        return
    won = {view.winner: drawing.GOLD, view.runner_up: SILVER}.get(seat)
    if won:
        outer = (box[0] - 6, box[1] - 6, box[2] + 6, box[3] + 6)
        drawing.panel(scene.studio, on, outer, won, round(width * 0.1) + 6)
    _face(scene, on, x, top, width, card, card == view.won, view.winner)


def _face(
    scene: Scene, on: Image.Image, x: int, y: int, width: int, card: Card, gone: bool,
    owner: Seat | None = None,
) -> None:  # fmt: skip
    stamp = art.card(scene.studio, card, scene.gems(card), width)
    if not gone:
        drawing.put(on, stamp, x, y)
        return
    box = (x, y, x + stamp.width, y + stamp.height)
    drawing.panel(scene.studio, on, box, HOLE, round(width * 0.1))
    drawing.put(on, stamp, x, y, 0.3)
    if owner is not None:
        seat_badge(scene, on, x + stamp.width // 2, y + stamp.height // 2, owner, 64)


def pointer(studio: Studio, width: int) -> Image.Image:
    """Return the sign at whom the table waits for."""
    edge = f'stroke="{drawing.GOLD}" stroke-width="12" stroke-linejoin="round"'
    drawn = f'<path d="M24 12L84 50L24 88Z" fill="{drawing.GOLD}" {edge}/>'
    return studio.sprite(art.icon_svg(drawn), width)


def last(scene: Scene, sheet: Sheet, top: int) -> None:
    """Put the trick divided last on the board: whose card went to whom."""
    done = scene.view.last_trick
    if done is not None:
        plates = tuple(scene.plate(seat) for seat, _ in done.plays)
        key = ("last", done, plates, scene.labels["last_trick"])
        sheet.part(key, (EDGE, top, WIDTH - EDGE, top + STRIP), partial(_last, scene, done))


def _last(scene: Scene, done: DividedTrick, on: Image.Image) -> None:
    drawing.panel(scene.studio, on, (0, 0, WIDTH - 2 * EDGE, STRIP), "#1f222d")
    for i, word in enumerate(scene.labels["last_trick"].split(maxsplit=1)):
        y = STRIP // 2 + (i * 2 - 1) * 20
        drawing.write(scene.studio, on, PAD, y, word, 32, drawing.DIM, room=136)
    left, right = PAD + 144, WIDTH - 2 * EDGE - PAD
    width = min(150, (right - left) // len(done.plays))
    for x, (seat, card) in zip(
        drawing.spread(len(done.plays), width, left, right, 0), done.plays, strict=True
    ):
        _went(scene, on, x + width // 2, 10, seat, card, _taker(done, card))


def _taker(done: DividedTrick, card: Card) -> Seat | None:
    if card == done.won:
        return done.winner
    return done.runner_up if card in done.pair else None


def _went(
    scene: Scene, on: Image.Image, x: int, top: int, seat: Seat, card: Card, taker: Seat | None
) -> None:
    stamp = tile(scene, card, marked=True)
    drawing.put(on, stamp, x - stamp.width // 2, top, 0.4 if taker is None else 1.0)
    y = top + stamp.height + 26
    if taker is None:
        seat_badge(scene, on, x, y, seat)
        return
    seat_badge(scene, on, x - 35, y, seat)
    drawing.middle(on, arrow(scene.studio, 24), x, y)
    seat_badge(scene, on, x + 35, y, taker)


def hand(scene: Scene) -> Image.Image:
    """Return the own hand, four in a row; while it is asked with the trick so far beside it."""
    view, card_width, gap = scene.view, art.CARD, 16
    asked = view.seat in view.waiting
    card_height = round(card_width * art.CARD_RATIO)
    rows = max(1, -(-len(view.hand) // COLUMNS))
    listed = PITCH * scene.seats + (136 if view.trick else 0) if asked else 0
    height = max(rows * card_height + (rows - 1) * gap, listed) + 2 * EDGE
    on = drawing.canvas(WIDTH, height)
    top = (height - rows * card_height - (rows - 1) * gap) // 2
    for i, card in enumerate(view.hand):
        x = EDGE + i % COLUMNS * (card_width + gap)
        _face(scene, on, x, top + i // COLUMNS * (card_height + gap), card_width, card, False)
    if asked:
        left = EDGE + COLUMNS * (card_width + gap) + 10
        _listed(scene, on, left, (height - listed) // 2)
    return on


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
        y = top + PITCH * scene.seats + 36
        sums(scene, on, left, right, y, view.trick, in_row=2)


def choice(scene: Scene) -> Image.Image:
    """Return the trick sorted like the buttons, what may be taken bright, above one's own cards."""
    view = scene.view
    offered = _offered(view)
    count, gap = len(view.trick), 14
    width = art.LARGE if count < 6 else art.CARD
    card_height = round(width * art.CARD_RATIO)
    me = view.winner if view.seat is None else view.seat
    assert me is not None
    lines = flow(collection(scene, me), WIDTH - 2 * EDGE)
    on = drawing.canvas(WIDTH, EDGE + 56 + card_height + 24 + 56 + 10 + 66 * len(lines) + EDGE)
    xs = drawing.spread(count, width, EDGE, WIDTH - EDGE, gap)
    in_order = sorted(view.trick, key=lambda play: play[1])
    for x, (seat, card) in zip(xs, in_order, strict=True):
        taken_by = view.winner if card == view.won else None
        plate = plate_width(scene, seat, width, SMALL)
        nameplate(scene, on, x + (width - plate) // 2, EDGE + 24, seat, width, size=SMALL)
        if card in offered:
            box = (x - 6, EDGE + 50, x + width + 6, EDGE + 62 + card_height)
            drawing.panel(scene.studio, on, box, LEAF, round(width * 0.1) + 6)
        _face(scene, on, x, EDGE + 56, width, card, card not in offered, taken_by)
    _own(scene, on, EDGE + 56 + card_height + 24, me, lines)
    return on


def _offered(view: View) -> set[Card]:
    if view.phase == "take":
        return {card for _, card in view.trick}
    return {card for pair in rules.pairs(rules.left_of(view.trick, view.won)) for card in pair}


def _own(
    scene: Scene, on: Image.Image, top: int, seat: Seat, lines: list[list[tuple[int, Image.Image]]]
) -> None:
    view, y = scene.view, top + 28
    wide = crowns(scene, on, WIDTH - EDGE, y, seat_coups(view, seat))
    nameplate(scene, on, EDGE, y, seat, WIDTH - 2 * EDGE - wide - 160)
    points(scene, on, WIDTH - EDGE - wide - 140, y, 0, view.points_round[seat])
    for i, line in enumerate(lines):
        for x, stamp in line:
            drawing.put(on, stamp, EDGE + x, top + 66 + i * 66)


def _entering_key(scene: Scene) -> Hashable:
    view = scene.view
    plates = tuple(map(scene.plate, range(scene.seats)))
    return "enter", plates, view.proposals, view.entered, view.points_round, view.coups_round


def entering(scene: Scene, on: Image.Image, top: int) -> None:
    """Draw for each team its members' results, the proposal and what is entered."""
    width = (WIDTH - 2 * EDGE - 12) // 2
    for team in range(2):
        left = EDGE + team * (width + 12)
        box = (left, top, left + width, top + height(scene))
        drawing.panel(scene.studio, on, box, drawing.PANEL, 18, TEAM_FILLS[team])
        for i, seat in enumerate(range(team, scene.seats, 2)):
            row = (
                left + 10,
                top + PAD + i * MEMBER,
                left + width - 10,
                top + PAD + (i + 1) * MEMBER,
            )
            _member(scene, on, row, team, seat)


def _member(scene: Scene, on: Image.Image, row: drawing.Box, team: int, seat: Seat) -> None:
    view, y = scene.view, (row[1] + row[3]) // 2
    proposal, entered = view.proposals[team], view.entered[team]
    if entered == seat:
        drawing.panel(scene.studio, on, (row[0], row[1] + 3, row[2], row[3] - 3), "#2f6b3f", 14)
    elif entered is None and proposal is not None and proposal.member == seat:
        drawing.panel(
            scene.studio, on, (row[0], row[1] + 3, row[2], row[3] - 3), "#343a4c", 14, drawing.GOLD
        )
    most = max(view.coups_round[team::2])
    for i in range(view.coups_round[seat]):
        drawing.put(on, art.crown_icon(scene.studio, 44), row[2] - 54 - i * 42, y - 24)
    worth = row[2] - 120 - (12 + 42 * most if most else 0)
    points(scene, on, worth, y, view.points_round[seat], None)
    nameplate(scene, on, row[0] + 10, y, seat, worth - row[0] - 20, size=SMALL)
