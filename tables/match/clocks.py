"""The clocks of a table: until when a seat decides, when the others may vote, what a pause is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract import Seat
from engine.match import Match
from storage.records import Entry
from storage.votes import ALL
from tables.room.room import Room
from tables.room.seats import present

GRACE = 60.0
"""Seconds for what fell due while the bot was down."""
MISSES = 3
"""Decisions in a row that the clock made, after which a computer keeps the seat."""
SILENCE = 10 * 60.0
"""Seconds without an answer after which, without a clock, the others may call in a computer."""
LEFT = 0.25
"""The part of the time that is left when a person at a slow table is reminded."""
CALLS_APART = 3600.0
"""Seconds between two calls of one person at a slow table."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all tables of one process, which began at this time (epoch seconds)."""

    began: float

    def up(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when this asked seat's time is up, which stands still while its person is on
        vacation; None without a clock, and while a time limit of the game itself runs."""
        due, since = match.due(seat), match.since[seat]
        if match.deadline is not None or due is None:
            return None
        for vacation in room.vacations.get(room.person(seat) or 0, ()):
            if vacation.begin < due and vacation.until > since:
                due += vacation.until - max(vacation.begin, since)
        return due if due > self.began else self.began + GRACE

    def reminds(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when a quarter of this asked seat's time is left; None without a clock."""
        up, due = self.up(room, match, seat), match.due(seat)
        return None if up is None or due is None else up - (due - match.since[seat]) * LEFT

    def shown(self, room: Room, seat: Seat | None) -> float | None:
        """Return until when a seat, or whom the table publicly waits for, has to decide by the
        table's clock; None where none runs."""
        if not room.going:
            return None
        match = room.running
        seats = match.view(None).waiting if seat is None else (seat,)
        asked = [s for s in seats if s in match.asked and room.person(s) is not None]
        times = [up for up in (self.up(room, match, s) for s in asked) if up is not None]
        return min(times, default=None)


def back(room: Room, user: int, now: float) -> float:
    """Return when a person's vacation is over, if they are on one; else this time."""
    begun = [each.until for each in room.vacations.get(user, ()) if each.begin <= now]
    return max([now, *begun])


def missed(entries: Sequence[Entry], seat: Seat) -> int:
    """Return how many of a seat's decisions the clock has made in a row until now."""
    count = 0
    for entry in reversed(entries):
        if entry.seat == seat:
            if entry.by != "clock":
                break
            count += 1
    return count


def taken(entries: Sequence[Entry], seat: Seat) -> bool:
    """Return whether a seat's time was up when its person was last to decide themselves."""
    own = [entry.by for entry in entries if entry.seat == seat and entry.by != "computer"]
    return own[-1:] == ["clock"]


def silent(match: Match, seat: Seat) -> float | None:
    """Return when the others may call in a computer for this asked seat; None: never."""
    if match.deadline is not None or match.options.clock != "none":
        return None
    return match.since[seat] + SILENCE


def voters(room: Room, seat: Seat) -> frozenset[int]:
    """Return who decides whether a computer goes on for a seat: the others who are there."""
    return frozenset(present(room.table)) - {room.table.players[seat].user or 0}


def questions(room: Room) -> Sequence[tuple[Seat, int]]:
    """Return the questions on which the others may vote now, each by its seat and token."""
    if not room.going:
        return ()
    match, now = room.running, time.time()
    people = [(s, t) for s, t in match.to_act().items() if room.person(s) is not None]
    late = [(silent(match, seat), seat, token) for seat, token in people if voters(room, seat)]
    return [(seat, token) for since, seat, token in late if since is not None and since <= now]


def votes(room: Room, seat: Seat, token: int) -> frozenset[int]:
    """Return who of the others wants a computer to answer this question."""
    cast = room.votes.values()
    return voters(room, seat) & {v.user for v in cast if (v.seat, v.token) == (seat, token)}


def ending(room: Room) -> frozenset[int]:
    """Return who of those who are there has lately wanted all to stop."""
    wishes = {vote.user for vote in room.votes.values() if vote.seat == ALL}
    return frozenset(present(room.table)) & wishes - {vote.user for vote in room.passed}


def needed(voters: frozenset[int]) -> int:
    """Return how many of these are the majority."""
    return len(voters) // 2 + 1
