"""Who reads short words is known without asking the store each time, and read anew when it must."""

from __future__ import annotations

import asyncio

import pytest

from storage.store import Store
from tables.readers import FRESH, Readers
from tests.tables.house import fails

ANNA, BEN = 100, 200


async def test_what_somebody_chose_is_stored_and_theirs_alone(store: Store) -> None:
    readers = Readers(store.readers)
    assert not await readers.short(ANNA)
    await readers.choose(ANNA, True)
    assert [await readers.short(user) for user in (ANNA, BEN)] == [True, False]
    assert await Readers(store.readers).short(ANNA)
    await readers.choose(ANNA, False)
    assert not await readers.short(ANNA) and not await store.readers.short(ANNA)


async def test_the_store_is_asked_once_until_it_is_to_be_read_anew(store: Store) -> None:
    readers = Readers(store.readers)
    await readers.choose(ANNA, True)
    await store.readers.choose(ANNA, False)
    assert await readers.short(ANNA)
    readers.forget(ANNA)
    assert not await readers.short(ANNA)
    readers.forget(BEN)


async def test_what_is_chosen_at_another_process_is_known_within_a_minute(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert FRESH == 60.0
    monkeypatch.setattr("tables.readers.FRESH", 0.02)
    here, there = Readers(store.readers), Readers(store.readers)
    for short in (True, False):
        await there.choose(ANNA, short)
        await asyncio.sleep(0.02)
        assert await here.short(ANNA) is short


async def test_where_the_store_fails_all_words_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = Readers(store.readers)
    await store.readers.choose(ANNA, True)
    with monkeypatch.context() as patch:
        patch.setattr(store.readers, "short", fails)
        assert not await readers.short(ANNA)
    assert await readers.short(ANNA), "that is not remembered"
