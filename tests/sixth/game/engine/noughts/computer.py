"""How a computer plays noughts and crosses: it ends rows, spoils rows, and guesses like anybody."""

from __future__ import annotations

from collections import Counter

from engine.noughts.box import NoughtsBox
from engine.noughts.values import Mark, Options, Spot, State, View

from engine.contract import Level, Question
from engine.rng import Rng


def choose(box: NoughtsBox, question: Question[Options, View, None, Mark, State], rng: Rng) -> Mark:
    """Return the spot that is worth most, any of them where several are."""
    level = question.options.level
    worths = [_worth(box, question.view, mark.spot, level) for mark in question.legal]
    best = max(worths)
    return rng.choice([m for m, w in zip(question.legal, worths, strict=True) if w == best])


def _worth(box: NoughtsBox, view: View, spot: Spot, level: Level) -> int:
    """Return what a mark is worth: its rows together; an easy computer does not look."""
    if level == "easy":
        return 0
    return sum(_row(view, row, level) for row in box.rows if spot in row)


def _row(view: View, row: tuple[Spot, ...], level: Level) -> int:
    """Return what one more mark in a row is worth; only a hard computer prepares rows."""
    if any(spot in view.woken for spot in row):
        return 0
    held = Counter(mark for spot in row if (mark := view.marks[spot]) is not None)
    own = held.pop(view.seat or 0, 0)
    if own == 2 or held.total() == 2:
        return 100 if own else 20
    return int(level == "hard" and not held) * (1 + own)
