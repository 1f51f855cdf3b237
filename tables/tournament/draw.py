"""Who plays whom in the next round: neighbours in the standings who have not met, by lot else."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from engine.rng import Rng
from tables.tournament.standings import standings
from tables.tournament.values import Group, Tournament, met

MET = 100.0
"""How bad it is that two meet again, beside a difference of one point that counts one."""
BESIDE = 20.0
"""How bad it is that somebody sits with a computer again, for each time they have."""
ALONE = 1e6
"""How bad that is for who sits with nobody else: worse than all others' meeting again."""
PASSES = 12
"""How often all exchanges are tried; mostly three passes find nothing more."""


def rounds_of(people: int, size: int) -> int:
    """Return how many rounds are needed until one of so many people has beaten all others, and one
    more, so that neighbours have met; at least two."""
    return max(2, math.ceil(math.log(max(people, 2), size)) + 1)


def draw(tournament: Tournament) -> Sequence[Group]:
    """Return the groups of the next round, all of the tournament's size, free seats for computers.

    It follows from the tournament alone: who is level is ordered, and seats are given, by its seed.
    """
    chance = Rng(tournament.seed, "round", len(tournament.rounds))
    points = {row.person: row.points for row in standings(tournament)}
    lots = {person: lot for lot, person in enumerate(chance.shuffled(tournament.present))}
    order = sorted(tournament.present, key=lambda person: (-points[person], lots[person]))
    groups = _improved(_blocks(order, tournament.size), _Cost(tournament, points))
    return [_seated(group, tournament.size, chance) for group in groups]


def _blocks(order: Sequence[int], size: int) -> list[list[int]]:
    """Return people in groups as even as can be, best first; larger groups first."""
    count = math.ceil(len(order) / size)
    least, more = divmod(len(order), count)
    groups, start = list[list[int]](), 0
    for number in range(count):
        end = start + least + (number < more)
        groups.append(list(order[start:end]))
        start = end
    return groups


class _Cost:
    """Tells how bad a group is."""

    def __init__(self, tournament: Tournament, points: Mapping[int, float]) -> None:
        self._size, self._points, self._met = tournament.size, points, met(tournament)
        self._beside = dict.fromkeys(points, 0)
        for each in tournament.rounds:
            for group in each.groups:
                for person in group.people if None in group.seats else ():
                    self._beside[person] += 1

    def __call__(self, group: Sequence[int]) -> float:
        """Return a number that is greater where the same meet again, or who stand far apart."""
        bad = sum(
            MET * self._met.get(frozenset((one, other)), 0) ** 2
            + (self._points[one] - self._points[other]) ** 2
            for one, other in combinations(group, 2)
        )
        again = (self._size - len(group)) * sum(self._beside[person] for person in group)
        return bad + (ALONE if len(group) == 1 else BESIDE) * again


def _improved(groups: list[list[int]], cost: _Cost) -> list[list[int]]:
    """Return the groups after exchanging two people wherever that is better."""
    for _ in range(PASSES):
        changed = False
        for one, other in combinations(range(len(groups)), 2):
            changed |= _exchange(groups[one], groups[other], cost)
        if not changed:
            break
    return groups


def _exchange(one: list[int], other: list[int], cost: _Cost) -> bool:
    """Exchange people of two groups as long as that is better; return whether anybody was."""
    changed, now = False, cost(one) + cost(other)
    for i in range(len(one)):
        for j in range(len(other)):
            one[i], other[j] = other[j], one[i]
            then = cost(one) + cost(other)
            if then < now - 1e-9:
                now, changed = then, True
            else:
                one[i], other[j] = other[j], one[i]
    return changed


def _seated(people: Sequence[int], size: int, chance: Rng) -> Group:
    seats: list[int | None] = [*people, *[None] * (size - len(people))]
    return Group(tuple(chance.shuffled(seats)))
