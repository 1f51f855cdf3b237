"""Coups, points, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import ranking
from engine.contract import Outcome, Seat
from engine.meistercoup.values import (
    COLOURS,
    COUPS,
    HAND,
    ROUNDS,
    Card,
    RoundResult,
    State,
    Team,
    colour_of,
)


def team_of(seat: Seat) -> Team:
    """Return the team of a seat; teams sit alternately (Rulebook 002, "Team-Modus")."""
    return seat % 2


def coups_of(cards: Iterable[Card]) -> int:
    """Return how many sets of all four colours these cards hold.

    Rulebook 002, "Einen Meistercoup landen".
    """
    counts = [0] * len(COLOURS)
    for card in cards:
        counts[colour_of(card)] += 1
    return min(counts)


def points_of(cards: Sequence[Card], diamonds: Sequence[int]) -> int:
    """Return a point a card and a point a diamond (Rulebook 002, "Ende einer Runde")."""
    return len(cards) + sum(diamonds[card % 12] for card in cards)


def side_of(state: State, seat: Seat) -> int:
    """Return what the seat scores for: its team, or itself in standard mode."""
    return team_of(seat) if state.mode == "team" else seat


def result_of(result: RoundResult, side: int) -> tuple[int, int]:
    """Return the points and coups that a round brought a side: its entered member, or itself."""
    seat = result.entered[side] if result.entered else side
    return result.points[seat], result.coups[seat]


def totals(state: State) -> list[tuple[int, int]]:
    """Return points and coups of the finished rounds, by team, or by seat in standard mode."""
    sides = 2 if state.mode == "team" else len(state.hands)
    results = [[result_of(result, side) for result in state.rounds] for side in range(sides)]
    return [(sum(p for p, _ in found), sum(c for _, c in found)) for found in results]


def marks(state: State, seat: Seat, coups: int) -> int:
    """Return the marks of a seat that has so many coups in this round.

    In team mode what the team entered and this one member's coups: those of two members never
    add up (Rulebook 002, "Team-Modus").
    """
    side = side_of(state, seat)
    return coups + sum(result_of(result, side)[1] for result in state.rounds)


def wins_by_coups(state: State, seat: Seat, coups: int) -> bool:
    """Return whether so many coups of this round win the match for the seat at once."""
    return marks(state, seat, coups) >= COUPS


def winners(state: State) -> tuple[Seat, ...]:
    """Return the winning seats of a match that is over."""
    seats = range(len(state.hands))
    if state.champion is not None:
        best = side_of(state, state.champion)
        return tuple(seat for seat in seats if side_of(state, seat) == best)
    reached = totals(state)
    return tuple(seat for seat in seats if reached[side_of(state, seat)] == max(reached))


def places(state: State) -> tuple[int, ...]:
    """Return the places: by points, then coups; after a third coup all others are second."""
    seats = range(len(state.hands))
    if state.champion is not None:
        won = winners(state)
        return tuple(1 if seat in won else 2 for seat in seats)
    by_side = ranking.places(totals(state))
    return tuple(by_side[side_of(state, seat)] for seat in seats)


def progress(state: State) -> float:
    """Return how much of a match is played, by cards; it may end early by a third coup."""
    if state.phase == "over":
        return 1.0
    held = sum(map(len, state.hands)) / (HAND * len(state.hands))
    return (len(state.rounds) + 1 - held) / ROUNDS


def outcome(state: State) -> Outcome | None:
    """Return how the match ended; points are those of finished rounds, coups all that counted."""
    if state.phase != "over":
        return None
    by_round = tuple(f"meistercoup.column.round_{n + 1}" for n in range(len(state.rounds)))
    reason = "points" if state.champion is None else "coups"
    return Outcome(
        places=places(state),
        winners=winners(state),
        reason=f"meistercoup.reason.{reason}",
        columns=(*by_round, "meistercoup.column.coups", "meistercoup.column.points"),
        scores=tuple(_row(state, side_of(state, seat)) for seat in range(len(state.hands))),
    )


def _row(state: State, side: int) -> tuple[int, ...]:
    points, coups = totals(state)[side]
    by_round = (result_of(result, side)[0] for result in state.rounds)
    return (*by_round, coups + _last_coups(state, side), points)


def _last_coups(state: State, side: int) -> int:
    """Return a side's coups of the round that a third one broke off: of a team, the champion's."""
    if state.champion is None:
        return 0
    if state.mode != "team":
        return coups_of(state.taken[side])
    return coups_of(state.taken[state.champion]) if side == side_of(state, state.champion) else 0
