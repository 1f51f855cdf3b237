"""What the generic tests must know of Meister Coup."""

from __future__ import annotations

from collections import Counter

from engine.meistercoup.trick import left_of
from engine.meistercoup.values import DECK, HAND, Options, State

BOUND = 700
OPTIONS = [
    Options(),
    Options(mode="standard", level="easy", clock="none"),
    Options(mode="team", level="hard", clock="slow"),
]


def parts(state: State) -> Counter[int]:
    """Return all 48 cards, wherever they are."""
    piles = [*state.hands, state.undealt, *state.taken, state.out]
    return Counter(card for pile in (*piles, left_of(state.trick, state.won)) for card in pile)


def invariants(state: State) -> None:
    """Assert what holds in every state."""
    seats = len(state.hands)
    assert parts(state) == Counter(DECK)
    assert len(state.undealt) == len(DECK) - HAND * seats
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert len({seat for seat, _ in state.trick}) == len(state.trick)
    assert (state.winner is None) == (state.runner_up is None) == (state.phase not in _DIVIDING)
    assert (state.won is None) == (state.phase != "pair")
    assert (state.deadline is None) == (state.phase != "enter")
    assert 1 <= state.round <= 3
    assert len(state.rounds) == state.round - (state.phase != "over" or state.champion is not None)


_DIVIDING = ("take", "pair")
