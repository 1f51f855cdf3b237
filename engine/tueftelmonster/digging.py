"""Digging: a look at a whole display pile, two cards of it, and the rest laid back."""

from __future__ import annotations

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.tueftelmonster.drawing import from_pile
from engine.tueftelmonster.events import DigBegan, Dug, Got, Step
from engine.tueftelmonster.steps import end, refill, to_hand, without
from engine.tueftelmonster.values import (
    DISPLAYS,
    DRAWN,
    Action,
    Card,
    Dig,
    LayBack,
    LeaveRest,
    State,
    Take,
)
from engine.tuples import put


def legal(state: State) -> tuple[Action, ...]:
    """Return the piles, the cards to take, or how to lay the rest back; the top of a pile first."""
    if state.phase == "dig":
        return tuple(map(Dig, range(DISPLAYS)))
    cards = _pile(state)[::-1]
    if state.phase == "take":
        return tuple(map(Take, cards))
    return (LeaveRest(), *map(LayBack, cards))


def dig(state: State, seat: Seat, action: Dig) -> Step:
    """Begin to dig; of a pile of one or two both cards are taken unasked.

    Rulebook 003, "Graben"; a second card that the pile does not have comes from the draw pile.
    """
    if not 0 <= action.pile < DISPLAYS:
        raise Unknown("tueftelmonster.error.unknown")
    cards = state.displays[action.pile]
    began = DigBegan(seat=seat, pile=action.pile, height=len(cards))
    after = state.but(phase="take", dug=action.pile, to_come=DRAWN)
    step: Step = Step(after, (began,))
    if len(cards) > DRAWN:
        return step
    return _take_all(after, seat, cards).after(step.events)


def take(state: State, seat: Seat, action: Take) -> Step:
    """Return the state after a card of the pile came to the hand."""
    card = _one_of(state, action.card)
    step = _taken(state, seat, card)
    if step.state.to_come:
        return step
    assert state.dug is not None
    dug = Dug(seat=seat, pile=state.dug, taken=DRAWN, drawn=0)
    step = Step(step.state.but(phase="lay"), (*step.events, dug))
    return _rest_alone(step)


def lay_back(state: State, action: LayBack) -> Step:
    """Return the state after a card was laid back; the last one goes back unasked."""
    card = _one_of(state, action.card)
    rest = _laid_out(state, without(_pile(state), card))
    return _rest_alone(Step(rest.but(relaid=(*state.relaid, card))))


def leave_rest(state: State) -> Step:
    """Return the state after all the rest was laid back as it lay."""
    return Step(_closed(state))


def _pile(state: State) -> tuple[Card, ...]:
    assert state.dug is not None
    return state.displays[state.dug]


def _one_of(state: State, card: Card) -> Card:
    if card not in _pile(state):
        raise Illegal("tueftelmonster.error.not_there")
    return card


def _laid_out(state: State, cards: tuple[Card, ...]) -> State:
    assert state.dug is not None
    return state.but(displays=put(state.displays, state.dug, cards))


def _taken(state: State, seat: Seat, card: Card) -> Step:
    rest = _laid_out(state, without(_pile(state), card))
    after = rest.but(hands=to_hand(state, seat, card), to_come=state.to_come - 1)
    return Step(after, (Got(audience=(seat,), cards=(card,)),))


def _take_all(state: State, seat: Seat, cards: tuple[Card, ...]) -> Step:
    assert state.dug is not None
    drawn = DRAWN - len(cards)
    empty = _laid_out(state, ()).but(hands=to_hand(state, seat, *cards))
    step: Step = Step(empty, (Got(audience=(seat,), cards=cards),))
    if drawn:
        if not state.pile:
            return end(empty.but(dug=None), "empty").after(step.events)
        step = from_pile(empty, seat).after(step.events)
    dug = Dug(seat=seat, pile=state.dug, taken=len(cards), drawn=drawn)
    step = Step(_closed(step.state.but(to_come=0)), (*step.events, dug))
    return refill(step.state, state.dug).after(step.events)


def _rest_alone(step: Step) -> Step:
    return Step(_closed(step.state), step.events) if len(_pile(step.state)) == 1 else step


def _closed(state: State) -> State:
    """Return the state after the pile is whole again: what was laid back, then the rest."""
    whole = _laid_out(state, state.relaid + _pile(state))
    return whole.but(phase="attach", dug=None, relaid=())
