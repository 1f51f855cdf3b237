"""Why a PostgreSQL server is not reached, in a sentence that names nothing of its URL."""

from __future__ import annotations

import socket
import ssl

import asyncpg

from storage.errors import Away, StoreError

_SENTENCES: tuple[tuple[type[Exception], str], ...] = (
    (socket.gaierror, "The host in DATABASE_URL is not known"),
    (ConnectionRefusedError, "Nothing answers where DATABASE_URL says that PostgreSQL is"),
    (FileNotFoundError, "Nothing answers where DATABASE_URL says that PostgreSQL is"),
    (TimeoutError, "PostgreSQL does not answer in time"),
    (OSError, "PostgreSQL cannot be reached"),
)


def unreached(error: Exception) -> StoreError:
    """Return what to say of an error that came while a connection was made."""
    if isinstance(error, asyncpg.ClientConfigurationError | ValueError):
        return StoreError(
            "DATABASE_URL cannot be used: it is not understood (postgresql://user:password@host/"
            "database is), or a certificate that it demands is missing."
        )
    if isinstance(error, ssl.SSLError):
        return StoreError("PostgreSQL's certificate is not trusted.")
    found = next((said for kind, said in _SENTENCES if isinstance(error, kind)), None)
    return Away(f"{found or 'The connection to PostgreSQL broke off'}.")
