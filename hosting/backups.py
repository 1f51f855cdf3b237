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
        file = folder / time.strftime("monsterrunde-%Y%m%d-%H%M%S.db", time.gmtime(now))
        await copying.backup(url, file)
        for older in (*_files(folder)[:-keep], *_abandoned(folder, now)):
            older.unlink()
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
            # One of a time that is to come was made while the clock was ahead.
            await asyncio.sleep(min(apart, max(0.0, _newest(folder) + apart - time.time())))
            file = await asyncio.to_thread(asyncio.run, rotate(url, folder, keep, time.time()))
            log.info("the store is in %s now", file)
        except (StoreError, OSError) as error:
            log.error("no backup: %s", error)
            await asyncio.sleep(AGAIN)


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*") if OURS.fullmatch(file.name))


def _abandoned(folder: Path, now: float) -> list[Path]:
    """Return what was begun by a process that died: it would keep what is to be forgotten."""
    parts = (file for file in folder.glob("*") if PART.fullmatch(file.name))
    return [file for file in parts if file.stat().st_mtime < now - HOUR]


def _newest(folder: Path) -> float:
    """Return when the newest backup was made, 0 where there is none."""
    return max((file.stat().st_mtime for file in _files(folder)), default=0.0)
