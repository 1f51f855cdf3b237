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


@pytest.fixture
def url(url_of_file: str) -> str:
    """Return the URL of a store that does not exist yet."""
    return url_of_file


@pytest.fixture(params=["url_of_file", "emptied"], ids=["sqlite", "postgres"])
def either_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a store in which there is nothing, once of each kind."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
def url_of_file(path: Path) -> str:
    """Return the URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{path}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Open an empty store."""
    opened = await open_store(url)
    yield opened
    await opened.close()
