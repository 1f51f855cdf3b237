"""Ratings are OpenSkill's own numbers, for people who finished games among at least two."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from engine.meistercoup import GAME as Coup
from storage.people import Rating
from storage.records import Result
from storage.store import Store
from storage.url import open_store
from tables.past.ratings import Ratings, points, rated
from tests.storage.samples import entry, table

COUP = Coup()
ANNA, BEN, CEM = 100, 200, 300
ABOUT = table(game="meistercoup", rules=COUP.version)


def result(seat: int, user: int | None, place: int, completed: bool = True) -> Result:
    """Return how a seat fared."""
    return Result(seat, user, f"Person {user}", place, "{}", 3000.0, completed)


def numbers(ratings: list[Rating]) -> dict[int, tuple[float, float, int]]:
    """Return mu, sigma and games by person."""
    return {rating.user: (rating.mu, rating.sigma, rating.games) for rating in ratings}


def near(rated: PlackettLuceRating, games: int) -> Any:
    """Return what equals about this mu and sigma after so many games."""
    return pytest.approx(rated.mu), pytest.approx(rated.sigma), games


def test_a_first_game_is_what_openskill_says() -> None:
    model = PlackettLuce()
    fresh = [[model.rating()] for _ in range(3)]
    (ben,), (anna,), (cem,) = model.rate(fresh, ranks=[1, 2, 2])
    results = [result(0, ANNA, 2), result(1, BEN, 1), result(2, CEM, 2)]
    assert numbers(rated(results, None, {}, ABOUT)) == {
        ANNA: near(anna, 1),
        BEN: near(ben, 1),
        CEM: near(cem, 1),
    }


def test_a_later_game_goes_on_from_the_last() -> None:
    model = PlackettLuce()
    before = {ANNA: Rating(10, "meistercoup", ANNA, 30.0, 4.0, 7)}
    (anna,), (ben,) = model.rate(
        [[model.create_rating([30.0, 4.0])], [model.rating()]], ranks=[2, 1]
    )
    after = numbers(rated([result(0, ANNA, 2), result(1, BEN, 1)], None, before, ABOUT))
    assert after == {
        ANNA: near(anna, 8),
        BEN: near(ben, 1),
    }


def test_a_team_is_rated_as_one_side() -> None:
    model = PlackettLuce()
    sides = model.rate([[model.rating(), model.rating()], [model.rating()]], ranks=[2, 1])
    results = [result(0, ANNA, 2), result(1, CEM, 1), result(2, BEN, 2), result(3, None, 1)]
    after = numbers(rated(results, (0, 1, 0, 1), {}, ABOUT))
    assert after[ANNA] == after[BEN] == near(sides[0][0], 1)
    assert after[CEM][0] == pytest.approx(sides[1][0].mu)


@pytest.mark.parametrize(
    "results",
    [
        [result(0, ANNA, 1), result(1, None, 2), result(2, None, 3)],
        [result(0, ANNA, 1), result(1, BEN, 2, completed=False), result(2, None, 3)],
        [result(0, None, 1), result(1, None, 2)],
    ],
)
def test_a_game_of_less_than_two_people_does_not_count(results: list[Result]) -> None:
    assert rated(results, None, {}, ABOUT) == []


def test_two_people_of_one_team_against_computers_are_not_rated() -> None:
    results = [result(0, ANNA, 1), result(1, None, 2), result(2, BEN, 1), result(3, None, 2)]
    assert rated(results, (0, 1, 0, 1), {}, ABOUT) == []


def test_who_was_replaced_neither_gains_nor_loses_and_the_others_are_rated_without() -> None:
    both = [result(0, ANNA, 1), result(1, BEN, 3)]
    gone = [*both, result(2, CEM, 2, completed=False)]
    assert rated(gone, None, {}, ABOUT) == rated(both, None, {}, ABOUT)


def test_points_begin_at_a_thousand() -> None:
    fresh = PlackettLuce().rating()
    assert points(Rating(1, "x", 1, fresh.mu, fresh.sigma, 0)) == 1000
    assert points(Rating(1, "x", 1, 30.0, 2.0, 9)) == 1960


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store."""
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield store
    await store.close()


async def ended(store: Store, number: int, results: list[Result], guild: int = 10) -> None:
    """Store a finished table."""
    own = replace(
        ABOUT,
        id=f"t{number}",
        channel=number,
        guild=guild,
        players=ABOUT.players * 2,
        options=COUP.codecs.options.dump(COUP.options_type()),
    )
    await store.tables.add(own)
    running = await store.tables.start(replace(own, started=1.0), None, "s0")
    await store.tables.finish(replace(running, updated=float(number)), entry(1), None, results)


async def test_many_games_against_a_count_by_hand(store: Store) -> None:
    chance, model = random.Random(3), PlackettLuce()
    counted: Counter[tuple[int, bool, int]] = Counter()
    own = {user: (model.rating(), 0) for user in (ANNA, BEN, CEM)}
    for number in range(250):
        users = chance.sample([ANNA, BEN, CEM, None, None], 3)
        places = chance.choice([(1, 2, 3), (1, 1, 3), (2, 1, 2), (3, 2, 1)])
        results = [
            result(seat, user, place, chance.random() < 0.8)
            for seat, (user, place) in enumerate(zip(users, places, strict=True))
        ]
        await ended(store, number, results)
        for each in results:
            counted[each.user or 0, each.completed, each.place] += 1
        playing = [each for each in results if each.user is not None and each.completed]
        if len(playing) > 1:
            old = [[own[each.user or 0][0]] for each in playing]
            new = model.rate(old, ranks=[each.place for each in playing])
            for each, (rating,) in zip(playing, new, strict=True):
                own[each.user or 0] = (rating, own[each.user or 0][1] + 1)
    await Ratings(store, {"meistercoup": COUP}).settle()
    assert await store.history.unrated() == []
    stored = await store.history.ratings(10, "meistercoup", list(own))
    for user, (rating, games) in own.items():
        tallies = await store.history.tally(10, user)
        assert {(user, t.completed, t.place): t.games for t in tallies} == {
            key: count for key, count in counted.items() if key[0] == user
        }
        assert stored[user].mu == pytest.approx(rating.mu)
        assert stored[user].sigma == pytest.approx(rating.sigma)
        assert stored[user].games == games


async def test_every_server_has_ratings_of_its_own(store: Store) -> None:
    await ended(store, 1, [result(0, ANNA, 1), result(1, BEN, 2)])
    await ended(store, 2, [result(0, ANNA, 2), result(1, BEN, 1)], guild=11)
    ratings = Ratings(store, {"meistercoup": COUP})
    await ratings.settle()
    await ratings.settle()
    here, there = [await store.history.ratings(g, "meistercoup", [ANNA]) for g in (10, 11)]
    assert here[ANNA].mu > 25 > there[ANNA].mu
    assert here[ANNA].games == there[ANNA].games == 1


async def test_a_game_that_is_gone_is_still_rated(store: Store) -> None:
    await ended(store, 1, [result(0, ANNA, 1), result(1, BEN, 2)])
    await Ratings(store, {}).settle()
    assert len(await store.history.leaderboard(10, "meistercoup", 5)) == 2
