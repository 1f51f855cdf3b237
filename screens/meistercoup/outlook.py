"""What a choice in Meister Coup leads to, as far as it is certain or open to all."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from engine.meistercoup import score, trick
from engine.meistercoup.values import COUPS, Card, View


@dataclass(frozen=True, slots=True)
class Gain:
    """What the cards that a seat may take would bring it at once."""

    coups: int
    """Coups that they complete."""
    wins: bool
    """Whether they end the game."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What the runner-up gets when the winner has taken a card."""

    sure: tuple[Card, ...]
    """Cards that the runner-up gets in any case, by value."""
    choice: tuple[Card, ...]
    """Cards of which the runner-up chooses what is missing to two; empty where there is none."""


def last_to_play(view: View) -> bool:
    """Tell whether the next card completes the trick."""
    return len(view.trick) == len(view.backs) - 1


def rank(view: View, seat: Seat, card: Card) -> int:
    """Return the place that a card would have in the trick as it would lie, from 1."""
    plays = (*view.trick, (seat, card))
    return trick.ranking(plays).index((seat, card)) + 1


def place(view: View, seat: Seat, card: Card) -> int:
    """Return whether a card would be first (1) or second (2) as the trick would lie, else 0.

    To be the only one, or the worse of two, says nothing.
    """
    found = rank(view, seat, card)
    return found if found <= min(2, len(view.trick)) else 0


def gain(view: View, seat: Seat, cards: tuple[Card, ...]) -> Gain:
    """Return what cards would bring a seat that took them now."""
    had = score.coups_of(view.taken[seat])
    has = score.coups_of((*view.taken[seat], *cards))
    return Gain(has - had, has > had and marks(view, seat) + has - had >= COUPS)


def marks(view: View, seat: Seat) -> int:
    """Return the marks that count for a seat: in teams its team's and its own of the round."""
    if view.teams is None:
        return view.coups[seat]
    counted = len(view.rounds) == view.round
    return view.coups[view.teams[seat]] + (0 if counted else view.coups_round[seat])


def rest(view: View, won: Card) -> Rest:
    """Return what the runner-up gets once the winner has taken this card of a whole trick."""
    pairs = trick.pairs(trick.left_of(view.trick, won))
    sure = [card for card in pairs[0] if all(card in pair for pair in pairs)]
    found = {card for pair in pairs for card in pair}
    by_value = sorted(found.difference(sure), key=lambda card: card)
    return Rest(tuple(sorted(sure, key=_value)), tuple(by_value))


def _value(card: Card) -> tuple[int, Card]:
    return card % 12, card
