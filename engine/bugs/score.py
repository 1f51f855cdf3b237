"""What the hands are worth at the end, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.bugs.box import COPIES
from engine.bugs.values import Face, LaidOpen, State, colour_of, image_of
from engine.contract import Outcome
from engine.ranking import first, places

COLUMNS = (
    "bugs.column.sets",
    "bugs.column.others",
    "bugs.column.trophy",
    "bugs.column.total",
)


def lay_open(hand: Sequence[int]) -> LaidOpen:
    """Return a left hand sorted into sets of three of one image (rulebook 004, 'Wertung')."""
    counts = Counter(map(image_of, hand))
    sets = tuple(sorted(image for image, n in counts.items() if n == COPIES))
    others = sorted(tile for tile in hand if image_of(tile) not in sets)
    return LaidOpen(sets, tuple(Face(image_of(t), colour_of(t)) for t in others))


def score(hand: LaidOpen, trophy: int) -> tuple[int, int, int, int]:
    """Return the points for sets, others, the trophy, and in all (rulebook 004, 'Wertung')."""
    sets, others = 3 * len(hand.sets), -len(hand.others)
    return sets, others, trophy, sets + others + trophy


def outcome(state: State) -> Outcome | None:
    """Return who won, None while the game runs; the highest total does."""
    if state.phase != "over":
        return None
    scores = tuple(score(lay_open(hand), state.taken[s]) for s, hand in enumerate(state.left))
    reached = places([row[-1] for row in scores])
    return Outcome(
        places=reached,
        winners=first(reached),
        reason=f"bugs.reason.{state.cause}",
        columns=COLUMNS,
        scores=scores,
    )
