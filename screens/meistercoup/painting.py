"""The pictures of Meister Coup: the board, one's hand, taking cards, the result, the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.meistercoup.values import HAND, ROUNDS, View
from screens.kit import drawing
from screens.kit.studio import Studio
from screens.meistercoup import diagrams, players, result, tricks
from screens.meistercoup.tokens import EDGE, WIDTH, Scene, nameplate

LABELS = ("round", "trick", "last_trick")
"""The words that pictures carry; callers pass each in the reader's language."""
SPACE = 12
"""Between two panels."""

diagram = diagrams.diagram


def board(
    studio: Studio,
    view: View,
    names: Sequence[str],
    labels: Mapping[str, str],
    diamonds: Sequence[int],
) -> Image.Image:
    """Return what everybody sees, 1000 wide; after the end the result.

    `diamonds` are those on the cards of value 1, 2, …, 12; names are plain, not escaped.
    """
    scene = Scene(studio, view, names, labels, diamonds)
    if view.phase == "over":
        return result.result(scene)
    middle = tricks.entering if view.phase == "enter" else tricks.trick
    head = 60 + (0 if view.teams is None else 70)
    strip = tricks.STRIP + SPACE if tricks.shows_last(view) else 0
    centre = tricks.height(scene)
    plan = players.plan(scene)
    height = EDGE + head + SPACE + centre + SPACE + strip + players.height(plan) + EDGE
    on = drawing.canvas(WIDTH, height)
    _head(scene, on)
    y = EDGE + head + SPACE
    middle(scene, on, y)
    y += centre + SPACE
    if strip:
        tricks.last(scene, on, y)
    players.draw(scene, on, y + strip, plan)
    return on


def hand(
    studio: Studio,
    view: View,
    names: Sequence[str],
    labels: Mapping[str, str],
    diamonds: Sequence[int],
) -> Image.Image:
    """Return what one seat needs for its next decision, 1000 wide.

    The hand, four in a row like its buttons, beside the trick; or the cards it may take; or the
    teams' proposals; or the result.
    """
    scene = Scene(studio, view, names, labels, diamonds)
    if view.phase == "over":
        return result.result(scene)
    if view.phase == "enter":
        on = drawing.canvas(WIDTH, 2 * EDGE + tricks.height(scene))
        tricks.entering(scene, on, EDGE)
        return on
    if view.phase in ("take", "pair") and view.seat in view.waiting:
        return tricks.choice(scene)
    return tricks.hand(scene)


def _head(scene: Scene, on: Image.Image) -> None:
    view, studio, y = scene.view, scene.studio, EDGE + 30
    x = EDGE
    for word, now, last in (("round", view.round, ROUNDS), ("trick", view.trick_number, HAND)):
        text = f"{scene.labels[word]} {now}/{last}"
        x += drawing.pill(studio, on, x, y, text, 36, height=56) + 14
    if len(view.waiting) == 1:
        seat, room = view.waiting[0], WIDTH - EDGE - x - 40
        drawing.middle(on, tricks.pointer(studio, 34), x + 24, y)
        nameplate(scene, on, x + 52, y, seat, room - 20, drawing.GOLD, 38)
    if view.teams is not None:
        _teams(scene, on, EDGE + 70)


def _teams(scene: Scene, on: Image.Image, top: int) -> None:
    width = (WIDTH - 2 * EDGE - SPACE) // 2
    for team in range(2):
        left = EDGE + team * (width + SPACE)
        players.team(scene, on, (left, top, left + width, top + 60), team)
