"""The set-up, and what a seat cannot know dealt anew."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TypeAlias

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
    Ends,
    Monster,
    Options,
    State,
)

UNTIMED = 60.0
"""Seconds for a bolt at a table without a clock."""

Want: TypeAlias = tuple[Seat, Container[Ends]]
"""A card in a seat's hand of which the table knows what ends it can have."""


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
    deal, hands = _Deal(box, _hidden(state, seat), rng), list(state.hands)
    others = [other for other in range(len(hands)) if other != seat]
    bound = deal.bound(_wants(box, state, others))
    for other in others:
        first = bound.get(other, ())
        hands[other] = tuple(sorted((*first, *deal.laid(len(hands[other]) - len(first)))))
    return state.but(
        hands=tuple(hands),
        displays=tuple(_display(state, seat, pile, deal) for pile in range(len(state.displays))),
        relaid=state.relaid if _digs(state, seat) else deal.laid(len(state.relaid)),
        pile=deal.laid(len(state.pile)),
        out=tuple(sorted(deal.laid(len(state.out)))),
        covered=tuple(rng.shuffled(sorted(state.covered))),
    )


class _Deal:
    """Hands out the hidden cards, mixed from an order of their own."""

    def __init__(self, box: TueftelBox, cards: Iterable[Card], rng: Rng) -> None:
        self._ends = box.ends
        self._cards = rng.shuffled(sorted(cards))

    def laid(self, number: int) -> tuple[Card, ...]:
        """Return so many cards in the order of the deal."""
        return tuple(self._cards.pop() for _ in range(number))

    def bound(self, wants: Sequence[Want]) -> Mapping[Seat, Sequence[Card]]:
        """Return for each seat a card for each of its wants; the true deal is a way to do it."""
        holders: dict[Card, int] = {}
        for number in range(len(wants)):
            found = self._give(number, wants, holders, set())
            assert found, "the true deal is one"
        self._cards = [card for card in self._cards if card not in holders]
        given: dict[Seat, list[Card]] = {}
        for card, number in holders.items():
            given.setdefault(wants[number][0], []).append(card)
        return given

    def _give(
        self, number: int, wants: Sequence[Want], holders: dict[Card, int], tried: set[Card]
    ) -> bool:
        """Give a card to a want, a free one if there is any; else another want changes its own.

        Return False where none of the cards not tried yet can be had.
        """
        fitting = [card for card in reversed(self._cards) if self._ends[card] in wants[number][1]]
        for card in sorted(fitting, key=holders.__contains__):
            if card not in tried:
                tried.add(card)
                if card not in holders or self._give(holders[card], wants, holders, tried):
                    holders[card] = number
                    return True
        return False


def _wants(box: TueftelBox, state: State, seats: Iterable[Seat]) -> Sequence[Want]:
    """Return what is known of the cards in these seats' hands, card by card."""
    wants: list[Want] = []
    for seat in seats:
        fitting = frozenset(attaching.fitting_shapes(state, seat))
        if seat in state.stuck:
            wants += [(seat, frozenset(box.ends) - fitting)] * len(state.hands[seat])
        elif state.phase == "attach" and seat == state.owner:
            wants.append((seat, fitting))
    return wants


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
