"""What the generic tests must know of Tüftelmonster."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

from engine.tueftelmonster import plane
from engine.tueftelmonster.values import BODY, HAND, Monster, Options, State

BOUND = 3000
JUMP = 0.3
OPTIONS = [
    Options(),
    Options(variant="six", level="easy", clock="none"),
    Options(variant="four", level="hard", clock="slow"),
]
_STEPS = ((1, 4, 0, -1), (2, 8, 1, 0), (4, 1, 0, 1), (8, 2, -1, 0))


def parts(state: State) -> Counter[tuple[str, object]]:
    """Return all parts, bodies, bolts and prizes, wherever they are."""
    piles = [*state.hands, *state.displays, state.pile, state.relaid, state.out]
    cards = [card for pile in piles for card in pile]
    cards += [laid.card for m in state.monsters for laid in m.cards if laid.card != BODY]
    bolts = state.bolts + sum(state.loose) + sum(len(m.bolts) for m in state.monsters)
    return Counter(
        [("part", card) for card in cards]
        + [("body", monster.body) for monster in state.monsters]
        + [("prize", prize) for prize in (*state.silver, *state.covered)]
        + [("bolt", None)] * bolts
    )


def invariants(state: State) -> None:
    """Assert what holds in every state."""
    assert vars(state).keys() == {field.name for field in fields(State)}
    assert set(parts(state).values()) <= {1, 30}
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert (state.phase == "bolt") == (state.mender is not None)
    assert (state.deadline is not None) == (state.phase in ("roll", "bolt"))
    assert (state.dug is None) == (state.phase not in ("take", "lay"))
    assert (state.reason is None) == (state.phase != "over")
    assert state.relaid == () or state.phase == "lay"
    assert state.phase == "over" or all(state.displays)
    assert all(n >= 0 for n in (state.bolts, state.idle, *state.loose))
    owner = state.owner
    if state.phase != "over":
        done = {owner, *state.finished}
        assert all(len(hand) == HAND for seat, hand in enumerate(state.hands) if seat not in done)
    assert state.variant == "full" or not (state.silver or state.covered)
    early = state.variant == "full" and len(state.silver) <= len(state.monsters)
    assert not (early and state.finished)
    for seat, monster in enumerate(state.monsters):
        _sound(monster)
        assert (not monster.gaps) == (seat in state.finished)
        held = {edge for edge, *_ in plane.joints(monster)}
        assert set(monster.bolts) <= held and len(set(monster.bolts)) == len(monster.bolts)


def _sound(monster: Monster) -> None:
    """Assert that all edges agree, and that the gaps are what they must be."""
    at = {laid.cell: laid.ends for laid in monster.cards}
    assert len(at) == len(monster.cards) and monster.cards[0].card == BODY
    open_cells: Counter[tuple[int, int]] = Counter()
    for (x, y), ends in at.items():
        for bit, touching, dx, dy in _STEPS:
            other = at.get((x + dx, y + dy))
            if other is None:
                open_cells[x + dx, y + dy] += bool(ends & bit)
            else:
                assert bool(ends & bit) == bool(other & touching)
    found = {gap.cell: gap.must.bit_count() for gap in monster.gaps}
    assert found == +open_cells
    assert [gap.cell for gap in monster.gaps] == sorted(found, key=lambda cell: cell[::-1])
