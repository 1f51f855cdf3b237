"""How people stand in a tournament: points, and what decides between equal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ranking import places
from tables.tournament.values import Group, Tournament


@dataclass(frozen=True, slots=True)
class Row:
    """How somebody stands."""

    person: int
    place: int
    """From 1; who is equal in all that decides shares one."""
    points: float
    """One for each seat behind, half a one for each level, in all rounds."""
    rivals: float
    """What those they met have on average: the first thing that decides between equal points."""
    firsts: int
    """Tables at which they came first, alone or level with others: the second."""
    rounds: int
    """Rounds whose table they did not leave."""


def standings(tournament: Tournament) -> Sequence[Row]:
    """Return how everybody stands who was ever drawn, or is to be: the best first, equals as they
    entered."""
    points = [0.0] * tournament.entered
    firsts, rounds = [0] * tournament.entered, [0] * tournament.entered
    rivals: list[list[int]] = [[] for _ in points]
    for group in _ended(tournament):
        for seat, person in enumerate(group.seats):
            if person is None:
                continue
            points[person] += scored(group, seat)
            stayed = person not in group.left
            rounds[person] += stayed
            firsts[person] += stayed and bool(group.places) and group.places[seat] == 1
            rivals[person] += [other for other in group.people if other != person]
    strength = [
        sum(points[other] for other in others) / len(others) if others else 0.0 for others in rivals
    ]
    drawn = {one for each in tournament.rounds for group in each.groups for one in group.people}
    listed = [one for one in range(tournament.entered) if one in drawn or one not in tournament.out]
    ranks = places([(points[one], round(strength[one], 6), firsts[one]) for one in listed])
    found = [
        Row(one, place, points[one], strength[one], firsts[one], rounds[one])
        for one, place in zip(listed, ranks, strict=True)
    ]
    return sorted(found, key=lambda row: (row.place, row.person))


def scored(group: Group, seat: int) -> float:
    """Return the points of a seat at a table that has ended: one for each seat behind it, half a
    one for each that is level; none for who left. Without a result all are level."""
    if group.seats[seat] in group.left:
        return 0.0
    if not group.places:
        return (len(group.seats) - 1) / 2
    own, others = group.places[seat], (p for s, p in enumerate(group.places) if s != seat)
    return sum(1.0 if own < place else 0.5 if own == place else 0.0 for place in others)


def _ended(tournament: Tournament) -> Iterator[Group]:
    for each in tournament.rounds:
        yield from (group for group in each.groups if group.ended)
