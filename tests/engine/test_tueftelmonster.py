"""Set-up, the die, wishes, discards, the end, prizes and colours, and what a redeal keeps."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.contract import SeatOptions
from engine.errors import RuleError
from engine.rng import Rng
from engine.tueftelmonster import attaching, plane, score
from engine.tueftelmonster.values import (
    Attach,
    Discard,
    Draw,
    Options,
    Roll,
    State,
    Variant,
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
    body,
    cards,
    closed,
    do,
    event,
    kinds,
    monster,
    rolling,
    table,
)

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
SIX = BOX.silver[:6]
PLAIN = (STRAIGHT[0], STRAIGHT[1], STRAIGHT[2])


def new(variant: str = "full", seats: int = 3, seed: str = "new") -> State:
    options = Options.model_validate({"variant": variant})
    return GAME_.setup(options, [SeatOptions()] * seats, Rng(seed), NOW).state


class TestSetup:
    """Rulebook 003, "Aufbau"."""

    def test_what_is_dealt(self) -> None:
        state = new()
        assert [len(hand) for hand in state.hands] == [3, 3, 3]
        assert [len(display) for display in state.displays] == [1, 1, 1]
        assert len(state.pile) == 190 - 9 - 3 and state.bolts == 30
        assert state.silver == () and set(state.covered) == set(BOX.silver)
        assert len({m.body for m in state.monsters}) == 3
        assert [m.cards[0].card for m in state.monsters] == [-1, -1, -1]
        assert len({m.name for m in state.monsters}) == 3

    def test_a_random_seat_starts(self) -> None:
        assert {new(seed=f"{n}").owner for n in range(30)} == {0, 1, 2}

    def test_the_first_question_is_the_die(self) -> None:
        state = new()
        assert GAME_.legal(state, state.owner) == (Roll(),)

    def test_variant_six_has_no_prizes(self) -> None:
        state = new("six")
        assert state.covered == () and state.displays and state.bolts == 30
        assert GAME_.view(state, 0).prizes == () and GAME_.view(state, 0).colours == ()

    def test_variant_four_has_no_display_die_or_bolts_and_draws_unasked(self) -> None:
        state = new("four")
        assert state.displays == () and state.bolts == 0 and state.covered == ()
        assert state.phase == "attach" and len(state.hands[state.owner]) == 5
        assert len(state.pile) == 190 - 9 - 2


class TestTheDie:
    """What the faces begin (Rulebook 003, "Würfeln")."""

    def roll(self, *faces: str, **rest: Any) -> State:
        return do(table(monster(), monster(body=1), **rest), Roll(), rng=rolling(*faces)).state

    def test_draw_and_dig(self) -> None:
        assert (self.roll("draw").phase, self.roll("draw").to_come) == ("draw", 2)
        assert self.roll("dig").phase == "dig"

    def test_silver_turns_up_a_prize_and_draws(self) -> None:
        step = do(table(monster(), monster(body=1)), Roll(), rng=rolling("silver"))
        assert step.state.silver == (BOX.silver[-1],) and step.state.phase == "draw"
        assert (event(step, "silver_turned").prize, event(step, "silver_turned").open) == (
            BOX.silver[-1],
            1,
        )

    def test_with_no_prize_left_silver_only_draws(self) -> None:
        state = self.roll("silver", silver=BOX.silver, covered=())
        assert state.phase == "draw" and state.silver == BOX.silver

    def test_silver_is_draw_in_variant_six(self) -> None:
        assert self.roll("silver", variant="six").phase == "draw"

    def test_a_wish_is_for_anything_else_that_can_be_had(self) -> None:
        state = self.roll("wish")
        assert set(GAME_.legal(state, 0)) == {Wish("draw"), Wish("dig"), Wish("silver")}
        rich = table(monster(), monster((ONE[0], NORTH, 2)), phase="wish")
        assert Wish("steal") in GAME_.legal(rich, 0)
        assert do(rich, Wish("steal")).state.phase == "steal"
        assert Wish("silver") not in GAME_.legal(rich.but(covered=(), silver=BOX.silver), 0)
        assert Wish("silver") not in GAME_.legal(self.roll("wish", variant="six"), 0)
        with pytest.raises(RuleError):
            do(state, Wish("steal"))

    def test_a_wish_for_silver_turns_one_up(self) -> None:
        state = self.roll("wish")
        step = do(state, Wish("silver"))
        assert kinds(step) == ["wished", "silver_turned"] and step.state.phase == "draw"

    def test_a_prize_more_may_let_who_was_stuck_attach(self) -> None:
        state = table(monster(), monster(body=1), stuck=(1,))
        assert do(state, Roll(), rng=rolling("silver")).state.stuck == ()

    def test_what_was_not_asked_for(self) -> None:
        for action in (Draw(None), Discard(ONE[0], 0)):
            with pytest.raises(RuleError) as caught:
                do(table(monster(), monster(body=1)), action)
            assert caught.value.key == "tueftelmonster.error.phase_roll"


class TestDiscards:
    """Down to three, each face up on any display pile."""

    def state(self, *hand: int, **rest: Any) -> State:
        fields = {"hands": [hand], "phase": "discard"} | rest
        return table(monster(), monster(body=1), **fields)

    def test_the_card_covers_a_pile_and_the_next_seat_begins(self) -> None:
        state = self.state(*PLAIN, ONE[0], displays=[(ONE[1],), (ONE[2],), (ONE[3],)])
        step = do(state, Discard(ONE[0], 1))
        assert step.state.displays[1] == (ONE[2], ONE[0])
        assert (event(step, "discarded").card, event(step, "discarded").pile) == (ONE[0], 1)
        assert (step.state.owner, step.state.phase, step.state.faces) == (1, "roll", ())
        assert event(step, "turn_began").round == 1

    def test_a_seat_is_stuck_until_its_own_next_turn(self) -> None:
        state = self.state(*PLAIN, ONE[0]).but(stuck=(0, 1))
        assert do(state, Discard(ONE[0], 1)).state.stuck == (0,)

    def test_as_many_as_it_takes(self) -> None:
        once = do(self.state(*PLAIN, ONE[0], ONE[1]), Discard(ONE[0], 0)).state
        assert once.phase == "discard" and once.owner == 0
        assert do(once, Discard(ONE[1], 0)).state.owner == 1

    def test_every_card_on_every_pile(self) -> None:
        state = self.state(*PLAIN, ONE[0])
        assert len(GAME_.legal(state, 0)) == 12
        for action in (Discard(ONE[9], 0), Discard(ONE[0], 3), Discard(ONE[0], None)):
            with pytest.raises(RuleError):
                do(state, action)

    def test_out_of_the_game_in_variant_four(self) -> None:
        state = self.state(*PLAIN, ONE[0], variant="four")
        step = do(state, Discard(ONE[0], None))
        assert step.state.out == (ONE[0],) and event(step, "discarded").card is None
        with pytest.raises(RuleError):
            do(state, Discard(ONE[0], 0))

    def test_three_cards_are_kept_unasked(self) -> None:
        state = table(monster(), monster(body=1), hands=[[*PLAIN, ONE[0]]], phase="attach")
        assert do(state, Attach(ONE[0], 0, NORTH, 2)).state.owner == 1


class TestStandstill:
    """The game ends when the last four turns of everybody attached nothing."""

    def stuck(self, idle: int, variant: Variant = "full") -> State:
        shut = [monster(*closed()[:3]), monster(*closed(spare=ONE[5:])[:3], body=1)]
        hand = [ONE[20], ONE[21], ONE[22], ONE[23]]
        piles = {"displays": [(c,) for c in ONE[30:33]]} if variant != "four" else {}
        return table(*shut, hands=[hand], phase="discard", idle=idle, variant=variant, **piles)

    def test_at_the_end_of_the_eighth_turn_of_two_seats(self) -> None:
        assert do(self.stuck(6), Discard(ONE[20], 0)).state.phase == "roll"
        step = do(self.stuck(7), Discard(ONE[20], 0))
        assert step.state.reason == "standstill" and kinds(step)[-1] == "ended"
        assert step.state.deadline is None and GAME_.to_act(step.state) == ()

    def test_a_turn_that_attaches_starts_the_count_anew(self) -> None:
        state = self.stuck(7).but(attached=True)
        assert do(state, Discard(ONE[20], 0)).state.idle == 0

    def test_the_fewest_open_ends_win_a_variant(self) -> None:
        state = self.stuck(7, "six")
        other = monster((STRAIGHT[5], NORTH, 0), body=1)
        over = do(state.but(monsters=(state.monsters[0], other)), Discard(ONE[20], 0)).state
        outcome = GAME_.outcome(over)
        assert outcome is not None and outcome.winners == (0,) and outcome.places == (1, 2)
        tied = GAME_.outcome(do(state, Discard(ONE[20], 0)).state)
        assert tied is not None and tied.winners == (0, 1) and tied.places == (1, 1)


class TestVariants:
    """The variants for small children."""

    def test_six_the_owner_of_the_first_finished_monster_wins(self) -> None:
        state = table(
            monster(body=1),
            monster(*closed()[:3]),
            monster(body=2),
            hands=[[ONE[3]]],
            phase="attach",
            variant="six",
        )
        outcome = GAME_.outcome(do(state, Attach(ONE[3], 1, WEST, 1)).state)
        assert outcome is not None
        assert outcome.winners == (1,) and outcome.places == (2, 1, 2)
        assert outcome.columns == () and outcome.scores == ((), (), ())

    def four(self, turn: int = 0, **rest: Any) -> State:
        almost = [monster(*closed(spare=ONE[10 * n :])[:3], body=n) for n in range(3)]
        hands = [[ONE[10 * n + 3], *PLAIN_BY_SEAT[n]] for n in range(3)]
        fields: dict[str, Any] = {"hands": hands, "start": 1, "turn": turn} | rest
        return table(*almost, phase="attach", variant="four", **fields)

    def test_four_others_play_up_to_the_seat_before_the_start_seat(self) -> None:
        # Seat 1 started; it finishes, then 2 and 0 have their turns, and no more.
        step = do(self.four(), Attach(ONE[13], 1, WEST, 1), 1)
        assert kinds(step) == ["attached", "finished", "turn_began", "drew", "got", "drew", "got"]
        state = step.state
        assert (state.owner, state.phase, state.finished) == (2, "attach", (1,))
        assert len(state.hands[1]) == 3 and state.out == (), "it discards nothing more"
        state = do(state, Attach(ONE[23], 2, WEST, 1), 2).state
        assert state.owner == 0 and state.finished == (1, 2)
        other = next(a for a in GAME_.legal(state, 0) if a.card in PLAIN_BY_SEAT[0])  # type: ignore[union-attr]
        state = do(state, other, 0).state
        while state.phase == "discard":
            state = do(state, GAME_.legal(state, 0)[0], 0).state
        assert state.phase == "over" and state.reason == "finished"
        outcome = GAME_.outcome(state)
        assert outcome is not None and outcome.winners == (1, 2) and outcome.places == (2, 1, 1)

    def test_four_the_last_of_the_round_ends_it_at_once(self) -> None:
        step = do(self.four(turn=2), Attach(ONE[3], 0, WEST, 1), 0)
        assert step.state.reason == "finished" and step.state.finished == (0,)

    def test_four_when_the_pile_runs_out_who_has_finished_wins(self) -> None:
        step = do(self.four(pile=(BENT[0],)), Attach(ONE[13], 1, WEST, 1), 1)
        assert step.state.reason == "empty" and kinds(step)[-3:] == ["drew", "got", "ended"]
        assert len(step.state.hands[2]) == 5, "its first card is taken, then the game is over"
        outcome = GAME_.outcome(step.state)
        assert outcome is not None and outcome.winners == (1,)

    def test_four_when_the_pile_runs_out_the_fewest_open_ends_win(self) -> None:
        state = self.four(pile=())
        open_one = next(a for a in GAME_.legal(state, 1) if a.card in PLAIN_BY_SEAT[1])  # type: ignore[union-attr]
        over = do(state, open_one, 1).state
        assert over.reason == "empty"
        outcome = GAME_.outcome(over)
        assert outcome is not None and outcome.winners == (0, 1, 2)


PLAIN_BY_SEAT = (STRAIGHT[0:3], STRAIGHT[3:6], STRAIGHT[6:9])


class TestColours:
    """The points for the main colour (Rulebook 003, "Farbbonus", both examples)."""

    def test_three_red_and_two_multicoloured_are_five(self) -> None:
        red, multi, blue = cards("N", "red"), cards("N", "multi"), cards("N", "blue")
        grown = monster(
            (cards("NE", "red")[0], NORTH, 2),
            (red[0], EAST, 3),
            (multi[0], SOUTH, 0),
            (multi[1], WEST, 1),
            (blue[0], (-1, -1), 1),
            body=body("red"),
        )
        assert score.main_colour(BOX, grown) == 5

    def test_on_a_tie_any_of_them_counts(self) -> None:
        blue, turquoise = cards("N", "blue"), cards("N", "turquoise")
        grown = monster(
            (turquoise[0], NORTH, 2),
            (turquoise[1], EAST, 3),
            (cards("N", "multi")[0], SOUTH, 0),
            (blue[0], WEST, 1),
            body=body("blue"),
        )
        assert score.main_colour(BOX, grown) == 3

    def test_a_body_alone_is_worth_one(self) -> None:
        assert {score.main_colour(BOX, monster(body=n)) for n in range(9)} == {1}

    def test_each_multicoloured_card_counts_as_one_more_colour(self) -> None:
        multi = cards("N", "multi")
        grown = monster(
            (multi[0], NORTH, 2),
            (multi[1], EAST, 3),
            (cards("N", "red")[0], SOUTH, 0),
            body=body("red"),
        )
        assert score.variety(BOX, grown) == 3


class TestPrizes:
    """Gold 3 each, silver 2 each; ties get the full points."""

    def test_counts_and_leaders(self) -> None:
        eyes = cards("N", "red", eyes=2)[0]
        few = cards("N", "yellow", eyes=1)[0]
        state = table(
            monster((eyes, NORTH, 2), body=body("red")),
            monster((few, NORTH, 2), body=body("red")),
            monster(body=body("blue")),
            silver=("eyes", "head", "wing"),
        )
        by_name = {prize.name: prize for prize in GAME_.view(state, None).prizes}
        assert (by_name["finished"].counts, by_name["finished"].leaders) == ((0, 0, 0), ())
        assert (by_name["colourful"].counts, by_name["colourful"].leaders) == ((1, 2, 1), (1,))
        assert (by_name["compact"].counts, by_name["compact"].leaders) == ((2, 2, 1), (2,))
        assert (by_name["eyes"].counts, by_name["eyes"].leaders) == ((2, 1, 0), (0,))
        heads = (*tuple(int(BOX.parts[c].kind == "head") for c in (eyes, few)), 0)
        assert by_name["head"].counts == heads
        wings = by_name["wing"]
        assert (1 in wings.counts) == bool(wings.leaders), "nobody leads at zero"

    def test_parts_that_came_off_count_in_everything(self) -> None:
        grown = monster((STRAIGHT[0], NORTH, 0), (cards("N", "red", eyes=2)[0], (0, -2), 2))
        torn = plane.remove(grown, grown.cards[1])
        assert score.amount(BOX, torn, "eyes") == 2
        assert score.colours_of(BOX, torn)["red"] >= 1

    def finished(self) -> State:
        colours = ("red", "orange", "yellow", "green")
        growth = [(cards("N", c)[2], *side) for c, side in zip(colours, SIDES, strict=True)]
        own = monster(*growth[:3], body=body("red"))
        other = monster(*((cards("N", "red")[n], *SIDES[n]) for n in range(3)), body=body("red"))
        return table(
            own,
            other,
            hands=[[growth[3][0]]],
            phase="attach",
            silver=("digits", "tentacle", "tail"),
        ).but(stuck=(1,))

    def test_the_breakdown_adds_up(self) -> None:
        state = self.finished()
        over = do(state, Attach(state.hands[0][0], 0, WEST, 1)).state
        outcome = GAME_.outcome(over)
        assert outcome is not None and outcome.reason == "tueftelmonster.reason.finished"
        names = [column.rpartition(".")[2] for column in outcome.columns]
        assert names == [
            "colour",
            "finished",
            "colourful",
            "compact",
            "digits",
            "tentacle",
            "tail",
            "prizes",
            "points",
        ]
        own, other = (dict(zip(names, row, strict=True)) for row in outcome.scores)
        assert (own["colour"], own["finished"], own["colourful"], own["compact"]) == (2, 3, 3, 0)
        assert (other["colour"], other["finished"], other["compact"]) == (4, 0, 3)
        assert own["tentacle"] == other["tentacle"] == own["tail"] == other["tail"] == 0
        assert {own["digits"], other["digits"]} == {2, 0}
        for row in (own, other):
            parts = [row[name] for name in names[:-2]]
            assert row["points"] == sum(parts)
            assert row["prizes"] == sum(points > 0 for points in parts[1:])

    def test_ties_by_points_are_broken_by_prizes(self) -> None:
        # Both have 5 points; one of them 5 cards of a colour, the other 2 and a prize.
        red = cards("N", "red")
        many = monster(
            *((red[n], *SIDES[n]) for n in range(3)), (STRAIGHT[0], WEST, 1), body=body("red")
        )
        assert score.main_colour(BOX, many) == 5
        two = monster((cards("N", "blue")[0], NORTH, 2), body=body("blue"))
        wide = monster(
            *((cards("N", c)[0], *SIDES[n]) for n, c in enumerate(("orange", "green"))),
            body=body("red"),
        )
        state = table(many, two, wide, phase="over", reason="standstill")
        outcome = GAME_.outcome(state)
        assert outcome is not None
        totals = [row[-1] for row in outcome.scores]
        assert totals == [5, 5, 4]
        assert outcome.places == (2, 1, 3) and outcome.winners == (1,)

    def test_all_tied_seats_get_the_full_points(self) -> None:
        state = table(monster(body=0), monster(body=1), phase="over", reason="standstill")
        outcome = GAME_.outcome(state)
        assert outcome is not None
        assert outcome.scores == ((1, 0, 3, 3, 2, 7),) * 2
        assert outcome.places == (1, 1) and outcome.winners == (0, 1)


SIDES = ((NORTH, 2), (EAST, 3), (SOUTH, 0), (WEST, 1))


class TestRedeals:
    """Who is asked to attach keeps a card that fits; who has just skipped gets none."""

    def fits(self, state: State, seat: int) -> bool:
        return attaching.can(BOX.ends, state, seat)

    def test_who_is_asked_to_attach_can(self) -> None:
        # Only cards with three or four ends fit anywhere, and the hand holds the only one dealt.
        growth = [(BENT[0], EAST, 3), (BENT[1], NORTH, 1), (ONE[0], SOUTH, 0), (ONE[1], WEST, 1)]
        state = table(
            monster(*growth),
            monster(*closed(spare=ONE[20:])[:3], body=1),
            hands=[[FOUR[0], ONE[4], ONE[5]]],
            phase="attach",
        )
        for seed in range(40):
            other = GAME_.redeal(state, 1, Rng(seed))
            assert self.fits(other, 0)
        assert len({GAME_.redeal(state, 1, Rng(seed)).hands[0] for seed in range(40)}) > 10

    def test_who_has_just_skipped_cannot(self) -> None:
        shut = [monster(*closed()[:3]), monster(*closed(spare=ONE[5:])[:3], body=1)]
        hand = [ONE[20], ONE[21], ONE[22], ONE[23], ONE[24]]
        state = table(*shut, hands=[hand], phase="discard", stuck=(0,))
        for seed in range(40):
            for viewer in (1, None):
                assert not self.fits(GAME_.redeal(state, viewer, Rng(seed)), 0)
        assert GAME_.redeal(state, 0, Rng(1)).hands[0] == state.hands[0]

    def test_who_cannot_attach_leaves_the_others_what_they_can(self) -> None:
        """Variant "four": the monsters differ, and there is hardly a card beside those in hands."""
        ones, straight, bent = iter(ONE), iter(STRAIGHT), iter(BENT)
        slot = monster(
            (next(bent), EAST, 3), (next(straight), (1, -1), 0), (next(bent), (1, -2), 2),
            (next(ones), (0, -2), 1), (next(bent), WEST, 0), (next(ones), (-1, -1), 2),
            (next(ones), SOUTH, 0),
        )  # fmt: skip
        corner = monster(
            (next(bent), EAST, 3), (next(bent), NORTH, 1),
            (next(ones), SOUTH, 0), (next(ones), WEST, 1), body=1,
        )  # fmt: skip
        rest = monster(*closed(spare=ones)[:3], body=2)
        hands = [
            [next(straight) for _ in range(3)],
            [next(ones), *(next(straight) for _ in range(3)), FOUR[0]],
            [next(bent) for _ in range(3)],
        ]
        state = table(corner, slot, rest, hands=hands, variant="four", phase="attach", stuck=(0,))
        state = state.but(turn=1, pile=(FOUR[1],))
        assert self.fits(state, 1) and not self.fits(state, 0)
        for seed in range(60):
            for viewer in (None, 0, 2):
                other = GAME_.redeal(state, viewer, Rng(seed))
                assert self.fits(other, 1) and not self.fits(other, 0)

    @pytest.mark.parametrize("variant", ["full", "six", "four"])
    def test_the_same_stream_gives_the_same_from_any_redeal(self, variant: str) -> None:
        chance, state, number = random.Random(variant), new(variant), 0
        while GAME_.to_act(state) and number < 80:
            number += 1
            for viewer in (None, 0, 1, 2):
                again = GAME_.redeal(state, viewer, Rng("one", number))
                for other in (state, again):
                    assert GAME_.redeal(other, viewer, Rng("two")) == GAME_.redeal(
                        again, viewer, Rng("two")
                    )
            (seat,) = GAME_.to_act(state)
            action = chance.choice(GAME_.legal(state, seat))
            state = GAME_.apply(state, seat, action, Rng(number), NOW).state

    def test_what_the_viewer_sees_stays(self) -> None:
        state = new()
        other = GAME_.redeal(state, 1, Rng(3))
        assert other.hands[1] == state.hands[1] and other.displays == state.displays
        assert other.hands[0] != state.hands[0] and other.covered != state.covered
