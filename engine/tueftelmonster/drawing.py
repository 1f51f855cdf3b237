"""Drawing: cards from the draw pile and the tops of display piles."""

from __future__ import annotations

from engine.contract import Seat, Step
from engine.errors import Illegal, Unknown
from engine.tueftelmonster.events import Drew, Got
from engine.tueftelmonster.steps import TueftelStep, end, put, refill, then, to_hand
from engine.tueftelmonster.values import DISPLAYS, DRAWN, Draw, State


def legal(state: State) -> tuple[Draw, ...]:
    """Return from where a card can be drawn: not from an empty draw pile."""
    displays = tuple(map(Draw, range(DISPLAYS)))
    return (Draw(None), *displays) if state.pile else displays


def draw(state: State, seat: Seat, action: Draw) -> TueftelStep:
    """Return what drawing a card leads to (Rulebook 003, "Ziehen")."""
    if action.pile is None:
        step = from_pile(state, seat)
    elif 0 <= action.pile < DISPLAYS:
        step = _from_display(state, seat, action.pile)
    else:
        raise Unknown("tueftelmonster.error.unknown")
    if step.state.phase == "over":
        return step
    left = state.to_come - 1
    after = step.state.but(to_come=left, phase="draw" if left else "attach")
    return Step(after, step.events)


def from_pile(state: State, seat: Seat) -> TueftelStep:
    """Return the state after a card of the draw pile came to a hand; it is not empty."""
    if not state.pile:
        raise Illegal("tueftelmonster.error.no_cards")
    card = state.pile[-1]
    after = state.but(pile=state.pile[:-1], hands=to_hand(state, seat, card))
    return Step(
        after, (Drew(seat=seat, pile=None, card=None), Got(audience=(seat,), cards=(card,)))
    )


def unasked(state: State, seat: Seat) -> TueftelStep:
    """Draw two cards, as every turn of variant four begins; the pile may run out on the way."""
    step: TueftelStep = Step(state)
    for _ in range(DRAWN):
        if not step.state.pile:
            return then(step, end(step.state, "empty"))
        step = then(step, from_pile(step.state, seat))
    return step


def _from_display(state: State, seat: Seat, pile: int) -> TueftelStep:
    *rest, card = state.displays[pile]
    after = state.but(
        displays=put(state.displays, pile, tuple(rest)),
        hands=to_hand(state, seat, card),
    )
    return then(Step(after, (Drew(seat=seat, pile=pile, card=card),)), refill(after, pile))
