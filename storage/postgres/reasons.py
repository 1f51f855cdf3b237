"""Why a PostgreSQL server is not reached, in a sentence that names nothing of its URL."""

from __future__ import annotations

import re

import psycopg

from storage.errors import Away, StoreError

_UNUSABLE = (
    "DATABASE_URL cannot be used: it is not understood (postgresql://user:password@host/"
    "database is), or a certificate that it demands is missing."
)
_SILENT = "Nothing answers where DATABASE_URL says that PostgreSQL is."
_STANDBY = "PostgreSQL may not be written to, as one that stands by for another."
_NEVER = re.compile(
    "authentication failed|does not exist|not permitted|permission denied|pg_hba.conf"
    "|no such (user|database)|not found|wrong password|unsupported"
    "|Authentifizierung|existiert nicht|keine Berechtigung",
    re.IGNORECASE,
)
"""What a server, or a pooler before it, says that will not let us in before something is changed.
Servers speak many languages and poolers have words of their own; all else passes."""
# By what libpq and the driver say, the first that fits: their errors have no codes here.
_SENTENCES: dict[str, tuple[type[StoreError], str]] = {
    "read-only": (Away, _STANDBY),
    "hot standby": (Away, _STANDBY),
    "resolve host": (Away, "The host in DATABASE_URL is not known."),
    "Connection refused": (Away, _SILENT),
    "No such file": (Away, _SILENT),
    "timeout": (Away, "PostgreSQL does not answer in time."),
    "certificate verify failed": (StoreError, "PostgreSQL's certificate is not trusted."),
    "certificate": (StoreError, _UNUSABLE),
    "does not support SSL": (StoreError, "PostgreSQL has no SSL, which DATABASE_URL demands."),
    "no password supplied": (
        StoreError,
        "PostgreSQL demands a password, and DATABASE_URL has none.",
    ),
    "invalid": (StoreError, _UNUSABLE),
    "": (Away, "PostgreSQL cannot be reached, or the connection to it broke off."),
}


def unreached(error: Exception) -> StoreError:
    """Return what to say of an error that came while a connection was made."""
    if isinstance(error, psycopg.ProgrammingError):
        return StoreError(_UNUSABLE)
    text = str(error) or "timeout"
    _, _, answer = text.rpartition("FATAL:")
    if answer != text:
        refused = StoreError if _NEVER.search(answer) else Away
        return refused(f"PostgreSQL does not let us in ({answer.strip()}).")
    kind, sentence = next(said for part, said in _SENTENCES.items() if part in text)
    return kind(sentence)
