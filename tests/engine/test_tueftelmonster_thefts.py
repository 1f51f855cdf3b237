"""Thefts, and the bolts that the robbed seat places while the turn owner waits."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.match import Header, begin
from engine.rng import Rng
from engine.tueftelmonster import bolting, plane
from engine.tueftelmonster.values import (
    Attach,
    Bolt,
    Discard,
    Edge,
    Monster,
    Options,
    Roll,
    State,
    Steal,
    Wish,
)
from tests.engine.tueftelmonster_table import (
    BENT,
    BOX,
    FOUR,
    GAME_,
    NOW,
    ONE,
    STRAIGHT,
    closed,
    do,
    event,
    kinds,
    monster,
    rolling,
    table,
)

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
ARM = [(STRAIGHT[0], NORTH, 0), (STRAIGHT[1], (0, -2), 0), (STRAIGHT[2], (0, -3), 0)]
"""Three parts in a row to the north of the body."""
J1: Edge = (0, -1, "S")
J2: Edge = (0, -2, "S")
J3: Edge = (0, -3, "S")
"""The joints of the arm: at the body, and then outwards."""


def robbing(*monsters: Monster, **rest: Any) -> State:
    """Return a state in which seat 0, who has a body only, steals."""
    return table(monster(body=8), *monsters, phase="steal", **rest)


def refused(state: State, action: Any) -> str:
    (seat,) = GAME_.to_act(state)
    assert action not in GAME_.legal(state, seat)
    with pytest.raises(RuleError) as caught:
        do(state, action)
    return caught.value.key.removeprefix("tueftelmonster.error.")


def edges(state: State) -> list[Edge]:
    (seat,) = GAME_.to_act(state)
    return [action.edge for action in GAME_.legal(state, seat) if isinstance(action, Bolt)]


class TestStealing:
    """What can be stolen (Rulebook 003, "Klauen & Sichern")."""

    def test_any_part_of_another_seat_that_is_not_secured(self) -> None:
        state = robbing(monster(*ARM, bolts=[J3]))
        assert list(GAME_.legal(state, 0)) == [Steal(1, NORTH)]
        assert refused(state, Steal(1, (0, 0))) == "body"
        assert refused(state, Steal(1, (0, -2))) == "secured"
        assert refused(state, Steal(1, (0, -3))) == "secured"
        assert refused(state, Steal(1, (4, 4))) == "not_there"
        assert refused(state, Steal(0, NORTH)) == "own_monster"
        assert refused(state, Steal(7, NORTH)) == "unknown"

    def test_the_part_comes_to_the_hand_and_two_bolts_to_the_robbed(self) -> None:
        state = robbing(monster(*ARM, (ONE[0], EAST, 3)))
        step = do(state, Steal(1, (0, -3)))
        stolen = event(step, "stolen")
        assert (stolen.card, stolen.robbed, stolen.bolts, stolen.audience) == (
            STRAIGHT[2],
            1,
            2,
            None,
        )
        assert STRAIGHT[2] in step.state.hands[0] and len(step.state.hands[0]) == 4
        assert step.state.loose == (0, 2) and step.state.bolts == 28

    def test_from_the_middle_ends_open_again_and_the_rest_stays(self) -> None:
        step = do(robbing(monster(*ARM)), Steal(1, (0, -2)))
        robbed = step.state.monsters[1]
        assert {laid.cell for laid in robbed.cards} == {(0, 0), NORTH, (0, -3)}
        gap = plane.gap_at(robbed, (0, -2))
        assert gap is not None and gap.must == 5
        assert GAME_.view(step.state, None).open_ends[1] == 6

    def test_it_counts_as_a_change_for_who_was_stuck(self) -> None:
        state = robbing(monster(*ARM)).but(stuck=(1,))
        assert do(state, Steal(1, NORTH)).state.stuck == ()

    def test_a_part_joined_to_nothing_is_safe_while_its_theft_would_finish(self) -> None:
        torn = _torn()
        assert plane.open_ends(torn) == 1
        lone = torn.cards[-1].cell
        state = robbing(torn)
        assert Steal(1, lone) not in GAME_.legal(state, 0)
        assert refused(state, Steal(1, lone)) == "too_early"

    def test_later_it_finishes_the_monster_for_its_owner_before_any_bolt(self) -> None:
        torn = _torn()
        state = robbing(torn, silver=BOX.silver[:3])
        step = do(state, Steal(1, torn.cards[-1].cell))
        assert kinds(step) == ["stolen", "finished", "ended"]
        assert step.state.finished == (1,) and event(step, "finished").by == 0
        assert step.state.loose == (0, 2) and GAME_.view(step.state, None).theft is None

    def test_a_part_that_is_joined_never_finishes(self) -> None:
        grown = monster(*closed(*ARM)[:-1])
        for laid in grown.cards[1:]:
            assert plane.remove(grown, laid).gaps


class TestReRolls:
    """The die is rolled again, at once, while nothing can be stolen."""

    def test_all_faces_are_shown(self) -> None:
        state = table(monster(), monster(body=1))
        step = do(state, Roll(), rng=rolling("steal", "steal", "dig"))
        assert event(step, "rolled").faces == ("steal", "steal", "dig")
        assert GAME_.view(step.state, None).faces == ("steal", "steal", "dig")
        assert step.state.phase == "dig"

    def test_not_when_something_can_be_stolen(self) -> None:
        state = table(monster(), monster((ONE[0], NORTH, 2)))
        step = do(state, Roll(), rng=rolling("steal", "dig"))
        assert (step.state.phase, step.state.faces) == ("steal", ("steal",))

    def test_own_and_secured_parts_do_not_count(self) -> None:
        own = monster((ONE[0], NORTH, 2))
        other = monster((ONE[1], NORTH, 2), body=1, bolts=[(0, -1, "S")])
        step = do(table(own, other), Roll(), rng=rolling("steal", "dig"))
        assert step.state.faces == ("steal", "dig")

    def test_nor_does_a_part_whose_theft_would_finish_too_early(self) -> None:
        torn = _torn(bolted=True)
        step = do(table(monster(body=1), torn), Roll(), rng=rolling("steal", "dig"))
        assert step.state.faces == ("steal", "dig")
        assert Wish("steal") not in GAME_.legal(step.state.but(phase="wish"), 0)
        late = table(monster(body=1), torn, silver=BOX.silver[:3])
        assert do(late, Roll(), rng=rolling("steal")).state.phase == "steal"


class TestBolts:
    """Where a bolt can go, and who decides it."""

    def test_only_where_ends_join_and_a_part_is_not_secured(self) -> None:
        assert bolting.edges(monster(*ARM)) == [J3, J2, J1]
        assert bolting.edges(monster(*ARM, bolts=[J3])) == [J2, J1]
        assert bolting.edges(monster(*ARM, bolts=[J3, J1])) == []
        assert bolting.edges(monster()) == []

    def test_blank_edges_that_touch_hold_nothing(self) -> None:
        grown = monster((BENT[0], EAST, 3), (BENT[1], NORTH, 1), (BENT[2], (1, -1), 2))
        assert len(bolting.edges(grown)) == 4
        flat = monster((ONE[0], EAST, 3), (BENT[1], NORTH, 1), (ONE[1], (1, -1), 3))
        assert (1, -1, "S") not in bolting.edges(flat) and len(bolting.edges(flat)) == 3

    def test_the_body_needs_no_bolt(self) -> None:
        one = monster((ONE[0], NORTH, 2), bolts=[J1])
        assert bolting.edges(one) == []

    def test_the_robbed_seat_is_asked_and_the_robber_waits(self) -> None:
        step = do(robbing(monster(*ARM, (ONE[0], EAST, 3))), Steal(1, (0, -3)))
        state = step.state
        assert GAME_.to_act(state) == (1,) == GAME_.view(state, 0).waiting
        assert state.phase == "bolt" and state.owner == 0 and state.deadline == NOW + 60
        assert GAME_.unasked(state, 0).key == "tueftelmonster.error.bolts_first"
        assert edges(state) == [J2, J1, (0, 0, "E")]
        theft = GAME_.view(state, 1).theft
        assert theft is not None
        assert (theft.robber, theft.card, theft.cell, theft.bolts) == (0, STRAIGHT[2], (0, -3), 2)

    def test_bolts_go_one_after_another_then_the_robber_attaches(self) -> None:
        state = do(robbing(monster(*ARM, (ONE[0], EAST, 3))), Steal(1, (0, -3))).state
        first = do(state, Bolt(J2), 1)
        # Both parts of the arm are secured: the second bolt has one edge left and goes there.
        assert kinds(first) == ["bolt_placed", "bolt_placed"]
        assert [e.asked for e in first.events] == [True, False]
        after = first.state
        assert after.monsters[1].bolts == (J2, (0, 0, "E"))
        assert (after.phase, after.mender, after.theft, after.deadline) == (
            "attach",
            None,
            None,
            None,
        )
        assert GAME_.to_act(after) == (0,) and after.loose == (0, 0)

    def test_a_bolt_stays_that_leads_to_the_attaching(self) -> None:
        """Whether the robber can attach anything, tells of their hand."""
        last = do(robbing(monster(*ARM, (ONE[0], EAST, 3))), Steal(1, (0, -3))).state
        more = (ONE[0], EAST, 3), (ONE[1], SOUTH, 0)
        first = do(robbing(monster(*ARM, *more)), Steal(1, (0, -3))).state
        before = GAME_.of(2)
        assert before is not None
        for state, revocable in ((last, False), (first, True)):
            step = do(state, Bolt(J2), 1)
            assert (step.state.phase == "bolt") == revocable
            assert GAME_.revocable(state, 1, Bolt(J2), step) == revocable
            assert before.revocable(state, 1, Bolt(J2), step), "as old logs have it"

    def test_each_bolt_has_its_own_time(self) -> None:
        grown = monster(*ARM, (ONE[0], EAST, 3), (ONE[1], SOUTH, 0))
        state = do(robbing(grown), Steal(1, (0, -3))).state
        step = GAME_.apply(state, 1, Bolt(J2), Rng("x"), NOW + 30)
        assert step.state.deadline == NOW + 90 and step.state.loose == (0, 1)

    def test_a_bolt_goes_only_where_it_may(self) -> None:
        state = do(robbing(monster(*ARM, (ONE[0], EAST, 3))), Steal(1, (0, -3))).state
        assert refused(state, Bolt(J3)) == "no_edge"

    def test_with_one_edge_it_goes_there_unasked_and_the_rest_waits(self) -> None:
        step = do(robbing(monster(*ARM[:2])), Steal(1, (0, -2)))
        assert kinds(step) == ["stolen", "bolt_placed"]
        assert step.state.monsters[1].bolts == (J1,) and step.state.loose == (0, 1)
        assert step.state.phase == "attach"

    def test_between_two_cards_cut_off_from_the_body(self) -> None:
        step = do(robbing(monster(*ARM)), Steal(1, NORTH))
        assert step.state.monsters[1].bolts == (J3,) and step.state.loose == (0, 1)

    def test_fewer_than_two_when_the_30_run_out(self) -> None:
        for left, got in ((1, 1), (0, 0)):
            state = robbing(monster(*ARM), bolts=left)
            step = do(state, Steal(1, (0, -3)))
            assert event(step, "stolen").bolts == got and step.state.bolts == 0

    def test_without_bolts_nobody_is_asked(self) -> None:
        step = do(robbing(monster(*ARM), bolts=0), Steal(1, (0, -3)))
        assert step.state.phase == "attach" and step.state.deadline is None

    def test_bolts_are_conserved(self) -> None:
        state = do(robbing(monster(*ARM, (ONE[0], EAST, 3))), Steal(1, (0, -3))).state
        after = do(state, Bolt(J1)).state
        assert after.bolts + sum(after.loose) + sum(len(m.bolts) for m in after.monsters) == 30


class TestWaitingBolts:
    """A bolt that cannot be placed waits, and goes as soon as a part is there for it."""

    def waiting(self, loose: int, own: Monster | None = None) -> State:
        other = own or monster((ONE[0], NORTH, 2), body=1, bolts=[J1])
        return table(
            monster(),
            other,
            hands=[[ONE[1], ONE[2], ONE[3], FOUR[0]]],
            phase="attach",
            loose=(0, loose),
            bolts=29 - loose,
        )

    def test_when_somebody_else_attaches_before_the_discard(self) -> None:
        state = self.waiting(1)
        step = do(state, Attach(ONE[1], 1, EAST, 3))
        assert kinds(step)[:2] == ["attached", "bolt_placed"]
        assert step.state.monsters[1].bolts[-1] == (0, 0, "E") and step.state.loose == (0, 0)

    def test_attaching_elsewhere_changes_nothing(self) -> None:
        assert do(self.waiting(1), Attach(ONE[1], 0, EAST, 3)).state.loose == (0, 1)

    def test_its_owner_is_asked_where_there_is_a_choice(self) -> None:
        # The part joins two others at once: two edges.
        grown = monster((BENT[0], EAST, 3), (BENT[1], NORTH, 1), body=1, bolts=[J1, (0, 0, "E")])
        state = table(
            monster(),
            grown,
            hands=[[BENT[2], ONE[2], ONE[3], ONE[4]]],
            phase="attach",
            loose=(0, 2),
            bolts=26,
        )
        step = do(state, Attach(BENT[2], 1, (1, -1), 2))
        asked = step.state
        assert GAME_.to_act(asked) == (1,) and asked.deadline == NOW + 60
        assert edges(asked) == [(0, -1, "E"), (1, -1, "S")]
        assert GAME_.view(asked, 1).theft is None and asked.attached
        after = do(asked, Bolt((1, -1, "S")), 1)
        assert after.state.loose == (0, 1), "the new part is secured, so the other bolt waits on"
        assert after.state.phase == "roll" and after.state.owner == 1

    def test_then_the_turn_goes_on_with_the_discard(self) -> None:
        grown = monster((BENT[0], EAST, 3), (BENT[1], NORTH, 1), body=1, bolts=[J1, (0, 0, "E")])
        hand = [BENT[2], ONE[2], ONE[3], ONE[4], ONE[5]]
        state = table(monster(), grown, hands=[hand], phase="attach", loose=(0, 1), bolts=27)
        asked = do(state, Attach(BENT[2], 1, (1, -1), 2)).state
        step = do(asked, Bolt((0, -1, "E")))
        after = step.state
        assert (after.phase, after.owner) == ("discard", 0)
        assert GAME_.revocable(asked, 1, Bolt((0, -1, "E")), step), "it tells of nobody's hand"
        assert isinstance(GAME_.legal(after, 0)[0], Discard)

    def test_the_end_of_the_game_comes_first(self) -> None:
        almost = monster(*closed()[:3], body=1)
        state = table(
            monster(),
            almost,
            hands=[[ONE[3]]],
            phase="attach",
            loose=(0, 2),
            bolts=28,
            silver=BOX.silver[:3],
        )
        step = do(state, Attach(ONE[3], 1, WEST, 1))
        assert kinds(step) == ["attached", "finished", "ended"]
        assert step.state.loose == (0, 2)


class TestTimeOut:
    """When the time runs out the bolt goes where it secures most."""

    @pytest.mark.parametrize(
        ("growth", "bolts", "expected"),
        [
            # The northernmost of those that secure two parts.
            (ARM, [], J3),
            # With that one there, only one more part can be secured: two edges, the northern one.
            (ARM, [J3], J2),
            # Two parts before one, although the one lies further north.
            ([(ONE[0], NORTH, 2), (STRAIGHT[0], SOUTH, 0), (ONE[1], (0, 2), 0)], [], (0, 1, "S")),
            # Of equal ones the northernmost, though another one lies further west.
            ([(ONE[0], NORTH, 2), (ONE[1], WEST, 1)], [], (0, -1, "S")),
            # Of the same row the westernmost.
            ([(ONE[0], EAST, 3), (ONE[1], WEST, 1)], [], (-1, 0, "E")),
            # Of one card its eastern edge before its southern one: both cards are bent ones.
            ([(ONE[0], EAST, 3), (ONE[1], SOUTH, 0)], [], (0, 0, "E")),
        ],
    )
    def test_default_edge(self, growth: list[Any], bolts: list[Edge], expected: Edge) -> None:
        assert bolting.default(monster(*growth, bolts=bolts)) == expected

    def test_expiry_places_one_bolt_and_asks_for_the_next(self) -> None:
        grown = monster(*ARM, (ONE[0], EAST, 3), (ONE[1], SOUTH, 0))
        state = do(robbing(grown), Steal(1, (0, -3))).state
        assert GAME_.deadline(state) == NOW + 60
        step = GAME_.expire(state, Rng("x"), NOW + 60)
        placed = event(step, "bolt_placed")
        assert (placed.edge, placed.asked, placed.seat) == (J2, False, 1)
        assert step.state.deadline == NOW + 120 and edges(step.state) == [(0, 0, "E"), (0, 0, "S")]

    @pytest.mark.parametrize(("clock", "limit"), [("live", 180), ("slow", 86400), ("none", 60)])
    def test_it_is_the_tables_time_for_a_decision(self, clock: str, limit: float) -> None:
        options = Options.model_validate({"clock": clock})
        dumped = GAME_.codecs.options.dump(options)
        header = Header("x", GAME_.id, 1, dumped, "seed", ("{}", "{}"), NOW)
        assert begin(GAME_, header).match.state.limit == limit

    def test_time_that_stood_still_does_not_count(self) -> None:
        state = do(robbing(monster(*ARM, (ONE[0], EAST, 3))), Steal(1, (0, -3))).state
        assert GAME_.deadline(GAME_.postpone(state, 100.0, NOW + 100)) == NOW + 160


def _torn(bolted: bool = False) -> Monster:
    """Return a monster with one open end: that of a part joined to nothing.

    Its body is closed by four parts, of which `bolted` secures all.
    """
    # An arm of two: the inner part is taken out and a closing part put there instead.
    grown = monster(*closed((BENT[0], NORTH, 1), (STRAIGHT[0], (1, -1), 1), spare=ONE))
    corner = plane.card_at(grown, NORTH)
    assert corner is not None
    torn = plane.remove(grown, corner)
    straight = plane.card_at(torn, (1, -1))
    assert straight is not None
    # What lies there now is a lone part with one end that points away from everything.
    lone = plane.remove(torn, straight)
    closing = plane.attach(lone, ONE[10], BOX.ends[ONE[10]], NORTH, 2)
    far = plane.attach(closing, ONE[11], BOX.ends[ONE[11]], (5, 5), 0)
    bolts = ((0, -1, "S"), (0, 0, "E"), (0, 0, "S"), (-1, 0, "E")) if bolted else ()
    return Monster(far.name, far.body, far.cards, far.gaps, bolts)  # type: ignore[arg-type]
