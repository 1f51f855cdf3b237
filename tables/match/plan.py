"""When a running table needs the bot by itself: for its clocks, its computers, its calls."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.contract import CLOCK, Seat
from engine.match import Match
from engine.rng import Rng
from tables.match.alarms import NO_LINE, Line, Need
from tables.match.clocks import CALLS_APART, Clocks, voters
from tables.room.room import Room

TURN = 60.0
"""Seconds after which a slow table calls whose turn it has become: who plays on at once is not
called."""
ABSENT = 45.0
"""Seconds after which the bot looks, where it calls nobody, whether whom it waits for is there."""
DEFERS = 2 / 3
"""The part of what is left of the time for which a computer leaves to people what it decides
together with them: so they have some between its proposal and another computer's yes."""
CALLED = 4
"""Calls that are seen to at the same time, to tables where people play and to others: for each
Discord is asked whether somebody is still there, and boards wait behind what is asked."""
JUMP = 60.0
"""Seconds by which an entry lies in the future when a machine's clock was put back."""
THOUGHTS = Line("thoughts", 32)
"""That of what a computer has to think for; they think one after another anyway."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the bot waits at a table."""

    nudge: float | None = 45.0
    """Seconds a table waits for a person before it calls them; None: it calls nobody."""
    pause: float = 1.0
    """Factor on the pauses computers make before they act, and on how long they wait for people."""
    effort: float = 1.0
    """Factor on what computers think over before they act."""


def plan(room: Room, match: Match, pace: Pace, clocks: Clocks, told: float) -> Mapping[Need, float]:
    """Return when the table needs the bot after this match's last entry, by need.

    Computers and the table's clocks wait until what happened has been told, `told` seconds.
    """
    found = _asked(room, match, pace, clocks)
    return {r: at if r.seat == CLOCK else at + told for r, at in found.items()}


def _asked(room: Room, match: Match, pace: Pace, clocks: Clocks) -> Mapping[Need, float]:
    found: dict[Need, float] = {}
    for seat, token in match.to_act().items():
        if seat == CLOCK:
            assert match.deadline is not None
            found[Need("clock", seat, token)] = match.deadline
        elif room.person(seat) is None:
            need, at = _computer(room, match, seat, token, pace)
            found[need] = min(at, found.get(need, at))
        else:
            found.update(_person(room, match, seat, token, pace, clocks))
    return found


def _last(match: Match) -> float:
    """Return when the last entry was made; now, where the machine's clock was put back since."""
    now = time.time()
    return match.at if match.at < now + JUMP else now


def soonest(found: Mapping[Need, float]) -> float | None:
    """Return when the table is due, or None when it never is."""
    return min(found.values(), default=None)


def _person(
    room: Room, match: Match, seat: Seat, token: int, pace: Pace, clocks: Clocks
) -> Iterator[tuple[Need, float]]:
    """Yield what waiting for a person brings about."""
    up, silent = clocks.up(room, match, seat), clocks.silent(room, match, seat)
    if up is not None:
        yield Need("clock", seat, token, _thoughts(match)), up
    # What was asked is asked anew where it is not yet to be, as nobody could click since.
    asked = ("vote", seat, token) in room.rung and silent is not None and silent <= time.time()
    if silent is not None and not asked and voters(room, seat):
        yield Need("vote", seat, token), silent
    if seat in match.to_call:
        slow, line = match.options.clock == "slow", line_of_calls(room, match)
        first = match.since[seat] + TURN if slow else match.noticed + (pace.nudge or ABSENT)
        if ("call", seat, token) not in room.rung:
            yield Need("call", seat, token, line), max(first, _rested(room, match, seat))
        left = clocks.reminds(room, match, seat) if slow else None
        if left is not None and ("remind", seat, token) not in room.rung:
            yield Need("remind", seat, token, line), left


def line_of_calls(room: Room, match: Match) -> Line:
    """Return the line of a table's calls: what Discord lets wait on one server holds up no call on
    another."""
    lively = not match.options.slow
    return Line(f"{'lively ' if lively else ''}calls of {room.table.guild}", 1, lively)


def _thoughts(match: Match) -> Line:
    return NO_LINE if match.game.race else THOUGHTS


def _rested(room: Room, match: Match, seat: Seat) -> float:
    """Return until when a person of a slow table is left in peace."""
    last = room.called.get(room.table.players[seat].user or 0)
    if match.options.clock != "slow" or last is None or last > time.time() + CALLS_APART:
        return 0.0
    return last + CALLS_APART


def _computer(room: Room, match: Match, seat: Seat, token: int, pace: Pace) -> tuple[Need, float]:
    """Return when a computer acts: after a pause. While people still have time to decide what they
    decide together with it, return when that is over."""
    last = _last(match)
    people = [s for s in match.game.defers(match.state, seat) if room.person(s) is not None]
    time_left = max(0.0, (match.deadline or last) - last)
    left = last + DEFERS * time_left * pace.pause if people else 0.0
    if left > time.time():
        return Need("look"), left
    need = Need("computer", seat, token, _thoughts(match))
    return need, max(last, left) + _pause(match, seat, pace)


def _pause(match: Match, seat: Seat, pace: Pace) -> float:
    rng = Rng(match.header.seed, match.sequence, "pause", seat)
    pause = match.game.pause(match.options, rng) * pace.pause
    return max(pause, match.game.least_pause(match.options))
