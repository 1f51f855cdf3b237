"""The end of a round in teams: what each member reached, what is proposed and what entered."""

from __future__ import annotations

from collections.abc import Hashable

from PIL import Image

from engine.contract import Seat
from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.meistercoup import art
from screens.meistercoup.tokens import (
    EDGE,
    SMALL,
    TEAM_FILLS,
    Scene,
    arrow,
    nameplate,
    points,
    seat_badge,
)

PAD = 14
MEMBER = 124
"""Height of a member's part."""


def height(scene: Scene) -> int:
    """Return the height of both teams' panels."""
    return 2 * PAD + MEMBER * (scene.seats // 2)


def key(scene: Scene) -> Hashable:
    """Return all that the panels show."""
    view = scene.view
    plates = tuple(map(scene.plate, range(scene.seats)))
    return "enter", plates, view.proposals, view.entered, view.points_round, view.coups_round


def draw(scene: Scene, top: int, on: Image.Image) -> None:
    """Draw for each team its members' results, the proposal and what is entered."""
    width = (WIDTH - 2 * EDGE - 12) // 2
    for team in range(2):
        left = EDGE + team * (width + 12)
        box = (left, top, left + width, top + height(scene))
        drawing.panel(scene.studio, on, box, drawing.PANEL, 18, TEAM_FILLS[team])
        for i, seat in enumerate(range(team, scene.seats, 2)):
            y = top + PAD + i * MEMBER
            _member(scene, on, (left + 10, y, left + width - 10, y + MEMBER), team, seat)


def _member(scene: Scene, on: Image.Image, row: drawing.Box, team: int, seat: Seat) -> None:
    view, (left, top, right, bottom) = scene.view, row
    proposal, entered = view.proposals[team], view.entered[team]
    box = (left, top + 3, right, bottom - 3)
    if entered == seat:
        drawing.panel(scene.studio, on, box, "#2f6b3f", 14)
    elif entered is None and proposal is not None and proposal.member == seat:
        drawing.panel(scene.studio, on, box, drawing.LIT, 14, drawing.GOLD)
        x = right - 40
        seat_badge(scene, on, x, top + 36, proposal.proposer)
        drawing.middle(on, arrow(scene.studio, 30), x - 50, top + 36)
        right -= 100
    nameplate(scene, on, left + 14, top + 36, seat, right - left - 28, size=SMALL)
    points(scene, on, left + 14, top + 88, view.points_round[seat], None)
    for i in range(view.coups_round[seat]):
        drawing.put(on, art.crown_icon(scene.studio, 48), left + 150 + i * 52, top + 62)
