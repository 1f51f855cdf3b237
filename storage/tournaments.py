"""Tournaments: what each is at, and who entered it, by number."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

from storage import sql
from storage.cases import Case, recording
from storage.errors import Conflict, Damaged
from storage.leftovers import Leftover, leaving
from storage.part import Part
from storage.sql import Statement


@dataclass(frozen=True, slots=True)
class Contest:
    """A tournament of a server; who takes part stands in its entrants alone."""

    id: str
    guild: int
    channel: int
    """Where it is announced and its standings are."""
    ground: int
    """The channel in whose threads it is played."""
    host: int
    """Who opened it; 0 when that person was forgotten."""
    state: str
    """The tournament as JSON text, people by number."""
    going: bool
    """Whether people can still enter it, or a table of it is played."""
    version: int = 0
    """How often it was written; the store counts and refuses an older one."""
    message: int | None = None
    """Its public message."""
    shown: int = -1
    """The version that the message shows."""
    posted: int = 0
    """For which stage of the tournament the message was posted."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who entered a tournament."""

    tournament: str
    number: int
    """From 0, in the order in which people entered."""
    user: int | None
    """None when that person was forgotten."""
    name: str


_CONTEST, _ENTRANT = sql.columns(Contest), sql.columns(Entrant)
_ONE = f"SELECT {_CONTEST} FROM tournaments WHERE id = ?"
_SAVE = """UPDATE tournaments SET state = ?, going = ?, version = version + 1
WHERE id = ? AND version = ?"""


class Tournaments(Part):
    """Tournaments by id, and who entered them."""

    async def add(self, contest: Contest, case: Case | None = None) -> None:
        """Store a new tournament, with the case of who opened it; raise Conflict where there is
        one of this id."""
        add = Statement(sql.insert("tournaments", Contest), astuple(contest))
        added = Statement("SELECT 1 FROM tournaments WHERE id = ?", (contest.id,))
        await self._write_surely(added, add, *recording(case))

    async def save(
        self, contest: Contest, entrant: Entrant | None = None, case: Case | None = None
    ) -> None:
        """Store what a tournament is at, with who has entered it just now, if anybody, and the
        case of what staff did.

        Raise Conflict when it was written since `contest.version`, or that person is in it.
        """
        values = (contest.state, contest.going, contest.id, contest.version)
        change = sql.change(_SAVE, values)
        new = [Statement(sql.insert("entrants", Entrant), astuple(entrant))] if entrant else []
        query = "SELECT 1 FROM tournaments WHERE id = ? AND version = ? AND state = ?"
        stored = Statement(query, (contest.id, contest.version + 1, contest.state))
        await self._write_surely(stored, change, *new, *recording(case))

    async def show(
        self,
        tournament: str,
        message: int | None,
        shown: int,
        posted: int,
        instead_of: Leftover | None = None,
    ) -> None:
        """Note which message is a tournament's, which version it shows, for which stage it was
        posted, and which then has to go."""
        query = "UPDATE tournaments SET message = ?, shown = ?, posted = ? WHERE id = ?"
        change = Statement(query, (message, shown, posted, tournament))
        await self._write_again(change, *leaving(instead_of))

    async def get(self, tournament: str) -> Contest | None:
        """Return a tournament, or None."""
        return await self._record(Contest, _ONE, tournament)

    async def entrants(self, tournament: str) -> list[Entrant]:
        """Return who entered a tournament, by number."""
        query = f"SELECT {_ENTRANT} FROM entrants WHERE tournament = ? ORDER BY number"
        return await self._records(Entrant, query, tournament)

    async def due(self) -> list[Contest]:
        """Return the own tournaments that go on, or whose message is not up to date; none that is
        damaged."""
        return await self._due(self._own)

    async def of(self, guild: int) -> list[Contest]:
        """Return those of a server."""
        return await self._due("guild = ?", guild)

    async def _due(self, condition: str, *values: Any) -> list[Contest]:
        chosen = f"""FROM tournaments
        WHERE (going = 1 OR shown < version) AND {condition} ORDER BY id"""
        try:
            return await self._records(Contest, f"SELECT {_CONTEST} {chosen}", *values)
        except Damaged:
            ids = await self._column(f"SELECT id {chosen}", *values)
        found, _ = await self._each(ids, partial(self._records, Contest, _ONE))
        return found


def entered(tournament: str, users: Collection[int]) -> list[Statement]:
    """Return what demands that these people have entered a tournament, and are not forgotten."""
    query = f'SELECT 1 FROM entrants WHERE tournament = ? AND "user" = ? {sql.LOCK}'
    return [Statement(query, (tournament, user), Conflict) for user in users]
