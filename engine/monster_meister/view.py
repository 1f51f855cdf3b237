"""What a seat or a bystander may know of a match, field by field."""

from __future__ import annotations

from engine.contract import Seat
from engine.monster_meister import roles, rounds, score, turn_up
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.values import (
    Count,
    Display,
    Goal,
    Shown,
    Spot,
    State,
    View,
)


def asked(box: MeisterBox, state: State) -> tuple[Seat, ...]:
    """Return the seats that are asked, ascending; all of this is public."""
    match state.phase:
        case "name":
            assert state.contest is not None
            return (state.contest.namer,)
        case "turn":
            return turn_up.turners(box, state)
        case "remove":
            return (roles.remover(state),)
        case _:
            return roles.onlookers(state)


def view(box: MeisterBox, state: State, seat: Seat | None) -> View:
    """Return what this seat (None: a bystander) may know."""
    task = rounds.task_of(box, state)
    seats = range(len(state.displays))
    finished = len(state.results) - (state.phase in ("remove", "place", "look"))
    result = state.results[finished] if finished < len(state.results) else None
    card = None if seat is None else state.drawn[seat]
    placings = () if seat is None or card is None else roles.placings(state, seat)
    return View(
        seat=seat,
        waiting=asked(box, state),
        round=state.round,
        phase=state.phase,
        holder=state.holder,
        task=Goal(task.id, task.cards, task.until, task.contest),
        displays=tuple(_spots(box, display) for display in state.displays),
        to_turn=tuple(turn_up.to_turn(box, state, other) for other in seats),
        points=_points(box, state),
        contest=state.contest,
        memorisers=result.memorisers if result else (),
        muddlers=result.muddlers if result else (),
        none_drew=result is not None and result.none_drew,
        removed=tuple(
            Shown(gone.seat, gone.cell, score.back(gone.card), box.fronts[gone.card])
            for gone in state.removed
        ),
        drawn_backs=tuple(None if c is None else score.back(c) for c in state.drawn),
        drawn=None if card is None else box.fronts[card],
        free=tuple(place.cell for place in placings),
        looked=tuple(other for other in seats if state.looked[other]),
        deadline=state.deadline,
        own_left=tuple(
            sum(score.back(lying.card) == other for lying in state.displays[other])
            for other in seats
        ),
        pile=len(state.pile),
        pile_back=score.back(state.pile[0]) if state.pile else None,
        results=state.results[:finished],
        counts=counts(box, state) if state.phase == "over" else (),
    )


def counts(box: MeisterBox, state: State) -> tuple[Count, ...]:
    """Return the count of every display."""
    return tuple(score.count(box.fronts, *pair) for pair in enumerate(state.displays))


def _points(box: MeisterBox, state: State) -> tuple[int, ...] | None:
    """Return the points of the round, which stay when a card that earned some is removed."""
    if state.phase == "turn" and state.contest is None:
        return turn_up.points(box, state)
    return state.results[-1].points if len(state.results) == state.round else None


def _spots(box: MeisterBox, display: Display) -> tuple[Spot, ...]:
    return tuple(
        Spot(lying.cell, score.back(lying.card), box.fronts[lying.card] if lying.up else None)
        for lying in display
    )
