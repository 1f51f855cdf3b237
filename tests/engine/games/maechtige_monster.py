"""What the generic tests must know of Mächtige Monster."""

from __future__ import annotations

from collections import Counter

from engine.maechtige_monster.values import (
    COPIES,
    LEVELS,
    SLOTS,
    STRENGTHS,
    TILES,
    Options,
    State,
)

BOUND = 700
OPTIONS = [
    Options(),
    Options(guard_chain=True, level="easy", clock="none"),
    Options(new_rules=True, level="hard", clock="slow"),
    Options(guard_chain=True, new_rules=True),
]


def parts(state: State) -> Counter[tuple[str, int, object]]:
    """Return all monsters, guards and tiles, wherever they are; the gold is counted as one sum."""
    lying = [monster for monsters in state.castle for monster in monsters]
    cards = [(seat, card) for seat, hand in enumerate(state.hands) for card in hand]
    cards += [(seat, card) for seat, pile in enumerate(state.aside) for card in pile]
    cards += [(monster.seat, monster.strength) for monster in lying]
    guards = state.guards
    numbers = [*guards.row, *guards.pile, *guards.turned, *guards.unturned]
    gold = state.bank + sum(account.gold for account in state.accounts)
    return Counter(
        [("card", seat, strength) for seat, strength in cards]
        + [("guard", 0, number) for number in numbers]
        + [("tile", 0, tile) for tile in state.table.tiles]
        + [("gold", 0, gold)]
    )


def invariants(state: State) -> None:
    """Assert what holds in every state."""
    seats = range(len(state.hands))
    found = parts(state)
    assert set(found.values()) == {1}
    assert found.total() == len(seats) * len(STRENGTHS) + len(LEVELS) * COPIES + TILES + 1
    assert found["gold", 0, 0] == 1, "the bank and all seats have nought together"
    assert all(account.gold >= 0 for account in state.accounts)
    assert len(state.guards.row) == len(state.castle) == len(seats)
    assert all(len(monsters) <= SLOTS for monsters in state.castle)
    for seat in seats:
        lying = sum(m.seat == seat for monsters in state.castle for m in monsters)
        assert lying + len(state.hands[seat]) == 3 and lying <= 2
        assert list(state.hands[seat]) == sorted(state.hands[seat])
        assert list(state.aside[seat]) == sorted(state.aside[seat])
        assert {m.strength for ms in state.castle for m in ms if m.seat == seat} <= set(
            state.proved[seat]
        )
    assert 1 <= state.round <= state.table.rounds
    assert state.phase == "over" or len(state.hands[state.turn]) > 1
