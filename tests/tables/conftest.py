"""Tables without Discord: a house over a store in a file, and somebody who listens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.url import open_store
from tests.tables.house import House, Listener, opened


@pytest.fixture
def port() -> Listener:
    """Keeps what people are told."""
    return Listener()


@pytest.fixture
async def house(tmp_path: Path, port: Listener) -> AsyncIterator[House]:
    """All tables of one process, whose computers act at once."""
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    async with opened(store, port) as house:
        yield house
    await store.close()
