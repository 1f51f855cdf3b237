"""When a running table needs the bot by itself: for its clock, its computers, its calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import CLOCK, Seat
from engine.match import Match
from engine.rng import Rng
from tables.alarms import Reason
from tables.room import Room


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the bot waits at a table."""

    nudge: float = 45.0
    """Seconds a table waits for a person before it calls them."""
    pause: float = 1.0
    """Factor on the pauses computers make before they act."""
    effort: float = 1.0
    """Factor on what computers think over before they act."""


def plan(room: Room, match: Match, pace: Pace) -> Mapping[Reason, float]:
    """Return when the table needs the bot after this match's last entry, by reason."""
    found: dict[Reason, float] = {}
    called = match.game.to_call(match.view(None))
    for seat, token in match.to_act().items():
        if seat == CLOCK:
            assert match.deadline is not None
            found[Reason("clock", seat, token)] = match.deadline
        elif room.person(seat) is None:
            found[Reason("computer", seat, token)] = match.at + _pause(match, seat, pace)
        elif seat in called:
            found[Reason("call", seat, token)] = match.at + pace.nudge
    return found


def soonest(found: Mapping[Reason, float]) -> float | None:
    """Return when the table is due, or None when it never is."""
    return min(found.values(), default=None)


def _pause(match: Match, seat: Seat, pace: Pace) -> float:
    rng = Rng(match.header.seed, match.sequence, "pause", seat)
    return match.game.pause(match.options, rng) * pace.pause
