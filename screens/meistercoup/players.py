"""The second picture of Meister Coup's board: the last trick, and what each seat has taken."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.meistercoup.values import Card, DividedTrick
from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.spots import note
from screens.meistercoup import outlook
from screens.meistercoup.tokens import (
    BADGE,
    EDGE,
    SMALL,
    TEAM_FILLS,
    TILE,
    Scene,
    arrow,
    collection,
    crowns,
    flow,
    fresh,
    nameplate,
    plate_width,
    points,
    points_width,
    seat_badge,
    tile,
)

SPACE, PAD = 10, 12
LINE = TILE[1] + 4
HEAD = 52
"""Height of the line with a seat's name."""
LAST, LABEL = 122, 118
"""Height of the last trick, and width of what says that it is."""
ROOMY = 164
"""Width from which on there is room for an arrow between a card and its taker."""
CROWN = 36


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one seat's panel goes."""

    seat: Seat
    left: int
    top: int
    width: int
    height: int

    @property
    def wide(self) -> bool:
        """Whether it spans the whole picture."""
        return self.width > WIDTH // 2


def paint(scene: Scene, palette: Palette) -> Image.Image:
    """Return the last trick, where there is one, over all seats' panels; 1000 wide."""
    done = scene.view.last_trick
    spots, top = plan(scene), EDGE + (0 if done is None else LAST + SPACE)
    height = top + spots[-1].top + spots[-1].height + EDGE
    sheet = Sheet(scene.studio, palette, WIDTH, height)
    sheet.part("margins", (0, 0, WIDTH, height), lambda on: None)
    if done is not None:
        box = (EDGE, EDGE, WIDTH - EDGE, EDGE + LAST)
        plates = tuple(scene.plate(seat) for seat, _ in done.plays)
        key = ("last", done, plates, scene.labels["last_trick"])
        sheet.part(key, box, partial(_last, scene, done))
    for spot in spots:
        y = top + spot.top
        box = (spot.left, y, spot.left + spot.width, y + spot.height)
        sheet.part(_key(scene, spot), box, partial(_panel, scene, spot))
    return sheet.picture


def plan(scene: Scene) -> list[Spot]:
    """Return the panels: one column for three seats, else two; an odd last one is wide."""
    seats, columns = list(range(scene.seats)), 1 if scene.seats <= 3 else 2
    spots: list[Spot] = []
    top = 0
    for row in (seats[i : i + columns] for i in range(0, scene.seats, columns)):
        width = (WIDTH - 2 * EDGE - SPACE * (len(row) - 1)) // len(row)
        lines = max(len(flow(collection(scene, s), width - 2 * PAD)) for s in row)
        height = PAD + HEAD + LINE * lines + PAD - 4
        spots += [
            Spot(seat, EDGE + i * (width + SPACE), top, width, height) for i, seat in enumerate(row)
        ]
        top += height + SPACE
    return spots


def _key(scene: Scene, spot: Spot) -> Hashable:
    """Return all that a seat's panel shows."""
    view, seat = scene.view, spot.seat
    taken = tuple(sorted(view.taken[seat]))
    new, gold = fresh(view).intersection(taken), (_base(scene, seat), view.points_round[seat])
    return "seat", scene.plate(seat), outlook.marks(view, seat), gold, taken, new


def _base(scene: Scene, seat: Seat) -> int:
    return 0 if scene.view.teams is not None else scene.view.points[seat]


def _panel(scene: Scene, spot: Spot, on: Image.Image) -> None:
    view, seat = scene.view, spot.seat
    note(on, f"taken.{seat}", (0, 0, spot.width, spot.height))
    right, y = spot.width - PAD, PAD + 23
    edge = "" if view.teams is None else TEAM_FILLS[view.teams[seat]]
    drawing.panel(scene.studio, on, (0, 0, spot.width, spot.height), drawing.PANEL, 18, edge)
    right -= crowns(scene, on, right, y, outlook.marks(view, seat), CROWN) + 12
    gold = _base(scene, seat), view.points_round[seat]
    right -= 320 if spot.wide else points_width(scene.studio, *gold)
    points(scene, on, right, y, *gold)
    nameplate(scene, on, PAD, y, seat, right - PAD - 8, size=SMALL)
    for i, line in enumerate(flow(collection(scene, seat), spot.width - 2 * PAD)):
        for x, stamp in line:
            drawing.put(on, stamp, PAD + x, PAD + HEAD + i * LINE)


def _last(scene: Scene, done: DividedTrick, on: Image.Image) -> None:
    """Draw whose card went to whom; what nobody took is faint."""
    drawing.panel(scene.studio, on, (0, 0, on.width, LAST), "#1f222d")
    for i, word in enumerate(scene.labels["last_trick"].split(maxsplit=1)):
        y = LAST // 2 + (i * 2 - 1) * 20
        drawing.write(scene.studio, on, PAD, y, word, 32, drawing.DIM, room=LABEL - 4)
    left = PAD + LABEL
    width = (on.width - left - 4) // len(done.plays)
    room = _room(scene, done, width - 6)
    for i, (seat, card) in enumerate(done.plays):
        middle = left + i * width + width // 2
        plate = plate_width(scene, seat, room, SMALL)
        nameplate(scene, on, middle - plate // 2, 32, seat, room, size=SMALL)
        _went(scene, on, middle, width >= ROOMY, card, _taker(done, card))


def _room(scene: Scene, done: DividedTrick, most: int) -> int:
    """Return the room for a name; none where many play and one would be cut to a syllable: the
    panels below tell whose each mark is."""
    longest = max(plate_width(scene, seat, WIDTH, SMALL) for seat, _ in done.plays)
    return most if most >= ROOMY or longest <= most else 0


def _taker(done: DividedTrick, card: Card) -> Seat | None:
    if card == done.won:
        return done.winner
    return done.runner_up if card in done.pair else None


def _went(
    scene: Scene, on: Image.Image, middle: int, roomy: bool, card: Card, taker: Seat | None
) -> None:
    """Draw a card around its middle, with who took it."""
    stamp, top = tile(scene, card, marked=True), 60
    if taker is None:
        drawing.put(on, stamp, middle - stamp.width // 2, top, 0.4)
        return
    gap = 30 if roomy else 4
    x, y = middle - (stamp.width + gap + BADGE) // 2, top + stamp.height // 2
    drawing.put(on, stamp, x, top)
    if roomy:
        drawing.middle(on, arrow(scene.studio, 22), x + stamp.width + gap // 2, y)
    seat_badge(scene, on, x + stamp.width + gap + BADGE // 2, y, taker)
