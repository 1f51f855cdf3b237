"""Discarding, the end of a turn, and the way from one question to the next."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.tueftelmonster import attaching, bolting, drawing
from engine.tueftelmonster.events import Discarded, Skipped, Step, TurnBegan
from engine.tueftelmonster.steps import end, without
from engine.tueftelmonster.values import (
    DISPLAYS,
    HAND,
    STANDSTILL,
    Discard,
    Ends,
    State,
)
from engine.tuples import put


def legal(state: State, seat: Seat) -> tuple[Discard, ...]:
    """Return which card can go where."""
    piles = (None,) if state.variant == "four" else range(DISPLAYS)
    return tuple(Discard(card, pile) for card in state.hands[seat] for pile in piles)


def discard(state: State, seat: Seat, action: Discard) -> Step:
    """Return the state after a card was discarded (Rulebook 003, "Abwerfen")."""
    card, pile = action.card, action.pile
    if pile is not None and not 0 <= pile < DISPLAYS:
        raise Unknown("tueftelmonster.error.unknown")
    if card not in state.hands[seat]:
        raise Illegal("tueftelmonster.error.not_yours")
    if (pile is None) != (state.variant == "four"):
        raise Illegal("tueftelmonster.error.no_display")
    hands = put(state.hands, seat, without(state.hands[seat], card))
    if pile is None:
        gone = state.but(hands=hands, out=tuple(sorted((*state.out, card))))
        return Step(gone, (Discarded(seat=seat, card=None, pile=None),))
    displays = put(state.displays, pile, (*state.displays[pile], card))
    laid = state.but(hands=hands, displays=displays)
    return Step(laid, (Discarded(seat=seat, card=card, pile=pile),))


def begin_turn(state: State) -> Step:
    """Begin the turn of its owner; in variant four two cards are drawn unasked."""
    seat = state.owner
    after = state.but(
        phase="attach" if state.variant == "four" else "roll",
        faces=(),
        attached=False,
        stuck=tuple(other for other in state.stuck if other != seat),
    )
    began = TurnBegan(seat=seat, round=round_of(state))
    step: Step = Step(after, (began,))
    return drawing.unasked(after, seat).after(step.events) if state.variant == "four" else step


def round_of(state: State) -> int:
    """Return the round that is played, from 1: a turn a seat."""
    return state.turn // len(state.monsters) + 1


def settle(ends: Sequence[Ends], step: Step, now: float) -> Step:
    """Go on until somebody is asked or the match is over."""
    while True:
        state = step.state
        if state.phase == "bolt" and state.deadline is None:
            following = bolting.mend(state, now)
        elif state.phase == "attach" and not attaching.can(ends, state, state.owner):
            following = _skip(state)
        elif state.phase == "discard" and _sorted_out(state):
            following = _end_turn(state)
        else:
            return step
        step = following.after(step.events)


def _sorted_out(state: State) -> bool:
    """Return whether the owner has nothing to discard; in variant four nor has who finished."""
    return state.owner in state.finished or len(state.hands[state.owner]) <= HAND


def _skip(state: State) -> Step:
    seat = state.owner
    after = state.but(phase="discard", stuck=(*state.stuck, seat))
    return Step(after, (Skipped(seat=seat, idle=state.idle + 1),))


def _end_turn(state: State) -> Step:
    idle = 0 if state.attached else state.idle + 1
    seats = len(state.monsters)
    if state.finished and (state.turn + 1) % seats == 0:
        return end(state.but(idle=idle), "finished")
    if idle >= STANDSTILL * seats:
        return end(state.but(idle=idle), "standstill")
    return begin_turn(state.but(turn=state.turn + 1, idle=idle))
