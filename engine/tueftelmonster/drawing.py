"""Drawing: cards from the draw pile and the tops of display piles."""

from __future__ import annotations

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.tueftelmonster.events import Drew, Got, Step
from engine.tueftelmonster.steps import end, refill, to_hand
from engine.tueftelmonster.values import DISPLAYS, DRAWN, Draw, State
from engine.tuples import put


def legal(state: State) -> tuple[Draw, ...]:
    """Return from where a card can be drawn: not from an empty draw pile."""
    displays = tuple(map(Draw, range(DISPLAYS)))
    return (Draw(None), *displays) if state.pile else displays


def draw(state: State, seat: Seat, action: Draw) -> Step:
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


def from_pile(state: State, seat: Seat) -> Step:
    """Return the state after a card of the draw pile came to a hand; it is not empty."""
    if not state.pile:
        raise Illegal("tueftelmonster.error.no_cards")
    card = state.pile[-1]
    after = state.but(pile=state.pile[:-1], hands=to_hand(state, seat, card))
    return Step(
        after, (Drew(seat=seat, pile=None, card=None), Got(audience=(seat,), cards=(card,)))
    )


def unasked(state: State, seat: Seat) -> Step:
    """Draw two cards, as every turn of variant four begins; the pile may run out on the way."""
    step: Step = Step(state)
    for _ in range(DRAWN):
        if not step.state.pile:
            return end(step.state, "empty").after(step.events)
        step = from_pile(step.state, seat).after(step.events)
    return step


def _from_display(state: State, seat: Seat, pile: int) -> Step:
    *rest, card = state.displays[pile]
    after = state.but(
        displays=put(state.displays, pile, tuple(rest)),
        hands=to_hand(state, seat, card),
    )
    return refill(after, pile).after((Drew(seat=seat, pile=pile, card=card),))
