"""Tables without Discord: a house over a store in a file, and somebody who listens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from storage.url import open_store
from tests.tables.house import House, Listener, opened
from tests.tables.wall import Wall


@pytest.fixture
def port() -> Listener:
    """Keeps what people are told."""
    return Listener()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store in a file."""
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield store
    await store.close()


@pytest.fixture
async def house(
    request: pytest.FixtureRequest, store: Store, port: Listener
) -> AsyncIterator[House]:
    """All tables of one process, whose computers act at once; a test's wall clock stands before."""
    if "wall" in request.fixturenames:
        request.getfixturevalue("wall")
    async with opened(store, port) as house:
        yield house


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """A wall clock that stands still until it is turned."""
    return Wall(monkeypatch)
