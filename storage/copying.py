"""Copies whole stores: to another database, into a backup file and back from it."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

from storage.database import Database
from storage.errors import StoreError
from storage.leases import Leases
from storage.sqlite.database import snapshot
from storage.store import Store
from storage.url import (
    demand_newest,
    demand_store,
    is_older,
    on_server,
    open_database,
    open_store,
    schema,
    sqlite_path,
)

TABLES = (
    *("matches", "log", "snapshots", "boards", "calls", "privates", "offers"),
    *("guests", "blocks", "tips", "readers", "lessons", "summons", "waiting", "votes"),
    *("alerts", "alerted", "habits", "vacations", "puzzles", "solvers"),
    *("meetings", "meeting_guests", "posters"),
    *("tournaments", "entrants", "leftovers"),
    *("results", "reviews", "ratings", "bans", "audit", "settings"),
)
"""Everything but the leases, what is referred to first."""
_LAST = """
SELECT max(at) FROM (
    SELECT max(at) AS at FROM log UNION ALL SELECT max(updated) AS at FROM matches
    UNION ALL SELECT max(at) AS at FROM bans UNION ALL SELECT max(at) AS at FROM audit
    UNION ALL SELECT max(created) AS at FROM meetings
) AS every"""
_BY_ITSELF = ("settings", "puzzles")
"""Where a bot keeps something before anybody has used it."""


async def copy(source: str, target: str) -> None:
    """Copy the store at one URL to the empty one at another; raise StoreError.

    Neither may be in use: what is played meanwhile would be lost.
    """
    await demand_newest(source)
    async with AsyncExitStack() as stack:
        origin = await _opened(stack, source)
        await _demand_idle(origin)
        goal = await _idle_goal(stack, target)
        await _demand_empty(goal)
        await _replace(origin, goal)


async def backup(source: str, file: Path) -> None:
    """Write the store at this URL, also while it is in use, to a new SQLite file.

    The file holds what was stored at one moment. Raise StoreError when it is there already, or
    its folder is not.
    """
    await demand_store(source)
    part = file.with_name(f"{file.name}.part")
    try:
        if file.exists():
            raise StoreError(f"The file {file} is there already.")
        if not file.parent.is_dir():
            raise StoreError(f"The folder of {file} is not there.")
        _take_away(part)
        with _whole(part):
            await _write(source, part)
            os.replace(part, file)
    except OSError as error:
        raise StoreError(f"The file {file} cannot be written ({error.strerror}).") from error


async def _write(source: str, part: Path) -> None:
    """Write a store to a new file; a file of an older schema as it is, so that the bot which runs
    on it can go on, and can go back to it."""
    if not on_server(source) and await is_older(source):
        snapshot(sqlite_path(source), part)
        return
    await demand_newest(source)
    async with AsyncExitStack() as stack:
        origin, goal = await _opened(stack, source), await _opened(stack, _url(part))
        await _replace(origin, goal)
        # All has to be in the file itself: closing it would not say that there is no room for that.
        await goal.scrub()


async def restore(file: Path, target: str) -> None:
    """Replace everything in the store at this URL by a backup; raise StoreError.

    Refused when the store is in use or has something later than the backup.
    """
    async with AsyncExitStack() as stack:
        # A copy, as opening may bring an older file to the newest schema.
        folder = stack.enter_context(_apart())
        origin = await _opened_copy(stack, file, folder / file.name)
        goal = await _idle_goal(stack, target)
        if (await _last(goal) or 0.0) > (await _last(origin) or 0.0):
            raise StoreError("The store has something later than the backup; it is left alone.")
        await _replace(origin, goal)


@asynccontextmanager
async def opened_apart(url: str) -> AsyncIterator[Store]:
    """Open what is in a store to look at it; the store itself is not brought to another schema.

    Raise StoreError, also for an older one on a server, of which no copy is made.
    """
    await demand_store(url)
    if on_server(url) and await is_older(url):
        raise StoreError(
            "The store has an older schema. Make a backup with the bot that runs, and name it in "
            "DATABASE_URL."
        )
    with _apart() as folder:
        if not on_server(url):
            path, copy = sqlite_path(url), folder / "copy.db"
            snapshot(path, copy)
            url = _url(copy)
        store = await open_store(url)
        try:
            yield store
        finally:
            await store.close()


@contextmanager
def _apart() -> Iterator[Path]:
    """Make a folder for a copy, which goes again."""
    try:
        folder = tempfile.TemporaryDirectory()
    except OSError as error:
        raise StoreError(f"No folder for a copy can be made ({error.strerror}).") from error
    with folder as name:
        yield Path(name)


async def _opened_copy(stack: AsyncExitStack, file: Path, copy: Path) -> Database:
    """Open a copy of a file; what is wrong with it is said of the file."""
    try:
        if not file.exists():
            raise StoreError(f"The file {file} is not there.")
        await demand_store(_url(Path(shutil.copy(file, copy))))
        return await _opened(stack, _url(copy))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            words = f"There is no room for a copy of {file} in {copy.parent}; TMPDIR may name more."
            raise StoreError(words) from error
        raise StoreError(f"The file {file} cannot be read ({error.strerror}).") from error
    except StoreError as error:
        raise StoreError(f"{error}".replace(f"{copy}", f"{file}")) from error


async def _opened(stack: AsyncExitStack, url: str) -> Database:
    database = await open_database(url)
    stack.push_async_callback(database.close)
    return database


async def _idle_goal(stack: AsyncExitStack, url: str) -> Database:
    """Open what is to be filled, and is in use by nobody; one that was not there before is not
    there again where that fails."""
    if await schema(url):
        await demand_newest(url)
    if not on_server(url) and not sqlite_path(url).exists():
        stack.enter_context(_whole(sqlite_path(url)))
    goal = await _opened(stack, url)
    await _demand_idle(goal)
    return goal


@contextmanager
def _whole(file: Path) -> Iterator[None]:
    """Take a new file away again, with what SQLite keeps beside it, unless all goes well."""
    try:
        yield
    except BaseException:
        _take_away(file)
        raise


def _take_away(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):  # who goes on with it says what is wrong
            file.with_name(f"{file.name}{end}").unlink()


def _url(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"


async def _last(database: Database) -> float | None:
    [(last,)] = await database.read(_LAST)
    return last if last is None else float(last)


async def _demand_idle(database: Database) -> None:
    if users := await Leases(database).users():
        raise StoreError(f"The store is in use by {users[0]}; stop that process first.")


async def _demand_empty(database: Database) -> None:
    for table in TABLES:
        if table not in _BY_ITSELF and await database.read(f"SELECT 1 FROM {table} LIMIT 1"):
            raise StoreError("The store to copy to is not empty.")


async def _replace(origin: Database, goal: Database) -> None:
    async with origin.view() as view:
        await goal.replace(TABLES, view)
