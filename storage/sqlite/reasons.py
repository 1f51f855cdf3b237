"""Why a SQLite file could not be used, in a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import Away, Conflict, Damaged, StoreError

_CLASHES = {
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
}
_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_NOTADB: "is damaged or no SQLite file",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_READONLY: "or its folder may not be written to",
    sqlite3.SQLITE_PERM: "may not be read and written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: it and its folder must be readable and writable",
    sqlite3.SQLITE_FULL: "has no room left on its disk",
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raise what SQLite says of this file as a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None and "decode" in str(error):
            code = sqlite3.SQLITE_CORRUPT  # bytes that are no text
        if code is None:
            raise
        if code in _CLASHES:
            raise Conflict from error
        # The low byte is the kind of failure, the rest a detail.
        kind = code & 0xFF
        sentence = f"The database {path} {_SENTENCES.get(kind, f'failed ({error})')}."
        if kind == sqlite3.SQLITE_CORRUPT:
            raise Damaged(sentence) from error
        if kind in _PASSING:
            raise Away(sentence) from error
        raise StoreError(sentence) from error
