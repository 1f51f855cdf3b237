"""Small steps that the parts of a turn share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from engine.contract import Seat, Step
from engine.tueftelmonster.events import Ended, Event, Finished, Refilled
from engine.tueftelmonster.values import Card, Reason, State

T = TypeVar("T")
TueftelStep: TypeAlias = Step[State, Event]


def put(items: Sequence[T], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards without one of them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def to_hand(state: State, seat: Seat, *cards: Card) -> tuple[tuple[Card, ...], ...]:
    """Return the hands with these cards more in a seat's."""
    return put(state.hands, seat, tuple(sorted((*state.hands[seat], *cards))))


def may_finish(state: State) -> bool:
    """Return whether a monster may be finished: more silver prizes lie open than seats play.

    Rulebook 003, "Anlegen"; the variants have no such condition.
    """
    return state.variant != "full" or len(state.silver) > len(state.monsters)


def refill(state: State, pile: int) -> TueftelStep:
    """Lay a card on an emptied display pile; without one the game is over."""
    if state.displays[pile]:
        return Step(state)
    if not state.pile:
        return end(state, "empty")
    card = state.pile[-1]
    displays = put(state.displays, pile, (card,))
    after = state.but(pile=state.pile[:-1], displays=displays)
    return Step(after, (Refilled(pile=pile, card=card),))


def finish(state: State, seat: Seat) -> TueftelStep:
    """Note that a seat's monster has no open end left.

    That ends the game, but in variant four, in which the round is played to its end.
    """
    after = state.but(finished=(*state.finished, seat))
    event = Finished(seat=seat, by=state.owner, name=state.monsters[seat].name)
    if state.variant == "four":
        return Step(after, (event,))
    return then(Step(after, (event,)), end(after, "finished"))


def end(state: State, reason: Reason) -> TueftelStep:
    """Return the end of the match."""
    over = state.but(phase="over", reason=reason, to_come=0, theft=None, mender=None)
    return Step(over, (Ended(reason=reason),))


def then(first: TueftelStep, second: TueftelStep) -> TueftelStep:
    """Return the second step with the events of the first before its own."""
    return Step(second.state, first.events + second.events)
