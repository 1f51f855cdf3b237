"""Seasons are spans of the calendar; a game counts for the one in which it ended, once."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from engine.meistercoup import GAME as Coup
from storage.people import EVER, Finish, Rating
from storage.store import Store
from tables.past.ratings import Ratings
from tables.past.records import Records
from tables.seasons import MONTHS, Kind, Season, season_at, season_of
from tables.servers import House, Servers
from tables.staff.rank import Person, Rank
from tests.storage.contract_people import ADA, BOB, finished
from tests.tables.house import Listener, opened
from tests.tables.test_ratings import ANNA, BEN, CEM, ended, result

GUILD, GAME = 10, "meistercoup"
BOSS = Person(900, "Boss", Rank.MANAGER)


def moment(year: int, month: int, day: int = 15) -> float:
    """Return noon of a day."""
    return datetime(year, month, day, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("month", ["2026-01", "2026-06", "2026-07", "2026-12"]),
        ("quarter", ["2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4"]),
        ("year", ["2026", "2026", "2026", "2026"]),
    ],
)
def test_a_season_is_called_by_the_calendar(kind: Kind, keys: list[str]) -> None:
    seasons = [season_at(kind, moment(2026, month)) for month in (1, 6, 7, 12)]
    assert [season and season.key for season in seasons] == keys
    assert season_at("none", moment(2026, 1)) is None


@pytest.mark.parametrize("kind", MONTHS)
def test_every_moment_lies_in_one_season_which_its_key_tells(kind: Kind) -> None:
    chance = random.Random(kind)
    for at in (chance.uniform(0.0, moment(9998, 1)) for _ in range(200)):
        season = season_at(kind, at)
        assert season is not None and season.begins <= at < season.ends
        assert season_of(season.key) == season == season_at(kind, season.ends - 0.5)
        following = season_at(kind, season.ends)
        assert following is not None and following.begins == season.ends


@pytest.mark.parametrize(
    "key",
    (
        *("", EVER, "2026-13", "2026-00", "2026-Q5", "0999", "2026-1", "x"),
        *("9999", "9999-12", "9999-Q4"),
    ),
)
def test_what_is_the_key_of_no_season(key: str) -> None:
    assert season_of(key) is None


@pytest.mark.parametrize("key", ["9998", "9998-12", "9998-Q4"])
def test_the_last_seasons_have_an_end(key: str) -> None:
    season = season_of(key)
    assert season is not None and season.begins < season.ends


def test_a_year_ends_with_its_last_second() -> None:
    assert Season(2026, 12, 1).ends == Season(2027, 1, 1).begins == Season(2026, 10, 3).ends
    assert Season(2026, 1, 12).ends - Season(2026, 1, 12).begins == timedelta(365).total_seconds()


@pytest.fixture
async def servers(store: Store) -> AsyncIterator[Servers]:
    """Yield the settings of servers without any."""
    yield Servers(store.settings)


async def played(store: Store, number: int, at: float) -> None:
    """Store a game of two that ended at this time."""
    await ended(store, number, [result(0, ANNA, 1), result(1, BEN, 2)], at=at)


async def season_ratings(store: Store, season: str) -> dict[int, Rating]:
    return await store.history.ratings(GUILD, GAME, [ANNA, BEN, CEM], season)


async def test_a_game_counts_for_the_season_in_which_it_ended_however_late_it_is_rated(
    store: Store, servers: Servers
) -> None:
    for number, month in enumerate((10, 11, 11), 1):
        await played(store, number, moment(2026, month))
    for _ in range(2):  # the second time, as after a restart, nothing is left to be told
        await Ratings(store, {GAME: Coup()}, servers).settle()
    found = {key: await season_ratings(store, key) for key in ("2026-10", "2026-11", EVER)}
    assert {key: rows[ANNA].games for key, rows in found.items()} == {
        "2026-10": 1,
        "2026-11": 2,
        EVER: 3,
    }
    assert found["2026-11"][ANNA].season == "2026-11"
    assert await season_ratings(store, "2026-12") == {}


async def test_in_a_season_all_begin_alike_but_nobody_is_new_to_others(
    store: Store, servers: Servers
) -> None:
    for number in range(9):
        await played(store, number, moment(2026, 10, 1 + number))
    await played(store, 20, moment(2027, 1))
    await Ratings(store, {GAME: Coup()}, servers).settle()
    first, anew = await season_ratings(store, "2026-10"), await season_ratings(store, "2027-01")
    assert first[ANNA].games == 9 and anew[ANNA].games == anew[ANNA].met == 1
    gained = anew[ANNA].mu - 25
    assert gained == pytest.approx(25 - anew[BEN].mu), "the points of before are no matter"
    await ended(store, 22, [result(0, 900, 1), result(1, 901, 2)], at=moment(2027, 2))
    await Ratings(store, {GAME: Coup()}, servers).settle()
    new = (await store.history.ratings(GUILD, GAME, [900], "2027-02"))[900]
    assert gained == pytest.approx(8 * (new.mu - 25)), "who has played for long tells as much"


async def test_who_was_met_before_a_season_is_met_anew_in_it(
    store: Store, servers: Servers
) -> None:
    three = [result(0, ANNA, 1), result(1, BEN, 2), result(2, CEM, 3)]
    await ended(store, 1, three, at=moment(2026, 10))
    await played(store, 2, moment(2026, 11))
    await Ratings(store, {GAME: Coup()}, servers).settle()
    assert (await season_ratings(store, EVER))[ANNA].met == 2
    assert (await season_ratings(store, "2026-11"))[ANNA].met == 1


@pytest.mark.parametrize(("kind", "key"), [("quarter", "2026-Q4"), ("year", "2026")])
async def test_staff_sets_how_long_a_season_takes(
    store: Store, servers: Servers, kind: Kind, key: str
) -> None:
    await servers.settle(GUILD, House(season=kind))
    await played(store, 1, moment(2026, 11))
    await ended(store, 2, [result(0, ANNA, 1), result(1, BEN, 2)], guild=11, at=moment(2026, 11))
    await Ratings(store, {GAME: Coup()}, servers).settle()
    assert set(await season_ratings(store, key)) == {ANNA, BEN}
    assert await season_ratings(store, "2026-11") == {}
    assert set(await store.history.ratings(11, GAME, [ANNA], "2026-11")) == {ANNA}


async def test_what_ended_before_staff_changed_the_seasons_counts_as_they_were(
    store: Store,
) -> None:
    async with opened(store, Listener()) as house:
        await played(store, 1, moment(2026, 11))
        await house.staff.settle(GUILD, BOSS, {"season": "year"})
        await played(store, 2, moment(2026, 11))
        await house.ratings.settle()
        assert (await season_ratings(store, "2026-11"))[ANNA].games == 1
        assert (await season_ratings(store, "2026"))[ANNA].games == 1
        assert (await season_ratings(store, EVER))[ANNA].games == 2


async def test_without_seasons_there_are_ratings_of_all_times(
    store: Store, servers: Servers
) -> None:
    await servers.settle(GUILD, House(season="none"))
    await played(store, 1, moment(2026, 11))
    await Ratings(store, {GAME: Coup()}, servers).settle()
    assert (await season_ratings(store, EVER))[ANNA].games == 1
    assert await season_ratings(store, "2026-11") == {}


async def test_medals_are_given_once_a_season_is_over_to_the_first_three(store: Store) -> None:
    servers, games = Servers(store.settings), {"meister": Coup()}
    records = Records(store.history, store.reviews, games, Ratings(store, games, servers), servers)
    await finished(store, "t1", updated=moment(2026, 9))
    people = [ADA, BOB, 3, 4, 5]
    rows = [
        Rating(GUILD, "meister", user, 30.0 - n, 1.0, 8, 3, season)
        for season in ("2026-09", "2026-10", EVER)
        for n, user in enumerate(people if season != "2026-10" else people[::-1])
    ]
    rows += [Rating(GUILD, "bugs", ADA, 20.0, 1.0, 7, 3, "2026-09")]
    await store.history.rate("t1", rows)
    now = moment(2026, 11)
    assert await records.medals(GUILD, ADA, now) == [Finish("meister", "2026-09", 1)]
    assert await records.medals(GUILD, 3, now) == [
        Finish("meister", "2026-10", 3),
        Finish("meister", "2026-09", 3),
    ]
    assert await records.medals(GUILD, 4, now) == [Finish("meister", "2026-10", 2)]
    assert await records.medals(GUILD, ADA, moment(2026, 9, 30)) == []
    assert await records.medals(11, ADA, now) == []
    assert await records.seasons(GUILD, "meister", now) == ["2026-11", "2026-10", "2026-09", EVER]
    assert await records.seasons(GUILD, "bugs", now) == ["2026-11", EVER]
    for game, last in (("meister", "2026-10"), ("bugs", "2026-11")):
        offered = await records.seasons(GUILD, game, now)
        assert await records.last(GUILD, game, offered) == last
    await store.privacy.forget(ADA, now)
    assert await records.medals(GUILD, ADA, now) == []
    best, _ = await records.best(GUILD, "meister", 9, 0, "2026-09")
    assert [(row.rating.user, row.place) for row in best] == [(BOB, 1), (3, 2), (4, 3), (5, 4)]
    assert await records.medals(GUILD, 4, now) == [
        Finish("meister", "2026-10", 2),
        Finish("meister", "2026-09", 3),
    ]


async def test_who_has_as_many_points_has_the_same_medal(store: Store) -> None:
    servers, games = Servers(store.settings), {"meister": Coup()}
    records = Records(store.history, store.reviews, games, Ratings(store, games, servers), servers)
    await finished(store, "t1", updated=moment(2026, 9))
    near = [30.0, 29.999, 29.9985, 29.9, 29.8]
    rows = [Rating(GUILD, "meister", 1 + n, mu, 1.0, 8, 3, "2026-09") for n, mu in enumerate(near)]
    await store.history.rate("t1", rows)
    best, _ = await records.best(GUILD, "meister", 9, 0, "2026-09")
    assert [row.place for row in best] == [1, 1, 1, 4, 5]
    later, _ = await records.best(GUILD, "meister", 9, 1, "2026-09")
    assert [row.place for row in later] == [1, 1, 4, 5], "also on a page that begins among them"
    for row in best[:3]:
        [medal] = await records.medals(GUILD, row.rating.user, moment(2026, 11))
        assert medal.place == 1
    assert await records.medals(GUILD, 4, moment(2026, 11)) == []
