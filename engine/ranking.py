"""Places with ties, and what follows from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


def places(results: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat from 1: the greater result is the better, equal ones share."""
    return tuple(1 + sum(other > result for other in results) for result in results)


def first(places: Sequence[int]) -> tuple[int, ...]:
    """Return the seats in the first place."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def share(winners: Collection[int], seat: int) -> float:
    """Return a seat's part of the win, of a shared one its equal part."""
    return 1 / len(winners) if seat in winners else 0.0


def order(places: Sequence[int]) -> list[int]:
    """Return the seats, best first; those that share a place as they sit."""
    return sorted(range(len(places)), key=lambda seat: (places[seat], seat))
