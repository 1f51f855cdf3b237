"""What the generic tests must know of noughts and crosses."""

from __future__ import annotations

from collections import Counter

from engine.noughts.values import SPOTS, Options, State

BOUND = SPOTS
REASONS = 3
OPTIONS = [
    Options(),
    Options(sleepers=3, level="easy", clock="none"),
    Options(level="hard", clock="slow"),
]


def parts(state: State) -> Counter[str]:
    """Return the monsters and the board's spots, whatever is on them."""
    return Counter(monster=len(state.asleep) + len(state.woken), spot=len(state.marks))


def invariants(state: State) -> None:
    """Assert what holds in every state."""
    crosses, noughts = (state.marks.count(seat) for seat in range(2))
    assert abs(crosses - noughts) <= 1 + len(state.woken)
    assert len(state.marks) == SPOTS
    assert list(state.asleep) == sorted(set(state.asleep))
    assert not set(state.asleep) & set(state.woken)
    assert all(state.marks[spot] is None for spot in (*state.asleep, *state.woken))
