"""The final picture of a match of Meister Coup: places, names, rounds, coups, points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.contract import Outcome, Seat
from engine.meistercoup.values import View, value_of
from screens.kit import drawing
from screens.kit.studio import Studio
from screens.meistercoup import art
from screens.meistercoup.tokens import (
    EDGE,
    SMALL,
    TEAM_FILLS,
    WIDTH,
    Scene,
    crowns,
    nameplate,
    seat_coups,
    star,
)

ROW = 84
PARADE = 212
GUESTS = (8, 22, 35, 47, 11, 19)
"""The cards shown above the ranking."""
MEDALS = (drawing.GOLD, "#cfd6e6", "#e0a272")


@dataclass(frozen=True, slots=True)
class Standing:
    """One side's end: a seat or a team."""

    side: int
    place: int
    members: tuple[Seat, ...]
    points: int
    coups: int
    rounds: tuple[int, ...]


def standings(view: View, outcome: Outcome) -> list[Standing]:
    """Return all sides, best first; the score ends with coups and points."""
    found = []
    for side in range(len(view.points)):
        members = _members(view, side)
        *rounds, _, points = outcome.scores[members[0]]
        place = outcome.places[members[0]]
        found.append(Standing(side, place, members, points, _coups(view, side), tuple(rounds)))
    return sorted(found, key=lambda s: (s.place, -s.points, s.side))


def _members(view: View, side: int) -> tuple[Seat, ...]:
    if view.teams is None:
        return (side,)
    return tuple(seat for seat, team in enumerate(view.teams) if team == side)


def _coups(view: View, side: int) -> int:
    if view.teams is not None and view.champion is not None and view.teams[view.champion] == side:
        return seat_coups(view, view.champion)
    return view.coups[side]


def result(scene: Scene, outcome: Outcome) -> Image.Image:
    """Return the ranking under a parade of monsters."""
    found = standings(scene.view, outcome)
    heights = [ROW + (0 if len(s.members) == 1 else 62 * _name_rows(s)) for s in found]
    on = drawing.canvas(WIDTH, EDGE + PARADE + sum(heights) + 10 * len(found) + EDGE)
    parade(scene.studio, scene.diamonds, on)
    y = EDGE + PARADE + 10
    for standing, height in zip(found, heights, strict=True):
        _row(scene, on, y, height, standing)
        y += height + 10
    return on


def _name_rows(standing: Standing) -> int:
    return 1 if len(standing.members) < 3 else 2


def parade(studio: Studio, diamonds: Sequence[int], on: Image.Image) -> None:
    """Draw a row of cards at the top of a picture."""
    xs = drawing.spread(len(GUESTS), art.CARD, EDGE, WIDTH - EDGE, 19)
    for x, card in zip(xs, GUESTS, strict=True):
        drawing.put(on, art.card(studio, card, diamonds[value_of(card) - 1], art.CARD), x, EDGE)


def _row(scene: Scene, on: Image.Image, top: int, height: int, standing: Standing) -> None:
    studio, right, y = scene.studio, WIDTH - EDGE, top + ROW // 2
    first = standing.place == 1
    box = (EDGE, top, right, top + height)
    drawing.panel(
        studio, on, box, "#343a4c" if first else drawing.PANEL, 18, drawing.GOLD if first else ""
    )
    medal = MEDALS[min(standing.place, 3) - 1] if standing.place <= 3 else drawing.QUIET
    color = "#14161e" if standing.place <= 3 else drawing.TEXT
    drawing.badge(studio, on, EDGE + 44, y, f"{standing.place}.", 58, medal, color)
    wide = crowns(scene, on, right - 18, y, standing.coups)
    x = right - 18 - wide - 20
    drawing.write(studio, on, x, y, str(standing.points), 44, drawing.TEXT, True, "rm")
    x -= 72
    drawing.put(on, star(studio, 44), x - 44, y - 23)
    x -= 62
    by_round = " + ".join(map(str, standing.rounds)) if len(standing.rounds) > 1 else ""
    x -= drawing.write(studio, on, x, y, by_round, SMALL, drawing.DIM, anchor="rm") + 14
    _who(scene, on, top, x, standing)


def _who(scene: Scene, on: Image.Image, top: int, right: int, standing: Standing) -> None:
    y, left = top + ROW // 2, EDGE + 92
    if scene.view.teams is None:
        nameplate(scene, on, left, y, standing.members[0], right - left, size=38)
        return
    fill = TEAM_FILLS[standing.side]
    drawing.badge(
        scene.studio, on, left + 26, y, "AB"[standing.side], 52, fill, "#14161e", standing.side == 1
    )
    half = (WIDTH - EDGE - left - 30) // 2
    for i, seat in enumerate(standing.members):
        x = left + i % 2 * (half + 10)
        nameplate(scene, on, x, y + 64 + i // 2 * 60, seat, half, size=SMALL)
