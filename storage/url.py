"""Opens the store that a DATABASE_URL names."""

from __future__ import annotations

from pathlib import Path

from storage.database import Database
from storage.errors import StoreError
from storage.sqlite.database import SqliteDatabase
from storage.store import Store


async def open_store(url: str) -> Store:
    """Open the store at this URL, making or migrating it; raise StoreError when it cannot be."""
    return Store(await open_database(url))


async def open_database(url: str) -> Database:
    """Open what the store at this URL stands on; raise StoreError."""
    if not on_server(url):
        return await SqliteDatabase.open(sqlite_path(url))
    try:
        from storage.postgres.database import PostgresDatabase
    except ImportError as error:
        raise StoreError(
            "For PostgreSQL psycopg is missing: install the package with its extra `postgres`."
        ) from error
    return await PostgresDatabase.open(url.strip())


def on_server(url: str) -> bool:
    """Return whether the store at this URL is on a server, so that many processes can use it."""
    return url.strip().partition("://")[0].lower() in ("postgres", "postgresql")


def sqlite_path(url: str) -> Path:
    """Return the file that sqlite:///relative/path or sqlite:////absolute/path names."""
    scheme, _, rest = url.strip().partition("://")
    if scheme.lower() != "sqlite" or len(rest) < 2 or not rest.startswith("/"):
        # The URL may hold a password, so it is not repeated.
        raise StoreError(
            "DATABASE_URL must look like sqlite:///monsterrunde.db (where the bot is started), "
            "sqlite:////folder/monsterrunde.db or postgresql://user:password@host/database; "
            "no other database is supported."
        )
    return Path(rest[1:]).absolute()
