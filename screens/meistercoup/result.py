"""The final picture of Meister Coup: the winner's finest cards, places, rounds, coups, points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.contract import Outcome, Seat
from engine.meistercoup import score
from engine.meistercoup.values import COLOURS, Card, View, colour_of, value_of
from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.meistercoup import art, outlook
from screens.meistercoup.tokens import (
    EDGE,
    SMALL,
    Scene,
    crowns,
    nameplate,
    star,
    team_sign,
)

ROW, GAP = 84, 8
PARADE = 206
"""Height of the cards over the places."""
GUESTS = (8, 22, 35, 47, 11, 19)
"""The cards that invite to a game."""


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
        return outlook.marks(view, view.champion)
    return view.coups[side]


def best_of(view: View, outcome: Outcome) -> Seat:
    """Return whose cards decided: who completed the last coup, else the first of the winners; of
    a team the member whose result was entered last."""
    if view.champion is not None:
        return view.champion
    first = outcome.winners[0]
    if view.teams is None:
        return first
    entered = view.rounds[-1].entered[view.teams[first]]
    return first if entered is None else entered


def finest(view: View, seat: Seat, diamonds: Sequence[int]) -> tuple[Card, ...]:
    """Return four cards of the last round: a coup where there is one, else the most valuable."""
    taken = view.taken[seat]
    if score.coups_of(taken):
        return tuple(_last(taken, colour) for colour in range(len(COLOURS)))
    by_worth = sorted(taken, key=lambda card: (diamonds[value_of(card) - 1], value_of(card)))
    return tuple(sorted(by_worth[-len(COLOURS) :]))


def _last(taken: Sequence[Card], colour: int) -> Card:
    return [card for card in taken if colour_of(card) == colour][-1]


def paint(scene: Scene) -> Image.Image:
    """Return the ranking under the cards that decided; 1000 wide."""
    assert scene.outcome is not None
    found = standings(scene.view, scene.outcome)
    heights = [ROW + (0 if len(s.members) == 1 else 58 * _name_rows(s)) for s in found]
    on = drawing.canvas(WIDTH, EDGE + PARADE + sum(heights) + GAP * len(found) + EDGE)
    _work(scene, scene.outcome, on)
    y = EDGE + PARADE + GAP
    for standing, height in zip(found, heights, strict=True):
        _row(scene, on, y, height, standing)
        y += height + GAP
    return on


def _work(scene: Scene, outcome: Outcome, on: Image.Image) -> None:
    """Draw the cards that decided, with the name of whose they are and the crowns."""
    seat = best_of(scene.view, outcome)
    cards = finest(scene.view, seat, scene.diamonds)
    parade(scene.studio, scene.diamonds, cards, on, EDGE + 4 * (art.CARD + 14))
    left = EDGE + 4 * (art.CARD + 14) + 16
    nameplate(scene, on, left, EDGE + 60, seat, WIDTH - EDGE - left, drawing.GOLD, 44)
    coups = outlook.marks(scene.view, seat)
    crowns(scene, on, left + 74 * max(3, coups), EDGE + 144, coups, 74)


def _name_rows(standing: Standing) -> int:
    return 1 if len(standing.members) < 3 else 2


def parade(
    studio: Studio, diamonds: Sequence[int], cards: Sequence[Card], on: Image.Image,
    right: int = WIDTH - EDGE,
) -> None:  # fmt: skip
    """Draw a row of cards at the top of a picture."""
    xs = drawing.spread(len(cards), art.CARD, EDGE, right, 14)
    for x, card in zip(xs, cards, strict=True):
        drawing.put(on, art.card(studio, card, diamonds[value_of(card) - 1], art.CARD), x, EDGE)


def _row(scene: Scene, on: Image.Image, top: int, height: int, standing: Standing) -> None:
    studio, right, y = scene.studio, WIDTH - EDGE, top + ROW // 2
    first = standing.place == 1
    box = (EDGE, top, right, top + height)
    drawing.panel(
        studio, on, box, drawing.LIT if first else drawing.PANEL, 18, drawing.GOLD if first else ""
    )
    medal = drawing.MEDALS[min(standing.place, 3) - 1] if standing.place <= 3 else drawing.QUIET
    color = seats.INK if standing.place <= 3 else drawing.TEXT
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
    team_sign(scene, on, left, y, standing.side)
    half = (WIDTH - EDGE - left - 30) // 2
    for i, seat in enumerate(standing.members):
        x = left + i % 2 * (half + 10)
        nameplate(scene, on, x, y + 62 + i // 2 * 58, seat, half, size=SMALL)
