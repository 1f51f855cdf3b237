"""Where a part fits, what it opens and closes, and when a monster may be finished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.errors import Illegal, RuleError, Unknown
from engine.tueftelmonster import attaching, plane
from engine.tueftelmonster.values import Attach, Card, Gap, State
from tests.engine.tueftelmonster_table import (
    BENT,
    BOX,
    FOUR,
    GAME_,
    ONE,
    STRAIGHT,
    THREE,
    closed,
    do,
    kinds,
    monster,
    table,
)

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
SIX = BOX.silver[:6]
"""More prizes than any table has seats."""


def attaching_with(
    *hand: Card, growth: Sequence[tuple[Card, tuple[int, int], int]] = (), **rest: Any
) -> State:
    """Return a state in which seat 0 attaches; its monster grew like this, the other is a body."""
    return table(monster(*growth), monster(body=1), hands=[hand], phase="attach", **rest)


def legal(state: State) -> Sequence[Attach]:
    (seat,) = GAME_.to_act(state)
    found = GAME_.legal(state, seat)
    assert all(isinstance(action, Attach) for action in found)
    return found  # type: ignore[return-value]


def refused(state: State, action: Attach) -> str:
    assert action not in legal(state)
    with pytest.raises(RuleError) as caught:
        do(state, action)
    return caught.value.key.removeprefix("tueftelmonster.error.")


def test_a_body_has_open_ends_on_all_four_sides() -> None:
    assert {gap.cell for gap in monster().gaps} == {NORTH, EAST, SOUTH, WEST}
    assert plane.open_ends(monster()) == 4


@pytest.mark.parametrize(
    ("part", "turns"), [(ONE[0], 4), (STRAIGHT[0], 2), (BENT[0], 4), (THREE[0], 4), (FOUR[0], 1)]
)
def test_turns_that_give_the_same_edges_are_one(part: Card, turns: int) -> None:
    assert len(plane.turns(BOX.ends[part])) == turns


def test_of_equal_turns_the_least_counts() -> None:
    assert [quarters for quarters, _ in plane.turns(BOX.ends[STRAIGHT[0]])] == [0, 1]
    state = attaching_with(STRAIGHT[0])
    north = {a.turn for a in legal(state) if a.cell == NORTH}
    east = {a.turn for a in legal(state) if a.cell == EAST}
    assert (north, east) == ({0}, {1})
    assert refused(state, Attach(STRAIGHT[0], 0, NORTH, 2)) == "does_not_fit"


def test_a_turn_goes_clockwise() -> None:
    assert [plane.turned(1, quarters) for quarters in range(4)] == [1, 2, 4, 8]


def test_one_end_must_join_an_open_end() -> None:
    state = attaching_with(ONE[0])
    assert [a.turn for a in legal(state) if (a.seat, a.cell) == (0, NORTH)] == [2]
    assert refused(state, Attach(ONE[0], 0, (5, 5), 0)) == "no_open_end"
    assert refused(state, Attach(ONE[0], 0, (1, 1), 0)) == "no_open_end"


def test_an_end_never_meets_a_blank_edge() -> None:
    # East of the body lies a card that is blank to the north; so the cell north of it, at which
    # a bent card points from the west, must be blank to the south.
    growth = [(ONE[0], EAST, 3), (BENT[0], NORTH, 1)]
    assert plane.gap_at(monster(*growth), (1, -1)) == Gap((1, -1), 8, 4)
    state = attaching_with(BENT[1], growth=growth)
    assert {a.turn for a in legal(state) if (a.seat, a.cell) == (0, (1, -1))} == {3}
    assert refused(state, Attach(BENT[1], 0, (1, -1), 2)) == "does_not_fit"


def test_an_open_end_is_never_covered_by_a_blank_edge() -> None:
    # Two ends point at one cell: only a card with both fits.
    growth = [(BENT[0], EAST, 3), (BENT[1], NORTH, 1)]
    assert plane.gap_at(monster(*growth), (1, -1)) == Gap((1, -1), 12, 0)
    assert plane.open_ends(monster(*growth)) == 4
    state = attaching_with(ONE[0], BENT[2], THREE[0], growth=growth)
    fits = {(a.card, a.turn) for a in legal(state) if (a.seat, a.cell) == (0, (1, -1))}
    assert fits == {(BENT[2], 2), (THREE[0], 1), (THREE[0], 2)}


def test_two_ends_that_face_one_cell_are_two_open_ends() -> None:
    growth = [(BENT[0], EAST, 3), (BENT[1], NORTH, 1)]
    grown = monster(*growth)
    assert len(grown.gaps) == 3 and plane.open_ends(grown) == 4


def test_a_part_may_go_to_any_monster_except_in_variant_four() -> None:
    assert {a.seat for a in legal(attaching_with(ONE[0]))} == {0, 1}
    small = attaching_with(ONE[0], variant="four")
    assert {a.seat for a in legal(small)} == {0}
    assert refused(small, Attach(ONE[0], 1, NORTH, 2)) == "own_only"


def test_attaching_moves_the_card_from_the_hand_to_the_monster() -> None:
    state = attaching_with(ONE[0], ONE[1], stuck=(1,))
    after = do(state, Attach(ONE[0], 1, NORTH, 2)).state
    assert after.stuck == (), "what fits nowhere may fit now"
    assert after.hands[0] == (ONE[1],)
    assert plane.card_at(after.monsters[1], NORTH).card == ONE[0]  # type: ignore[union-attr]
    assert plane.open_ends(after.monsters[1]) == 3 and after.monsters[0] == state.monsters[0]


def test_values_that_no_rule_knows() -> None:
    state = attaching_with(ONE[0])
    for action in (Attach(190, 0, NORTH, 2), Attach(-1, 0, NORTH, 2), Attach(ONE[0], 2, NORTH, 2)):
        with pytest.raises(Unknown):
            do(state, action)
    assert refused(state, Attach(ONE[1], 0, NORTH, 2)) == "not_yours"


def test_it_is_a_duty_while_any_monster_takes_any_card() -> None:
    # A card with one end never fits where two ends meet; only the other monster is left for it.
    state = attaching_with(ONE[9], growth=closed()[:3])
    assert {a.seat for a in legal(state)} == {1}


def test_without_a_card_that_fits_the_step_is_skipped_unasked() -> None:
    own, other = monster(*closed()[:3]), monster(*closed(spare=ONE[5:])[:3], body=1)
    hands = [[ONE[20], ONE[21], ONE[22]]]
    state = table(
        own, other, hands=hands, phase="draw", to_come=1, displays=[(c,) for c in ONE[30:33]]
    )
    step = do(state, GAME_.legal(state, 0)[1])
    assert "skipped" in kinds(step)
    assert step.state.phase == "discard" and step.state.stuck == (0,)


class TestFinishing:
    """A monster may be finished only when more silver prizes lie open than there are seats."""

    almost = closed()[:3]

    def closer(self, seat: int = 0) -> Attach:
        return Attach(ONE[3], seat, WEST, 1)

    @pytest.mark.parametrize("prizes", [0, 1, 2])
    def test_too_early(self, prizes: int) -> None:
        state = attaching_with(ONE[3], growth=self.almost, silver=SIX[:prizes])
        assert refused(state, self.closer()) == "too_early"
        assert not GAME_.view(state, 0).may_finish

    def test_as_soon_as_there_are_more_prizes_than_seats(self) -> None:
        state = attaching_with(ONE[3], growth=self.almost, silver=SIX[:3])
        assert GAME_.view(state, 0).may_finish
        step = do(state, self.closer())
        assert kinds(step) == ["attached", "finished", "ended"]
        assert step.state.reason == "finished" and step.state.finished == (0,)

    def test_somebody_else_may_not_finish_it_too_early_either(self) -> None:
        other = monster(*self.almost)
        state = table(monster(body=1), other, hands=[[ONE[3]]], phase="attach", silver=SIX[:2])
        assert refused(state, self.closer(1)) == "too_early"

    def test_the_owner_of_the_monster_finishes_whoever_attached(self) -> None:
        other = monster(*self.almost)
        state = table(monster(body=1), other, hands=[[ONE[3]]], phase="attach", silver=SIX[:3])
        assert do(state, self.closer(1)).state.finished == (1,)

    def test_a_part_that_opens_new_ends_is_allowed_at_any_time(self) -> None:
        state = attaching_with(ONE[3], STRAIGHT[0], growth=self.almost)
        assert {a.card for a in legal(state) if a.seat == 0} == {STRAIGHT[0]}

    def test_of_one_card_only_the_turns_that_would_finish_are_withheld(self) -> None:
        # Two ends face the last gap: the bent part closes it, the one with three ends does not.
        growth = [(ONE[0], SOUTH, 0), (ONE[1], WEST, 1), (BENT[0], EAST, 3), (BENT[1], NORTH, 1)]
        state = attaching_with(BENT[2], THREE[0], growth=growth)
        assert {(a.card, a.turn) for a in legal(state) if a.seat == 0} == {
            (THREE[0], 1),
            (THREE[0], 2),
        }
        assert attaching.withheld(monster(*growth), [BOX.ends[BENT[2]]])
        assert not attaching.withheld(monster(*growth), [BOX.ends[THREE[0]]])

    def test_a_hand_that_could_only_finish_skips(self) -> None:
        own, other = monster(*self.almost), monster(*closed(spare=ONE[5:])[:3], body=1)
        state = table(own, other, hands=[[ONE[20]]], phase="attach")
        assert not attaching.can(BOX.ends, state, 0)
        assert attaching.can(BOX.ends, state.but(silver=SIX[:3]), 0)

    @pytest.mark.parametrize("variant", ["six", "four"])
    def test_the_variants_have_no_such_condition(self, variant: str) -> None:
        state = attaching_with(ONE[3], growth=self.almost, variant=variant)
        assert do(state, self.closer()).state.finished == (0,)


def test_removing_from_the_middle_opens_ends_again() -> None:
    grown = monster((STRAIGHT[0], NORTH, 0), (STRAIGHT[1], (0, -2), 0), (ONE[0], (0, -3), 2))
    middle = plane.card_at(grown, (0, -2))
    assert middle is not None and plane.open_ends(grown) == 3
    torn = plane.remove(grown, middle)
    assert plane.open_ends(torn) == 5
    assert plane.gap_at(torn, (0, -2)) == Gap((0, -2), 5, 0)
    assert plane.alone(torn, torn.cards[-1]) and not plane.alone(torn, torn.cards[1])


def test_what_came_off_still_binds_its_neighbours() -> None:
    # A card without the body's company still forbids ends at its blank edges.
    grown = monster((BENT[0], NORTH, 1), (ONE[0], (1, -1), 3))
    corner = plane.card_at(grown, NORTH)
    assert corner is not None
    torn = plane.remove(grown, corner)
    assert plane.gap_at(torn, NORTH) == Gap(NORTH, 6, 0)
    assert plane.gap_at(torn, EAST) == Gap(EAST, 8, 1)


def test_gaps_are_the_same_whichever_way_a_monster_grew() -> None:
    growth = [(BENT[0], EAST, 3), (BENT[1], NORTH, 1), (ONE[0], SOUTH, 0)]
    assert monster(*growth).gaps == monster(*growth[::-1]).gaps
    grown = monster(*growth)
    removed = plane.remove(grown, grown.cards[1])
    assert removed.gaps == monster(*growth[1:]).gaps


def test_who_is_not_asked_is_told_nothing_more() -> None:
    assert GAME_.unasked(attaching_with(ONE[0]), 1).key == "error.not_asked"
    assert isinstance(GAME_.unasked(attaching_with(ONE[0]), 1), Illegal)
