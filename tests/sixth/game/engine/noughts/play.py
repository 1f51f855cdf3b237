"""What happens on the board: marks, monsters that wake, and the end."""

from __future__ import annotations

from dataclasses import replace

from engine.noughts.box import NoughtsBox
from engine.noughts.values import (
    SPOTS,
    Marked,
    Marks,
    Options,
    Spot,
    State,
    Step,
    View,
)

from engine.contract import Outcome, Seat
from engine.errors import Illegal, Unknown
from engine.ranking import first
from engine.rng import Rng
from engine.tuples import put


def deal(options: Options, rng: Rng) -> State:
    """Return an empty board under which monsters sleep, and who begins."""
    asleep = sorted(rng.shuffled(range(SPOTS))[: options.sleepers])
    return State(marks=(None,) * SPOTS, asleep=tuple(asleep), woken=(), turn=rng.below(2))


def free(state: State) -> tuple[Spot, ...]:
    """Return the spots that can be marked, ascending."""
    return tuple(
        spot for spot, mark in enumerate(state.marks) if mark is None and spot not in state.woken
    )


def winner(box: NoughtsBox, marks: Marks) -> Seat | None:
    """Return who has three in a row."""
    for row in box.rows:
        owners = {marks[spot] for spot in row}
        if len(owners) == 1 and None not in owners:
            return owners.pop()
    return None


def over(box: NoughtsBox, state: State) -> bool:
    """Return whether the match has ended."""
    return not free(state) or winner(box, state.marks) is not None


def mark(state: State, seat: Seat, spot: Spot) -> Step:
    """Return what a mark leads to; raise Illegal or Unknown.

    Whether a monster sleeps there cannot be seen in a refusal.
    """
    if spot not in range(SPOTS):
        raise Unknown("noughts.error.no_spot")
    if spot not in free(state):
        raise Illegal("noughts.error.taken", n=spot + 1)
    woke = spot in state.asleep
    after = _woken(state, spot) if woke else replace(state, marks=put(state.marks, spot, seat))
    return Step(replace(after, turn=1 - seat), (Marked(seat=seat, spot=spot, woke=woke),))


def _woken(state: State, spot: Spot) -> State:
    asleep = tuple(other for other in state.asleep if other != spot)
    return replace(state, asleep=asleep, woken=(*state.woken, spot))


def redeal(box: NoughtsBox, state: State, rng: Rng) -> State:
    """Return the state with its sleepers under any of the free spots; all see it alike."""
    if over(box, state):
        return state
    asleep = sorted(rng.shuffled(free(state))[: len(state.asleep)])
    return replace(state, asleep=tuple(asleep))


def view(box: NoughtsBox, state: State, seat: Seat | None) -> View:
    """Return the board; who sleeps where is seen at the end."""
    ended = over(box, state)
    return View(
        seat=seat,
        waiting=() if ended else (state.turn,),
        round=1,
        marks=state.marks,
        woken=state.woken,
        sleepers=len(state.asleep),
        asleep=state.asleep if ended else (),
    )


def outcome(box: NoughtsBox, state: State) -> Outcome | None:
    """Return how the match ended, or None while it runs; a full board is nobody's loss."""
    if not over(box, state):
        return None
    won = winner(box, state.marks)
    places = (1, 1) if won is None else tuple(1 if seat == won else 2 for seat in range(2))
    return Outcome(
        places=places,
        winners=first(places),
        reason=f"noughts.reason.{'full' if won is None else 'row'}",
        columns=(),
        scores=((), ()),
    )
