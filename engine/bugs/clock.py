"""What time does to a table of Bugs & Co: go, countdown, stop, and standing still."""

from __future__ import annotations

from dataclasses import replace

from engine.bugs.box import BugsBox
from engine.bugs.values import NONE, Countdown, Started, State, Step, Stopped


def expire(box: BugsBox, state: State) -> Step:
    """Return what follows when this phase is over; a late timer counts from its deadline."""
    assert state.deadline is not None
    if state.phase == "count_in":
        limit = state.deadline + state.limit
        return Step(replace(state, phase="play", deadline=limit), (Started(limit),))
    if state.phase == "play":
        return count_down(box, replace(state, cause="time"), state.deadline)
    return _stop(state)


def count_down(box: BugsBox, state: State, now: float) -> Step:
    """Start the countdown of a table that knows its cause."""
    assert state.cause is not None
    ends = now + box.countdown
    after = replace(state, phase="countdown", deadline=ends)
    return Step(after, (Countdown(ends, state.cause),))


def postpone(box: BugsBox, state: State, seconds: float, now: float) -> State:
    """Return the state after time stood still until now; a count-in starts anew. Who has clicked
    meanwhile waits as after a click now."""
    if state.deadline is None:
        return state
    left = max(state.deadline + seconds - now, box.resume)
    if state.phase == "count_in":
        left = box.counting(state.newcomers)
    return replace(
        state,
        deadline=now + left,
        acted=tuple(min(at + seconds, now) for at in state.acted),
    )


def progress(state: State, now: float) -> float:
    """Return how much of a race is over at this time."""
    if state.phase == "count_in":
        return 0.0
    if state.phase != "play" or state.deadline is None:
        return 1.0
    return min(max(0.0, 1 - (state.deadline - now) / state.limit), 1.0)


def _stop(state: State) -> Step:
    """Stop everybody; tiles in right hands go back (rulebook 004, 'Spielregeln')."""
    right = (NONE,) * len(state.right)
    over = replace(state, phase="over", deadline=None, right=right)
    return Step(over, (Stopped(),))
