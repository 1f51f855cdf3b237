"""What a seat or a bystander may know, and another state that it cannot tell from the given one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from engine.contract import Seat
from engine.monster_meister import aftermath, rounds, scoring, turning
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.values import (
    Card,
    Count,
    Display,
    Goal,
    Lying,
    MeisterView,
    Shown,
    Spot,
    State,
)
from engine.rng import Rng


def asked(box: MeisterBox, state: State) -> tuple[Seat, ...]:
    """Return the seats (not the clock) that are asked, ascending; all of this is public."""
    match state.phase:
        case "name":
            assert state.contest is not None
            return (state.contest.namer,)
        case "turn":
            return turning.turners(box, state)
        case "remove":
            return (aftermath.remover(state),)
        case _:
            return aftermath.onlookers(state)


def view(box: MeisterBox, state: State, seat: Seat | None) -> MeisterView:
    """Return what this seat (None: a bystander) may know."""
    task = rounds.task_of(box, state)
    seats = range(len(state.displays))
    finished = len(state.results) - (state.phase in ("remove", "place", "look"))
    result = state.results[finished] if finished < len(state.results) else None
    card = None if seat is None else state.drawn[seat]
    placings = () if seat is None or card is None else aftermath.placings(state, seat)
    return MeisterView(
        seat=seat,
        waiting=asked(box, state),
        round=state.round,
        phase=state.phase,
        holder=state.holder,
        task=Goal(task.id, task.cards, task.until, task.contest),
        displays=tuple(_spots(box, display) for display in state.displays),
        to_turn=tuple(turning.to_turn(box, state, other) for other in seats),
        points=_points(box, state),
        contest=state.contest,
        memorisers=result.memorisers if result else (),
        muddlers=result.muddlers if result else (),
        none_drew=result is not None and result.none_drew,
        removed=tuple(
            Shown(gone.seat, gone.cell, scoring.back(gone.card), box.fronts[gone.card])
            for gone in state.removed
        ),
        drawn_backs=tuple(None if c is None else scoring.back(c) for c in state.drawn),
        drawn=None if card is None else box.fronts[card],
        free=tuple(place.cell for place in placings),
        looked=tuple(other for other in seats if state.looked[other]),
        deadline=state.deadline,
        own_left=tuple(
            sum(scoring.back(lying.card) == other for lying in state.displays[other])
            for other in seats
        ),
        pile=len(state.pile),
        pile_back=scoring.back(state.pile[0]) if state.pile else None,
        results=state.results[:finished],
        counts=counts(box, state) if state.phase == "over" else (),
    )


def counts(box: MeisterBox, state: State) -> tuple[Count, ...]:
    """Return the count of every display."""
    return tuple(scoring.count(box.fronts, *pair) for pair in enumerate(state.displays))


def redeal(box: MeisterBox, state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the state with hidden cards exchanged within their backs, and unseen tasks mixed.

    Hidden are face-down cards, the pile, and cards that others have drawn; not what was removed
    this round, which stays shown.
    """
    known = {gone.card for gone in state.removed}
    if seat is not None and (own := state.drawn[seat]) is not None:
        known.add(own)
    lying = [item.card for display in state.displays for item in display if not item.up]
    drawn = [card for card in state.drawn if card is not None]
    new = _mixed([card for card in (*lying, *state.pile, *drawn) if card not in known], rng)
    return replace(
        state,
        tasks=(*state.tasks[: state.round], *rng.shuffled(state.tasks[state.round :])),
        displays=tuple(_exchanged(display, new) for display in state.displays),
        pile=tuple(new.get(card, card) for card in state.pile),
        drawn=tuple(None if card is None else new.get(card, card) for card in state.drawn),
    )


def _points(box: MeisterBox, state: State) -> tuple[int, ...] | None:
    """Return the points of the round, which stay when a card that earned some is removed."""
    if state.phase == "turn" and state.contest is None:
        return turning.points(box, state)
    return state.results[-1].points if len(state.results) == state.round else None


def _spots(box: MeisterBox, display: Display) -> tuple[Spot, ...]:
    return tuple(
        Spot(lying.cell, scoring.back(lying.card), box.fronts[lying.card] if lying.up else None)
        for lying in display
    )


def _mixed(cards: list[Card], rng: Rng) -> dict[Card, Card]:
    groups = defaultdict[int, list[Card]](list)
    for card in cards:
        groups[scoring.back(card)].append(card)
    return {
        old: new
        for group in groups.values()
        for old, new in zip(group, rng.shuffled(group), strict=True)
    }


def _exchanged(display: Display, new: dict[Card, Card]) -> Display:
    return tuple(
        lying if lying.up else Lying(lying.cell, new.get(lying.card, lying.card))
        for lying in display
    )
