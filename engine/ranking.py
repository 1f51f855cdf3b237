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


def share(winners: Collection[int], teams: Sequence[int] | None, seat: int) -> float:
    """Return a seat's part of the win: of a team's all, of a shared one its side's part."""
    sides = {seat if teams is None else teams[seat] for seat in winners}
    own = seat if teams is None else teams[seat]
    return 1 / len(sides) if own in sides else 0.0


def order(places: Sequence[int]) -> list[int]:
    """Return the seats, best first; those that share a place as they sit."""
    return sorted(range(len(places)), key=lambda seat: (places[seat], seat))
