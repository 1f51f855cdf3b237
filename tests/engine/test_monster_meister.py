"""Monster Meister's rounds: turning up, roles, removals, draws, placing, looking, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from engine.contract import CLOCK, Expire, Seat, SeatOptions, heard
from engine.errors import Illegal, RuleError, Unknown
from engine.monster_meister import cells
from engine.monster_meister.values import (
    Action,
    CardsDown,
    Drew,
    Looked,
    Name,
    NoneDrew,
    Options,
    Peeked,
    Place,
    Placed,
    Remove,
    RoundBegan,
    Shown,
    State,
    TurnedUp,
    TurnUp,
)
from engine.rng import Rng
from tests.engine.monster_meister_table import CELLS, NOW, card, do, front, game, table, told, turn
from tests.engine.positions import play

HIGH = ["green 2", "green 3", "green 4", "blue 4 + green 1"]
LOW = ["red 1", "red 2", "red 4", "blue 1"]
MIDDLE = ["yellow 1", "yellow 3", "blue 2", "blue 3"]


def refused(
    state: State, seat: Seat, action: Action | Expire, now: float = NOW
) -> tuple[type[RuleError], str]:
    """Return the exception's type and the end of its key."""
    with pytest.raises(RuleError) as caught:
        play(game, state, len(state.displays), seat, action, now)
    return type(caught.value), caught.value.key.removeprefix("monster_meister.error.")


def scored(*rows: Sequence[str], **kwargs: Any) -> State:
    """Return a four-card task after all seats have turned up their rows."""
    state = table("four_green_first", *rows, **kwargs)
    for seat in range(len(rows)):
        state = turn(state, seat, 4)
    return state


def served(*rows: Sequence[str], **kwargs: Any) -> State:
    """Return such a round after every memoriser has removed its first card."""
    state = scored(*rows, **kwargs)
    while state.phase == "remove":
        state = do(state, game.to_act(state)[0], Remove(CELLS[0]))
    return state


def test_setup_deals_a_shuffled_set_a_seat_strays_and_ten_of_twelve_tasks() -> None:
    holders = set()
    for seed in range(30):
        state = game.setup(Options(), (SeatOptions(),) * 3, Rng(seed), NOW).state
        holders.add(state.holder)
        for seat, display in enumerate(state.displays):
            assert [item.cell for item in display] == list(CELLS)
            assert sorted(item.card for item in display) == list(range(16 * seat, 16 * seat + 16))
        assert sorted(state.pile) == list(range(64, 72))
        assert sorted(state.tasks) == list(range(12))
    assert holders == {0, 1, 2}


# Turning up


def test_all_seats_turn_up_at_their_own_pace() -> None:
    state = table("four_green_first", HIGH, LOW, MIDDLE)
    assert game.to_act(state) == (0, 1, 2)
    state = turn(state, 1, 4)
    assert game.to_act(state) == (0, 2)
    state = turn(state, 2, 2)
    assert game.view(state, None).to_turn == (4, 0, 2)
    assert game.view(state, None).points == (0, 1 + 1 + 1 + 2, 3 + 3)


def test_the_order_in_which_seats_turn_up_changes_nothing() -> None:
    ends = []
    for order in permutations(range(3)):
        state = table("four_green_first", HIGH, LOW, MIDDLE)
        for seat in order:
            state = turn(state, seat, 4)
        ends.append(state)
    assert all(end == ends[0] for end in ends)


def test_exactly_n_cards_are_turned_up() -> None:
    state = turn(table("six_blue", LOW, LOW), 0, 6)
    assert refused(state, 0, TurnUp(CELLS[6])) == (Illegal, "error.not_asked")
    assert game.to_act(state) == (1,)


def test_until_goes_on_to_the_card_that_shows_it_and_counts_it() -> None:
    state = table("until_green", ["blue 1", "green 3 + red 1"], ["green 2"])
    state = turn(state, 0, 1)
    assert game.view(state, None).to_turn == (None, None)
    state = turn(state, 0, 1, first=1)
    assert game.view(state, None).points == (2, 0)
    assert game.view(state, None).to_turn == (0, None)
    assert refused(state, 0, TurnUp(CELLS[2])) == (Illegal, "error.not_asked")


def test_until_ends_without_a_face_down_card() -> None:
    greens = [card(0, text) for text in (*HIGH, "green 3 + red 1")]
    state = table("until_green", ["blue 1"], ["green 2"], outside=greens)
    state = turn(state, 0, len(state.displays[0]))
    assert game.to_act(state) == (1,)


def test_only_an_own_face_down_card_can_be_turned_up() -> None:
    state = turn(table("six_blue", LOW, LOW), 0, 1)
    assert refused(state, 0, TurnUp(CELLS[0])) == (Illegal, "already_up")
    assert refused(state, 0, TurnUp((4, 0))) == (Unknown, "no_card")
    assert refused(state, 0, TurnUp((10**9, -1))) == (Unknown, "no_card")


@pytest.mark.parametrize("action", [Remove((0, 0)), Place((4, 0)), Looked(), Name("red")])
def test_other_phases_actions_are_refused_while_turning_up(action: Action) -> None:
    assert refused(table("six_blue", LOW, LOW), 0, action) == (Illegal, "not_now")


def test_everybody_sees_what_is_turned_up() -> None:
    state, (event,) = told(table("six_blue", LOW, LOW), 1, TurnUp((0, 0)))
    assert event == TurnedUp(seat=1, cell=(0, 0), back=1, front=front("red 1"))
    for viewer in (None, 0, 1):
        spots = game.view(state, viewer).displays[1]
        assert [spot.front for spot in spots] == [front("red 1"), *[None] * 15]


def test_the_rulebooks_example_has_one_memoriser_and_two_muddlers() -> None:
    state = table(
        "until_green",
        ["blue 1", "yellow 2 + red 3", "green 2"],
        ["yellow 1", "green 2"],
        ["green 3 + red 1"],
    )
    for seat, n in enumerate((3, 2, 1)):
        state = turn(state, seat, n)
    (result,) = state.results
    assert (result.points, result.memorisers, result.muddlers) == ((3, 1, 1), (0,), (1, 2))


# Removals


def test_all_equal_gives_no_roles_and_goes_on_to_the_look() -> None:
    state = scored(LOW, LOW)
    assert state.phase == "look"
    assert state.results[-1].memorisers == state.results[-1].muddlers == ()


def test_memorisers_remove_in_seat_order_from_the_holder_each_under_the_last() -> None:
    state = scored(HIGH, LOW, HIGH, holder=2)
    assert game.to_act(state) == (2,)
    assert refused(state, 0, Remove((0, 0))) == (Illegal, "error.not_asked")
    state = do(state, 2, Remove((1, 0)))
    assert game.to_act(state) == (0,)
    assert state.pile[8:] == (card(2, "green 3"),)
    state = do(state, 0, Remove((3, 0)))
    assert state.phase == "place" and state.drawn[1] == card(4, "blue 1")
    assert state.pile[-2:] == (card(2, "green 3"), card(0, "blue 4 + green 1"))
    assert game.view(state, None).own_left == (15, 16, 15)


def test_only_a_turned_up_card_is_removed() -> None:
    state = scored(HIGH, LOW)
    assert refused(state, 0, Remove((0, 1))) == (Illegal, "not_turned_up")
    assert refused(state, 0, Remove((9, 9))) == (Unknown, "no_card")
    assert list(game.legal(state, 0)) == [Remove(cell) for cell in CELLS[:4]]


def test_a_removed_card_stays_shown_and_points_stay_until_cards_go_down() -> None:
    state = served(HIGH, LOW)
    view = game.view(state, None)
    assert view.removed == (Shown(0, (0, 0), 0, front("green 2")),)
    assert view.points == (4 + 4 + 4 + 6, 5)
    state = do(state, 1, Place((4, 0)))
    state = do(do(state, 0, Looked()), 1, Looked())
    assert game.view(state, None).removed == ()


def test_a_memoriser_may_remove_a_stray() -> None:
    stray = card(4, "green 4")
    state = table("four_green_first", ["green 2", "green 3"], LOW, pile=())
    display = (*state.displays[0][:2], replace(state.displays[0][2], card=stray))
    state = replace(state, displays=((*display, *state.displays[0][3:]), state.displays[1]))
    state = turn(turn(state, 0, 4), 1, 4)
    state, events = told(state, 0, Remove((2, 0)))
    assert game.view(state, None).own_left == (15, 16)
    drew = events[1]
    assert isinstance(drew, Drew) and (drew.seat, drew.back) == (1, 4)


# Draws


def test_the_removed_card_opens_a_new_pile_and_may_be_drawn_at_once() -> None:
    state = served(HIGH, LOW, pile=())
    assert state.drawn == (None, card(0, "green 2")) and state.pile == ()
    view = game.view(state, None)
    assert (view.pile, view.pile_back) == (0, None)


def test_a_muddler_never_draws_its_own_back() -> None:
    pile = [card(1, "yellow 1"), card(0, "yellow 1"), card(4, "blue 1")]
    state = served(HIGH, LOW, pile=pile)
    assert state.drawn == (None, card(0, "yellow 1"))
    assert state.pile == (card(1, "yellow 1"), card(4, "blue 1"), card(0, "green 2"))
    assert game.view(state, None).pile_back == 1


def test_muddlers_draw_in_seat_order_from_the_holder() -> None:
    state = served(LOW, HIGH, LOW, holder=1, pile=[card(4, "blue 1"), card(4, "red 1")])
    assert state.drawn == (card(4, "red 1"), None, card(4, "blue 1"))


def test_too_few_cards_for_all_muddlers_means_none_draws() -> None:
    state = scored(LOW, HIGH, LOW, pile=())
    state, events = told(state, 1, Remove((0, 0)))
    assert NoneDrew() in events
    assert state.drawn == (None, None, None) and state.phase == "look"
    assert game.view(state, None).none_drew
    assert state.pile == (card(1, "green 2"),)


def test_only_the_muddler_sees_its_card_and_only_until_it_has_placed_it() -> None:
    state = scored(HIGH, LOW)
    state, events = told(state, 0, Remove((0, 0)))
    assert Drew(seat=1, back=4) in heard(events, None)
    assert [e.audience for e in events if isinstance(e, Peeked)] == [(1,)]
    assert not any(isinstance(e, Peeked) for e in heard(events, 0))
    assert game.view(state, 1).drawn == front("blue 1")
    for viewer in (None, 0):
        assert game.view(state, viewer).drawn is None
        assert game.view(state, viewer).free == ()
        assert game.view(state, viewer).drawn_backs == (None, 4)
    state, events = told(state, 1, Place((4, 0)))
    assert events == [Placed(seat=1, cell=(4, 0), back=4)]
    assert game.view(state, 1).drawn is None
    (placed,) = [s for s in game.view(state, 1).displays[1] if s.cell == (4, 0)]
    assert placed.front is None


# Placing and looking


def test_a_muddler_places_on_a_free_cell() -> None:
    state = served(HIGH, LOW)
    assert game.view(state, 1).free == cells.free_cells(CELLS)
    assert refused(state, 1, Place((0, 0))) == (Illegal, "occupied")
    assert refused(state, 1, Place((4, 4))) == (Illegal, "not_touching")
    assert refused(state, 0, Place((4, 0))) == (Illegal, "not_now")
    state = do(state, 1, Place((0, -1)))
    assert [item.cell for item in state.displays[1]][:2] == [(0, -1), (0, 0)]
    assert refused(state, 1, Place((4, 0))) == (Illegal, "not_now")


def test_all_muddlers_place_at_once_and_others_may_confirm_meanwhile() -> None:
    state = served(LOW, HIGH, LOW)
    assert state.phase == "place" and state.deadline is None
    assert game.to_act(state) == (0, 1, 2)
    assert refused(state, 0, Looked()) == (Illegal, "not_now")
    state = do(do(state, 2, Place((4, 0))), 1, Looked())
    assert game.to_act(state) == (0, 2)
    assert game.legal(state, 2) == (Looked(),)
    state = do(do(state, 2, Looked()), 0, Place((4, 0)), now=NOW + 50)
    assert (state.phase, state.deadline) == ("look", NOW + 65)
    assert game.to_act(state) == (0,)
    assert game.view(state, None).looked == (1, 2)


def test_cards_go_down_when_the_last_seat_has_looked() -> None:
    state = scored(LOW, LOW, LOW)
    state = do(do(state, 2, Looked()), 0, Looked())
    assert refused(state, 0, Looked()) == (Illegal, "error.not_asked")
    assert state.displays[0][0].up
    state, events = told(state, 1, Looked())
    assert isinstance(events[0], CardsDown) and isinstance(events[1], RoundBegan)
    assert (state.round, state.holder, state.deadline) == (2, 1, None)


def test_cards_go_down_when_the_look_time_has_run_out() -> None:
    state = scored(LOW, LOW)
    assert state.deadline == NOW + 15 == game.deadline(state)
    assert game.to_act(state) == (0, 1)
    assert refused(state, CLOCK, Expire(), NOW + 14.9) == (Illegal, "error.early")
    assert do(state, CLOCK, Expire(), now=NOW + 15).round == 2


def test_at_a_slow_table_the_look_has_the_tables_time() -> None:
    state = game.setup(Options(clock="slow"), (SeatOptions(),) * 2, Rng("slow"), NOW).state
    assert state.limit == 86400
    state = replace(table("four_green_first", LOW, LOW), limit=state.limit)
    state = turn(turn(state, 0, 4), 1, 4)
    assert (state.phase, state.deadline) == ("look", NOW + 86400)


def test_after_the_round_no_view_shows_what_lay_where() -> None:
    state = served(HIGH, LOW)
    state = do(state, 1, Place((4, 0)))
    state = do(state, CLOCK, Expire(), now=NOW + 15)
    for viewer in (None, 0, 1):
        view = game.view(state, viewer)
        assert all(spot.front is None for display in view.displays for spot in display)
        assert view.removed == ()
        assert view.memorisers == view.muddlers == view.looked == ()
        assert view.drawn is None and view.contest is None
        assert "eyes" not in game.codecs.view.dump(view).replace(view.task.id, "")
        assert [r.points for r in view.results] == [(18, 5)]


# The end


def last_round(*rows: Sequence[str], **kwargs: Any) -> State:
    """Return the tenth round after turning up."""
    return scored(*rows, round=10, **kwargs)


def test_the_last_round_asks_for_no_look() -> None:
    state, events = told(last_round(HIGH, LOW), 0, Remove((3, 0)))
    assert game.to_act(state) == (1,)
    state, events = told(state, 1, Place((4, 0)))
    assert game.to_act(state) == ()
    assert CardsDown() not in events and state.phase == "over"
    view = game.view(state, None)
    assert all(spot.front is not None for display in view.displays for spot in display)
    assert [count.own for count in view.counts] == [18, 20]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,) and outcome.places == (1, 2)
    assert outcome.scores == ((18, 18, 45), (20, 21, 51))
    assert view.results[-1].memorisers == (0,)


def test_a_last_round_without_roles_ends_the_game_in_a_tie() -> None:
    state = last_round(LOW, LOW)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == () and outcome.places == (1, 1)
    assert outcome.reason == "monster_meister.reason.tie"


def test_there_is_no_outcome_before_the_end() -> None:
    assert game.outcome(scored(HIGH, LOW)) is None


# What others cannot tell


def test_a_redeal_keeps_what_is_shown_and_the_own_drawn_card() -> None:
    state = served(LOW, HIGH, LOW)
    for number in range(20):
        own = game.redeal(state, 0, Rng(number))
        assert own.drawn[0] == state.drawn[0]
        assert own.pile[-1] == state.pile[-1], "the card just removed is still shown"
        assert own.tasks[:1] == state.tasks[:1]
        assert all(
            a == b
            for before, after in zip(state.displays, own.displays, strict=True)
            for a, b in zip(before, after, strict=True)
            if a.up
        )
    assert len({game.redeal(state, 0, Rng(n)).drawn[2] for n in range(40)}) > 2
    assert len({game.redeal(state, None, Rng(n)).drawn[0] for n in range(40)}) > 2
