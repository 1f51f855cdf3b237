"""Ratings are OpenSkill's numbers, for people who began games; what is contrived gains little."""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import replace
from typing import Any

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from engine.meistercoup import GAME as Coup
from storage.people import Rating
from storage.records import Player, Result, Table
from storage.sql import Statement
from storage.store import Store
from tables.past.ratings import Before, Ratings, points, rated
from tables.servers import DAY, Servers
from tests.storage.samples import entry, table
from tests.tables.simulated import Club, honest, over_fresh_accounts, over_one_account

COUP = Coup()
ANNA, BEN, CEM = 100, 200, 300
ABOUT = table(game="meistercoup", rules=COUP.version)


def result(seat: int, user: int | None, place: int, completed: bool = True) -> Result:
    """Return how a seat fared."""
    return Result(seat, user, f"Person {user}", place, "{}", 3000.0, completed)


def seated(results: list[Result], late: tuple[int, ...] = ()) -> Table:
    """Return a finished table with these people, of whom some took over a seat."""
    players = (Player(r.user, r.name, late=r.user in late) for r in results)
    return replace(ABOUT, players=tuple(players))


def after(
    results: list[Result],
    teams: tuple[int, ...] | None = None,
    before: dict[int, Before] | None = None,
    late: tuple[int, ...] = (),
) -> dict[int, Rating]:
    """Return the ratings after a game, by person; nothing is known of who is not in `before`."""
    ratings = rated(seated(results, late), results, teams, before or KNOWN_WELL)
    return {rating.user: rating for rating in ratings}


def known(user: int, games: int = 20, **lately: int) -> Before:
    """Return a person with a rating, and with how many games lately with whom."""
    company = {USERS[name]: number for name, number in lately.items()}
    return Before(Rating(10, "meistercoup", user, 25.0, 8.0, games, met=9), company)


USERS = {"anna": ANNA, "ben": BEN, "cem": CEM}
KNOWN_WELL = {user: known(user) for user in USERS.values()}
MODEL = PlackettLuce()


def told(*ranks: int) -> list[PlackettLuceRating]:
    """Return what OpenSkill says of people who are known well and came to these places."""
    teams = MODEL.rate([[MODEL.create_rating([25.0, 8.0])] for _ in ranks], ranks=list(ranks))
    sigma = statistics.mean(team[0].sigma for team in teams)
    return [MODEL.create_rating([team[0].mu, sigma]) for team in teams]


def near(rating: Rating, rated: PlackettLuceRating) -> bool:
    """Return whether a rating is what OpenSkill says."""
    return math.isclose(rating.mu, rated.mu) and math.isclose(rating.sigma, rated.sigma)


def test_among_people_who_are_known_a_game_tells_what_openskill_says() -> None:
    ratings = after([result(0, ANNA, 2), result(1, BEN, 1), result(2, CEM, 2)])
    anna, ben, cem = told(2, 1, 2)
    assert near(ratings[ANNA], anna) and near(ratings[BEN], ben) and near(ratings[CEM], cem)
    assert {rating.games for rating in ratings.values()} == {21}


def test_a_game_against_a_new_account_tells_little() -> None:
    gains = []
    for games in (0, 3, 7, 50):
        before = {ANNA: known(ANNA), BEN: known(BEN, games=games)}
        gains.append(after([result(0, ANNA, 1), result(1, BEN, 2)], None, before)[ANNA].mu - 25)
    assert gains[0] == pytest.approx(gains[2] / 8) and gains[1] == pytest.approx(gains[2] / 2)
    assert gains[2] == gains[3] == pytest.approx(told(1, 2)[0].mu - 25)


def test_a_game_against_somebody_often_met_tells_less() -> None:
    gains = []
    for games in (0, 3, 9):
        before = {ANNA: known(ANNA, ben=games), BEN: known(BEN, anna=games)}
        ratings = after([result(0, ANNA, 1), result(1, BEN, 2)], None, before)
        gains.append(ratings[ANNA].mu - 25)
        assert ratings[BEN].mu - 25 == pytest.approx(-gains[-1])
    assert gains[1:] == [pytest.approx(gains[0] / 2), pytest.approx(gains[0] / 4)]


def test_who_has_met_one_person_stays_uncertain() -> None:
    fresh = MODEL.rating().sigma
    rating = after([result(0, ANNA, 1), result(1, BEN, 2)], None, {BEN: known(BEN)})[ANNA]
    assert (rating.met, rating.sigma, rating.games) == (1, fresh, 1)
    met = {ANNA: Before(rating, {BEN: 1}), CEM: known(CEM)}
    rating = after([result(0, ANNA, 1), result(1, CEM, 2)], None, met)[ANNA]
    assert (rating.met, rating.games) == (2, 2) and fresh / 2 < rating.sigma < fresh


def test_whom_somebody_met_is_not_unmet_when_they_are_forgotten() -> None:
    assert after([result(0, ANNA, 1), result(1, BEN, 2)])[ANNA].met == 9


@pytest.mark.parametrize("people", [3, 5, 8])
def test_of_people_who_play_for_the_first_time_who_was_better_gains_more(people: int) -> None:
    club = Club()
    order = [club.person() for _ in range(people)]
    club.play(order)
    gains = [club.points(user) - 1000 for user in order]
    assert gains == sorted(set(gains), reverse=True)


def test_a_team_is_rated_as_one_side() -> None:
    anna, ben, cem = (MODEL.create_rating([25.0, 8.0]) for _ in range(3))
    sides = MODEL.rate([[anna, ben], [cem]], ranks=[2, 1])
    results = [result(0, ANNA, 2), result(1, CEM, 1), result(2, BEN, 2), result(3, None, 1)]
    ratings = after(results, (0, 1, 0, 1))
    assert near(ratings[ANNA], sides[0][0]) and near(ratings[BEN], sides[0][1])
    assert near(ratings[CEM], sides[1][0])


def test_who_left_a_team_is_rated_behind_it_and_the_team_by_who_stayed() -> None:
    results = [result(0, ANNA, 4, completed=False), result(1, CEM, 3), result(2, BEN, 1)]
    ratings = after([*results, result(3, None, 3)], (0, 1, 0, 1))
    assert ratings[BEN].mu > 25 > ratings[ANNA].mu
    assert near(ratings[BEN], told(4, 3, 1)[2])


@pytest.mark.parametrize(
    "results",
    [
        [result(0, ANNA, 1), result(1, None, 2), result(2, None, 3)],
        [result(0, None, 1), result(1, None, 2)],
        [result(0, ANNA, 1, completed=False), result(1, BEN, 2, completed=False)],
    ],
)
def test_a_game_of_less_than_two_people_or_that_nobody_stayed_at_does_not_count(
    results: list[Result],
) -> None:
    assert after(results) == {}


def test_two_people_of_one_team_against_computers_are_not_rated() -> None:
    results = [result(0, ANNA, 1), result(1, None, 2), result(2, BEN, 1), result(3, None, 2)]
    assert after(results, (0, 1, 0, 1)) == {}
    results[2] = result(2, BEN, 4, completed=False)
    assert after(results, (0, 1, 0, 1)) == {}, "nor where one of them leaves the other"
    assert after(results).keys() == {ANNA, BEN}


def test_who_took_over_a_seat_is_not_rated() -> None:
    results = [result(0, ANNA, 1), result(1, BEN, 3), result(2, CEM, 2)]
    assert after(results, late=(CEM,)).keys() == {ANNA, BEN}
    assert after(results, late=(CEM, BEN)) == {}
    left = [replace(result, completed=result.user == CEM) for result in results]
    assert after(left, late=(CEM,)) == {}, "nor others by them, where all had left who began"


def test_gains_that_can_be_contrived_stay_below_honest_ones() -> None:
    median = statistics.median(honest(people=4, seats=4, games=100, seed=1))
    assert over_fresh_accounts(20) < median and over_one_account(100) < median


def test_the_true_order_of_ten_people_is_found() -> None:
    found = honest(people=10, seats=4, games=60, seed=2)
    assert found == sorted(found)


def test_points_begin_at_a_thousand() -> None:
    fresh = PlackettLuce().rating()
    assert points(Rating(1, "x", 1, fresh.mu, fresh.sigma, 0)) == 1000
    assert points(Rating(1, "x", 1, 30.0, 2.0, 9)) == 1960


async def ended(
    store: Store,
    number: int,
    results: list[Result],
    guild: int = 10,
    hints: str = "off",
    at: float | None = None,
) -> None:
    """Store a table that ended so many days after the epoch, or at this time."""
    own = replace(
        seated(results),
        id=f"t{number}",
        channel=number,
        guild=guild,
        options=COUP.codecs.options.dump(COUP.options_type.model_validate({"hints": hints})),
    )
    await store.tables.add(own)
    running = await store.tables.start(replace(own, started=1.0), None, "s0")
    at = number * DAY if at is None else at
    fared = [replace(result, finished=at) for result in results]
    await store.tables.finish(replace(running, updated=at), entry(1), None, fared)


async def test_many_games_are_rated_one_after_the_other(store: Store) -> None:
    chance, club = random.Random(3), Club()
    for number in range(12):
        order = chance.sample([ANNA, BEN, CEM], 3)
        # Whoever came last had left, which is the same.
        results = [result(s, u, s + 1, completed=s < 2) for s, u in enumerate(order)]
        await ended(store, number, results)
        club.play(order)
    await Ratings(store, {"meistercoup": COUP}, Servers(store.settings)).settle()
    assert await store.history.unrated() == []
    stored = await store.history.ratings(10, "meistercoup", [ANNA, BEN, CEM])
    for user, rating in club.ratings.items():
        own = stored[user]
        assert math.isclose(own.mu, rating.mu) and math.isclose(own.sigma, rating.sigma)
        assert (own.games, own.met) == (12, 2)


async def test_every_server_has_ratings_of_its_own(store: Store) -> None:
    await ended(store, 1, [result(0, ANNA, 1), result(1, BEN, 2)])
    await ended(store, 2, [result(0, ANNA, 2), result(1, BEN, 1)], guild=11)
    ratings = Ratings(store, {"meistercoup": COUP}, Servers(store.settings))
    await ratings.settle()
    await ratings.settle()
    here, there = [await store.history.ratings(g, "meistercoup", [ANNA]) for g in (10, 11)]
    assert here[ANNA].mu > 25 > there[ANNA].mu
    assert here[ANNA].games == there[ANNA].games == 1


async def test_a_game_with_hints_is_not_rated(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, hints in enumerate(("on", "off", "auto"), 1):
        await ended(store, number, [result(0, ANNA, 1), result(1, BEN, 2)], hints=hints)
    read, results = list[str](), store.history.results

    async def noted(table: str) -> Any:
        read.append(table)
        return await results(table)

    monkeypatch.setattr(store.history, "results", noted)
    await Ratings(store, {"meistercoup": COUP}, Servers(store.settings)).settle()
    assert read == ["t2", "t3"], "of one with hints nothing is looked up"
    assert await store.history.unrated() == []
    ratings = await store.history.ratings(10, "meistercoup", [ANNA, BEN])
    assert {rating.games for rating in ratings.values()} == {2}


async def test_a_game_that_is_gone_is_still_rated(store: Store) -> None:
    await ended(store, 1, [result(0, ANNA, 1), result(1, BEN, 2)])
    await Ratings(store, {}, Servers(store.settings)).settle()
    assert len(await store.history.ratings(10, "meistercoup", [ANNA, BEN])) == 2


@pytest.mark.expects_log(*(f"t{number} cannot be rated" for number in (2, 3, 5)))
async def test_a_damaged_table_keeps_no_other_from_being_rated(store: Store) -> None:
    for number in (1, 2, 3, 5, 4):
        await ended(store, number, [result(0, ANNA, 1), result(1, BEN, 2)])
    damages = ("options = 'x'", """players = '[{"x": 1}]'""", "players = '[]'")
    for number, damage in zip((2, 3, 5), damages, strict=True):
        await store._database.write(
            Statement(f"UPDATE matches SET {damage} WHERE id = 't{number}'")
        )
    ratings = Ratings(store, {"meistercoup": COUP}, Servers(store.settings))
    await ratings.settle()
    await ratings.settle()
    assert set(await store.history.unrated()) == {"t2", "t3", "t5"}
    stored = await store.history.ratings(10, "meistercoup", [ANNA, BEN])
    assert {rating.games for rating in stored.values()} == {2}


@pytest.mark.expects_log("t1 cannot be rated")
async def test_a_damaged_table_is_told_of_once(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await ended(store, 1, [result(0, ANNA, 1), result(1, BEN, 2)])
    await store._database.write(Statement("UPDATE matches SET options = 'x'"))
    ratings = Ratings(store, {"meistercoup": COUP}, Servers(store.settings))
    for told in (1, 0):
        await ratings.settle()
        assert len(caplog.records) == told
        caplog.clear()


async def test_what_is_removed_just_then_is_not_rated(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(store, 2, [result(0, ANNA, 1), result(1, BEN, 2)])

    async def unrated() -> list[str]:
        return ["t1", "t2"]

    monkeypatch.setattr(store.history, "unrated", unrated)
    await Ratings(store, {"meistercoup": COUP}, Servers(store.settings)).settle()
    assert len(await store.history.ratings(10, "meistercoup", [ANNA, BEN])) == 2


async def test_a_game_is_rated_anew_of_which_somebody_is_forgotten_meanwhile(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = table().host
    await ended(store, 1, [result(0, seated, 1), result(1, BEN, 2), result(2, CEM, 3)])
    ratings = Ratings(store, {"meistercoup": COUP}, Servers(store.settings))
    results = store.history.results

    async def outrun(table_id: str) -> Any:
        read = await results(table_id)
        await store.privacy.forget(seated, 0.0)  # as another process does
        return read

    with monkeypatch.context() as raced:
        raced.setattr(store.history, "results", outrun)
        await ratings.settle()
    assert await store.history.unrated() == ["t1"]
    await ratings.settle()
    assert set(await store.history.ratings(10, "meistercoup", [seated, BEN, CEM])) == {BEN, CEM}
