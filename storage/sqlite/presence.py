"""A lock beside the database that the kernel lets go of when its process dies, however it dies."""

from __future__ import annotations

import importlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


class Presence:
    """Tells which process is gone for certain: who held the lock before, once it can be had.

    The file names its holder. Where files cannot be locked so (Windows, some networks' disks)
    nobody is ever known to be gone.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}-owner")
        self._file: int | None = None
        self._before: str | None = None

    def succeed(self, owner: str) -> str | None:
        """Hold the lock from now on if it is free; return who held it before, if this one does."""
        if self._file is None:
            with suppress(OSError, ImportError, UnicodeError):
                self._take(owner)
        return self._before

    def let_go(self) -> None:
        """Give the lock back, as happens by itself when the process ends."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _take(self, owner: str) -> None:
        locks: Any = importlib.import_module("fcntl")
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
            before = os.read(file, 1000).decode()
            os.ftruncate(file, 0)
            os.pwrite(file, owner.encode(), 0)
        except BaseException:
            os.close(file)
            raise
        self._file, self._before = file, before
