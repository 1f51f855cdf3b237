"""Who owned a SQLite file and is dead is known at once; otherwise the lease's time tells."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from storage.url import open_store


@pytest.fixture
async def next_store(store: Store, url: str) -> AsyncIterator[Store]:
    """Open the store again, as another process does."""
    opened = await open_store(url)
    yield opened
    await opened.close()


async def test_who_is_dead_holds_nothing(store: Store, next_store: Store) -> None:
    assert await store.leases.holder("a", 1000.0) is None
    assert await store.leases.take("a", [0], 1, 1000.0, 1010.0)
    assert await next_store.leases.holder("b", 1001.0) == "a"
    assert not await next_store.leases.take("b", [0], 1, 1001.0, 1011.0)
    await store.close()
    assert await next_store.leases.holder("b", 1001.0) is None
    assert await next_store.leases.take("b", [0], 1, 1001.0, 1011.0)
    await next_store.check()


async def test_who_came_before_the_last_went_is_known_too(
    store: Store, next_store: Store, url: str
) -> None:
    assert await store.leases.take("a", [0], 1, 1000.0, 1010.0)
    await store.leases.drop()
    assert await next_store.leases.take("b", [0], 1, 1001.0, 1011.0)
    await store.close()
    await next_store.leases.extend(1012.0)
    third = await open_store(url)
    assert await third.leases.holder("c", 1002.0) == "b"
    await next_store.close()
    assert await third.leases.take("c", [0], 1, 1002.0, 1012.0)
    await third.close()


async def test_who_was_never_known_is_waited_for(
    store: Store, next_store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setitem(sys.modules, "fcntl", None)  # as on Windows
        assert await store.leases.take("a", [0], 1, 1000.0, 1010.0)
        assert not list(path.parent.glob("*-owner"))
    await store.close()
    assert await next_store.leases.holder("b", 1001.0) == "a"
    assert not await next_store.leases.take("b", [0], 1, 1001.0, 1011.0)
    assert await next_store.leases.take("b", [0], 1, 1010.0, 1020.0)
