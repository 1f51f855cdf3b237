"""The stores the tests run against."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from storage.url import open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a database may be made."""
    return tmp_path / "monsterrunde.db"


@pytest.fixture(params=["sqlite"])
def url(path: Path) -> str:
    """Return the URL of a store that does not exist yet."""
    return f"sqlite:///{path}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Open an empty store."""
    opened = await open_store(url)
    yield opened
    await opened.close()
