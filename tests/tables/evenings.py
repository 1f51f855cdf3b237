"""Tournaments that are played out by themselves: people of known skill, some of them absent."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from engine.ranking import places
from tables.tournament.draw import draw, rounds_of
from tables.tournament.values import Group, Tournament

ABSENT = 0.1
"""The part of the people who are not there, at any time."""
APART = 0.3
"""By how much of the luck in a game somebody is better than the next."""


def opened(people: int, size: int = 4, seed: str = "seed", slow: bool = False) -> Tournament:
    """Return a tournament that so many people have entered."""
    fresh = Tournament("t", "meistercoup", size, rounds_of(people, size), 3600.0, slow, seed)
    for _ in range(people):
        fresh = fresh.entering()
    return fresh


def played_round(tournament: Tournament, chance: random.Random, now: float) -> Tournament:
    """Return a tournament after one more round, in which who is absent leaves their table."""
    tournament = tournament.drawn(draw(tournament), now)
    people = [one for group in tournament.rounds[-1].groups for one in group.people]
    absent = set(chance.sample(people, round(ABSENT * len(people))))
    for place, group in enumerate(tournament.rounds[-1].groups):
        table = f"t{len(tournament.rounds)}.{place}"
        tournament = tournament.seated(place, table)
        left = absent & set(group.people)
        tournament = tournament.result(table, by_skill(group, left, chance), left)
    return tournament


def by_skill(group: Group, left: Collection[int], chance: random.Random) -> Sequence[int]:
    """Return the places at a table: person 0 plays best, computers worst, who left comes last."""
    luck = [
        (seat not in left, chance.gauss(-APART * (200 if seat is None else seat), 1.0))
        for seat in group.seats
    ]
    return places(luck)


def evening(people: int, size: int, seed: int) -> Tournament:
    """Return a tournament that was played to its end; who was set aside returns at times."""
    chance, tournament = random.Random(seed), opened(people, size, f"seed {seed}")
    for number in range(tournament.planned):
        tournament = played_round(tournament, chance, 1000.0 * number)
        for person in sorted(tournament.out):
            if chance.random() < 0.5:
                tournament = tournament.returning(person)
    return tournament.finished()
