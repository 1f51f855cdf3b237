"""Who owned a SQLite file and is dead is known at once; otherwise its silence tells."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.sqlite.presence import Presence
from storage.store import Store
from storage.url import open_store


@pytest.fixture
async def next_store(store: Store, url: str) -> AsyncIterator[Store]:
    """Open the store again, as another process does."""
    opened = await open_store(url)
    yield opened
    await opened.close()


async def holders(store: Store, owner: str) -> list[str]:
    """Return who is in the way of this owner."""
    return [lease.owner for lease in await store.leases.others(owner)]


async def test_who_is_dead_holds_nothing(store: Store, next_store: Store) -> None:
    assert await store.leases.others("a") == []
    assert await store.leases.take("a", [0], 1, 1010.0)
    assert await holders(next_store, "b") == ["a"]
    assert not await next_store.leases.take("b", [0], 1, 1011.0)
    await store.close()
    assert await next_store.leases.others("b") == []
    assert await next_store.leases.take("b", [0], 1, 1011.0)
    await next_store.check()


async def test_who_came_before_the_last_went_is_known_too(
    store: Store, next_store: Store, url: str
) -> None:
    assert await store.leases.take("a-with-a-longer-name", [0], 1, 1010.0)
    await store.leases.drop()
    assert await next_store.leases.take("b", [0], 1, 1011.0)
    await store.close()
    await next_store.leases.extend(1012.0)
    third = await open_store(url)
    assert await holders(third, "c") == ["b"]
    await next_store.close()
    assert await third.leases.take("c", [0], 1, 1012.0)
    await third.close()


def test_who_has_to_wait_keeps_no_file_open(path: Path) -> None:
    one, other = Presence(path), Presence(path)
    assert one.succeed("a") == ""
    open_files = os.listdir("/dev/fd")
    assert other.succeed("b") is None
    assert len(os.listdir("/dev/fd")) <= len(open_files)
    one.let_go()
    assert other.succeed("b") == "a"
    other.let_go()


async def test_who_was_never_known_is_waited_for(
    store: Store, next_store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setitem(sys.modules, "fcntl", None)  # as on Windows
        assert await store.leases.take("a", [0], 1, 1010.0)
        assert not list(path.parent.glob("*-owner"))
    await store.close()
    assert await holders(next_store, "b") == ["a"]
    assert not await next_store.leases.take("b", [0], 1, 1011.0)
    silent = await next_store.leases.all()
    assert await next_store.leases.take("b", [0], 1, 1020.0, silent)
