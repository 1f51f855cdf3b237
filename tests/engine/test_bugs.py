"""Bugs & Co: set-up, right and left hands, trophies, scores (GAMES.md, section 5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.bugs.score import lay_open, score
from engine.bugs.values import (
    NONE,
    Action,
    Back,
    Countdown,
    Face,
    Keep,
    Kept,
    Lay,
    Moved,
    Pick,
    Seen,
    Spot,
    State,
    Took,
    Trophy,
    colour_of,
    image_of,
)
from engine.contract import SeatOptions, heard
from engine.errors import RuleError, Unknown
from engine.rng import Rng
from tests.engine.bugs_table import (
    GAME,
    GO,
    act,
    acts,
    counting_in,
    events,
    keep_all,
    playing,
    sizes,
    step,
    tile_at,
    with_left,
)
from tests.engine.games.bugs import parts

SET_UPS = [
    (2, [7, 7, 6, 6, 6, 6], (3,)),
    (3, [7, 7, 6, 6, 6, 6], (3, 2)),
    (4, [7, 7, 6, 6, 6, 6], (3, 2, 1)),
    (5, [9, 9, 9, 9, 9, 8], (3, 2, 2, 1)),
    (6, [9, 9, 9, 9, 9, 8], (3, 3, 2, 2, 1)),
    (7, [12, 12, 11, 11, 11, 11], (3, 3, 2, 2, 1)),
    (8, [12, 12, 11, 11, 11, 11], (3, 3, 2, 2, 1)),
]


def refusal(state: State, seat: int, action: Action, now: float = GO + 1) -> str:
    """Return the key of a refusal; fail when the action is taken."""
    with pytest.raises(RuleError) as caught:
        step(state, seat, action, now)
    return caught.value.key.removeprefix("bugs.error.")


# Set-up


@pytest.mark.parametrize(("seats", "areas", "trophies"), SET_UPS)
def test_each_number_of_seats_has_its_tiles_and_trophies(
    seats: int, areas: list[int], trophies: tuple[int, ...]
) -> None:
    state = counting_in(seats)
    assert sizes(state) == areas
    assert state.trophies == trophies
    assert len(state.removed) == 7
    assert state.left == ((),) * seats
    tiles = [t for t in state.table if t != NONE] + list(state.removed)
    assert set(Counter(map(image_of, tiles)).values()) == {3}
    assert {GAME.box.images[image_of(t)].eyes for t in tiles} == set(state.eyes)


def test_areas_are_filled_from_their_first_place() -> None:
    state = counting_in(4)
    assert [tile_at(state, 2, p) != NONE for p in range(15)] == [True] * 6 + [False] * 9


@pytest.mark.parametrize("seats", [5, 6])
@pytest.mark.parametrize(("eyes", "numbers"), [("one", (2, 1)), ("three", (2, 3))])
def test_five_and_six_seats_choose_one_or_three_eyes(
    seats: int, eyes: str, numbers: tuple[int, ...]
) -> None:
    assert counting_in(seats, eyes=eyes).eyes == numbers


def test_random_eyes_come_either_way() -> None:
    options = GAME.options_type()
    drawn = {
        GAME.setup(options, (SeatOptions(),) * 5, Rng("eyes", i), 0.0).state.eyes for i in range(30)
    }
    assert drawn == {(2, 1), (2, 3)}


@pytest.mark.parametrize(("seats", "numbers"), [(4, (2,)), (7, (1, 2, 3))])
def test_the_eyes_option_has_no_effect_elsewhere(seats: int, numbers: tuple[int, ...]) -> None:
    assert counting_in(seats, eyes="three").eyes == numbers


def test_options_are_offered_where_they_matter() -> None:
    always = {"time_limit", "pace", "level"}
    assert set(GAME.choices(2)) == always | {"six_first"}
    assert set(GAME.choices(4)) == set(GAME.choices(8)) == always
    assert set(GAME.choices(5)) == set(GAME.choices(6)) == always | {"eyes"}
    assert GAME.choices(5)["time_limit"] == tuple(range(1, 11))


# The right hand


def test_a_tile_is_picked_up_and_seen_by_its_holder_alone() -> None:
    state = playing()
    tile = tile_at(state, 1, 2)
    happened = events(state, 0, Pick(1, 2))
    face = Face(image_of(tile), colour_of(tile))
    assert happened == (Seen(Spot(1, 2), face, audience=(0,)),)
    assert heard(happened, 1) == heard(happened, None) == ()
    after = act(state, 0, Pick(1, 2))
    own = GAME.view(after, 0).held
    assert own is not None and own.face == face and own.spot == Spot(1, 2)
    assert GAME.view(after, 1).held is None and GAME.view(after, None).held is None


def test_everybody_sees_who_holds_a_tile_from_where() -> None:
    view = GAME.view(act(playing(), 2, Pick(1, 2)), None)
    assert not view.areas[1][2] and view.areas[1][1]
    assert [seat.right for seat in view.seats] == [None, None, Spot(1, 2), None]


def test_a_tile_goes_back_to_its_own_place() -> None:
    before = playing()
    held = act(before, 0, Pick(1, 2))
    assert events(held, 0, Back()) == ()
    assert act(held, 0, Back()).table == before.table


def test_picking_while_holding_lays_back_in_the_same_go() -> None:
    held = act(playing(), 0, Pick(1, 2))
    after = act(held, 0, Pick(3, 4))
    assert after.right[0] == 3 * 15 + 4 and after.table == held.table
    assert act(after, 1, Pick(1, 2)).right[1] == 1 * 15 + 2


def test_laying_back_and_picking_up_is_all_or_nothing() -> None:
    state = acts(playing(), 0, Pick(1, 2))
    state = acts(state, 1, Pick(3, 4))
    assert refusal(state, 0, Pick(3, 4)) == "gone"
    assert refusal(state, 0, Pick(0, 14)) == "gone"
    assert state.right[:2] == (1 * 15 + 2, 3 * 15 + 4)


def test_the_first_of_two_seats_gets_the_tile_and_the_other_goes_on_at_once() -> None:
    state = act(playing(pace="calm"), 0, Pick(1, 2), GO + 2)
    assert refusal(state, 1, Pick(1, 2), GO + 2) == "gone"
    assert act(state, 1, Pick(1, 3), GO + 2).right[1] == 1 * 15 + 3


def test_the_place_of_a_held_tile_is_reserved() -> None:
    state = acts(playing(), 0, Pick(0, 0))
    state = acts(state, 1, Pick(1, 0), Lay(0))
    assert tile_at(state, 0, 7) != NONE
    assert act(state, 0, Back()).right[0] == NONE
    assert tile_at(state, 0, 0) != NONE


def test_a_click_takes_whatever_lies_there_on_arrival() -> None:
    state = acts(playing(), 0, Pick(0, 3), Keep())
    moving = tile_at(state, 5, 5)
    state = acts(state, 1, Pick(5, 5), Lay(0))
    assert tile_at(state, 0, 3) == moving
    (seen,) = events(state, 2, Pick(0, 3))
    assert isinstance(seen, Seen) and seen.face == Face(image_of(moving), colour_of(moving))


@pytest.mark.parametrize("action", [Pick(6, 0), Pick(-1, 0), Pick(0, 15), Pick(0, -1)])
def test_a_place_that_does_not_exist_is_unknown(action: Pick) -> None:
    with pytest.raises(Unknown, match=r"bugs\.error\.place"):
        step(playing(), 0, action)


def test_the_tile_in_hand_is_not_picked_up_again() -> None:
    assert refusal(act(playing(), 0, Pick(1, 2)), 0, Pick(1, 2)) == "in_hand"


@pytest.mark.parametrize("action", [Back(), Keep(), Lay(2)])
def test_an_empty_right_hand_lays_and_keeps_nothing(action: Action) -> None:
    assert refusal(playing(), 0, action) == "no_tile"


# Laying elsewhere


def test_a_tile_laid_elsewhere_takes_the_lowest_free_place() -> None:
    state = acts(playing(), 1, Pick(3, 2), Keep())
    state = act(state, 0, Pick(1, 4))
    assert events(state, 0, Lay(3)) == (Moved(0, Spot(1, 4), Spot(3, 2)),)
    after = act(state, 0, Lay(3))
    assert tile_at(after, 3, 2) == tile_at(state, 1, 4)
    assert tile_at(after, 1, 4) == NONE and after.right[0] == NONE


def test_laying_into_its_own_area_is_laying_back() -> None:
    state = acts(playing(), 1, Pick(1, 0), Keep())
    state = act(state, 0, Pick(1, 4))
    assert step(state, 0, Lay(1)) == step(state, 0, Back())


def full_area() -> State:
    """Return a table whose first area has no free place."""
    state = playing()
    for place in range(6):
        state = acts(state, 1, Pick(4, place), Lay(0))
    for place in range(2):
        state = acts(state, 1, Pick(5, place), Lay(0))
    assert sizes(state)[0] == 15
    return state


def test_a_full_area_takes_no_tile() -> None:
    state = act(full_area(), 0, Pick(2, 0))
    assert refusal(state, 0, Lay(0)) == "full"
    assert Lay(0) not in GAME.legal(state, 0)


def test_a_reserved_place_keeps_an_area_full_and_its_own_tile_can_return() -> None:
    state = acts(full_area(), 1, Pick(0, 3))
    state = act(state, 0, Pick(2, 0))
    assert refusal(state, 0, Lay(0)) == "full"
    assert act(state, 1, Lay(0)).table == state.table
    assert act(act(state, 1, Keep()), 0, Lay(0)).table[3] == tile_at(state, 2, 0)


def test_an_area_that_does_not_exist_is_unknown() -> None:
    held = act(playing(), 0, Pick(1, 2))
    for area in (-1, 6):
        with pytest.raises(Unknown, match=r"bugs\.error\.place"):
            step(held, 0, Lay(area))


def test_what_happens_tells_nothing_of_the_face() -> None:
    state = playing()
    other = GAME.redeal(state, None, Rng("faces"))
    assert other.table != state.table
    tries: list[list[Action]] = [[Pick(0, 0), a] for a in (Lay(3), Keep(), Back())]
    for actions in tries:
        one, two = state, other
        for action in actions:
            happened, again = (step(s, 0, action) for s in (one, two))
            assert heard(happened.events, 1) == heard(again.events, 1)
            one, two = happened.state, again.state
            assert GAME.view(one, 1) == GAME.view(two, 1)


# The left hand


def test_a_kept_tile_frees_its_place_and_stays() -> None:
    state = act(playing(), 0, Pick(1, 2))
    assert events(state, 0, Keep()) == (Kept(0, Spot(1, 2)),)
    after = act(state, 0, Keep())
    assert after.left[0] == (tile_at(state, 1, 2),) and tile_at(after, 1, 2) == NONE
    assert refusal(after, 0, Back()) == "no_tile"


def test_a_left_hand_is_a_number_to_everybody() -> None:
    state = acts(playing(), 0, Pick(1, 2), Keep(), Pick(0, 0), Keep())
    for viewer in (None, 0, 1):
        view = GAME.view(state, viewer)
        assert [seat.left for seat in view.seats] == [2, 0, 0, 0]
        assert view == GAME.view(GAME.redeal(state, viewer, Rng("left")), viewer)


# Trophies


def test_the_highest_trophy_goes_first_and_its_taker_stops() -> None:
    state = playing()
    assert events(state, 1, Trophy(3)) == (Took(1, 3),)
    after = act(state, 1, Trophy(3))
    assert after.trophies == (2, 1) and after.taken == (0, 3, 0, 0)
    assert 1 not in GAME.to_act(after) and GAME.legal(after, 1) == ()
    assert refusal(after, 1, Pick(0, 0)) == "done"
    assert refusal(after, 1, Trophy(2)) == "done"
    assert after.phase == "play"


def test_a_trophy_that_has_just_gone_leaves_the_seat_playing() -> None:
    held = act(playing(), 0, Pick(0, 0))
    state = act(held, 1, Trophy(3))
    assert refusal(state, 0, Trophy(3)) == "trophy_gone"
    assert 0 in GAME.to_act(state) and state.right[0] == held.right[0]
    assert act(state, 0, Trophy(2)).taken == (2, 3, 0, 0)


def test_a_second_trophy_of_the_same_value_can_be_taken() -> None:
    state = act(playing(6), 0, Trophy(3))
    assert act(state, 1, Trophy(3)).taken[:2] == (3, 3)


def test_only_the_highest_trophy_may_be_taken() -> None:
    assert refusal(playing(), 0, Trophy(2)) == "not_highest"
    assert refusal(playing(), 0, Trophy(7)) == "trophy"


def test_a_tile_in_hand_goes_back_when_a_trophy_is_taken() -> None:
    state = act(playing(), 0, Pick(2, 3))
    assert events(state, 0, Trophy(3)) == (Took(0, 3),)
    after = act(state, 0, Trophy(3))
    assert after.table == state.table and after.left[0] == ()
    assert act(after, 1, Pick(2, 3)).right[1] == 2 * 15 + 3


def test_two_seats_need_six_tiles_for_the_trophy() -> None:
    state = playing(2)
    for place in range(5):
        state = acts(state, 0, Pick(2, place), Keep())
    assert refusal(state, 0, Trophy(3)) == "six"
    assert Trophy(3) not in GAME.legal(state, 0)
    state = act(state, 0, Pick(2, 5))
    assert refusal(state, 0, Trophy(3)) == "six"
    state = act(state, 0, Keep())
    assert Trophy(3) in GAME.legal(state, 0)
    assert act(state, 0, Trophy(3)).phase == "countdown"


@pytest.mark.parametrize(("seats", "options"), [(2, {"six_first": False}), (3, {})])
def test_otherwise_a_trophy_can_be_taken_at_once(seats: int, options: dict[str, bool]) -> None:
    assert act(playing(seats, **options), 0, Trophy(3)).taken[0] == 3


def test_there_are_always_fewer_trophies_than_seats() -> None:
    for seats in GAME.seat_counts:
        assert len(counting_in(seats).trophies) < seats


def test_the_last_trophy_starts_the_countdown_once() -> None:
    state = acts(playing(3), 0, Trophy(3))
    assert events(state, 1, Trophy(2), GO + 20) == (
        Took(1, 2),
        Countdown(GO + 30, "trophies"),
    )
    after = act(state, 1, Trophy(2), GO + 20)
    assert GAME.deadline(after) == GO + 30 and GAME.to_act(after) == (2,)
    assert refusal(after, 2, Trophy(2), GO + 21) == "trophy_gone"
    assert GAME.deadline(act(after, 2, Pick(0, 0), GO + 21)) == GO + 30


def test_an_empty_table_asks_only_who_has_something_to_do() -> None:
    state = playing(2)
    for area in range(6):
        state = keep_all(state, 0, area)
    assert GAME.to_act(state) == (0,)
    assert GAME.legal(state, 0) == (Trophy(3),) and GAME.legal(state, 1) == ()
    stopped = act(state, 0, Trophy(3))
    assert GAME.to_act(stopped) == () and GAME.deadline(stopped) is not None


# Score

HAND = (*range(12), 12, 13, 15)
"""Four whole images, two tiles of a fifth, one of a sixth."""


def test_eleven_points() -> None:
    assert score(lay_open(HAND), 2) == (12, -3, 2, 11)
    assert lay_open(HAND).sets == (0, 1, 2, 3)
    assert lay_open(HAND).others == (Face(4, 0), Face(4, 1), Face(5, 0))


@pytest.mark.parametrize(
    ("hand", "trophy", "total"),
    [((), 0, 0), ((), 3, 3), ((0, 1), 0, -2), ((2, 0, 1), 0, 3), ((0, 3, 6, 9), 1, -3)],
)
def test_hands_and_their_points(hand: tuple[int, ...], trophy: int, total: int) -> None:
    assert score(lay_open(hand), trophy)[-1] == total


def finished(*hands: tuple[int, ...], taken: tuple[int, ...]) -> State:
    """Return a finished table with these left hands and trophies."""
    state = playing(len(hands))
    for seat, hand in enumerate(hands):
        state = with_left(state, seat, *hand)
    return replace(state, phase="over", deadline=None, taken=taken, cause="trophies")


def test_ties_share_places_and_the_trophy_breaks_none() -> None:
    outcome = GAME.outcome(finished((0, 1, 2), (), (3, 4, 5), (6,), taken=(0, 3, 0, 0)))
    assert outcome is not None
    assert outcome.places == (1, 1, 1, 4) and outcome.winners == (0, 1, 2)
    second = GAME.outcome(finished((0, 1, 2), (3, 4, 5), (6,), taken=(0, 0, 2)))
    assert second is not None and second.places == (1, 1, 3) and second.winners == (0, 1)


def test_the_outcome_is_broken_down() -> None:
    outcome = GAME.outcome(finished(HAND, (), taken=(2, 0)))
    assert outcome is not None
    names = [column.rpartition(".")[2] for column in outcome.columns]
    assert names == ["sets", "others", "trophy", "total"]
    assert outcome.scores == ((12, -3, 2, 11), (0, 0, 0, 0))
    assert outcome.reason == "bugs.reason.trophies"


def test_hands_are_laid_open_at_the_end_but_neither_table_nor_removed_tiles() -> None:
    state = finished(HAND, (), taken=(2, 0))
    assert GAME.view(state, None).over == (lay_open(HAND), lay_open(()))
    other = GAME.redeal(state, 0, Rng("end"))
    assert other.removed != state.removed and other.table != state.table
    assert GAME.view(other, 0) == GAME.view(state, 0)


def test_nothing_is_laid_open_before_the_end() -> None:
    state = with_left(playing(), 0, *HAND)
    assert GAME.view(state, 0).over == () and GAME.outcome(state) is None


def test_parts_stay_the_same_through_all_kinds_of_clicks() -> None:
    state = playing()
    whole = parts(state)
    for action in (Pick(0, 0), Pick(1, 1), Lay(4), Pick(2, 2), Keep(), Pick(3, 3), Trophy(3)):
        state = act(state, 0, action)
        assert parts(state) == whole
