"""Writes values into SQL, so that a whole transaction is one message to the server.

A statement with parameters costs two trips, and behind a transaction pooler its parts may reach
different servers; a text without parameters costs one trip however many statements it has.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from storage.sql import CHANGES, FENCE, Statement

CLASH = "MR001"
"""The SQLSTATE of a statement that had to change something and did not."""

LEASE = "MR002"
"""The SQLSTATE of a transaction whose lease was lost."""

_POSTGRES_ONLY = re.compile(r"/\*!(.*?)\*/")


def text(sql: str, values: Sequence[Any]) -> str:
    """Return a statement with its values in place of the marks."""
    first, *rest = _POSTGRES_ONLY.sub(r"\1", sql).split("?")
    parts = (literal(value) + part for value, part in zip(values, rest, strict=True))
    return first + "".join(parts)


def transaction(statements: Sequence[Statement]) -> str:
    """Return the statements as one text, which the server runs in one transaction."""
    return ";\n".join(_demanding(text(sql, values)) for sql, values in statements)


def literal(value: object) -> str:
    """Return a value as SQL; whatever is in a text, it ends where the text ends."""
    if value is None:
        return "NULL"
    if isinstance(value, int):
        return f"({int(value)})"
    if isinstance(value, float):
        number = repr(value) if math.isfinite(value) else f"'{value}'"
        return f"({number}::double precision)"
    if isinstance(value, str):
        # The form E'…' reads backslashes alike whatever the server's settings are.
        escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\0", "")
        return f"E'{escaped}'"
    raise TypeError(f"no value for a database: {value!r}")


def _demanding(sql: str) -> str:
    code = CLASH if sql.endswith(CHANGES) else LEASE if sql.endswith(FENCE) else None
    return f"WITH done AS ({sql}) SELECT demand(count(*), '{code}') FROM done" if code else sql
