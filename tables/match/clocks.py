"""The clocks of a table: until when a seat decides, when the others may vote, what a pause is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract import CLOCKS, Seat
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
HURRY = 3600.0
"""Seconds up to which a limit of the game's own at a slow table is none that people wait for."""
CALLS_APART = 3600.0
"""Seconds between two calls of one person at a slow table; of one further ahead the clock was
wrong."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all tables of one process, which began at this time (epoch seconds)."""

    began: float

    def up(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when this asked seat's time is up, which stands still while its person is on
        vacation; None without a clock, and while a time limit of the game itself runs."""
        due, since = match.due(seat), match.since[seat]
        if match.deadline is not None or due is None or not _holds_up(match, seat):
            return None
        due += _stands_still(room, seat, since, due)
        return due if due > self.began else self.began + GRACE

    def graced(self, room: Room, match: Match) -> bool:
        """Return whether somebody has more time than is shown, as it was up while the bot was
        down."""
        people = [seat for seat in match.asked if room.person(seat) is not None]
        return any(self.up(room, match, seat) == self.began + GRACE for seat in people)

    def ends(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return until when this asked seat decides: by the table's clock, or in a game over days
        by a limit of the game's own that is as long; None where neither runs."""
        if match.deadline is None:
            return self.up(room, match, seat)
        since = _began(match)
        if since is None or seat not in match.to_call:
            return None
        return match.deadline + _stands_still(room, seat, since, match.deadline)

    def put_off(self, room: Room, match: Match) -> float:
        """Return the seconds for which a limit of the game's own stood still, or still does, as
        somebody who decides within it is on vacation."""
        ends = (self.ends(room, match, seat) for seat in match.asked if room.person(seat))
        return max([end - (match.deadline or end) for end in ends if end is not None], default=0.0)

    def reminds(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when a quarter of this asked seat's time is left; None without a clock."""
        ends, due = self.ends(room, match, seat), match.due(seat)
        since = match.since[seat] if match.deadline is None else _began(match)
        if ends is None or due is None or since is None:
            return None
        return ends - (due - since) * LEFT

    def shown(self, room: Room, seat: Seat | None) -> float | None:
        """Return until when a seat, or whom the table publicly waits for, has to decide; None where
        no clock of the table's runs, nor a limit as long."""
        if not room.going:
            return None
        match = room.running
        seats = match.view(None).waiting if seat is None else (seat,)
        asked = [s for s in seats if s in match.asked and room.person(s) is not None]
        times = [end for end in (self.ends(room, match, s) for s in asked) if end is not None]
        return min(times, default=None)


def _holds_up(match: Match, seat: Seat) -> bool:
    """Return whether others wait for this asked seat; in a race nobody does."""
    return match.game.race or seat in match.to_call


def _began(match: Match) -> float | None:
    """Return when a limit of the game's own began that is a move's time of a game over days; None
    where none runs: a die that rolls by itself hurries nobody."""
    limit = CLOCKS[match.options.clock]
    if not match.options.slow or limit is None or match.deadline is None:
        return None
    asked = min([match.since[seat] for seat in match.asked], default=match.deadline)
    return match.deadline - limit if match.deadline - asked > HURRY else None


def _stands_still(room: Room, seat: Seat, since: float, due: float) -> float:
    """Return the seconds of a vacation that fall into a time in which a seat decides."""
    end = due
    for vacation in room.vacations.get(room.person(seat) or 0, ()):
        if vacation.begin < end and vacation.until > since:
            end += vacation.until - max(vacation.begin, since)
    return end - due


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
    if match.deadline is not None or match.options.clock != "none" or not _holds_up(match, seat):
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
