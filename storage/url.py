"""Opens the store that a DATABASE_URL names."""

from __future__ import annotations

from pathlib import Path

from storage.errors import StoreError
from storage.sqlite.database import SqliteDatabase
from storage.store import Store


async def open_store(url: str) -> Store:
    """Open the store at this URL, making or migrating it; raise StoreError when it cannot be."""
    return Store(await SqliteDatabase.open(sqlite_path(url)))


def sqlite_path(url: str) -> Path:
    """Return the file that sqlite:///relative/path or sqlite:////absolute/path names."""
    scheme, _, rest = url.strip().partition("://")
    if scheme.lower() != "sqlite" or len(rest) < 2 or not rest.startswith("/"):
        # The URL may hold a password, so it is not repeated.
        raise StoreError(
            "DATABASE_URL must look like sqlite:///monsterrunde.db (where the bot is started) "
            "or sqlite:////folder/monsterrunde.db; no other database is supported."
        )
    return Path(rest[1:]).absolute()
