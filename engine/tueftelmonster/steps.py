"""Small steps that the parts of a turn share."""

from __future__ import annotations

from engine.contract import Seat
from engine.tueftelmonster.events import Ended, Finished, Refilled, Step
from engine.tueftelmonster.values import Card, Reason, State
from engine.tuples import put


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


def refill(state: State, pile: int) -> Step:
    """Lay a card on an emptied display pile; without one the game is over."""
    if state.displays[pile]:
        return Step(state)
    if not state.pile:
        return end(state, "empty")
    card = state.pile[-1]
    displays = put(state.displays, pile, (card,))
    after = state.but(pile=state.pile[:-1], displays=displays)
    return Step(after, (Refilled(pile=pile, card=card),))


def finish(state: State, seat: Seat) -> Step:
    """Note that a seat's monster has no open end left.

    That ends the game, but in variant four, in which the round is played to its end.
    """
    after = state.but(finished=(*state.finished, seat))
    event = Finished(seat=seat, by=state.owner, name=state.monsters[seat].name)
    if state.variant == "four":
        return Step(after, (event,))
    return end(after, "finished").after((event,))


def end(state: State, reason: Reason) -> Step:
    """Return the end of the match."""
    over = state.but(phase="over", reason=reason, to_come=0, theft=None, mender=None)
    return Step(over, (Ended(reason=reason),))
