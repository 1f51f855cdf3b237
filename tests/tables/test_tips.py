"""Who plays a game for the first time reads a line a kind of decision, at most three times."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from storage.errors import StoreError
from storage.records import Result
from storage.store import Store
from tables import tips as tips_of
from tables.tips import NOTHING, TIMES, Tips
from tests.storage.contract_people import ADA, finished
from tests.storage.samples import given_out
from tests.tables.house import fails

GAME = "meistercoup"


async def test_a_line_stands_at_three_questions_and_never_again(store: Store) -> None:
    for table in ("t1", "t2", "t3"):
        tips = Tips(store.tips)
        told = await tips.of(table, GAME, ADA)
        assert await tips.of(table, GAME, ADA) is told
        for question in (1, 2):
            shown = [told.due("play", question) for _ in range(3)]
            # The first table has two questions, the second the last line.
            assert shown == [table == "t1" or (table, question) == ("t2", 1)] * 3
            await tips.keep(told, GAME, ADA)
    assert TIMES == 3
    assert (await tips.of("t3", GAME, ADA)).due("take", 1)
    assert (await tips.of("t3", "bugs", ADA)).due("play", 1) is False, "one game a table"
    assert (await tips.of("t4", "bugs", ADA)).due("play", 1)


async def test_who_has_finished_the_game_or_wants_none_is_told_nothing(store: Store) -> None:
    await finished(store, "old", 20, [Result(0, ADA, "Ada", 1, "{}", 9.0)])
    tips = Tips(store.tips)
    assert not (await tips.of("t1", "meister", ADA)).due("play", 1)
    other = await tips.of("t2", "other", ADA)
    assert other.due("play", 1)
    await tips.stop(ADA)
    await tips.keep(other, "other", ADA)
    assert not other.due("play", 2) and not (await tips.of("t3", "bugs", ADA)).due("play", 1)
    assert (await given_out(store, ADA))["tips"] == [{"game": "", "kind": "", "times": 0}]


async def test_who_wants_none_any_more_at_another_process_is_told_nothing_here_either(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Tips(store.tips), Tips(store.tips)
    told = await here.of("t1", GAME, ADA)
    assert told.due("play", 1)
    monkeypatch.setattr(tips_of, "FRESH", 0.0)
    assert await here.of("t1", GAME, ADA) is told and told.due("play", 1)
    assert told.times == {"play": 1}, "the same question counts once"
    await there.stop(ADA)
    with monkeypatch.context() as away:
        away.setattr(store.tips, "told", fails)
        assert (await here.of("t1", GAME, ADA)).due("play", 1), "as it was read last"
    assert not (await here.of("t1", GAME, ADA)).due("play", 1)


async def test_it_is_read_again_a_minute_later_and_not_before(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, reads, tips = [1000.0], list[int](), Tips(store.tips)
    read = store.tips.told

    async def reading(user: int, game: str) -> Mapping[str, int] | None:
        reads.append(user)
        return await read(user, game)

    monkeypatch.setattr(tips_of, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(store.tips, "told", reading)
    for seconds in (0.0, 59.0, 1.0, 59.0):
        now[0] += seconds
        await tips.of("t1", GAME, ADA)
    assert len(reads) == 2


async def test_a_game_that_a_computer_finished_was_not_finished(store: Store) -> None:
    await finished(store, "old", 20, [Result(0, ADA, "Ada", 1, "{}", 9.0, completed=False)])
    assert (await Tips(store.tips).of("t1", "meister", ADA)).due("play", 1)


async def test_a_store_that_fails_ends_no_panel(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tips = Tips(store.tips)
    told = await tips.of("t1", GAME, ADA)
    assert told.due("play", 1)

    async def fails(*values: object) -> None:
        raise StoreError("away")

    with monkeypatch.context() as away:
        away.setattr(store.tips, "note", fails)
        away.setattr(store.tips, "told", fails)
        with pytest.raises(StoreError):
            await tips.keep(told, GAME, ADA)
        assert await tips.of("t2", GAME, ADA) is NOTHING
    await tips.keep(told, GAME, ADA)
    assert await store.tips.told(ADA, GAME) == {"play": 1}
