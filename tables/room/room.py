"""One table in memory: its row, its match, its lock."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Advice, Seat
from engine.match import Header, Match
from engine.seal import cut
from storage.people import Fared, Vacation
from storage.records import Result, Table
from storage.votes import ALL, Vote
from tables.room.notes import Notes
from tables.room.refusal import Refusal

WISHED = 10 * 60.0
"""Seconds for which it counts that somebody wants all to stop."""
EMPTY = "note.empty"
"""Why a table ends at which nobody is left."""
PAUSED = "pause.staff"
"""Why a table stands still that staff has stopped."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class Room:
    """One table; who changes `table` or `match` holds `lock`."""

    table: Table
    match: Match | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    notes: Notes = field(default_factory=Notes)
    """What clocks and staff have done here lately."""
    fared: Mapping[int, Fared] = field(default_factory=dict)
    """How reliable those are who sit in a lobby, of whom that is known."""
    votes: dict[tuple[int, Seat], Vote] = field(default_factory=dict)
    """Those that are stored, by who has voted and on which seat."""
    called: dict[int, float] = field(default_factory=dict)
    """When each person was last called, or may have been before the table was loaded."""
    rung: set[tuple[str, Seat, int]] = field(default_factory=set)
    """For which questions of seats somebody was called or reminded, or the others were asked to
    vote: the kind, seat and token."""
    vacations: Mapping[int, Sequence[Vacation]] = field(default_factory=dict)
    """At a table over days, the vacations of its people, by person, the first first."""
    hints: dict[Seat, tuple[Any, Advice[Any]]] = field(default_factory=dict)
    """By seat the last hint it was given, behind the view for which that holds."""
    results: Sequence[Result] = ()
    """How the people fared in a match that was broken off."""
    settled: float = float("-inf")
    """When who cuts the deck, how, and in which order last changed, on the monotonic clock."""
    hindered: float = float("-inf")
    """When the store last did not take what happened here (epoch seconds)."""
    ended: bool = False
    """Whether it ended when it was loaded: its match could not go on."""
    dropped: bool = False
    """Whether only the result is stored of its match, which is over."""

    @property
    def running(self) -> Match:
        """The match that is played; raises Refusal when there is none."""
        if self.table.status != "running" or self.match is None:
            lobby = self.table.status == "lobby"
            raise Refusal("error.not_begun" if lobby else "error.ended")
        return self.match

    @property
    def going(self) -> bool:
        """Whether a match runs whose clocks do not stand still."""
        running = self.table.status == "running" and self.match is not None
        return running and self.table.paused is None

    @property
    def slow(self) -> bool:
        """Whether a match runs that goes on for days."""
        return self.match is not None and self.match.options.slow

    @property
    def sequence(self) -> int:
        """The sequence of the last entry; -1 in the lobby."""
        return -1 if self.match is None else self.match.sequence

    @property
    def to_call(self) -> frozenset[Seat]:
        """The people's seats that are called when they take long."""
        if not self.going:
            return frozenset()
        seats = self.running.to_call
        return frozenset(seat for seat in seats if self.person(seat) is not None)

    def asks(self, seat: Seat, token: int) -> bool:
        """Return whether the match still waits for the answer to this question."""
        running = self.table.status == "running" and self.match is not None
        return running and self.running.to_act().get(seat) == token

    def lapsed(self, table: Table, match: Match | None) -> Sequence[Vote]:
        """Return the votes that count no more once table and match are so: of who does not play
        there, on questions that are answered, or a computer's, and wishes of long ago."""
        if match is None or table.status != "running":
            return list(self.votes.values())
        people = {s: p.user for s, p in enumerate(table.players) if p.user and not p.away}
        asked = {(seat, token) for seat, token in match.to_act().items() if seat in people}
        passed = self.passed
        return [
            vote
            for vote in self.votes.values()
            if vote.user not in people.values()
            or (vote.seat != ALL and (vote.seat, vote.token) not in asked)
            or vote in passed
        ]

    @property
    def passed(self) -> Sequence[Vote]:
        """The wishes that all stop which count no more, as they were long ago."""
        since = time.time() - WISHED
        return [vote for vote in self.votes.values() if vote.seat == ALL and vote.at <= since]

    def voted(self, lapsed: Collection[Vote], cast: Collection[Vote]) -> None:
        """Take over that these votes are stored no more, and others are."""
        for vote in lapsed:
            del self.votes[vote.user, vote.seat]
        for vote in cast:
            self.votes[vote.user, vote.seat] = vote

    def asks_person(self, user: int) -> bool:
        """Return whether the match waits for this person."""
        return self.going and self.seat_of(user) in self.running.asked

    def seat_of(self, user: int) -> Seat | None:
        """Return whose seat this person has, away or not, or None."""
        return self.table.seat_of(user)

    def names(self, user: int) -> bool:
        """Return whether this person hosts or hosted here, or sits or sat."""
        return user in (self.table.host, *self.table.users)

    def question(self, user: int) -> int:
        """Return the token of this person's question, or of their next; 0 where none will be."""
        seat = self.seat_of(user)
        return 0 if self.match is None or seat is None else self.match.token(seat)

    def hintable(self, seat: Seat) -> bool:
        """Return whether a person in this seat may ask what the strongest computer would do."""
        there = self.going and self.running.options.hinted and self.person(seat) is not None
        return there and len(self.running.legal(seat)) > 1

    def hint(self, seat: Seat) -> Advice[Any] | None:
        """Return the hint that a seat was given for what it is asked now, if it was."""
        view, advice = self.hints.get(seat, (None, None))
        return advice if self.hintable(seat) and view == self.running.view(seat) else None

    def person(self, seat: Seat) -> int | None:
        """Return the person who plays in this seat; None for the clock and for a computer, also
        for one that plays for somebody who is away."""
        if seat < 0 or self.table.players[seat].away:
            return None
        return self.table.players[seat].user


def header_of(table: Table) -> Header:
    """Return what the table's match starts from."""
    cuts = tuple(json.loads(table.cuts)) if table.cuts else ()
    return Header(
        id=table.id,
        game=table.game,
        version=table.rules,
        options=table.options,
        seed=cut(table.seed, cuts) if cuts else table.seed,
        seats=tuple(player.options for player in table.players),
        at=table.started or table.created,
        data=table.data,
        cuts=cuts,
    )
