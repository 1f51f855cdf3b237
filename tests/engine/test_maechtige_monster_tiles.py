"""The king's tiles of Mächtige Monster: each alone, and in pairs where two act on one guard."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Illegal
from engine.maechtige_monster import fighting, tiles
from engine.maechtige_monster.box import MonsterBox, Tile
from engine.maechtige_monster.values import STRENGTHS, Play, RoundBegan
from tests.engine.monster_table import (
    act,
    after,
    bills,
    box,
    fight,
    game,
    loots,
    set_up,
    shares,
    table,
)

ROW = "1:4/5 1:4/5 1:5/5 1:6/5"
LYING = "0:2 1:3|1:5 2:4|2:5 3:4|3:5 0:4"
"""Every guard falls, no pair is of equal strength, the first is the weakest."""


def strengths(state: Any) -> list[int]:
    return [battle.strength for battle in fight(state).battles]


@pytest.mark.parametrize(
    ("tile", "loot", "strength"),
    [
        (None, [5, 5, 5, 5], [4, 4, 5, 6]),
        ("no_ones", [5, 5, 5, 5], [4, 4, 5, 6]),
        ("twins", [5, 5, 5, 5], [4, 4, 5, 6]),
        ("strong_hands", [5, 5, 5, 5], [4, 4, 5, 6]),
        ("rich_first", [8, 5, 5, 5], [4, 4, 5, 6]),
        ("poor_start", [3, 3, 5, 5], [4, 4, 5, 6]),
        ("rich_end", [5, 5, 9, 9], [4, 4, 5, 6]),
        ("dear_healing", [5, 5, 5, 5], [4, 4, 5, 6]),
        ("rich_weakest", [8, 5, 5, 5], [4, 4, 5, 6]),
        ("no_change", [5, 5, 5, 5], [4, 4, 5, 6]),
        ("strong_second", [5, 8, 5, 5], [4, 6, 5, 6]),
        ("treasure_last", [5, 5, 5, 15], [4, 4, 5, 6]),
        ("weak_last", [5, 5, 5, 0], [4, 4, 5, 3]),
    ],
)
def test_what_a_tile_makes_of_the_guards(
    tile: str | None, loot: list[int], strength: list[int]
) -> None:
    state = table(ROW, LYING, tile=tile)
    fought = fight(state)
    assert loots(fought.battles) == loot and strengths(state) == strength
    assert [battle.printed.loot for battle in fought.battles] == [5] * 4
    assert fought.tile == tile


def test_ones_stay_in_hand() -> None:
    state = table("1:6/7 2:9/11 3:10/15", "||", hands=[(1, 2, 3), (1, 4, 5), (2, 3, 4)])
    barred = table(
        "1:6/7 2:9/11 3:10/15", "||", hands=[(1, 2, 3), (1, 4, 5), (2, 3, 4)], tile="no_ones"
    )
    assert Play(1, 0) in game.legal(state, 0)
    assert {play.card for play in game.legal(barred, 0)} == {2, 3}
    with pytest.raises(Illegal) as caught:
        act(barred, Play(1, 0))
    assert caught.value.key == "maechtige_monster.error.barred"


def test_who_holds_a_one_can_always_play() -> None:
    state = table(
        ROW, "0:2 1:3|2:5 1:4|2:4 3:5|3:4", hands=[(1, 3), (2,), (2,), (2,)], tile="no_ones"
    )
    assert {play.card for play in game.legal(state, 0)} == {3}
    over = after(state, Play(3, 3))
    assert over.round == 2 and 1 in over.hands[0]


def test_equal_monsters_enlarge_the_loot_before_it_is_split() -> None:
    state = table("2:6/9 2:7/10 1:4/4", "0:3 1:3|1:5 2:5|0:4 2:4", tile="twins")
    first, second, third = fight(state).battles
    assert (first.loot, second.loot, third.loot) == (12, 13, 7)
    assert shares(second) == {1: 6, 2: 6} and second.odd is None and second.lost == 1
    assert shares(first) == {0: 6, 1: 6} and first.lost == 0


def test_an_own_pair_is_never_equal_so_it_earns_no_extra() -> None:
    state = table("2:6/9 2:7/10 1:4/4", "0:3 0:4|1:5 1:4|2:4 2:3", tile="twins")
    assert loots(fight(state).battles) == [9, 10, 4]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_four_and_five_are_taken_up(seats: int) -> None:
    row = " ".join(["1:4/4", "1:4/5", "1:5/6", "1:5/4", "1:6/7", "1:6/5"][:seats])
    state = table(row, "|" * (seats - 1), tile="strong_hands")
    taken = tiles.take_up(state, tiles.in_force(box, state))
    assert taken.hands == ((3, 4, 5),) * seats and taken.aside == ((1, 2),) * seats
    assert taken.proved == (STRENGTHS,) * seats


def test_the_next_hand_is_one_two_and_what_was_not_played() -> None:
    state = table(
        "1:4/4 1:6/7 1:4/4",
        "0:5 1:5|1:4 2:4|0:4",
        hands=[(3,), (3,), (3, 5)],
        tile="strong_hands",
        turn=2,
    )
    state = replace(state, aside=((1, 2),) * 3, proved=(STRENGTHS,) * 3)
    later = after(state, Play(5, 2))
    assert later.hands == ((1, 2, 3),) * 3
    assert later.aside == ((4, 5),) * 3


def test_the_exchange_comes_before_the_first_play_of_its_round() -> None:
    state = table(
        "1:4/4 1:6/7 1:4/4",
        "0:5 1:5|1:4 2:4|0:4",
        hands=[(3,), (3,), (3, 5)],
        tile="no_change",
        turn=2,
    )
    order = ("no_change", "strong_hands", *state.table.tiles[2:])
    order += tuple({tile.id for tile in box.tiles} - set(order))
    state = replace(state, table=replace(state.table, tiles=tuple(dict.fromkeys(order))))
    step = act(state, Play(5, 2))
    assert step.state.hands == ((3, 4, 5),) * 3 and step.state.aside == ((1, 2),) * 3
    began = step.events[-1]
    assert isinstance(began, RoundBegan) and began.tile == "strong_hands"


def test_a_first_tile_that_exchanges_proves_all_hands_at_once() -> None:
    for seed in range(60):
        state = set_up(3, seed, new_rules=True)
        exchanged = state.table.tiles[0] == "strong_hands"
        assert (state.proved == (STRENGTHS,) * 3) is exchanged
        if exchanged:
            assert state.hands == ((3, 4, 5),) * 3
    base = [set_up(3, seed) for seed in range(60)]
    assert all(state.proved == ((),) * 3 for state in base)


def test_fours_and_fives_cost_four_to_heal() -> None:
    lying = "0:1 1:4|1:5 2:3|2:2 3:4|3:5 0:5"
    state = table(ROW.replace("4/5", "6/7", 1), lying, tile="dear_healing")
    assert bills(fight(state).healings) == [
        *((0, 0, 1, 1), (0, 1, 4, 4)),
        *((1, 1, 4, 4), (1, 2, 2, 2)),
        *((2, 2, 1, 1), (2, 3, 4, 4)),
        *((3, 3, 4, 4), (3, 0, 4, 4)),
    ]


def test_all_weakest_pairs_are_rewarded() -> None:
    state = table(ROW, "0:2 1:3|1:1 2:4|2:2 3:4|3:5 0:4", tile="rich_weakest")
    fought = fight(state)
    assert fought.lowest == (0, 1) and loots(fought.battles) == [8, 8, 5, 5]
    assert fight(table(ROW, LYING)).lowest == ()


def test_the_weakest_pair_is_counted_by_monsters_not_by_guards() -> None:
    lying = "0:5 1:3|1:2 2:1|2:5 3:4|3:5 0:4"
    state = table("1:5/4 3:8/12 1:4/4 1:4/4", lying, tile="rich_weakest")
    fought = fight(state)
    assert fought.lowest == (1,) and not fought.battles[1].beaten
    assert fought.battles[1].loot == 15


def test_a_strengthened_second_guard_may_be_unbeatable() -> None:
    state = table("1:4/4 3:10/15 1:4/4", "0:2 1:3|1:5 2:5|2:4 0:4", tile="strong_second")
    _, second = fight(state).battles
    assert (second.strength, second.loot, second.beaten) == (12, 18, False)


def test_a_weakened_last_guard_falls_to_less_and_has_no_loot_below_nought() -> None:
    row = "1:4/4 1:4/4 1:5/4"
    state = table(row, "0:4 1:4|1:5 2:4|2:1 0:1", tile="weak_last")
    assert fight(state).battles[2].beaten and fight(state).battles[2].loot == 0
    assert not fight(table(row, "0:4 1:4|1:5 2:4|2:1 0:1")).battles[2].beaten


@pytest.mark.parametrize("tile", ["weak_last", "strong_second"])
def test_displacing_keeps_to_the_printed_range(tile: str) -> None:
    row = "1:4/4 1:4/4 1:6/7"
    state = table(row, "|1:2 2:3|1:3 2:2", hands=[(1, 4, 5), (1,), (1,)], tile=tile)
    open_ = [play.post for play in game.legal(state, 0) if play.over is not None]
    assert set(open_) == {1, 2}
    closed = table(row, "|1:2 2:4|1:3 2:3", hands=[(1, 4, 5), (1,), (1,)], tile=tile)
    assert all(play.over is None for play in game.legal(closed, 0))


def test_places_are_counted_after_sorting() -> None:
    """Both variants: the last of a chain is the one with the most stars."""
    for seed in range(40):
        state = set_up(4, seed, guard_chain=True, new_rules=True)
        levels = [box.faces[number].level for number in state.guards.row]
        assert levels == sorted(levels)
        if state.table.tiles[0] == "treasure_last":
            loot = game.view(state, None).row[3].loot
            printed = box.backs[levels[3]].loot
            assert loot == (printed[0] + 10, printed[1] + 10)


@pytest.mark.parametrize(
    ("both", "lying", "post", "expected"),
    [
        (("rich_first", "twins"), "0:3 1:3|1:5 2:4|2:5 3:4|3:5 0:4", 0, (4, 11)),
        (("rich_first", "rich_weakest"), LYING, 0, (4, 11)),
        (("poor_start", "rich_weakest"), LYING, 0, (4, 6)),
        (("poor_start", "twins"), "0:2 1:3|1:4 2:4|2:5 3:4|3:5 0:4", 1, (4, 6)),
        (("strong_second", "twins"), "0:2 1:3|1:4 2:4|2:5 3:4|3:5 0:4", 1, (6, 11)),
        (("rich_end", "twins"), "0:2 1:3|1:5 2:4|2:4 3:4|3:5 0:4", 2, (5, 12)),
        (("treasure_last", "twins"), "0:2 1:3|1:5 2:4|2:4 3:5|3:5 0:5", 3, (6, 18)),
        (("weak_last", "twins"), "0:2 1:3|1:5 2:4|2:4 3:5|3:5 0:5", 3, (3, 3)),
        (("weak_last", "rich_weakest"), "0:5 1:3|1:5 2:4|2:4 3:5|3:2 0:3", 3, (3, 3)),
        (("twins", "rich_weakest"), "0:2 1:2|1:5 2:4|2:5 3:4|3:5 0:4", 0, (4, 11)),
    ],
)
def test_two_that_act_on_one_guard_add_up(
    both: tuple[str, str], lying: str, post: int, expected: tuple[int, int]
) -> None:
    """The sum is taken before what is below nought counts as nought."""
    merged = {
        name: value
        for tile in both
        for name, value in box.tile[tile].model_dump(exclude_defaults=True).items()
    }
    others = [tile for tile in box.tiles if tile.id != merged["id"]]
    changed = MonsterBox.model_validate({**box.model_dump(), "tiles": (Tile(**merged), *others)})
    battle = fighting.fight(changed, table(ROW, lying, tile=merged["id"])).battles[post]
    assert (battle.strength, battle.loot) == expected
