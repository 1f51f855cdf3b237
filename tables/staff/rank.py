"""Who may do what to whom: the owner, Manage Server, the staff role, members."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from storage.records import Table
from tables.room.refusal import Refusal


class Rank(IntEnum):
    """What somebody may do on a server, more than who stands below."""

    MEMBER = 0
    STAFF = 1
    """The staff role of the server's settings."""
    MANAGER = 2
    """Manage Server."""
    OWNER = 3


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a server who acts, or to whom something is done."""

    id: int
    name: str = ""
    """As they write it."""
    rank: Rank = Rank.MEMBER
    bot: bool = False


def demand(actor: Person, least: Rank) -> None:
    """Raise Refusal for who stands below this."""
    if actor.rank < least:
        raise Refusal("staff.not_staff" if least == Rank.STAFF else "staff.manager_only")


def may_act_on(actor: Person | None, target: Person) -> None:
    """Raise Refusal for a bot, oneself, and who stands as high as the actor or higher.

    The bot itself, None, may act on anybody.
    """
    if target.bot:
        raise Refusal("staff.bot")
    if actor is None:
        return
    if target.id == actor.id:
        raise Refusal("staff.yourself")
    if target.rank >= actor.rank:
        raise Refusal("staff.standing")


def may_undo(actor: Person, of: Rank) -> None:
    """Raise Refusal for who stands below the one who did what is to be undone."""
    if actor.rank < of:
        raise Refusal("staff.set_higher")


def beside(actor: Person | None, table: Table) -> bool:
    """Return whether the actor sits at the table, so that it has to be told there by name.

    Raise Refusal for who has no more than the staff role: somebody else has to decide there.
    """
    return among(actor, table.users)


def among(actor: Person | None, people: Iterable[int | None], why: str = "staff.own_table") -> bool:
    """Return whether the actor is one of a table's people, as `beside` does; `why`: the key of what
    they are told who have no more than the staff role."""
    if actor is None or actor.id not in people:
        return False
    if actor.rank < Rank.MANAGER:
        raise Refusal(why)
    return True
