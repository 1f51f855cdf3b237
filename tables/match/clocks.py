"""The clocks of a table: until when a seat decides, when the others may vote, what a pause is."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from engine.contract import CLOCK, CLOCKS, Seat
from engine.match import Match
from storage.records import Entry
from storage.votes import ALL
from tables.match.standstills import Standstill, Standstills
from tables.room.room import Room
from tables.room.seats import present

GRACE, GRACE_OF_DAYS = 60.0, 12 * 3600.0
"""Seconds that people have at least for what fell due while they could not click; at a slow table
some of them lie outside the hours in which people sleep."""
MISSES = 3
"""Decisions in a row that somebody misses, with the last of which a computer keeps the seat."""
SILENCE = 10 * 60.0
"""Seconds without an answer after which, without a clock, the others may call in a computer."""
LEFT = 0.25
"""The part of the time that is left when a person at a slow table is reminded."""
HURRY = 3600.0
"""Seconds up to which a limit of the game's own at a slow table is none that people wait for."""
CALLS_APART = 3600.0
"""Seconds between two calls of one person at a slow table; of one further ahead the clock was
wrong."""


class Clocks:
    """The clocks of all tables of one process."""

    def __init__(self, standstills: Standstills) -> None:
        self.standstills = standstills

    def since(self, guild: int) -> float:
        """Return since when people can click on a server; now, while they cannot."""
        return self.standstills.last(guild).until

    def stands(self, guild: int, until: float) -> float:
        """Return until when people may press what ends then: who could not click meanwhile has a
        minute at least."""
        last = self.standstills.last(guild)
        return until if until <= last.since else max(until, last.until + GRACE)

    def reached(self, room: Room) -> float:
        """Return since when people can click at a table, and the store takes what they do."""
        return max(self.since(room.table.guild), min(room.hindered, time.time()))

    def up(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when this asked seat's time is up, which stands still while its person is on
        vacation; None without a clock, and while a time limit of the game itself runs."""
        end = _end(room, match, seat) if match.deadline is None else None
        if end is None or not _holds_up(match, seat):
            return None
        return max(end, self.reached(room) + GRACE)

    def graced(self, room: Room, match: Match) -> bool:
        """Return whether somebody has more time than is shown, as it was up while they could not
        click."""
        return bool(self._late(room, match))

    def _late(self, room: Room, match: Match) -> Sequence[Seat]:
        """Return the seats of people whose time was up while they could not click, or nearly."""
        people = [seat for seat in match.asked if room.person(seat) is not None]
        ends, until = [self.up(room, match, seat) for seat in people], self.reached(room) + GRACE
        return [s for s, end in zip(people, ends, strict=True) if end is not None and end <= until]

    def lost(self, room: Room, match: Match, now: float) -> float:
        """Return by how much a match's times are put off, as nobody could click; 0 once that is
        logged.

        Where a limit of the game's own runs that is the time for which nobody could, and who has a
        choice gets a minute; in a race what was left runs on. In a game over days it is as much as
        gives who is late half a day, once; a bot that runs for hours a day comes to an end, too.
        """
        last, deadline = self.standstills.last(room.table.guild), match.deadline
        if match.at >= last.until:
            return 0.0
        slow, given = match.options.slow, match.stood >= GRACE_OF_DAYS - GRACE
        if deadline is None:
            gives = slow and not given
            late = self._late(room, match) if gives else ()
            ends = [_end(room, match, seat) or now for seat in late]
            return max([last.until + GRACE_OF_DAYS - end for end in ends], default=0.0)
        still = last.until - _stopped(room, match, last)
        if match.game.race or not (match.asked or slow):
            return still
        choice = not match.asked or any(len(match.legal(seat)) > 1 for seat in match.asked)
        end = deadline + self.put_off(room, match)
        least = GRACE if given or not _long(match) else GRACE_OF_DAYS
        grace = now + least - end if choice and end <= last.until + GRACE else 0.0
        return grace if slow else max(still, grace)

    def ends(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return until when this asked seat decides: by the table's clock, or in a game over days
        by a limit of the game's own that is as long; None where neither runs."""
        if match.deadline is None:
            return self.up(room, match, seat)
        return _end(room, match, seat) if _long(match) and seat in match.to_call else None

    def put_off(self, room: Room, match: Match) -> float:
        """Return the seconds for which a limit of the game's own stood still, or still does, as
        somebody who decides within it is on vacation."""
        ends = (self.ends(room, match, seat) for seat in match.asked)
        return max([end - (match.deadline or end) for end in ends if end is not None], default=0.0)

    def reminds(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when a quarter of this asked seat's time is left; None without a clock."""
        ends, limit = self.ends(room, match, seat), CLOCKS[match.options.clock]
        return None if ends is None or limit is None else ends - limit * LEFT

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

    def silent(self, room: Room, match: Match, seat: Seat) -> float | None:
        """Return when the others may call in a computer for this asked seat; None: never."""
        if match.deadline is not None or match.options.clock != "none":
            return None
        asked = (seat, match.token(seat))
        since = match.since[seat]
        if asked not in [(vote.seat, vote.token) for vote in room.votes.values()]:
            since = max(since, self.reached(room))
        return since + SILENCE if _holds_up(match, seat) else None

    def questions(self, room: Room) -> Sequence[tuple[Seat, int]]:
        """Return the questions on which the others may vote now, each by its seat and token."""
        if not room.going:
            return ()
        match, now = room.running, time.time()
        people = [(s, t) for s, t in match.to_act().items() if room.person(s) is not None]
        late = [(self.silent(room, match, s), s, t) for s, t in people if voters(room, s)]
        return [(seat, token) for since, seat, token in late if since is not None and since <= now]


def _holds_up(match: Match, seat: Seat) -> bool:
    """Return whether others wait for this asked seat; in a race nobody does."""
    return match.game.race or seat in match.to_call


def _long(match: Match) -> bool:
    """Return whether a limit of the game's own runs that is a move's time of a game over days: a
    die that rolls by itself hurries nobody."""
    if not match.options.slow or match.deadline is None:
        return False
    asked = min([match.since[seat] for seat in match.asked], default=match.deadline)
    return match.deadline - asked > HURRY


def _stopped(room: Room, match: Match, last: Standstill) -> float:
    """Return since when a limit of the game's own has run though nobody could click, and that is
    not logged yet: meanwhile computers go on until it is noticed."""
    if math.isinf(last.since):
        return match.at
    people = [seat for seat in match.asked if room.person(seat) is not None]
    return max(last.since, match.resumed, *map(match.began, (CLOCK, *people)))


def _end(room: Room, match: Match, seat: Seat) -> float | None:
    """Return until when an asked seat decides whose person can always click; None without a clock.

    From when its question was really put its time stands still in pauses and in vacations of its
    person, once where these coincide. Within a limit of the game's own it is never up before that,
    and one that was put off is theirs as well: a vacation that begins by then counts.
    """
    due, since = match.due(seat), match.began(seat)
    if due is None:
        return None
    limits = [due - sum(match.rested[n:]) for n in range(len(match.rested) + 1)]
    end = limits[0]
    vacations = room.vacations.get(room.person(seat) or 0, ())
    for vacation in sorted(vacations, key=lambda each: each.begin):
        if vacation.begin >= end:
            end = next((limit for limit in limits if limit > vacation.begin), end)
        if vacation.begin < end and vacation.until > since:
            begin = max(vacation.begin, since)
            end += vacation.until - begin - _paused(match, begin, vacation.until)
    return max(end, due)


def _paused(match: Match, since: float, until: float) -> float:
    """Return the seconds between two times for which a match was paused."""
    return sum(max(0.0, min(until, end) - max(since, begin)) for begin, end in match.pauses)


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


def voters(room: Room, seat: Seat) -> frozenset[int]:
    """Return who decides whether a computer goes on for a seat: the others who are there."""
    return frozenset(present(room.table)) - {room.table.players[seat].user or 0}


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
