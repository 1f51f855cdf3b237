"""What a seat or a bystander may know of a table, field by field."""

from __future__ import annotations

from engine.bugs.box import BugsBox
from engine.bugs.clicks import spot_of
from engine.bugs.score import lay_open
from engine.bugs.values import (
    NONE,
    Face,
    Held,
    LaidOpen,
    SeatView,
    State,
    View,
    colour_of,
    image_of,
)
from engine.contract import Seat


def view(box: BugsBox, state: State, seat: Seat | None) -> View:
    """Return what this seat, or a bystander, may know.

    Nobody is ever waited for: the seats play at once, without turns.
    """
    return View(
        seat=seat,
        waiting=(),
        round=1,
        phase=state.phase,
        deadline=state.deadline,
        cause=state.cause,
        eyes=state.eyes,
        images=box.taking_part(state.eyes),
        areas=_areas(box, state),
        seats=tuple(_seat(box, state, s) for s in range(len(state.right))),
        trophies=state.trophies,
        needed=state.needed,
        held=_held(box, state, seat),
        over=_over(state),
    )


def _areas(box: BugsBox, state: State) -> tuple[tuple[bool, ...], ...]:
    lies = [tile != NONE and i not in state.right for i, tile in enumerate(state.table)]
    starts = range(0, len(lies), box.places)
    return tuple(tuple(lies[start : start + box.places]) for start in starts)


def _seat(box: BugsBox, state: State, seat: Seat) -> SeatView:
    spot = state.right[seat]
    right = None if spot == NONE else spot_of(box, spot)
    return SeatView(left=len(state.left[seat]), right=right, trophy=state.taken[seat])


def _held(box: BugsBox, state: State, seat: Seat | None) -> Held | None:
    if seat is None or state.right[seat] == NONE:
        return None
    spot = state.right[seat]
    tile = state.table[spot]
    return Held(spot_of(box, spot), Face(image_of(tile), colour_of(tile)))


def _over(state: State) -> tuple[LaidOpen, ...]:
    return tuple(lay_open(hand) for hand in state.left) if state.phase == "over" else ()
