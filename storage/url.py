"""Opens the store that a DATABASE_URL names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from storage.database import Database
from storage.errors import StoreError
from storage.sqlite import migrate
from storage.sqlite.database import SqliteDatabase, sqlite_schema
from storage.store import Store

if TYPE_CHECKING:
    from storage.postgres.database import PostgresDatabase


async def open_store(url: str) -> Store:
    """Open the store at this URL, making or migrating it; raise StoreError when it cannot be."""
    return Store(await open_database(url))


async def demand_store(url: str) -> None:
    """Raise StoreError unless there is a store at this URL already; make and change nothing."""
    if not await schema(url):
        raise StoreError(f"There is no store at {shown(url)}; DATABASE_URL says where it is.")


async def demand_newest(url: str) -> None:
    """Raise StoreError unless there is a store at this URL, and none of an older schema: to open
    that would change it under the bot that runs on it, for good."""
    await demand_store(url)
    if await is_older(url):
        raise StoreError(
            f"The store {shown(url)} has an older schema, and is left as it is: use the version "
            "of the bot that runs on it, or start this one first."
        )


async def is_older(url: str) -> bool:
    """Return whether the store at this URL is of an older schema than a start would bring it to."""
    return await schema(url) < newest_schema(url)


async def schema(url: str) -> int:
    """Return the version of the store at this URL, 0 where there is none; change nothing."""
    if on_server(url):
        return await _postgres().schema(url.strip())
    return await sqlite_schema(sqlite_path(url))


async def may_be_made(url: str) -> bool:
    """Return whether the server lets a store be made at this URL; raise StoreError."""
    return await _postgres().may_be_made(url.strip())


def newest_schema(url: str) -> int:
    """Return the version to which a start brings the store."""
    return _postgres().newest() if on_server(url) else len(migrate.scripts())


async def open_database(url: str) -> Database:
    """Open what the store at this URL stands on; raise StoreError."""
    if not on_server(url):
        return await SqliteDatabase.open(sqlite_path(url))
    return await _postgres().open(url.strip())


def _postgres() -> type[PostgresDatabase]:
    """Return what opens databases on a server; raise StoreError without its library."""
    try:
        from storage.postgres.database import PostgresDatabase
    except ImportError as error:
        raise StoreError(
            "For PostgreSQL psycopg is missing: .venv/bin/pip install -r requirements.txt"
        ) from error
    return PostgresDatabase


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


def shown(url: str) -> str:
    """Return which store a URL names, without anything secret."""
    if not on_server(url):
        return f"{sqlite_path(url)}"
    try:
        server = urlsplit(url.strip())
    except ValueError:  # a [ in the password
        return "PostgreSQL"
    if "@" in "".join(server[2:]):  # a / in the password, or the like, ended the server's name
        return "PostgreSQL"
    return f"PostgreSQL {server.hostname or 'here'}{server.path}"
