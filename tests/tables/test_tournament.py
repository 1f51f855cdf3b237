"""A tournament as a value: who meets whom, points, what decides between equals, who is absent."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from tables.room.refusal import Refusal
from tables.tournament.draw import draw, rounds_of
from tables.tournament.standings import Row, scored, standings
from tables.tournament.values import MISSES, MOST, Group, Tournament, dumped, loaded, met
from tests.tables.evenings import evening, opened, played_round


def after(tournament: Tournament, *groups: Group) -> Tournament:
    """Return a tournament after a round of these groups, whose tables are named by their number."""
    number = len(tournament.rounds)
    fresh = tournament.drawn([replace(group, places=(), left=()) for group in groups], 0.0)
    for place, group in enumerate(groups):
        fresh = fresh.seated(place, f"{number}.{place}")
        fresh = fresh.result(f"{number}.{place}", group.places, group.left)
    return fresh


def test_one_that_was_stored_before_seeds_stayed_sealed_tells_its_own() -> None:
    ended = after(opened(2), Group((0, 1), places=(1, 2))).finished()
    stored = json.loads(dumped(ended))
    del stored["sealed"]
    assert loaded(json.dumps(stored)).told == ended.seed and ended.seed
    assert opened(2).told == "" == replace(ended, sealed=True).told


def table(tournament: Tournament) -> dict[int, tuple[int, float, float]]:
    """Return place, points and the rivals' points of everybody, by person."""
    return {row.person: (row.place, row.points, row.rivals) for row in standings(tournament)}


@pytest.mark.parametrize(("people", "size"), [(2, 2), (3, 2), (8, 4), (9, 4), (13, 5), (100, 6)])
def test_everybody_is_drawn_once_and_tables_are_as_even_as_can_be(people: int, size: int) -> None:
    groups = draw(opened(people, size))
    drawn = [one for group in groups for one in group.people]
    assert sorted(drawn) == list(range(people))
    assert {len(group.seats) for group in groups} == {size}
    assert len(groups) == -(-people // size), "no table more than is needed"
    counts = {len(group.people) for group in groups}
    assert max(counts) - min(counts) <= 1


def test_a_draw_follows_from_the_seed_alone() -> None:
    one, other = opened(24), opened(24, seed="another")
    assert draw(one) == draw(one) != draw(other)
    seats = Counter(draw(opened(8, seed=str(n)))[0].seats[0] for n in range(200))
    assert set(seats) == set(range(8)), "anybody may come to sit anywhere"


@pytest.mark.parametrize(
    ("people", "size", "rounds"), [(24, 4, 4), (100, 4, 5), (24, 2, 5), (10, 3, 4)]
)
def test_nobody_meets_again_as_long_as_it_can_be_helped(
    people: int, size: int, rounds: int
) -> None:
    tournament, chance = opened(people, size), random.Random(5)
    for number in range(rounds):
        tournament = played_round(tournament, chance, float(number))
    tournament = replace(tournament, out=frozenset())
    assert max(met(tournament).values()) == 1


def test_neighbours_in_the_standings_meet() -> None:
    tournament = opened(16)
    first = [Group((n, n + 1, n + 2, n + 3), places=(1, 2, 3, 4)) for n in range(0, 16, 4)]
    groups = draw(after(tournament, *first))
    assert sorted(sorted(one % 4 for one in group.people) for group in groups) == [
        [n] * 4 for n in range(4)
    ]


def test_computers_sit_with_others_each_time() -> None:
    tournament, chance = opened(9, 4), random.Random(1)
    for number in range(3):
        tournament = tournament.drawn(draw(tournament), float(number))
        groups = tournament.rounds[-1].groups
        assert sorted(group.seats.count(None) for group in groups) == [1, 1, 1]
        for place in range(len(groups)):
            tournament = tournament.seated(place, f"{number}.{place}")
            order = chance.sample(range(1, 5), 4)
            tournament = tournament.result(f"{number}.{place}", order, ())


def beside(tournament: Tournament) -> list[int]:
    """Return who sat with a computer, in the last round."""
    groups = tournament.rounds[-1].groups
    return [one for group in groups if None in group.seats for one in group.people]


def test_a_computer_sits_with_others_the_next_time() -> None:
    for seed in range(5):
        first = after(opened(10, 3, seed=str(seed)), *draw(opened(10, 3, seed=str(seed))))
        both = beside(first) + beside(after(first, *draw(first)))
        assert len(both) == len(set(both)) == 8


@pytest.mark.parametrize("people", [5, 7])
def test_nobody_is_alone_with_a_computer_again_before_all_were(people: int) -> None:
    for seed in range(41):
        pairs, alone = opened(people, 2, seed=str(seed)), Counter(range(people))
        for number in range(people + 1):
            pairs = after(pairs, *(replace(group, places=(1, 2)) for group in draw(pairs)))
            alone.update(beside(pairs))
            assert max(alone.values()) - min(alone.values()) <= 1, (seed, number)


def test_a_computer_sits_with_who_has_the_fewest_points_and_who_went_is_no_trouble() -> None:
    first = [Group((n, None), places=places) for n, places in enumerate([(2, 1), (1, 1), (1, 2)])]
    groups = draw(after(opened(4, 2), *first, Group((3, None))).leaving(3))
    assert [group.people for group in groups if None in group.seats] == [(0,)]


@pytest.mark.parametrize(
    ("places", "left", "points"),
    [
        ((1, 2, 3, 4), (), [3.0, 2.0, 1.0, 0.0]),
        ((1, 1, 3, 4), (), [2.5, 2.5, 1.0, 0.0]),
        ((2, 2, 2, 1), (), [1.0, 1.0, 1.0, 3.0]),
        ((1, 2, 3, 4), (2,), [3.0, 2.0, 0.0, 0.0]),
        ((), (), [1.5, 1.5, 1.5, 1.5]),
        ((), (0,), [0.0, 1.5, 1.5, 1.5]),
    ],
)
def test_points_are_who_is_left_behind(
    places: tuple[int, ...], left: tuple[int, ...], points: list[float]
) -> None:
    group = Group((0, 1, 2, None), places=places, left=left, ended=True)
    assert [scored(group, seat) for seat in range(4)] == points


def test_between_equals_decides_how_strong_those_were_whom_they_met() -> None:
    tournament = after(opened(6, 2), *(Group((n, n + 1), places=(1, 2)) for n in (0, 2, 4)))
    assert table(tournament)[0] == table(tournament)[2] == (1, 1.0, 0.0)
    pairs = (((0, 3), (1, 2)), ((2, 5), (2, 1)), ((4, 1), (1, 2)))
    found = table(after(tournament, *(Group(pair, places=places) for pair, places in pairs)))
    assert found == {
        4: (1, 2.0, 0.5),
        0: (2, 2.0, 0.0),
        5: (3, 1.0, 1.5),
        2: (4, 1.0, 0.5),
        1: (5, 0.0, 2.0),
        3: (6, 0.0, 1.5),
    }


def test_then_wins_decide_and_who_is_equal_in_all_shares_a_place() -> None:
    groups = (Group((0, 1, 2)), Group((3, 4, 5), places=(1, 1, 1)))
    rows = standings(after(opened(6, 3), *groups))
    assert {(row.points, row.rivals) for row in rows} == {(1.0, 1.0)}
    assert [(row.person, row.place, row.firsts) for row in rows] == [
        *((person, 1, 1) for person in (3, 4, 5)),
        *((person, 4, 0) for person in (0, 1, 2)),
    ]


def test_computers_are_no_rivals_whose_points_count() -> None:
    [row] = standings(after(opened(1, 2), Group((0, None), places=(1, 2))))
    assert row == Row(0, 1, 1.0, 0.0, 1, 1)


def test_who_left_has_no_points_and_no_win_from_it() -> None:
    tournament = after(opened(2, 2), Group((0, 1), places=(1, 2), left=(0,)))
    assert standings(tournament) == [
        Row(0, 1, 0.0, 0.0, 0, 0),
        Row(1, 1, 0.0, 0.0, 0, 1),
    ]


def test_who_leaves_rounds_in_a_row_is_drawn_no_more_until_they_return() -> None:
    tournament = opened(8)
    for number in range(MISSES):
        assert 0 in tournament.present
        groups = (Group((0, 1, 2, 3), places=(4, 1, 2, 3), left=(0,)), Group((4, 5, 6, 7)))
        tournament = after(tournament, *groups)
        assert len(tournament.rounds) == number + 1
    assert 0 not in tournament.present
    assert 0 not in [one for group in draw(tournament) for one in group.people]
    assert 0 in [row.person for row in standings(tournament)], "what was played stays"
    assert 0 in tournament.returning(0).present


def test_who_is_there_in_between_has_not_left_in_a_row() -> None:
    tournament = opened(4)
    for left in ((0,), (), (0,)):
        tournament = after(tournament, Group((0, 1, 2, 3), places=(1, 2, 3, 4), left=left))
    assert tournament.present == (0, 1, 2, 3)


def test_staff_corrects_a_table_that_has_ended() -> None:
    tournament = after(opened(4), Group((0, 1, 2, 3), places=(1, 2, 3, 4), left=(3,)))
    assert tournament.result("0.0", (4, 3, 2, 1), ()) == tournament, "but nobody else"
    corrected = tournament.result("0.0", (4, 3, 2, 1), (), by_staff=True)
    assert [row.person for row in standings(corrected)] == [3, 2, 1, 0]
    for wrong in ((1, 2, 3), (1, 2, 3, 5), (0, 1, 2, 3), (1, 1, 2, 3)):
        with pytest.raises(Refusal, match=r"tournament\.places"):
            tournament.result("0.0", wrong, (), by_staff=True)
    with pytest.raises(Refusal, match=r"tournament\.no_table"):
        tournament.result("9.9", (1, 2, 3, 4), (), by_staff=True)


def test_a_round_is_drawn_when_the_last_is_over() -> None:
    tournament = opened(8).drawn(draw(opened(8)), 1000.0)
    assert tournament.round is not None and tournament.round.due == 4600.0
    put_off = tournament.stood_still(1000.0, 1600.0).opened(0, "x0", 9, 1060.0)
    assert put_off.round is not None
    assert put_off.round.due == 5200.0, "nobody loses what stood still"
    assert put_off.round.groups[0].channel == 9
    stages = [opened(8).stage]
    for place in range(2):
        stages.append(tournament.stage)
        with pytest.raises(Refusal, match=r"tournament\.not_over"):
            tournament.drawn((), 0.0)
        tournament = tournament.seated(place, f"x{place}").result(f"x{place}", (1, 2, 3, 4), ())
    assert tournament.round is not None and tournament.round.over
    assert tournament.finished().round is None
    stages += tournament.stage, tournament.finished().stage, tournament.cancelled().stage
    assert stages == [0, 0, 0, 1, 2, 2], "its message is posted anew once all tables are open"


def test_what_can_be_done_when() -> None:
    full = replace(opened(2), entered=MOST)
    with pytest.raises(Refusal, match=r"tournament\.full") as refused:
        full.entering()
    assert refused.value.values == {"most": MOST}
    running = opened(4).drawn(draw(opened(4)), 0.0)
    with pytest.raises(Refusal, match=r"tournament\.closed"):
        running.entering()
    for over in (running.finished(), running.cancelled()):
        for change in (over.cancelled, partial(over.leaving, 0), partial(over.returning, 0)):
            with pytest.raises(Refusal, match=r"tournament\.over"):
                change()
    went = opened(4).leaving(2)
    assert went.present == (0, 1, 3) == tuple(row.person for row in standings(went))


def test_what_goes_on_or_is_over_is_held_up_by_nothing() -> None:
    held = replace(opened(4), held="staff.most")
    running = held.drawn(draw(held), 0.0)
    again = replace(running, held="staff.most")
    for after in (running, again.seated(0, "t"), again.finished(), again.cancelled()):
        assert after.held == ""


@pytest.mark.parametrize(
    ("people", "size", "rounds"), [(2, 4, 2), (8, 4, 3), (24, 4, 4), (100, 4, 5), (100, 2, 8)]
)
def test_how_many_rounds_are_needed(people: int, size: int, rounds: int) -> None:
    assert rounds_of(people, size) == rounds


@pytest.mark.parametrize(("people", "size"), [(8, 4), (24, 3), (24, 4), (100, 4)])
def test_an_evening_with_a_tenth_absent_ends_and_finds_who_plays_best(
    people: int, size: int
) -> None:
    ended = evening(people, size, seed=people + size)
    assert ended.status == "over" and len(ended.rounds) == ended.planned
    assert all(each.over for each in ended.rounds)
    assert loaded(dumped(ended)) == ended
    rows = standings(ended)
    total = sum(row.points for row in rows)
    assert total <= sum(len(each.groups) for each in ended.rounds) * size * (size - 1) / 2
    first, last = rows[: people // 4], rows[-(people // 4) :]
    assert sum(row.person for row in first) < sum(row.person for row in last)
    for each in ended.rounds:
        drawn = [one for group in each.groups for one in group.people]
        assert len(drawn) == len(set(drawn)) >= 0.7 * people
        for one, other in combinations(each.groups, 2):
            assert abs(len(one.people) - len(other.people)) <= 1


def test_a_table_at_which_something_else_was_played_counts_as_level() -> None:
    for places in ((1, 2, 3), (1, 2, 3, 4, 5), (2, 3, 4, 5), (0, 0, 0, 0)):
        tournament = opened(4).drawn([Group((0, 1, 2, 3))], 0.0).seated(0, "t")
        [group] = tournament.result("t", places, ()).rounds[0].groups
        assert group.ended and group.places == ()
