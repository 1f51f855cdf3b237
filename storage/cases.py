"""What staff does, written down in the transaction that stores it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from storage import sql
from storage.people import Deed
from storage.sql import Statement

_ADD_DEED = sql.insert("audit", Deed, without="number")


@dataclass(frozen=True, slots=True)
class Case:
    """A row that the audit is to get, and the numbers of those that it ends."""

    deed: Deed
    ends: Sequence[int] = ()


def recorded(case: Case) -> Statement:
    """Return what gives a row once a case is written down."""
    deed = case.deed
    query = "SELECT 1 FROM audit WHERE guild = ? AND action = ? AND at = ?"
    return Statement(query, (deed.guild, deed.action, deed.at))


def recording(case: Case | None) -> list[Statement]:
    """Return what writes down a case, if there is one; its number is the store's."""
    if case is None:
        return []
    values = asdict(case.deed)
    del values["number"]
    add = Statement(_ADD_DEED, list(values.values()))
    if not case.ends:
        return [add]
    guild = case.deed.guild
    close = f"""UPDATE audit SET closed = (SELECT max(number) FROM audit WHERE guild = ?)
    WHERE guild = ? AND closed IS NULL AND number IN ({sql.marks(len(case.ends))})"""
    return [add, Statement(close, (guild, guild, *case.ends))]
