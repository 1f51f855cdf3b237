"""What time does to a table of Bugs & Co: go, countdown, stop, and going on after a crash."""

from __future__ import annotations

from dataclasses import replace

from engine.bugs.box import BugsBox
from engine.bugs.values import (
    NONE,
    Action,
    BugsEvent,
    Countdown,
    Resume,
    Resumed,
    Returned,
    Spot,
    Started,
    State,
    Stopped,
)
from engine.contract import Expire, Step
from engine.errors import Illegal, Unknown

BugsStep = Step[State, BugsEvent]


def apply(box: BugsBox, state: State, action: Action, now: float) -> BugsStep:
    """Return what the clock's action leads to; a late timer counts from its deadline."""
    if state.deadline is None:
        raise Illegal("bugs.error.stopped")
    match action:
        case Resume():
            return _resume(box, state, state.deadline, now)
        case Expire():
            return _expire(box, state, state.deadline, now)
    raise Unknown("bugs.error.action")


def stop_time(box: BugsBox, state: State) -> float:
    """Return when clicks are late, whether or not a timer has fired; −inf when the game is over.

    The time limit starts a countdown by passing, so the stop follows it by a countdown.
    """
    if state.deadline is None:
        return float("-inf")
    return state.deadline + (box.countdown if state.phase == "play" else 0)


def count_down(box: BugsBox, state: State, now: float) -> BugsStep:
    """Start the countdown of a table in play, now or when its time limit passed before."""
    assert state.deadline is not None
    ends = min(now, state.deadline) + box.countdown
    cause = state.cause or ("trophies" if now < state.deadline else "time")
    after = replace(state, phase="countdown", deadline=ends, cause=cause)
    return Step(after, (Countdown(ends, cause),))


def _expire(box: BugsBox, state: State, deadline: float, now: float) -> BugsStep:
    if now < deadline:
        raise Illegal("bugs.error.early")
    state = replace(state, at=now)
    if state.phase == "count_in":
        limit = deadline + state.limit
        return Step(replace(state, phase="play", deadline=limit), (Started(limit),))
    if state.phase == "play":
        return count_down(box, state, now)
    return _stop(box, state)


def _stop(box: BugsBox, state: State) -> BugsStep:
    """Stop everybody; tiles in right hands go back (rulebook 004, 'Spielregeln')."""
    returned = tuple(
        Returned(seat, Spot(*divmod(spot, box.places)))
        for seat, spot in enumerate(state.right)
        if spot != NONE
    )
    right = (NONE,) * len(state.right)
    return Step(replace(state, phase="over", deadline=None, right=right), (*returned, Stopped()))


def _resume(box: BugsBox, state: State, deadline: float, now: float) -> BugsStep:
    """Set the deadline anew: time stood still since the last entry, a count-in starts anew."""
    left = box.count_in if state.phase == "count_in" else max(deadline - state.at, box.resume)
    after = replace(state, at=now, deadline=now + left)
    return Step(after, (Resumed(now + left),))
