"""How a computer plays noughts and crosses: it ends rows, spoils rows, and guesses like anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.noughts import play
from engine.noughts.box import NoughtsBox
from engine.noughts.values import Asked, Mark, Spot, State, View

from engine.contract import Advice, Level, Reason
from engine.ranking import share
from engine.rng import Rng

ENDS, SPOILS = 100, 20
"""What a mark is worth that ends a row of the own, and one that spoils another's."""
WORLDS = 10
"""How many are sampled for an estimate of chances."""


def advise(box: NoughtsBox, question: Asked, rng: Rng) -> Advice[Mark]:
    """Return the spot that is worth most, any of them where several are, and why it is."""
    level = question.options.level
    rows = [_rows(box, question.view, mark.spot, level) for mark in question.legal]
    best = max(map(sum, rows))
    mark, found = rng.choice(
        [(m, r) for m, r in zip(question.legal, rows, strict=True) if sum(r) == best]
    )
    return Advice(mark, _reason(found))


def prospects(box: NoughtsBox, question: Asked, rng: Rng) -> Sequence[float]:
    """Return how often each mark wins where both then mark what is worth most, in some worlds."""
    seat, won = question.view.waiting[0], [0.0] * len(question.legal)
    for _ in range(WORLDS):
        world, seed = question.world(rng), rng.stream.getrandbits(64)
        for i, mark in enumerate(question.legal):
            end = _ended(box, play.mark(world, seat, mark.spot).state, Rng(seed))
            outcome = play.outcome(box, end)
            assert outcome is not None
            won[i] += share(outcome.winners, seat) / WORLDS
    return won


def _ended(box: NoughtsBox, state: State, rng: Rng) -> State:
    """Return how a match ends that two hard computers play on."""
    while not play.over(box, state):
        seen = play.view(box, state, state.turn)
        worths = {spot: sum(_rows(box, seen, spot, "hard")) for spot in play.free(state)}
        best = [spot for spot, worth in worths.items() if worth == max(worths.values())]
        state = play.mark(state, state.turn, rng.choice(best)).state
    return state


def _rows(box: NoughtsBox, view: View, spot: Spot, level: Level) -> list[int]:
    """Return what a mark is worth in each of its rows; an easy computer does not look."""
    if level == "easy":
        return [0]
    return [_row(view, row, level) for row in box.rows if spot in row]


def _reason(rows: list[int]) -> Reason:
    """Return what is worth most about a mark with rows of these worths."""
    if max(rows) >= SPOILS:
        return Reason("row" if max(rows) >= ENDS else "spoil")
    return Reason("open", {"n": sum(map(bool, rows))}) if any(rows) else Reason("any")


def _row(view: View, row: tuple[Spot, ...], level: Level) -> int:
    """Return what one more mark in a row is worth; only a hard computer prepares rows."""
    if any(spot in view.woken for spot in row):
        return 0
    held = Counter(mark for spot in row if (mark := view.marks[spot]) is not None)
    own = held.pop(view.seat or 0, 0)
    if own == 2 or held.total() == 2:
        return ENDS if own else SPOILS
    return int(level == "hard" and not held) * (1 + own)
