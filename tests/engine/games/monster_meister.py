"""What the generic tests must know of Monster Meister."""

from __future__ import annotations

from collections import Counter

from engine.monster_meister import cells
from engine.monster_meister.score import back
from engine.monster_meister.values import FRAME, ROUNDS, SET, STRAY, Options, State

BOUND = 1500
OPTIONS = [Options(level="easy", clock="slow"), Options(), Options(level="hard", clock="none")]


def parts(state: State) -> Counter[tuple[str, int]]:
    """Return all cards and task cards, wherever they are."""
    cards = [item.card for display in state.displays for item in display]
    cards += [*state.pile, *(card for card in state.drawn if card is not None)]
    return Counter([("card", c) for c in cards] + [("task", t) for t in state.tasks])


def invariants(state: State) -> None:
    """Assert what holds in every state."""
    seats = len(state.displays)
    backs = Counter(back(number) for kind, number in parts(state).elements() if kind == "card")
    assert backs == Counter({STRAY: 8, **dict.fromkeys(range(seats), SET)})
    assert set(parts(state).values()) == {1}
    assert 1 <= state.round <= ROUNDS
    assert len(state.results) == state.round - (state.phase in ("name", "turn"))
    assert (state.deadline is not None) == (state.phase == "look")
    assert (state.phase == "place") == any(card is not None for card in state.drawn)
    for seat, display in enumerate(state.displays):
        lying = [item.cell for item in display]
        assert lying == sorted(set(lying), key=cells.reading_order)
        assert all(max(axis) - min(axis) < FRAME for axis in zip(*lying, strict=True))
        assert len(lying) >= SET - ROUNDS
        drawn = state.drawn[seat]
        assert drawn is None or back(drawn) != seat
        assert all(back(item.card) != seat for item in display if item.cell not in _START)


_START = cells.start_cells()
