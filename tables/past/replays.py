"""Finished games played again from their logs: any entry soon, no entry for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from engine import match as matches
from engine.contract import AnyGame, Seat
from engine.errors import RuleError
from engine.match import Entry, Match
from storage.errors import Damaged
from storage.records import Table
from storage.tables import Tables
from tables.room.bounded_cache import BoundedCache
from tables.room.loading import rules_of, whole_log
from tables.room.refusal import Refusal
from tables.room.room import header_of

KEPT = 4
"""Replays in memory: a thousand entries weigh a few megabytes."""
FRAMES = 64
"""Matches kept of one replay, from which all others are played."""
SLICE = 0.008
"""Seconds for which a log is played before others have their turn."""
PARTS = 10
"""Marks in a game without rounds."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment to jump to."""

    entry: int
    """The sequence of the entry after which it is reached."""
    round: int | None
    """The round that begins there; None in a game without rounds."""
    seconds: float
    """Since the game began."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Replay:
    """A finished game that can be looked at after each entry of its log."""

    table: Table
    entries: Sequence[Entry]
    marks: Sequence[Mark]
    """In order, the first at the set-up."""
    frames: Sequence[Match]
    """The match after every so many entries, from the set-up on."""

    @property
    def last(self) -> int:
        """The sequence of the last entry."""
        return len(self.entries)

    def at(self, number: int) -> Match:
        """Return the match after this entry, 0 being the set-up; beyond the end the last one."""
        number = max(0, min(number, self.last))
        apart = _apart(self.last)
        frame = self.frames[number // apart]
        return matches.replay(frame, self.entries[frame.sequence : number])

    def before(self, seat: Seat) -> int:
        """Return the last entry of the time before this seat's person sat there; where they came
        later and it was not noted when, that of the log: nothing is known to be theirs."""
        after = self.table.players[seat].after
        return self.last if after is None else after

    async def walk(self) -> AsyncIterator[tuple[Match, Match]]:
        """Yield the match before and after each entry; others have their turn meanwhile."""
        before = self.frames[0]
        async for match in each(before, self.entries):
            yield before, match
            before = match


class Replays:
    """Loads replays, one at a time, and keeps those looked at last."""

    def __init__(self, tables: Tables, games: Mapping[str, AnyGame]) -> None:
        self._tables, self._games = tables, games
        self._kept: BoundedCache[str, Replay] = BoundedCache(KEPT)
        self._loading = asyncio.Lock()

    async def get(self, table_id: str) -> Replay:
        """Return the replay of a finished table; raise Refusal where there is none."""
        table = await self._tables.get(table_id)
        if table is None:
            raise Refusal("error.gone")
        if table.status != "finished":
            raise Refusal("error.not_ended")
        kept = self._known(table)
        if kept is not None:
            return kept
        async with self._loading:
            return self._known(table) or self._kept.keep(table_id, await self._loaded(table))

    def forget(self, table_id: str) -> None:
        """Load this replay from the store when it is looked at next."""
        self._kept.drop(table_id)

    def _known(self, table: Table) -> Replay | None:
        """Return a replay that is kept; with another row, as names are gone, it is out of date."""
        kept = self._kept.get(table.id)
        return kept if kept is not None and kept.table == table else None

    async def _loaded(self, table: Table) -> Replay:
        game = rules_of(self._games, table)
        if game is None:
            raise Refusal("error.other_rules")
        try:
            entries = await whole_log(self._tables, table.id)
            if not entries:
                raise Refusal("error.no_log")
            return await _played(table, game, entries)
        except (RuleError, Damaged) as error:
            raise Refusal("error.log_damaged") from error


async def _played(table: Table, game: AnyGame, entries: Sequence[Entry]) -> Replay:
    apart, marks = _apart(len(entries)), [Mark(0, 1, 0.0)]
    begun = matches.begin(game, header_of(table)).match
    since: list[Match] = [begun]
    frames = [begun]
    async for match in each(begun, entries):
        since.append(match)
        if match.sequence % apart == 0:
            frames.append(match)
        if match.sequence % apart == 0 or match.sequence == len(entries):
            marks += _begun(since, marks[-1])
            since = []
    return Replay(table, entries, marks if len(marks) > 1 else _parts(table, entries), frames)


def _begun(stretch: Sequence[Match], last: Mark) -> Sequence[Mark]:
    """Return the rounds that begin in a stretch of a game, after the last one before it.

    A view is dear, and rounds only go up: at the end of most stretches it is still the same.
    """
    marks = [last]
    if stretch[-1].view(None).round != last.round:
        for match in stretch:
            number = match.view(None).round
            if number != marks[-1].round:
                marks.append(Mark(match.sequence, number, match.at - match.header.at))
    return marks[1:]


async def each(match: Match, entries: Sequence[Entry]) -> AsyncIterator[Match]:
    """Yield the match after each entry; others have their turn meanwhile."""
    since = time.monotonic()
    for entry in entries:
        match = matches.replay(match, (entry,))
        yield match
        if time.monotonic() - since > SLICE:
            await asyncio.sleep(0)
            since = time.monotonic()


def _parts(table: Table, entries: Sequence[Entry]) -> Sequence[Mark]:
    """Return marks that part a game without rounds into equal parts."""
    began = header_of(table).at
    numbers = sorted({len(entries) * part // PARTS for part in range(PARTS)})
    return [Mark(n, None, entries[n - 1].at - began if n else 0.0) for n in numbers]


def _apart(entries: int) -> int:
    """Return after how many entries a match is kept."""
    return entries // FRAMES + 1
