"""The set-up, and what a seat cannot know dealt anew."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract import CLOCKS, Seat
from engine.rng import Rng
from engine.tueftelmonster import attaching, plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.ending import begin_turn, settle
from engine.tueftelmonster.events import Step
from engine.tueftelmonster.values import (
    DISPLAYS,
    HAND,
    Card,
    Monster,
    Options,
    State,
)

UNTIMED = 60.0
"""Seconds for a bolt at a table without a clock."""


def new_match(box: TueftelBox, options: Options, seats: int, rng: Rng, now: float) -> Step:
    """Return the first question (Rulebook 003, "Aufbau")."""
    cards = rng.shuffled(range(len(box.parts)))
    small = options.variant == "four"
    state = State(
        variant=options.variant,
        limit=CLOCKS[options.clock] or UNTIMED,
        start=rng.below(seats),
        turn=0,
        phase="roll",
        monsters=_bodies(box, seats, rng),
        hands=tuple(tuple(sorted(cards.pop() for _ in range(HAND))) for _ in range(seats)),
        displays=() if small else tuple((cards.pop(),) for _ in range(DISPLAYS)),
        pile=tuple(cards),
        covered=tuple(rng.shuffled(box.silver)) if options.variant == "full" else (),
        bolts=0 if small else box.bolts,
        loose=(0,) * seats,
    )
    return settle(box.ends, begin_turn(state), now)


def redeal(box: TueftelBox, state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the state with all cards that this viewer does not see dealt anew.

    Who is asked to attach keeps a card that can be attached; who has just skipped gets none.
    """
    deal = _Deal(box, state, _hidden(state, seat), rng)
    hands = list(state.hands)
    asked = state.owner if state.phase == "attach" else None
    others = [other for other in range(len(state.hands)) if other != seat]
    # First who can take the fewest of the cards.
    for other in sorted(others, key=lambda o: (o not in state.stuck, o != asked)):
        known = len(hands[other])
        if other in state.stuck:
            hands[other] = deal.unfitting(known, other)
        elif other == asked:
            hands[other] = deal.fitting(known, other)
        else:
            hands[other] = deal.any(known)
    return state.but(
        hands=tuple(hands),
        displays=tuple(_display(state, seat, pile, deal) for pile in range(len(state.displays))),
        relaid=state.relaid if _digs(state, seat) else deal.laid(len(state.relaid)),
        pile=deal.laid(len(state.pile)),
        out=deal.any(len(state.out)),
        covered=tuple(rng.shuffled(sorted(state.covered))),
    )


class _Deal:
    """Hands out the hidden cards, mixed from an order of their own."""

    def __init__(self, box: TueftelBox, state: State, cards: Iterable[Card], rng: Rng) -> None:
        self._box, self._state = box, state
        self._cards = rng.shuffled(sorted(cards))

    def laid(self, number: int) -> tuple[Card, ...]:
        """Return so many cards in the order of the deal."""
        return tuple(self._cards.pop() for _ in range(number))

    def any(self, number: int) -> tuple[Card, ...]:
        """Return so many cards, ascending."""
        return tuple(sorted(self.laid(number)))

    def fitting(self, number: int, seat: Seat) -> tuple[Card, ...]:
        """Return so many cards, at least one of which the seat can attach."""
        first = self._first(seat, True)
        return tuple(sorted((first, *self.laid(number - 1))))

    def unfitting(self, number: int, seat: Seat) -> tuple[Card, ...]:
        """Return so many cards, none of which the seat can attach."""
        return tuple(sorted(self._first(seat, False) for _ in range(number)))

    def _first(self, seat: Seat, fits: bool) -> Card:
        shapes = set(attaching.fitting_shapes(self._state, seat))
        cards = reversed(self._cards)
        card = next(card for card in cards if (self._box.ends[card] in shapes) == fits)
        self._cards.remove(card)
        return card


def _bodies(box: TueftelBox, seats: int, rng: Rng) -> tuple[Monster, ...]:
    bodies = rng.shuffled(range(len(box.bodies)))[:seats]
    names = map("".join, zip(*map(rng.shuffled, box.names), strict=False))
    return tuple(map(plane.new, names, bodies))


def _digs(state: State, seat: Seat | None) -> bool:
    """Return whether this viewer sees the pile that is dug in."""
    return state.dug is not None and seat == state.owner


def _hidden(state: State, seat: Seat | None) -> list[Card]:
    """Return the cards that this viewer does not see."""
    cards = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    cards += [*state.pile, *state.out]
    for pile, display in enumerate(state.displays):
        if pile != state.dug:
            cards += display[:-1]
        elif not _digs(state, seat):
            cards += [*display, *state.relaid]
    return cards


def _display(state: State, seat: Seat | None, pile: int, deal: _Deal) -> tuple[Card, ...]:
    cards = state.displays[pile]
    if pile != state.dug:
        return (*deal.laid(len(cards) - 1), *cards[-1:])
    return cards if _digs(state, seat) else deal.laid(len(cards))
