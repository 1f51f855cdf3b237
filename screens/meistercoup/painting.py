"""The pictures of Meister Coup: the board, one's hand, taking cards, the result, the rules."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from PIL import Image

from engine.contract import Outcome
from engine.meistercoup.values import HAND, ROUNDS, Card, View, value_of
from screens.kit import drawing
from screens.kit.palette import Palette
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.meistercoup import art, diagrams, players, result, tricks
from screens.meistercoup.tokens import EDGE, WIDTH, Scene, nameplate

LABELS = ("round", "trick", "last_trick")
"""The words that pictures carry; callers pass each in the reader's language."""
SPACE = 12
"""Between two panels."""
PALETTE = Palette.of("meistercoup")

diagram = diagrams.diagram


def board(
    studio: Studio,
    view: View,
    names: Sequence[str],
    labels: Mapping[str, str],
    diamonds: Sequence[int],
    outcome: Outcome | None = None,
) -> Image.Image:
    """Return what everybody sees, 1000 wide; after the end the result.

    `diamonds` are those on the cards of value 1, 2, …, 12; names are plain, not escaped.
    """
    scene = Scene(studio, view, names, labels, diamonds, outcome)
    if outcome is not None:
        return PALETTE.flatten(result.result(scene, outcome))
    head = 60 + (0 if view.teams is None else 70)
    strip = tricks.STRIP + SPACE if tricks.shows_last(view) else 0
    plan = players.plan(scene)
    y = EDGE + head + SPACE
    below = y + tricks.height(scene) + SPACE
    sheet = Sheet(studio, PALETTE, WIDTH, below + strip + players.height(plan) + EDGE)
    sheet.part(_head_key(scene), (0, 0, WIDTH, y), lambda on: _head(scene, on))
    tricks.centre(scene, sheet, y)
    if strip:
        tricks.last(scene, sheet, below)
    players.draw(scene, sheet, below + strip, plan)
    return sheet.picture


def cover(studio: Studio, diamonds: Sequence[int]) -> Image.Image:
    """Return a parade of monsters, 1000 wide, which invites to a game."""
    on = drawing.canvas(WIDTH, EDGE + result.PARADE)
    result.parade(studio, diamonds, on)
    return on


def hand(
    studio: Studio,
    view: View,
    names: Sequence[str],
    labels: Mapping[str, str],
    diamonds: Sequence[int],
    outcome: Outcome | None = None,
) -> Image.Image:
    """Return what one seat needs for its next decision, 1000 wide.

    The hand, four in a row like its buttons, beside the trick; or the cards it may take; or the
    teams' proposals.
    """
    scene = Scene(studio, view, names, labels, diamonds, outcome)
    return PALETTE.flatten(_hand(scene))


def held(studio: Studio, cards: Sequence[Card], diamonds: Sequence[int]) -> Image.Image:
    """Return a hand in one line, each card where a full hand has it."""
    width, step = 98, 102
    on = drawing.canvas(HAND * step, round(width * art.CARD_RATIO))
    for place, card in enumerate(cards):
        stamp = art.card(studio, card, diamonds[value_of(card) - 1], width)
        drawing.put(on, stamp, place * step, 0)
    return on


def _hand(scene: Scene) -> Image.Image:
    view = scene.view
    if view.phase == "enter":
        on = drawing.canvas(WIDTH, 2 * EDGE + tricks.height(scene))
        tricks.entering(scene, on, EDGE)
        return on
    if view.phase in ("take", "pair") and view.seat in view.waiting:
        return tricks.choice(scene)
    return tricks.hand(scene)


def _head_key(scene: Scene) -> Hashable:
    view = scene.view
    waiting = tuple(map(scene.plate, view.waiting))
    words = tuple(scene.labels.values())
    return "head", view.round, view.trick_number, waiting, words, view.points, view.coups


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
