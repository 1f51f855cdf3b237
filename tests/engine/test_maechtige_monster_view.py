"""What is seen of Mächtige Monster: the row, what is open, prices, what is proved; redeals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.maechtige_monster.values import (
    STRENGTHS,
    Back,
    Face,
    Monster,
    Offer,
    Play,
    Price,
    Refused,
)
from engine.rng import Rng
from tests.engine.monster_table import act, after, box, game, set_up, table

ROW = "1:6/7 2:9/11 3:10/15"


def test_the_backs_show_the_ranges_of_the_box() -> None:
    assert box.backs == {
        1: Back(1, (4, 6), (4, 7)),
        2: Back(2, (6, 9), (8, 11)),
        3: Back(3, (8, 10), (12, 15)),
    }


def test_a_guard_shows_what_lies_there_and_whether_it_is_open() -> None:
    state = table(ROW, "0:3 1:2|1:5 2:4|2:1")
    first, second, third = game.view(state, None).row
    assert first.monsters == (Monster(0, 3), Monster(1, 2)) and first.total == 5
    assert [guarded.open for guarded in (first, second, third)] == [True, False, True]
    assert [guarded.back.level for guarded in (first, second, third)] == [1, 2, 3]
    assert all(guarded.face is None for guarded in (first, second, third))
    assert first.strength == (4, 6) and first.loot == (4, 7)


@pytest.mark.parametrize(
    ("tile", "strength", "loot"),
    [
        ("no_change", [(4, 6), (6, 9), (8, 10)], [(4, 7), (8, 11), (12, 15)]),
        ("strong_second", [(4, 6), (8, 11), (8, 10)], [(4, 7), (11, 14), (12, 15)]),
        ("poor_start", [(4, 6), (6, 9), (8, 10)], [(2, 5), (6, 9), (12, 15)]),
        ("weak_last", [(4, 6), (6, 9), (5, 7)], [(4, 7), (8, 11), (7, 10)]),
        ("twins", [(4, 6), (6, 9), (8, 10)], [(7, 10), (8, 11), (12, 15)]),
    ],
)
def test_ranges_in_force_stand_beside_the_printed_ones(
    tile: str, strength: list[Any], loot: list[Any]
) -> None:
    row = game.view(table(ROW, "0:3 1:3||2:1", tile=tile), None).row
    assert [guarded.strength for guarded in row] == strength
    assert [guarded.loot for guarded in row] == loot
    assert [guarded.back for guarded in row] == [box.backs[level] for level in (1, 2, 3)]


def test_a_range_in_force_never_falls_below_nought() -> None:
    row = game.view(table("3:10/15 2:9/11 1:4/4", "||", tile="weak_last"), None).row
    assert row[2].strength == (1, 3) and row[2].loot == (0, 2)


def test_what_a_seat_may_do_has_its_price() -> None:
    state = table(ROW, "1:2|0:1|1:1", hands=[(2, 3), (3,), (1, 2, 3)], gold=[2, 8, 8])
    view = game.view(state, 0)
    prices = {offer.play: offer.price for offer in view.offers}
    assert list(prices) == list(game.legal(state, 0))
    assert prices[Play(3, 0)] is None
    assert prices[Play(3, 0, 0)] == Price(1)
    assert prices[Play(3, 1, 0)] == Price(1), "an own monster costs one at every level"
    assert Play(3, 2, 0) not in prices, "three gold are not there"
    assert Offer(Play(2, 0)) in view.offers


def test_why_a_monster_cannot_be_displaced() -> None:
    lying = "1:3 2:3|1:2|2:1"
    state = table(ROW, lying, hands=[(1, 2, 4), (1,), (2,)], gold=[2, 8, 8], tile="no_ones")
    refused = {r.play: r.why for r in game.view(state, 0).refused}
    assert refused == {
        Play(1, 0, 0): "barred",
        Play(1, 0, 1): "barred",
        Play(1, 1, 0): "barred",
        Play(1, 2, 0): "barred",
        Play(2, 0, 0): "not_stronger",
        Play(2, 0, 1): "not_stronger",
        Play(2, 1, 0): "not_stronger",
        Play(2, 2, 0): "gold",
        Play(4, 0, 0): "closed",
        Play(4, 0, 1): "closed",
        Play(4, 2, 0): "gold",
    }
    assert Refused(Play(4, 2, 0), "gold") in game.view(state, 0).refused


def test_offers_and_refusals_are_for_who_is_asked() -> None:
    state = table(ROW, "1:2||", hands=[(2, 3), (1, 3), (1, 2, 3)])
    for viewer in (None, 1, 2):
        view = game.view(state, viewer)
        assert view.offers == () and view.refused == () and view.waiting == (0,)


def test_hand_and_set_aside_cards_are_ones_own() -> None:
    state = set_up(3)
    view = game.view(state, 1)
    assert view.hand == state.hands[1] and view.aside == state.aside[1]
    public = game.view(state, None)
    assert public.hand == () and public.aside == () and public.hands == (3, 3, 3)


def test_play_proves_what_was_seen_and_no_more() -> None:
    state = table(ROW, "||", hands=[(1, 2, 4), (1, 3, 5), (2, 3, 5)])
    known = [(k.hand, k.aside) for k in game.view(state, None).known]
    assert known == [((), ())] * 3
    state = after(state, Play(2, 0), Play(3, 0, 0))
    assert [(k.hand, k.aside) for k in game.view(state, 2).known] == [
        *(((2,), ()), ((), ()), ((), ())),
    ]
    state = after(state, Play(5, 0, 0), Play(4, 1), Play(5, 1, 0))
    known = [(k.hand, k.aside) for k in game.view(state, None).known]
    assert known == [((2, 4), ()), ((3,), ()), ((), ())]


def test_three_cards_seen_prove_the_two_set_aside() -> None:
    state = table(ROW, "||", hands=[(1, 2, 4), (1, 3, 5), (2, 3, 5)])
    state = after(state, Play(2, 0), Play(3, 0, 0), Play(5, 0, 0), Play(4, 1), Play(5, 1, 0))
    assert game.view(state, None).known[0].aside == ()
    state = after(state, Play(2, 2), Play(1, 0))
    known = game.view(state, None).known
    assert known[0].hand == (2, 4) and known[0].aside == (3, 5)
    assert known[1].hand == (3,) and known[1].aside == ()


def test_after_the_first_round_everything_is_proved() -> None:
    state = set_up(4)
    while state.round == 1:
        state = after(state, game.legal(state, state.turn)[0])
    for seat, known in enumerate(game.view(state, None).known):
        assert known.hand == state.hands[seat] and known.aside == state.aside[seat]


def test_tiles_are_shown_only_where_they_count() -> None:
    base, rules = set_up(4), set_up(4, new_rules=True)
    assert game.view(base, None).tile is None and game.view(base, None).used_tiles == ()
    view = game.view(rules, None)
    assert view.tile == rules.table.tiles[0] and view.used_tiles == rules.table.tiles[:1]


def test_the_last_fight_can_be_read_again() -> None:
    state = set_up(3)
    assert game.view(state, None).fight is None
    while state.round == 1:
        step = act(state, game.legal(state, state.turn)[-1])
        state = step.state
    view = game.view(state, None)
    assert view.fight is not None and view.fight.round == 1
    faces = [battle.printed for battle in view.fight.battles]
    assert faces == [box.faces[number] for number in state.guards.turned] == list(view.gone)
    assert len(view.fight.levels) == 3


def test_at_the_end_the_fought_row_is_seen_with_its_faces() -> None:
    row = "1:4/4 1:6/7 1:4/4"
    state = table(row, "0:2 1:2|1:1 2:4|0:5", hands=[(4,), (4,), (3, 5)], turn=2, tile="rich_end")
    state = replace(state, round=6)
    tiles = state.table.tiles
    tiles = (*tiles[1:6], "rich_end", *tiles[6:])
    state = replace(state, table=replace(state.table, tiles=tiles))
    over = after(state, Play(5, 2))
    first, second, third = game.view(over, None).row
    assert first.face == Face(1, 4, 4) and first.loot == (4, 4)
    assert second.face == Face(1, 6, 7) and second.loot == (11, 11)
    assert third.face is None and third.loot == (8, 11)


def worlds(state: Any, seat: int | None, number: int = 60) -> list[Any]:
    return [game.redeal(state, seat, Rng("world", n)) for n in range(number)]


def test_a_world_deals_the_others_unseen_cards_anew_in_the_first_round() -> None:
    state = table(ROW, "||", hands=[(1, 2, 4), (1, 3, 5), (2, 3, 5)])
    state = after(state, Play(2, 0), Play(3, 0, 0))
    found = worlds(state, 2)
    assert all(w.hands[2] == state.hands[2] and w.aside[2] == state.aside[2] for w in found)
    assert all(2 in w.hands[0] and len(w.hands[0]) == 3 for w in found)
    assert all(3 not in w.hands[1] + w.aside[1] for w in found)
    assert Counter(c for w in found for c in w.hands[0]).keys() == set(STRENGTHS)
    assert {w.hands[1] for w in found} == {(1, 2), (1, 4), (1, 5), (2, 4), (2, 5), (4, 5)}
    assert worlds(state, 0)[0].hands[0] == state.hands[0]


def test_from_the_second_round_a_world_changes_guards_pile_and_tiles_alone() -> None:
    state = set_up(4, new_rules=True)
    while state.round == 1:
        state = after(state, game.legal(state, state.turn)[0])
    found = worlds(state, 1)
    for world in found:
        assert world.hands == state.hands and world.aside == state.aside
        assert world.guards.turned == state.guards.turned
        assert world.table.tiles[:2] == state.table.tiles[:2]
        for mine, other in zip(state.guards.row, world.guards.row, strict=True):
            assert box.faces[mine].level == box.faces[other].level
    assert len({w.guards.row for w in found}) > 30
    assert len({w.table.tiles for w in found}) == len(found)


def test_the_row_may_be_any_unseen_guard_of_its_level() -> None:
    state = set_up(3)
    level = box.faces[state.guards.row[0]].level
    seen = {w.guards.row[0] for w in worlds(state, None, 200)}
    assert seen == {n for n, face in enumerate(box.faces) if face.level == level}


def test_a_world_does_not_depend_on_what_is_unknown() -> None:
    state = table(ROW, "1:4||", hands=[(1, 2, 4), (1, 3), (2, 3, 5)])
    other = game.redeal(state, 0, Rng("other"))
    assert other != state and worlds(other, 0, 5) == worlds(state, 0, 5)
    assert game.view(other, 0) == game.view(state, 0)
