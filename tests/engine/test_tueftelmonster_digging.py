"""Drawing and digging: what comes to the hand, who sees it, and when the piles run out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import heard
from engine.errors import RuleError
from engine.tueftelmonster.values import Dig, Display, Draw, LayBack, LeaveRest, State, Take
from tests.engine.tueftelmonster_table import (
    GAME_,
    ONE,
    STRAIGHT,
    do,
    event,
    kinds,
    monster,
    table,
)

PILES = ((ONE[0],), (ONE[1], ONE[2]), (ONE[3], ONE[4], ONE[5], ONE[6], ONE[7]))
"""Display piles of one, two and five cards, the tops last."""
HAND = (STRAIGHT[0], STRAIGHT[1], STRAIGHT[2])
PILE = (ONE[10], ONE[11], ONE[12])


def at(phase: str, **rest: Any) -> State:
    """Return a state in which seat 0 draws or digs."""
    fields = {"hands": [HAND], "displays": PILES, "pile": PILE, "phase": phase} | rest
    return table(monster(), monster(body=1), **fields)


def drawing(to_come: int = 2, **rest: Any) -> State:
    return at("draw", to_come=to_come, **rest)


class TestDrawing:
    """Two parts, one after the other (Rulebook 003, "Ziehen")."""

    def test_from_the_draw_pile_only_the_seat_sees_the_card(self) -> None:
        step = do(drawing(), Draw(None))
        assert step.state.hands[0] == tuple(sorted((*HAND, ONE[12])))
        assert step.state.pile == PILE[:-1] and step.state.to_come == 1
        assert kinds(step) == ["drew", "got"]
        assert event(step, "drew").card is None
        assert event(step, "got").audience == (0,)
        assert [e.kind for e in heard(step.events, 1)] == ["drew"]

    def test_from_a_display_the_top_is_named(self) -> None:
        step = do(drawing(), Draw(2))
        assert event(step, "drew").card == ONE[7] and event(step, "drew").audience is None
        assert step.state.displays[2] == PILES[2][:-1]

    def test_an_emptied_display_is_refilled_at_once(self) -> None:
        step = do(drawing(), Draw(0))
        assert step.state.displays[0] == (ONE[12],) and step.state.pile == PILE[:-1]
        assert event(step, "refilled").card == ONE[12]

    def test_after_the_second_card_a_part_is_attached(self) -> None:
        state = do(drawing(), Draw(2)).state
        after = do(state, Draw(None)).state
        assert after.phase == "attach" and len(after.hands[0]) == 5

    def test_the_empty_pile_cannot_be_chosen_and_ends_nothing(self) -> None:
        state = drawing(pile=())
        assert list(GAME_.legal(state, 0)) == [Draw(0), Draw(1), Draw(2)]
        with pytest.raises(RuleError):
            do(state, Draw(None))
        assert do(state, Draw(2)).state.phase == "draw"

    def test_a_refill_that_is_not_there_ends_the_game_in_mid_action(self) -> None:
        step = do(drawing(pile=()), Draw(0))
        assert step.state.phase == "over" and step.state.reason == "empty"
        assert len(step.state.hands[0]) == 4 and kinds(step) == ["drew", "ended"]
        assert GAME_.outcome(step.state) is not None

    def test_the_last_card_may_be_drawn(self) -> None:
        assert do(drawing(pile=PILE[:1]), Draw(None)).state.phase == "draw"

    def test_a_pile_that_is_not_there(self) -> None:
        for pile in (-1, 3):
            with pytest.raises(RuleError):
                do(drawing(), Draw(pile))


class TestDigging:
    """A look at all of a pile, two cards of it, the rest laid back (Rulebook 003, "Graben")."""

    def test_only_who_digs_sees_the_pile(self) -> None:
        state = do(at("dig"), Dig(2)).state
        assert state.phase == "take"
        assert GAME_.view(state, 0).looked_at == PILES[2][::-1]
        for other in (1, None):
            view = GAME_.view(state, other)
            assert view.looked_at == () and view.displays[2] == Display(5, None)
        assert list(GAME_.legal(state, 0)) == [Take(card) for card in PILES[2][::-1]]

    def test_two_are_taken_and_only_who_digs_is_told_which(self) -> None:
        first = do(do(at("dig"), Dig(2)).state, Take(ONE[3]))
        assert [e.kind for e in heard(first.events, 1)] == []
        second = do(first.state, Take(ONE[6]))
        assert second.state.hands[0] == tuple(sorted((*HAND, ONE[3], ONE[6])))
        (dug,) = heard(second.events, None)
        assert (dug.kind, dug.taken, dug.drawn) == ("dug", 2, 0)
        assert second.state.displays[2] == (ONE[4], ONE[5], ONE[7])
        assert GAME_.view(second.state, None).displays[2] == Display(3, None)

    def test_what_is_not_in_the_pile_is_refused(self) -> None:
        state = do(at("dig"), Dig(2)).state
        for card in (ONE[0], HAND[0], 190):
            with pytest.raises(RuleError):
                do(state, Take(card))

    def laying(self) -> State:
        state = do(at("dig"), Dig(2)).state
        for card in (ONE[3], ONE[6]):
            state = do(state, Take(card)).state
        return state

    def test_the_rest_goes_back_from_the_bottom_up(self) -> None:
        state = self.laying()
        assert list(GAME_.legal(state, 0)) == [LeaveRest(), *map(LayBack, (ONE[7], ONE[5], ONE[4]))]
        once = do(state, LayBack(ONE[5]))
        assert once.events == () and once.state.relaid == (ONE[5],)
        assert GAME_.view(once.state, 1).displays[2] == Display(3, None)
        assert GAME_.view(once.state, 1).relaid == ()
        after = do(once.state, LayBack(ONE[7])).state
        assert after.displays[2] == (ONE[5], ONE[7], ONE[4]), "the last one goes back unasked"
        assert after.phase == "attach" and after.relaid == () and after.dug is None

    def test_or_as_it_lay(self) -> None:
        assert do(self.laying(), LeaveRest()).state.displays[2] == (ONE[4], ONE[5], ONE[7])
        part = do(self.laying(), LayBack(ONE[7])).state
        assert do(part, LeaveRest()).state.displays[2] == (ONE[7], ONE[4], ONE[5])

    def test_a_single_card_goes_back_unasked(self) -> None:
        state = do(at("dig", displays=(PILES[0], PILES[1], PILES[2][:3])), Dig(2)).state
        after = do(do(state, Take(ONE[3])).state, Take(ONE[4])).state
        assert after.phase == "attach" and after.displays[2] == (ONE[5],)

    def test_of_two_both_are_taken_and_the_pile_is_refilled(self) -> None:
        step = do(at("dig"), Dig(1))
        assert step.state.phase == "attach"
        assert step.state.hands[0] == tuple(sorted((*HAND, ONE[1], ONE[2])))
        assert step.state.displays[1] == (ONE[12],) and step.state.pile == PILE[:-1]
        assert [e.kind for e in heard(step.events, 1)] == ["dig_began", "dug", "refilled"]

    def test_of_one_it_is_taken_and_one_of_the_draw_pile(self) -> None:
        step = do(at("dig"), Dig(0))
        assert step.state.hands[0] == tuple(sorted((*HAND, ONE[0], ONE[12])))
        assert step.state.displays[0] == (ONE[11],) and step.state.pile == PILE[:1]
        assert (event(step, "dug").taken, event(step, "dug").drawn) == (1, 1)

    def test_a_second_card_that_is_not_there_ends_the_game(self) -> None:
        step = do(at("dig", pile=()), Dig(0))
        assert step.state.phase == "over" and step.state.reason == "empty"
        assert len(step.state.hands[0]) == 4

    def test_the_last_card_goes_to_the_hand_and_the_refill_ends_the_game(self) -> None:
        step = do(at("dig", pile=PILE[:1]), Dig(0))
        assert step.state.phase == "over" and len(step.state.hands[0]) == 5

    def test_so_it_does_after_a_pile_of_two(self) -> None:
        assert do(at("dig", pile=()), Dig(1)).state.reason == "empty"
        assert do(at("dig", pile=PILE[:1]), Dig(1)).state.phase == "attach"

    def test_a_deep_pile_needs_no_draw_pile(self) -> None:
        assert do(at("dig", pile=()), Dig(2)).state.phase == "take"
