"""Mächtige Monster: playing and displacing, the fight, healing, rounds, the end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Seat
from engine.errors import Illegal, RuleError, Unknown
from engine.maechtige_monster import fighting
from engine.maechtige_monster.values import (
    PEOPLES,
    STRENGTHS,
    Fought,
    Monster,
    Options,
    Play,
    Played,
    RoundBegan,
    SeatOptions,
)
from engine.rng import Rng
from tests.engine.monster_table import (
    act,
    after,
    bills,
    castle,
    fight,
    game,
    gold,
    set_up,
    shares,
    table,
)

ROW = "1:6/7 2:9/11 3:10/15"
"""A guard of each level, each at its strongest and richest."""


def refused(state: Any, play: Play) -> str:
    with pytest.raises(RuleError) as caught:
        act(state, play)
    return caught.value.key.removeprefix("maechtige_monster.error.")


def test_each_seat_starts_with_three_cards_two_set_aside_and_eight_gold() -> None:
    state = set_up(4)
    for seat in range(4):
        assert len(state.hands[seat]) == 3 and len(state.aside[seat]) == 2
        assert sorted(state.hands[seat] + state.aside[seat]) == list(STRENGTHS)
    assert gold(state) == [8] * 4 and state.bank == -32
    assert len(state.guards.row) == 4 and state.castle == ((),) * 4
    assert state.turn == state.start


def test_the_start_seat_is_drawn() -> None:
    starts = Counter(set_up(3, seed).start for seed in range(90))
    assert set(starts) == {0, 1, 2} and min(starts.values()) > 15


@pytest.mark.parametrize(("seats", "rounds"), [(3, 6), (4, 6), (5, 5), (6, 6)])
def test_rounds_by_seats(seats: int, rounds: int) -> None:
    assert set_up(seats).table.rounds == rounds


def test_a_chosen_people_is_had_and_the_rest_are_drawn() -> None:
    chosen = [SeatOptions(), SeatOptions(people="sea"), SeatOptions(), SeatOptions(people="orcs")]
    drawn = set()
    for seed in range(40):
        peoples = game.setup(Options(), chosen, Rng(seed), 0.0).state.table.peoples
        assert peoples[1] == "sea" and peoples[3] == "orcs"
        assert len(set(peoples)) == 4 and set(peoples) <= set(PEOPLES)
        drawn.add(peoples[0])
    assert drawn == {"undead", "demons", "insects", "dragons"}


def test_a_people_can_be_chosen_once() -> None:
    seats = [SeatOptions(people="sea"), SeatOptions(), SeatOptions()]
    assert game.seat_choices(seats, 1)["people"] == (
        *("orcs", "undead", "demons", "insects", "dragons"),
        None,
    )
    assert "sea" in game.seat_choices(seats, 0)["people"]
    with pytest.raises(Illegal):
        game.setup(Options(), [SeatOptions(people="sea")] * 3, Rng(1), 0.0)


def test_a_card_goes_on_any_free_slot_and_a_guard_with_two_is_one_choice() -> None:
    state = table(ROW, "|1:2|", hands=[(1, 3, 4), (1, 3), (1, 2, 3)], gold=[0, 8, 8])
    plays = game.legal(state, 0)
    assert plays == [Play(card, post) for card in (1, 3, 4) for post in (0, 1, 2)]
    later = after(state, Play(3, 1))
    assert later.castle == castle("|1:2 0:3|")
    assert later.hands[0] == (1, 4) and later.turn == 1 and gold(later) == [0, 8, 8]


@pytest.mark.parametrize(
    ("post", "bank", "owner"),
    [(0, 1, 0), (1, 1, 1), (2, 1, 2)],
)
def test_displacing_costs_by_the_guards_level(post: int, bank: int, owner: int) -> None:
    lying = ["", "", ""]
    lying[post] = "1:2"
    state = table(ROW, "|".join(lying), hands=[(1, 3, 4), (1, 3), (1, 2, 3)])
    step = act(state, Play(3, post, 0))
    assert step.state.castle[post] == (Monster(0, 3),)
    assert step.state.hands == ((1, 4), (1, 2, 3), (1, 2, 3))
    assert gold(step.state) == [8 - bank - owner, 8 + owner, 8]
    assert step.state.bank == state.bank + bank
    assert step.events == (
        Played(seat=0, card=3, post=post, displaced=Monster(1, 2), bank=bank, owner=owner),
    )
    paid, received = step.state.accounts[:2]
    assert (paid.to_bank, paid.to_owners, received.received) == (bank, owner, owner)


@pytest.mark.parametrize("post", [0, 1, 2])
def test_displacing_an_own_monster_costs_one_and_uses_up_the_turn(post: int) -> None:
    lying = ["", "", ""]
    lying[post] = "0:2"
    state = table(ROW, "|".join(lying), hands=[(1, 4), (1, 2, 3), (1, 2, 3)], gold=[1, 8, 8])
    later = after(state, Play(4, post, 0))
    assert later.castle[post] == (Monster(0, 4),)
    assert later.hands[0] == (1, 2) and later.turn == 1
    assert gold(later) == [0, 8, 8] and later.bank == state.bank + 1


def test_only_a_strictly_stronger_monster_displaces() -> None:
    state = table(ROW, "|1:3|", hands=[(1, 3, 4), (1, 2), (1, 2, 3)])
    assert refused(state, Play(1, 1, 0)) == refused(state, Play(3, 1, 0)) == "not_stronger"
    assert Play(4, 1, 0) in game.legal(state, 0)


@pytest.mark.parametrize(
    ("post", "lying", "is_open"),
    [
        (0, "1:3 2:2", True),
        (0, "1:3 2:3", False),
        (0, "1:4 2:1", True),
        (0, "1:4 2:2", False),
        (1, "1:4 2:4", True),
        (1, "1:4 2:3", True),
        (2, "1:4 2:4", True),
    ],
)
def test_displacing_is_open_below_the_highest_strength_of_the_back(
    post: int, lying: str, is_open: bool
) -> None:
    words = ["", "", ""]
    words[post] = lying
    state = table(ROW, "|".join(words), hands=[(1, 2, 5), (1, 2), (1, 5)])
    assert (Play(5, post, 0) in game.legal(state, 0)) is is_open
    if not is_open:
        assert refused(state, Play(5, post, 0)) == "closed"


def test_five_and_four_close_a_guard_of_level_two() -> None:
    state = table(ROW, "|1:4 2:5|", hands=[(1, 2, 5), (1, 2), (1, 2)])
    assert refused(state, Play(5, 1, 0)) == "closed"
    assert Play(5, 2) in game.legal(state, 0)


def test_a_lone_monster_can_be_displaced_beside_a_free_slot() -> None:
    state = table(ROW, "1:2||", hands=[(1, 3, 4), (1, 3), (1, 2, 3)])
    plays = game.legal(state, 0)
    assert Play(3, 0) in plays and Play(3, 0, 0) in plays


@pytest.mark.parametrize(("post", "price"), [(0, 1), (1, 2), (2, 3)])
def test_the_whole_price_must_be_there(post: int, price: int) -> None:
    lying = ["", "", ""]
    lying[post] = "1:2"
    words = "|".join(lying)
    for had, can in ((price - 1, False), (price, True)):
        state = table(ROW, words, hands=[(1, 3, 4), (1, 3), (1, 2, 3)], gold=[had, 8, 8])
        assert (Play(4, post, 0) in game.legal(state, 0)) is can
        if not can:
            assert refused(state, Play(4, post, 0)) == "gold"


def test_a_seat_without_gold_plays_on_free_slots() -> None:
    state = table(ROW, "0:2 1:2|2:1|", hands=[(1, 4), (1, 3), (2, 3)], gold=[0, 8, 8])
    free = [Play(card, post) for card in (1, 4) for post in (1, 2)]
    assert game.legal(state, 0) == free


@pytest.mark.parametrize(
    ("play", "key", "kind"),
    [
        (Play(6, 0), "unknown_card", Unknown),
        (Play(0, 0), "unknown_card", Unknown),
        (Play(1, 3), "unknown_guard", Unknown),
        (Play(1, -1), "unknown_guard", Unknown),
        (Play(4, 1, 2), "unknown_slot", Unknown),
        (Play(4, 1, -1), "unknown_slot", Unknown),
        (Play(5, 0), "not_in_hand", Illegal),
        (Play(4, 2, 0), "nothing_there", Illegal),
        (Play(4, 1, 1), "nothing_there", Illegal),
        (Play(4, 0), "full", Illegal),
    ],
)
def test_what_cannot_be_played(play: Play, key: str, kind: type[RuleError]) -> None:
    state = table(ROW, "1:3 2:4|1:2|", hands=[(1, 2, 4), (1,), (1, 2)])
    assert refused(state, play) == key
    with pytest.raises(kind):
        act(state, play)


def test_a_seat_with_two_monsters_is_skipped_until_one_is_displaced() -> None:
    state = table(ROW, "0:1 1:1|1:2|", hands=[(3, 4), (3,), (2, 3, 5)], turn=0)
    later = after(state, Play(3, 1))
    assert later.turn == 2
    later = after(later, Play(5, 1, 0))
    assert later.hands[1] == (2, 3) and later.turn == 1


def test_the_turn_may_come_back_at_once() -> None:
    state = table(ROW, "0:1 1:1|1:2 2:4|2:1", hands=[(3, 4), (3,), (2,)], turn=0)
    later = after(state, Play(4, 0, 0))
    assert later.hands[0] == (1, 3) and later.turn == 0
    assert game.legal(later, 0) == [
        *(Play(1, 2), Play(3, 0, 1), Play(3, 1, 0), Play(3, 2), Play(3, 2, 0)),
    ]


def test_a_chain_of_displacing() -> None:
    """Every displaced seat displaces the next one; the gold follows (level 3: 1 and 2)."""
    row = "3:8/12 3:9/12 3:10/13"
    state = table(row, "0:1|1:2|2:3", hands=[(2, 5), (3, 5), (1, 4)], turn=1)
    later = after(state, Play(3, 0, 0))
    assert later.turn == 2 and later.hands[0] == (1, 2, 5)
    later = after(later, Play(4, 0, 0))
    assert later.hands[1] == (3, 5) and later.turn == 0
    later = after(later, Play(5, 0, 0))
    assert later.castle == castle("0:5|1:2|2:3") and later.hands[2] == (1, 4)
    assert gold(later) == [8 + 2 - 3, 8 - 3 + 2, 8 - 3 + 2]
    assert later.bank == state.bank + 3


def test_the_worked_case_of_a_fight() -> None:
    state = table("2:6/11 1:4/4 1:4/4", "0:4 1:2|1:1 2:1|0:1 2:2")
    first, *_ = fight(state).battles
    assert first.beaten and first.total == 6 and first.strength == 6
    assert shares(first) == {0: 6, 1: 5} and first.odd == 0 and first.lost == 0


@pytest.mark.parametrize(
    ("lying", "paid", "odd", "lost"),
    [
        ("0:2 1:4", {0: 5, 1: 6}, 1, 0),
        ("0:3 1:3", {0: 5, 1: 5}, None, 1),
        ("0:3 0:4", {0: 11}, None, 0),
    ],
)
def test_a_loot_is_shared(lying: str, paid: dict[Seat, int], odd: Seat | None, lost: int) -> None:
    monsters = castle(lying)[0]
    found, stronger, nobody = fighting.split(11, monsters)
    assert {share.seat: share.gold for share in found} == paid
    assert (stronger, nobody) == (odd, lost)


def test_an_even_loot_has_no_odd_coin() -> None:
    found, odd, lost = fighting.split(10, castle("0:2 1:4")[0])
    assert [share.gold for share in found] == [5, 5] and odd is None and lost == 0


def test_the_fight_ends_at_the_first_guard_that_holds() -> None:
    state = table("1:4/4 1:6/7 1:4/4", "0:2 1:2|1:1 2:4|0:5 2:5")
    fought = fight(state)
    assert [battle.beaten for battle in fought.battles] == [True, False]
    assert fought.battles[1].shares == ()
    assert bills(fought.healings) == [(1, 1, 1, 1), (1, 2, 2, 2), (2, 0, 3, 3), (2, 2, 3, 3)]


def test_equal_strength_beats_a_guard_and_nothing_is_healed_when_all_fall() -> None:
    state = table("1:4/4 1:5/6 1:6/7", "0:2 1:2|1:1 2:4|0:1 2:5")
    fought = fight(state)
    assert all(battle.beaten for battle in fought.battles) and len(fought.battles) == 3
    assert fought.healings == ()


def test_healing_is_one_amount_a_seat_and_guard() -> None:
    state = table("1:6/7 1:4/4 1:4/4", "0:1 0:3|1:4 2:5|1:1 2:2")
    assert bills(fight(state).healings) == [
        (0, 0, 3, 3),
        (1, 1, 2, 2),
        (1, 2, 3, 3),
        (2, 1, 1, 1),
        (2, 2, 1, 1),
    ]


def test_a_seat_pays_what_it_has_and_owes_nothing() -> None:
    row, lying = "1:6/7 1:4/4 1:4/4", "1:1 0:3|0:4 1:5|2:1 2:2"
    fought = fight(table(row, lying, gold=[3, 0, 9]))
    assert bills(fought.healings) == [
        (0, 1, 1, 0),
        (0, 0, 2, 2),
        (1, 0, 2, 1),
        (1, 1, 3, 0),
        (2, 2, 2, 2),
    ]


def test_loot_is_paid_before_healing() -> None:
    state = table("1:4/4 1:6/7 1:4/4", "0:2 1:2|1:1 0:4|2:5 2:4", gold=[0, 0, 0])
    fought = fight(state)
    assert bills(fought.healings) == [(1, 1, 1, 1), (1, 0, 2, 2), (2, 2, 5, 0)]
    settled = fighting.settle(state, fought)
    assert gold(settled) == [0, 1, 0] and settled.bank == -1


LAST = "0:2 1:2|1:1 2:4|0:5"
"""All but seat 2's second monster."""


def last_card(round: int = 2, **changes: Any) -> Any:
    """Return a state in which seat 2 plays the last card of a round, its 5."""
    state = table("1:4/4 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    return replace(state, round=round, proved=(STRENGTHS,) * 3, **changes)


def test_the_last_card_brings_the_fight_and_the_next_row() -> None:
    state = last_card()
    step = act(state, Play(5, 2))
    played, fought, began = step.events
    assert isinstance(played, Played) and isinstance(fought, Fought)
    assert isinstance(began, RoundBegan) and began.round == 3 and began.tile is None
    later = step.state
    assert later.fight == fought.fight and fought.fight.round == 2
    assert fought.fight.castle == castle("0:2 1:2|1:1 2:4|0:5 2:5")
    assert fought.fight.gold == (8, 8, 8)
    assert gold(later) == [8 + 2 - 3, 8 + 2 - 1, 8 - 2 - 3]
    assert later.bank == -sum(gold(later))
    assert [account.healing for account in later.accounts] == [3, 1, 5]
    assert [account.loot for account in later.accounts] == [2, 2, 0]


def test_the_two_set_aside_are_taken_up_and_the_two_played_are_set_aside() -> None:
    state = last_card()
    later = after(state, Play(5, 2))
    assert later.hands == ((1, 3, 4), (3, 4, 5), (1, 2, 3))
    assert later.aside == ((2, 5), (1, 2), (4, 5))
    assert later.proved == (STRENGTHS,) * 3


def test_guards_are_discarded_and_the_start_moves_on() -> None:
    state = last_card(start=2)
    later = after(state, Play(5, 2))
    assert later.round == 3 and later.start == later.turn == 0
    assert after(last_card(start=0), Play(5, 2)).turn == 1
    assert later.guards.turned == state.guards.row[:2]
    assert later.guards.unturned == state.guards.row[2:]
    assert later.guards.row == state.guards.pile[:3] and later.guards.pile == state.guards.pile[3:]
    assert later.castle == ((), (), ())


def test_after_the_last_round_everything_stays_as_it_was_fought() -> None:
    state = last_card(round=6)
    step = act(state, Play(5, 2))
    assert len(step.events) == 2
    over = step.state
    assert over.phase == "over" and over.round == 6
    assert over.castle == castle("0:2 1:2|1:1 2:4|0:5 2:5")
    assert over.hands == ((4,), (4,), (3,)) and over.aside == state.aside
    assert over.guards == state.guards and over.start == state.start
    assert not game.to_act(over)


def test_the_breakdown_adds_up() -> None:
    outcome = game.outcome(after(last_card(round=6), Play(5, 2)))
    assert outcome is not None
    assert outcome.places == (2, 1, 3) and outcome.winners == (1,)
    assert [column.rpartition(".")[2] for column in outcome.columns] == [
        *("start", "loot", "received", "to_bank", "to_owners", "healing", "gold"),
    ]
    assert outcome.scores[0] == (8, 2, 0, 0, 0, -3, 7)
    row = "3:8/12 3:9/12 3:10/13"
    paid = after(table(row, "1:2||", hands=[(1, 3, 4), (3, 4), (1, 2, 3)]), Play(3, 0, 0))
    ended = game.outcome(replace(paid, phase="over"))
    assert ended is not None
    assert ended.scores[:2] == ((8, 0, 0, -1, -2, 0, 5), (8, 0, 2, 0, 0, 0, 10))
    assert all(sum(row[:-1]) == row[-1] for row in outcome.scores)


def test_equal_gold_shares_a_place() -> None:
    state = table(ROW, "||", gold=[19, 23, 19])
    outcome = game.outcome(replace(state, phase="over"))
    assert outcome is not None and outcome.places == (2, 1, 2)
    tied = game.outcome(replace(table(ROW, "||", gold=[23, 23, 19]), phase="over"))
    assert tied is not None and tied.places == (1, 1, 3) and tied.winners == (0, 1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_guard_chain_ascends_and_keeps_the_order_drawn(seats: int) -> None:
    for seed in range(12):
        drawn = set_up(seats, seed).guards
        chain = set_up(seats, seed, guard_chain=True).guards
        assert chain.pile == drawn.pile
        assert chain.row == tuple(sorted(drawn.row, key=lambda n: game.box.faces[n].level))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("chain", [False, True])
@pytest.mark.parametrize("rules", [False, True])
def test_gold_and_cards_are_conserved_in_whole_matches(
    seats: int, chain: bool, rules: bool
) -> None:
    chance = random.Random(f"{seats}{chain}{rules}")
    for seed in range(3):
        state = set_up(seats, seed, guard_chain=chain, new_rules=rules)
        cards = sorted(STRENGTHS * seats)
        while asked := game.to_act(state):
            play = chance.choice(list(game.legal(state, asked[0])))
            state = game.apply(state, asked[0], play, Rng(0), 0.0).state
            assert state.bank + sum(gold(state)) == 0 and min(gold(state)) >= 0
            lying = [m.strength for ms in state.castle for m in ms]
            assert sorted([*lying, *sum(state.hands + state.aside, ())]) == cards
        assert state.round == state.table.rounds
