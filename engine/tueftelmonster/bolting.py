"""Placing bolts, which secure the two cards they join."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Seat
from engine.errors import Illegal
from engine.tueftelmonster import plane
from engine.tueftelmonster.events import BoltPlaced, Step
from engine.tueftelmonster.values import BODY, Bolt, Edge, Monster, State
from engine.tuples import put


def edges(monster: Monster) -> list[Edge]:
    """Return where a bolt can go, northernmost first, then westernmost, east before south.

    Rulebook 003, "Klauen & Sichern": two cards touch there by their ends, and at least one of
    them is a part that is not secured yet.
    """
    return sorted(_unsecured(monster), key=_reading)


def default(monster: Monster) -> Edge:
    """Return where a bolt goes when nobody decides: where it secures most parts, then the first
    edge."""
    found = _unsecured(monster)
    return min(found, key=lambda edge: (-found[edge], _reading(edge)))


def bolt(state: State, seat: Seat, action: Bolt) -> Step:
    """Return the state after the asked seat placed a bolt."""
    if action.edge not in edges(state.monsters[seat]):
        raise Illegal("tueftelmonster.error.no_edge")
    return placed(state, seat, action.edge, True)


def placed(state: State, seat: Seat, edge: Edge, asked: bool) -> Step:
    """Return the state after a bolt was put on an edge."""
    monster = state.monsters[seat]
    bolted = replace(monster, bolts=(*monster.bolts, edge))
    after = state.but(
        monsters=put(state.monsters, seat, bolted),
        loose=put(state.loose, seat, state.loose[seat] - 1),
        deadline=None,
    )
    return Step(after, (BoltPlaced(seat=seat, edge=edge, asked=asked),))


def mend(state: State, now: float) -> Step:
    """Place waiting bolts that have one edge only; stop where there is a choice.

    When none is left, or none can go anywhere, the turn goes on: before a part is attached with
    that, after it with the discards.
    """
    seat = state.mender
    assert seat is not None
    step: Step = Step(state)
    while step.state.loose[seat] and (free := edges(step.state.monsters[seat])):
        if len(free) > 1:
            return Step(step.state.but(deadline=now + state.limit), step.events)
        step = placed(step.state, seat, free[0], False).after(step.events)
    following = "discard" if state.attached else "attach"
    done = step.state.but(phase=following, mender=None, theft=None)
    return Step(done, step.events)


def _reading(edge: Edge) -> tuple[int, int, str]:
    x, y, side = edge
    return y, x, side


def _unsecured(monster: Monster) -> dict[Edge, int]:
    """Return the edges a bolt can go on, each with how many parts it would secure."""
    safe = plane.secured(monster.bolts)
    found = {
        edge: sum(laid.card != BODY and laid.cell not in safe for laid in pair)
        for edge, *pair in plane.joints(monster)
    }
    return {edge: number for edge, number in found.items() if number}
