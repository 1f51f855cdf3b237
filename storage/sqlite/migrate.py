"""Brings a SQLite file to the newest schema, and refuses files that are not ours to change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from storage.errors import StoreError

FOLDER = Path(__file__).parent / "migrations"
APPLICATION = 0x4D524E44
"""SQLite's application_id of our files: "MRND"."""


def scripts(folder: Path = FOLDER) -> list[str]:
    """Return the migrations in order; the first leads from version 0 to version 1."""
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.sql"))]


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; each ends with the line that completes it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def inspect(db: sqlite3.Connection, path: Path) -> int:
    """Return the version of a file, 0 where nothing is; raise StoreError for another program's."""
    version = _number(db, "PRAGMA user_version")
    if not version and not _number(db, "SELECT count(*) FROM sqlite_schema"):
        return 0
    if _number(db, "PRAGMA application_id") != APPLICATION:
        raise StoreError(f"The database {path} belongs to another program.")
    return version


def demand_known(db: sqlite3.Connection, path: Path, newest: int) -> None:
    """Raise StoreError when the file is another program's or newer; change nothing."""
    version = inspect(db, path)
    if version > newest:
        raise StoreError(
            f"The database {path} is of version {version}, but this bot knows only "
            f"version {newest}: run a newer bot."
        )


def migrate(db: sqlite3.Connection, path: Path, steps: Sequence[str]) -> None:
    """Run the steps the file has not seen yet, each in a transaction of its own; raise StoreError
    when another process has made it newer meanwhile.

    The caller closes the file when this raises. An up-to-date file stays as it is, but this
    fails when it may not be written to.
    """
    while True:
        db.execute("BEGIN IMMEDIATE")
        demand_known(db, path, len(steps))
        version = _number(db, "PRAGMA user_version")
        if version == len(steps):
            # SQLite refuses a read-only file at the first write, not at BEGIN.
            db.execute(f"PRAGMA user_version = {version}")
            db.execute("ROLLBACK")
            return
        for statement in statements(steps[version]):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {version + 1}")
        db.execute("COMMIT")


def _number(db: sqlite3.Connection, query: str) -> int:
    [(number,)] = db.execute(query).fetchall()
    return int(number)
