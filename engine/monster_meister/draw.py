"""How the stray pile serves the muddlers of a round."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Seat
from engine.monster_meister.score import back
from engine.monster_meister.values import Card


def servable(pile: Sequence[Card], muddlers: Sequence[Seat]) -> bool:
    """Tell whether each of these seats can have a card that is not of its own back.

    Any two muddlers may between them take every card, so Hall's condition only asks for enough
    cards and, for each muddler alone, one of another back.
    """
    return len(pile) >= len(muddlers) and all(
        any(back(card) != seat for card in pile) for seat in muddlers
    )


def serve(pile: Sequence[Card], muddlers: Sequence[Seat]) -> tuple[Card, ...] | None:
    """Return the card each muddler draws, in their order; None when not all can be served.

    Each takes the topmost card not of its own back that leaves all later ones servable
    (rulebook 000, "Monsterfänger der Runde").
    """
    if not servable(pile, muddlers):
        return None
    left, taken = list(pile), []
    for i, seat in enumerate(muddlers):
        card = next(c for c in left if back(c) != seat and _leaves(left, c, muddlers[i + 1 :]))
        left.remove(card)
        taken.append(card)
    return tuple(taken)


def _leaves(pile: Sequence[Card], card: Card, later: Sequence[Seat]) -> bool:
    return servable([other for other in pile if other != card], later)
