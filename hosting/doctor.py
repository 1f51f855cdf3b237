"""Looks whether the bot would work as it is set up, and changes nothing: `python bot.py doctor`."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import discord

from hosting import discord_check, update_check
from hosting.service import unshared
from settings import VERSION, Settings
from storage.errors import StoreError
from storage.store import Store
from storage.url import (
    may_be_made,
    newest_schema,
    on_server,
    open_store,
    schema,
    shown,
    sqlite_path,
)

ROOM = 200 * 1024 * 1024
"""Bytes that have to be free where something is kept."""
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    subject: str
    good: bool
    words: str

    def __str__(self) -> str:
        return f"{'ok' if self.good else 'NO'}  {self.subject}: {self.words}"


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yield what is found, thing by thing; what is not good has to be mended."""
    python = platform.python_version()
    words = f"Monsterrunde {VERSION}, Python {python}, discord.py {discord.__version__}"
    yield Finding("version", True, words)
    yield await _store(settings.store_url)
    if (why := unshared(settings)) is not None:
        yield Finding("shards", False, why)
    if (folder := _folder_of(settings.store_url)) is not None:
        yield _room("disk of the store", folder)
    yield _temporary()
    yield _folder("drawings", settings.drawings)
    if settings.backups is not None:
        yield _folder("backups", settings.backups)
        yield _room("disk of the backups", settings.backups)
    async for subject, good, words in discord_check.examine(settings):
        yield Finding(subject, good, words)


async def say(settings: Settings, update: bool) -> bool:
    """Print what is found, or what this version would change, a line each; return whether all is
    good."""
    good = True
    logging.getLogger("discord.client").setLevel(logging.WARNING)  # that it logs in is no finding
    async for finding in _updated(settings) if update else examine(settings):
        print(finding, flush=True)
        good &= finding.good
    return good


async def _updated(settings: Settings) -> AsyncIterator[Finding]:
    async for subject, good, words in update_check.examine(settings.store_url):
        yield Finding(subject, good, words)


async def _store(url: str) -> Finding:
    try:
        found, newest = await schema(url), newest_schema(url)
        if not found:
            return await _no_store(url)
        if found < newest:
            words = f"{shown(url)}, schema {found}; the next start brings it to {newest}"
            return Finding("store", True, words)
        return Finding("store", True, f"{shown(url)}, schema {found}, {await _used(url)}")
    except StoreError as error:
        return Finding("store", False, str(error))


def _folder_of(url: str) -> Path | None:
    """Return where the file lies that a URL names, if it names one."""
    try:
        return None if on_server(url) else sqlite_path(url).parent
    except StoreError:
        return None


async def _no_store(url: str) -> Finding:
    folder = _folder_of(url)
    if folder is not None and not _writable(folder):
        return Finding("store", False, f"the folder {folder} is not there or not writable")
    if on_server(url) and not await may_be_made(url):
        words = f"none yet at {shown(url)}, and this user may not make its tables"
        return Finding("store", False, words)
    return Finding("store", True, f"none yet at {shown(url)}; the first start makes it")


async def _used(url: str) -> str:
    """Write to the store what changes nothing, and return who uses it."""
    store = await open_store(url)
    try:
        await asyncio.wait_for(store.check(), 10)
        return await _users(store)
    except TimeoutError as error:
        raise StoreError("The store does not answer within 10 s.") from error
    finally:
        await store.close()


async def _users(store: Store) -> str:
    return f"writable, used by {', '.join(await store.leases.users()) or 'nobody'}"


def _room(subject: str, folder: Path) -> Finding:
    try:
        free = shutil.disk_usage(_there(folder)).free
    except OSError as error:
        return Finding(subject, False, f"{folder} cannot be looked at ({error.strerror})")
    return Finding(subject, free >= ROOM, f"{free // MIB} MiB free, {ROOM // MIB} are wanted")


def _folder(subject: str, folder: Path) -> Finding:
    if not _writable(_there(folder)):
        return Finding(subject, False, f"{folder} cannot be written to")
    there = os.path.exists(folder)
    return Finding(subject, True, f"{folder}{'' if there else ', made when needed'}")


def _temporary() -> Finding:
    try:
        return Finding("temporary files", True, tempfile.gettempdir())
    except OSError as error:
        return Finding("temporary files", False, f"{error.strerror}: TMPDIR may name one")


def _there(folder: Path) -> Path:
    """Return the folder, or the nearest above it that there is, or that may be looked at."""
    return next(each for each in (folder, *folder.absolute().parents) if os.path.exists(each))


def _writable(folder: Path) -> bool:
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)
