"""Backups in a folder: the newest are kept, made by hand or by a running bot at its hours."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from storage import copying
from storage.errors import StoreError

log = logging.getLogger(__name__)

NAMED = "monsterrunde-%Y%m%d-%H%M%S.db"
OURS = re.compile(r"monsterrunde-\d{8}-\d{6}\.db")
"""How the files are called, by the time in UTC; others in the folder are somebody else's."""
PART = re.compile(rf"{OURS.pattern}\.part(-\w+)?")
"""How they are called while they are made, and what SQLite keeps beside them."""
HOUR = 3600.0
AGAIN = 600.0
"""Seconds until a backup that failed is tried again."""


async def rotate(url: str, folder: Path, keep: int, now: float) -> Path:
    """Write the store at this URL to a new file in a folder, then delete all but the newest.

    Return the file; raise StoreError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / _name(now)
        await copying.backup(url, file)
        for older in (*_files(folder, now)[:-keep], *_abandoned(folder, now)):
            older.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"The folder {folder} cannot be used ({error.strerror}).") from error
    return file


@asynccontextmanager
async def scheduled(url: str, folder: Path | None, hours: float, keep: int) -> AsyncIterator[None]:
    """Make a backup meanwhile whenever the newest in the folder, if one is named, is so old."""
    if folder is None:
        yield
        return
    task = asyncio.create_task(_make(url, folder, hours * HOUR, keep))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _make(url: str, folder: Path, apart: float, keep: int) -> None:
    while True:
        try:
            # A disk's clock may be ahead of ours.
            now = time.time()
            await asyncio.sleep(min(apart, max(0.0, _newest(folder, now) + apart - now)))
            file = await asyncio.to_thread(asyncio.run, rotate(url, folder, keep, time.time()))
            log.info("the store is in %s now", file)
        except (StoreError, OSError) as error:
            log.error("no backup: %s", error)
            await asyncio.sleep(AGAIN)


def _name(at: float) -> str:
    return time.strftime(NAMED, time.gmtime(at))


def _files(folder: Path, now: float) -> list[Path]:
    """Return the backups as they were made: those of a time that is to come are the oldest, as the
    clock was ahead when they were made."""
    found = (file for file in folder.glob("*") if OURS.fullmatch(file.name))
    return sorted(found, key=lambda file: (file.name <= _name(now), file.name))


def _abandoned(folder: Path, now: float) -> list[Path]:
    """Return what was begun by a process that died: it would keep what is to be forgotten."""
    parts = (file for file in folder.glob("*") if PART.fullmatch(file.name))
    return [file for file in parts if file.stat().st_mtime < now - HOUR]


def _newest(folder: Path, now: float) -> float:
    """Return when the newest backup was made that is not of a time to come, 0 where there is none:
    a bot that is started anew every day would wait for ever for its hour."""
    made = (file for file in _files(folder, now) if file.name <= _name(now))
    return max((file.stat().st_mtime for file in made), default=0.0)
