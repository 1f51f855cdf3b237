"""The seats on the board of Meister Coup: names, backs held, cards taken, coups, points."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.contract import Seat
from engine.meistercoup.values import COLOURS
from screens.kit import drawing
from screens.kit.sheet import Sheet
from screens.meistercoup import art
from screens.meistercoup.tokens import (
    EDGE,
    FAINT,
    TEAM_FILLS,
    TILE,
    WIDTH,
    Scene,
    collection,
    crowns,
    flow,
    nameplate,
    points,
    seat_coups,
)

SPACE = 12
PAD = 16
LINE = TILE[1] + 6
BACK = 36
"""The width of a small back."""


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


def plan(scene: Scene) -> list[Spot]:
    """Return the panels: one column for three seats, else two; an odd last one is wide."""
    seats = range(scene.seats)
    if scene.seats <= 3:
        rows = [[seat] for seat in seats]
    else:
        rows = [list(seats[i : i + 2]) for i in range(0, scene.seats, 2)]
    spots: list[Spot] = []
    top = 0
    for row in rows:
        width = (WIDTH - 2 * EDGE - SPACE * (len(row) - 1)) // len(row)
        lines = max(len(flow(collection(scene, s), width - 2 * PAD)) for s in row)
        height = PAD + 50 + (0 if len(row) == 1 else 60) + 8 + LINE * lines + PAD - 8
        spots += [
            Spot(seat, EDGE + i * (width + SPACE), top, width, height) for i, seat in enumerate(row)
        ]
        top += height + SPACE
    return spots


def height(spots: list[Spot]) -> int:
    """Return the height of all panels together."""
    return spots[-1].top + spots[-1].height


def draw(scene: Scene, sheet: Sheet, top: int, spots: list[Spot]) -> None:
    """Draw all seats, the first panel's top at `top`."""
    for spot in spots:
        y = top + spot.top
        box = (spot.left, y, spot.left + spot.width, y + spot.height)
        sheet.part(_key(scene, spot), box, partial(_panel, scene, spot))


def _key(scene: Scene, spot: Spot) -> Hashable:
    """Return all that a seat's panel shows."""
    view, seat = scene.view, spot.seat
    return (
        "seat",
        scene.plate(seat),
        seat in view.waiting,
        seat_coups(view, seat),
        _base(scene, seat),
        view.points_round[seat],
        view.backs[seat],
        tuple(sorted(view.taken[seat])),
    )


def _base(scene: Scene, seat: Seat) -> int:
    return 0 if scene.view.teams is not None else scene.view.points[seat]


def _panel(scene: Scene, spot: Spot, on: Image.Image) -> None:
    view, seat = scene.view, spot.seat
    right, inner = spot.width, PAD
    waited = seat in view.waiting
    drawing.panel(
        scene.studio, on, (0, 0, right, spot.height), "#343a4c" if waited else drawing.PANEL, 18,
        drawing.GOLD if waited else "",
    )  # fmt: skip
    y = PAD + 25
    taken = crowns(scene, on, right - PAD, y, seat_coups(view, seat))
    base = _base(scene, seat)
    color = drawing.GOLD if waited else drawing.TEXT
    if spot.wide:
        nameplate(scene, on, inner, y, seat, 270, color)
        backs(scene, on, inner + 285, y, seat, 76)
        points(scene, on, right - PAD - taken - 165, y, base, view.points_round[seat])
    else:
        nameplate(scene, on, inner, y, seat, spot.width - 2 * PAD - taken - 12, color)
        y += 58
        backs(scene, on, inner, y, seat, 73)
        points(scene, on, inner + 4 * 73 + 4, y, base, view.points_round[seat])
    y += 25 + 8
    for line in flow(collection(scene, seat), spot.width - 2 * PAD):
        for x, stamp in line:
            drawing.put(on, stamp, inner + x, y)
        y += LINE


def backs(scene: Scene, on: Image.Image, x: int, y: int, seat: Seat, step: int) -> None:
    """Draw how many cards of each colour a seat holds."""
    for colour in range(len(COLOURS)):
        count = scene.view.backs[seat][colour]
        left = x + colour * step
        back = art.small_back(scene.studio, colour, BACK)
        drawing.put(on, back, left, y - back.height // 2, 1.0 if count else 0.35)
        color = drawing.TEXT if count else FAINT
        drawing.write(
            scene.studio, on, left + BACK + 5, y, str(count), 36, color, anchor="lm", bold=True
        )


def team(scene: Scene, on: Image.Image, box: drawing.Box, number: int) -> None:
    """Draw what a team has entered: points and coups."""
    left, top, right, bottom = box
    y = (top + bottom) // 2
    drawing.panel(scene.studio, on, box, drawing.PANEL, 18, TEAM_FILLS[number], 4)
    drawing.badge(
        scene.studio, on, left + 38, y, "AB"[number], 44, TEAM_FILLS[number], "#14161e", number == 1
    )
    points(scene, on, left + 76, y, scene.view.points[number], None)
    crowns(scene, on, right - PAD, y, scene.view.coups[number])
