"""Reviews of finished games: made once a seat, behind the tables, and stopped when nobody waits."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from engine.meistercoup import GAME as Coup
from engine.meistercoup import search
from storage.errors import StoreError
from storage.store import Store
from tables.match.thinking import Thinking
from tables.past import study
from tables.past.replays import Replays
from tables.past.reviews import Reviews, Stopped
from tables.room.refusal import Refusal
from tests.engine.playthrough import playthrough
from tests.tables.held import held_up
from tests.tables.house import GAMES, Listener, opened, until
from tests.tables.past import finished

ANNA, BEN = 100, 101
COUP = GAMES["meistercoup"]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let little be reckoned, and told of it; return the legal actions of each slice."""
    for name in ("LOOKS", "FEWEST"):
        monkeypatch.setattr(study, name, (2, 3, 3))
    for name in ("LEAST", "SURE"):
        monkeypatch.setattr(study, name, 0.01)
    monkeypatch.setattr(search, "SLICE", 8)
    seen: list[int] = []
    prospects = Coup.prospects

    def noted(game: Coup, question: Any, rng: Any) -> Any:
        seen.append(len(question.legal))
        return prospects(game, question, rng)

    monkeypatch.setattr(Coup, "prospects", noted)
    return seen


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold up what is thought behind the tables until it is let go."""
    return held_up(monkeypatch)


def reviews_of(store: Store, effort: float = 1.0) -> Reviews:
    return Reviews(store.reviews, Replays(store.tables, GAMES), Thinking(), effort)


async def test_a_review_is_made_once_and_known_after_a_restart(
    store: Store, looks: list[int]
) -> None:
    await finished(store, playthrough(COUP))
    reviews = reviews_of(store)
    assert await reviews.known("past", ANNA) is None
    review = await reviews.of("past", ANNA)
    assert looks and review.drops and review.decisions > 10
    assert review.kept is not None and 0 < review.kept < 1
    assert all(drop.chances[drop.best] == max(drop.chances) for drop in review.drops)
    looks.clear()
    assert await reviews.of("past", ANNA) == review
    assert await reviews_of(store).known("past", ANNA) == review
    assert not looks
    kept, games = (await store.reviews.kept(1, ANNA))["meistercoup"]
    assert kept == pytest.approx(review.kept) and games == 1


async def test_who_came_late_is_judged_by_what_they_did_themselves(
    store: Store, looks: list[int]
) -> None:
    played = playthrough(COUP)
    await finished(store, played, "whole")
    await finished(store, played, "half", late={0: len(played) // 2})
    await finished(store, played, "unknown", late={0: None})
    reviews = reviews_of(store)
    whole, half, unknown = [await reviews.of(name, ANNA) for name in ("whole", "half", "unknown")]
    assert whole.decisions > half.decisions > 0 and whole.kept != half.kept
    assert all(drop.entry > len(played) // 2 for drop in half.drops)
    assert unknown.decisions == 0 and unknown.kept is None and not unknown.drops


async def test_how_far_it_is_is_told_while_it_is_made(
    store: Store, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store, playthrough(COUP))
    reviews, told, later = reviews_of(store), list[float](), Thinking.later

    async def noted(thinking: Thinking, work: Any) -> Any:
        told.append(reviews.done("past", ANNA))
        assert reviews.done("past", BEN) == 0.0
        return await later(thinking, work)

    monkeypatch.setattr(Thinking, "later", noted)
    await reviews.of("past", ANNA)
    assert told == sorted(told) and told[0] == 0.0 and told[-1] > 0.9
    assert reviews.done("past", ANNA) == 0.0


async def test_advice_is_what_would_have_been_best_and_why(store: Store, looks: list[int]) -> None:
    played = playthrough(COUP)
    await finished(store, played)
    reviews = reviews_of(store, effort=0.5)
    drop = (await reviews.of("past", ANNA)).drops[0]
    match = next(each.match for each in played if each.match.sequence == drop.entry - 1)
    advice = await reviews.advice(match, 0, drop)
    assert advice.action == match.legal(0)[drop.best]
    assert advice == match.rather(0, drop.best, drop.played, 0.5)


async def test_who_asks_twice_at_once_waits_for_one(store: Store, looks: list[int]) -> None:
    await finished(store, playthrough(COUP))
    reviews = reviews_of(store)
    one, other = await asyncio.gather(reviews.of("past", ANNA), reviews.of("past", ANNA))
    assert one == other
    both = len(looks)
    looks.clear()
    await reviews.of("past", BEN)
    assert both < 2 * len(looks)


async def test_it_is_given_up_once_nobody_waits(
    store: Store, looks: list[int], held: asyncio.Event
) -> None:
    await finished(store, playthrough(COUP))
    reviews = reviews_of(store)
    one = asyncio.create_task(reviews.of("past", ANNA))
    other = asyncio.create_task(reviews.of("past", ANNA))
    await until(lambda: reviews._works)
    work = next(iter(reviews._works.values()))
    await until(lambda: work.waiting == 2)
    one.cancel()
    await asyncio.wait({one})
    assert work.task is not None and not work.task.done()
    other.cancel()
    await asyncio.wait({other})
    await asyncio.wait({work.task})
    assert work.task.cancelled() and not reviews._works and not looks
    held.set()
    assert await reviews.known("past", ANNA) is None
    assert (await reviews.of("past", ANNA)).drops


async def test_who_stops_it_stops_it_for_all_who_wait(store: Store, held: asyncio.Event) -> None:
    await finished(store, playthrough(COUP))
    reviews = reviews_of(store)
    waiting = [asyncio.create_task(reviews.of("past", ANNA)) for _ in range(2)]
    await until(lambda: any(work.waiting == 2 for work in reviews._works.values()))
    reviews.stop("past", ANNA)
    assert [type(e) for e in await asyncio.gather(*waiting, return_exceptions=True)] == [
        Stopped,
        Stopped,
    ]
    reviews.stop("past", ANNA)


async def test_who_waited_for_one_that_was_stopped_takes_no_new_one_away(
    store: Store, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store, playthrough(COUP))
    begun, go, prospects = threading.Event(), threading.Event(), Coup.prospects

    def held(game: Coup, question: Any, rng: Any) -> Any:
        begun.set()
        go.wait()
        return prospects(game, question, rng)

    monkeypatch.setattr(Coup, "prospects", held)
    reviews = reviews_of(store)
    old = asyncio.create_task(reviews.of("past", ANNA))
    await until(begun.is_set)
    reviews.stop("past", ANNA)
    new = asyncio.create_task(reviews.of("past", ANNA))
    await until(lambda: reviews._works)
    assert not old.done(), "a slice of work is seen through"
    go.set()
    with pytest.raises(Stopped):
        await old
    assert (await new).drops and not reviews._works


@pytest.mark.expects_log("the review of table past is not stored")
async def test_what_cannot_be_stored_is_told_nevertheless(
    store: Store, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store, playthrough(COUP))
    reviews = reviews_of(store)

    async def fails(_: Any) -> None:
        raise StoreError("full")

    with monkeypatch.context() as full:
        full.setattr(store.reviews, "add", fails)
        review = await reviews.of("past", ANNA)
    assert review.drops and await reviews.known("past", ANNA) is None
    assert await reviews.of("past", ANNA) == review


async def test_each_row_is_read_once(
    store: Store, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store, playthrough(COUP))
    reviews = reviews_of(store)
    await reviews.of("past", ANNA)
    read = list[str]()
    for part in (store.tables, store.reviews):
        monkeypatch.setattr(part, "get", noting(read, part))
    await reviews.of("past", ANNA)
    assert read == ["Tables", "Reviews"]


def noting(read: list[str], part: Any) -> Any:
    """Return how a part of the store gets a row, with a note of it."""
    get = part.get

    async def noted(*asked: Any) -> Any:
        read.append(type(part).__name__)
        return await get(*asked)

    return noted


async def test_who_is_forgotten_meanwhile_has_no_review(
    store: Store, port: Listener, looks: list[int], held: asyncio.Event
) -> None:
    await finished(store, playthrough(COUP))
    async with opened(store, port) as house:
        made = asyncio.create_task(house.reviews.of("past", ANNA))
        await until(lambda: house.reviews._works)
        await house.forgetting.forget(ANNA)
        held.set()
        with pytest.raises(Stopped):
            await made
        assert await store.reviews.kept(1, ANNA) == {}
        with pytest.raises(Refusal, match=r"^error\.not_your_seat"):
            await house.reviews.known("past", ANNA)


async def test_nor_has_who_is_forgotten_by_another_process(
    store: Store, looks: list[int], held: asyncio.Event
) -> None:
    await finished(store, playthrough(COUP))
    made = asyncio.create_task(reviews_of(store).of("past", ANNA))
    await until(lambda: held._waiters)
    await store.privacy.forget(ANNA, 0.0)
    held.set()
    with pytest.raises(Stopped):
        await made
    assert await store.reviews.kept(1, ANNA) == {}


@pytest.mark.parametrize("game", ["bugs", "monster_meister"])
async def test_games_that_are_not_judged_have_none(store: Store, game: str) -> None:
    await finished(store, playthrough(GAMES[game]))
    with pytest.raises(Refusal, match=r"^error\.not_judged"):
        await reviews_of(store).of("past", ANNA)


async def test_who_did_not_play_has_none(store: Store) -> None:
    await finished(store, playthrough(COUP))
    for user in (999, 0):
        with pytest.raises(Refusal, match=r"^error\.not_your_seat"):
            await reviews_of(store).of("past", user)


async def test_a_small_host_says_so(store: Store, looks: list[int]) -> None:
    await finished(store, playthrough(COUP))
    assert (await reviews_of(store, 0.3).of("past", ANNA)).effort == 0.3
    assert (await reviews_of(store).of("past", ANNA)).effort == 0.3, "it was made then"
