"""Puts the store's records into SQL that every database of ours understands, and back.

Marks are question marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from storage.errors import Conflict, Damaged, LeaseLost

LOCK = "/* FOR SHARE */"
"""Ends a query whose rows nobody else may change until the transaction is over; a comment where
one transaction writes at a time anyway.
"""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL and its values."""

    sql: str
    values: Sequence[Any] = ()
    unmet: type[Conflict | LeaseLost] | None = None
    """What is raised when it gives no row, if it has to give one."""


def names(record: type, *more: str) -> list[str]:
    """Return the columns of a record, quoted; a field `table` is the column "match"."""
    all_names = [*more, *(field.name for field in fields(record))]
    return ['"match"' if name == "table" else f'"{name}"' for name in all_names]


def change(query: str, values: Sequence[Any]) -> Statement:
    """Return what has to change something; raises Conflict when it does not."""
    return Statement(f"{query} RETURNING 1", values, Conflict)


def columns(record: type, *more: str) -> str:
    """Return the columns of a record in a row, after `more`."""
    return ", ".join(names(record, *more))


def insert(into: str, record: type, *more: str, without: str = "") -> str:
    """Return what stores a record anew, its values after those of the columns `more`."""
    quoted = [name for name in names(record, *more) if name != f'"{without}"']
    return f"INSERT INTO {into} ({', '.join(quoted)}) VALUES ({marks(len(quoted))})"


def upsert(into: str, record: type, keys: int, changed: Sequence[str] = ()) -> str:
    """Return what stores a record; of one with the same first `keys` fields these are changed, or
    all."""
    quoted = names(record)
    others = [f'"{name}"' for name in changed] or quoted[keys:]
    changes = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"{insert(into, record)} ON CONFLICT ({', '.join(quoted[:keys])}) DO UPDATE SET {changes}"
    )


def marks(count: int) -> str:
    """Return so many marks for values."""
    return ", ".join("?" * count)


def made(record: Callable[..., R], row: Sequence[Any]) -> R:
    """Return the record of a row; raise Damaged when a value is not of its field's type. What is
    true or not is kept as a number."""
    kinds, truths = kinds_of(record)
    for value, kind in zip(row, kinds, strict=True):
        if not isinstance(value, kind):
            raise Damaged(f"A stored {record.__name__.lower()} is damaged.")
    if truths:
        row = [bool(value) if number in truths else value for number, value in enumerate(row)]
    return record(*row)


@cache
def kinds_of(record: Callable[..., object]) -> tuple[list[tuple[type, ...]], frozenset[int]]:
    """Return which classes the stored values of a record's fields have, and which of the fields,
    by number, are true or not."""
    assert isinstance(record, type)
    hints = get_type_hints(record).values()
    truths = frozenset(number for number, hint in enumerate(hints) if hint is bool)
    return [_classes(hint) for hint in hints], truths


def _classes(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, UnionType):
        return tuple(kind for option in get_args(hint) for kind in _classes(option))
    if get_origin(hint) is Literal:
        return (str,)
    if hint is bool:
        return (int,)
    if hint is float:
        return (float, int)
    return (get_origin(hint) or hint,)
