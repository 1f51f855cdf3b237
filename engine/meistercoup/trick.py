"""Who wins a trick, who is second, and which cards may be taken from it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engine.contract import Seat
from engine.meistercoup.values import COLOURS, Card, Plays, colour_of, value_of


def ranking(plays: Plays) -> list[tuple[Seat, Card]]:
    """Return the plays from best to worst; the first is the winner, the second the runner-up.

    Colours rank by sum, then by their highest card, then by whose such card was played earlier;
    within a colour cards rank by value (Rulebook 002, "Einen Stich gewinnen", examples 1 to 4).
    """
    sums, highs, firsts = [0] * len(COLOURS), [0] * len(COLOURS), [0] * len(COLOURS)
    for position, (_, card) in enumerate(plays):
        colour, value = colour_of(card), value_of(card)
        sums[colour] += value
        if value > highs[colour]:
            highs[colour], firsts[colour] = value, position

    def rank(play: tuple[Seat, Card]) -> tuple[int, int, int, int]:
        colour = colour_of(play[1])
        return -sums[colour], -highs[colour], firsts[colour], -play[1]

    return sorted(plays, key=rank)


def left_of(plays: Plays, won: Card | None) -> tuple[Card, ...]:
    """Return the trick's cards without the one that the winner took."""
    return tuple(card for _, card in plays if card != won)


def pairs(left: Iterable[Card]) -> list[tuple[Card, Card]]:
    """Return the pairs the runner-up may choose from: the two lowest values of what is left.

    Several only where equal values leave a choice (Rulebook 002, "Einen Stich gewinnen", 3).
    """
    cards = sorted(left, key=value_of)
    limit = value_of(cards[1])
    sure = [card for card in cards if value_of(card) < limit]
    equal = [card for card in cards if value_of(card) == limit]
    chosen = (sorted(sure + list(some)) for some in combinations(equal, 2 - len(sure)))
    return sorted((low, high) for low, high in chosen)
