"""Games among people whose skill is known, rated as the bot rates them: honest and contrived."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import count

from storage.people import Rating
from storage.records import Player, Result, Table
from tables.past.ratings import Before, points, rated

APART = 1.5
"""By how much of the luck in a game somebody is better than the next."""


class Club:
    """People who play a game with each other, all within a month."""

    def __init__(self) -> None:
        self.ratings: dict[int, Rating] = {}
        self.games: Counter[frozenset[int]] = Counter()
        self._new = count(1)

    def person(self) -> int:
        """Return somebody who has never played."""
        return next(self._new)

    def play(self, order: Sequence[int]) -> None:
        """Rate a game that ended for these people in this order, the winner first."""
        players = tuple(Player(user, f"Person {user}") for user in order)
        table = Table("t", 1, 2, order[0], "game", 1, "{}", "", players, "finished", 0.0, 0.0)
        results = [Result(s, u, "", s + 1, "{}", 0.0) for s, u in enumerate(order)]
        before = {user: Before(self.ratings.get(user), self._company(user)) for user in order}
        for rating in rated(table, results, None, before):
            self.ratings[rating.user] = rating
        self.games.update({frozenset((a, b)) for a in order for b in order if a < b})

    def points(self, user: int) -> int:
        """Return a person's points."""
        return points(self.ratings[user])

    def _company(self, user: int) -> dict[int, int]:
        met = {pair: games for pair, games in self.games.items() if user in pair}
        return {next(iter(pair - {user})): games for pair, games in met.items()}


def over_fresh_accounts(wins: int) -> int:
    """Return the points of somebody who has won so often, each time over a new account."""
    club = Club()
    winner = club.person()
    for _ in range(wins):
        club.play((winner, club.person()))
    return club.points(winner)


def over_one_account(wins: int) -> int:
    """Return the points of somebody who has won so often over the same account."""
    club = Club()
    winner, loser = club.person(), club.person()
    for _ in range(wins):
        club.play((winner, loser))
    return club.points(winner)


def honest(people: int, seats: int, games: int, seed: int) -> list[int]:
    """Return the points of people, the weakest first, after so many games each at tables of so
    many seats, at which who is better wins more often."""
    club, chance = Club(), random.Random(seed)
    users, played = [club.person() for _ in range(people)], Counter[int]()
    while min(played[user] for user in users) < games:
        least = sorted(users, key=lambda user: (played[user], chance.random()))[:seats]
        club.play(sorted(least, key=lambda user: -chance.gauss(APART * user, 1.0)))
        played.update(least)
    return [club.points(user) for user in users]
