"""What is told of past games on a server: each game by itself, and none that there is not."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import AnyGame
from engine.meistercoup import GAME as Coup
from storage.people import EVER, Rating
from storage.reviews import Review
from storage.store import Store
from tables.past.ratings import Ratings
from tables.past.records import Records
from tables.servers import Servers
from tests.storage.contract_people import ADA, BOB, finished
from tests.storage.samples import results

GUILD = 10
GAMES: Mapping[str, AnyGame] = {"bugs": Coup(), "meister": Coup()}


def records_of(store: Store, games: Mapping[str, AnyGame] = GAMES) -> Records:
    servers = Servers(store.settings)
    ratings = Ratings(store, games, servers)
    return Records(store.history, store.reviews, games, ratings, servers)


async def test_a_career_is_told_by_game_and_how_well_one_decided_only_where_it_may_be(
    store: Store,
) -> None:
    await finished(store, "t1")
    await finished(store, "t2", 21, results()[::-1], game="gone")
    rating = Rating(GUILD, "meister", ADA, 30.0, 1.0, 8, 3, EVER)
    await store.history.rate("t1", [rating])
    await store.reviews.add(Review("t1", 0, ADA, GUILD, "meister", 0.75, 12, 1.0, "[]"))
    records = records_of(store)
    [career] = await records.careers(GUILD, ADA)
    assert (career.game, career.rating, career.kept) == ("meister", rating, None)
    assert [(tally.place, tally.completed) for tally in career.tallies] == [(1, True)]
    [judged] = await records.careers(GUILD, ADA, judged=True)
    assert judged.kept == (0.75, 1)
    assert await records.careers(GUILD, BOB) == [] == await records.careers(GUILD + 1, ADA)


async def test_what_was_played_lately_is_told_of_the_games_that_there_are(store: Store) -> None:
    for number, game in enumerate(("meister", "gone", "meister")):
        await finished(store, f"t{number}", 20 + number, game=game, updated=1000.0 + number)
    lately = await records_of(store).lately(GUILD, ADA, 5)
    assert {past.table.id for past in lately} == {"t0", "t2"}
    assert await records_of(store).lately(GUILD + 1, ADA, 5) == []


async def test_the_games_with_a_leaderboard_are_told(store: Store) -> None:
    await finished(store, "t1")
    await store.history.rate("t1", [Rating(GUILD, "meister", ADA, 30.0, 1.0, 8, 3, EVER)])
    assert await records_of(store).listed(GUILD) == ["meister"]
    assert await records_of(store).listed(GUILD + 1) == []
