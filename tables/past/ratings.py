"""How well people play, by OpenSkill; docs/ratings.md says what counts, and why."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import mean

from openskill import models

from engine.contract import AnyGame, Seat
from engine.errors import RuleError
from storage.errors import Conflict, Damaged
from storage.people import EVER, Rating
from storage.records import Result, Table
from storage.store import Store
from tables.room.loading import rules_of
from tables.seasons import Season, season_at
from tables.servers import Servers

log = logging.getLogger(__name__)

KNOWN = 8
"""Rated games after which somebody is as good an opponent as anybody."""
LATELY = 30 * 24 * 3600.0
"""Seconds for which a game between two people makes the next one tell less."""
OFTEN = 3
"""Games between two people within that time after which the next tells half as much."""


@dataclass(frozen=True, slots=True)
class Before:
    """What was known of a person before a game."""

    rating: Rating | None = None
    company: Mapping[int, int] = field(default_factory=dict)
    """Everybody the person has met in this game, with in how many games lately."""
    met: Collection[int] | None = None
    """Whom of these they have met in the season that is rated; None: everybody."""
    played: int | None = None
    """How many rated games they have played in all; None: those that the rating is made from."""

    @property
    def games(self) -> int:
        """Return how many rated games they have played in all."""
        if self.played is not None:
            return self.played
        return self.rating.games if self.rating else 0


def points(rating: Rating) -> int:
    """Return a rating as people read it: 1000 for who has just begun, more for who plays well.

    It is what somebody plays at least, almost certainly (mu − 3 sigma), so it rises at first
    with almost every game.
    """
    return round(1000 + 40 * (rating.mu - 3 * rating.sigma))


def rated(
    table: Table,
    results: Sequence[Result],
    teams: Sequence[int] | None,
    before: Mapping[int, Before],
    season: str = EVER,
) -> list[Rating]:
    """Return the ratings after a game of everybody who counts, in this season; none if it does not
    count.

    People count who began it, computers never do; a game counts if people of two teams did, or
    two who play alone, if one of them stayed to its end, and if it has places.
    """
    by_team = _sides(table, results, teams)
    played = len({team for team, _ in by_team}) > 1 and any(left is None for _, left in by_team)
    if not played or not all(result.place for result in results):
        return []
    sides = list(by_team.values())
    places = {result.user: result.place for result in results}
    old = [[_old(table, user, before, season) for user in side] for side in sides]
    told = _told(old, [min(places[user] for user in side) for side in sides])
    return [
        _new(was, now, [o for s in old if s is not side for o in s], before)
        for side, news in zip(old, told, strict=True)
        for was, now in zip(side, news, strict=True)
    ]


class Ratings:
    """Keeps the ratings of tables that have ended up to date: those of all times, and those of
    the season in which a table ended, both or none."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], servers: Servers) -> None:
        self._store, self._games, self._servers = store, games, servers
        self.lock = asyncio.Lock()
        """Held while ratings are made, and by who removes a person's."""
        self._damaged = set[str]()
        """The tables that are passed over until a restart."""

    async def settle(self) -> None:
        """Rate the tables that are not rated yet, in the order they ended, but for those that
        cannot be read."""
        async with self.lock:
            for table_id in await self._store.history.unrated():
                if table_id not in self._damaged:
                    await self._rate(table_id)

    async def _rate(self, table_id: str) -> None:
        try:
            table = await self._store.tables.get(table_id)
            if table is not None:  # else its server's data were removed just now
                news = await self._news(table)
                await self._store.history.rate(table_id, news, table.version)
        except Conflict:
            log.info("table %s was rated or changed by another process", table_id)
        except (Damaged, RuleError) as damaged:
            log.error("table %s cannot be rated: %r", table_id, damaged)
            self._damaged.add(table_id)

    async def _news(self, table: Table) -> Sequence[Rating]:
        """Return the ratings after a game, of all times and of its season; none where people could
        ask a computer what to do.

        A game that is gone is taken as one without teams and hints.
        """
        game, teams = rules_of(self._games, table), None
        if game is not None:
            options = game.codecs.options.load(table.options)
            if options.hinted:
                return ()
            teams = game.teams(options, len(table.players))
        results = await self._store.history.results(table.id)
        if any(result.seat >= len(table.players) for result in results):
            raise Damaged(f"A result of table {table.id} is of a seat that it has not.")
        users = [result.user for result in results if result.user is not None]
        before = await self._ever(table, users)
        news = rated(table, results, teams, before)
        season = season_at(self._servers.of(table.guild).season, table.updated)
        if news and season is not None:
            within = await self._within(season, table, before)
            news += rated(table, results, teams, within, season.key)
        return news

    async def _ever(self, table: Table, users: Sequence[int]) -> dict[int, Before]:
        """Return what was known of people before a table."""
        history, since = self._store.history, table.updated - LATELY
        ratings = await history.ratings(table.guild, table.game, users)
        return {
            user: Before(ratings.get(user), await history.company(table, user, since))
            for user in users
        }

    async def _within(
        self, season: Season, table: Table, before: Mapping[int, Before]
    ) -> dict[int, Before]:
        """Return what was known of people before a table in its season, which began anew."""
        history, known = self._store.history, dict[int, Before]()
        ratings = await history.ratings(table.guild, table.game, list(before), season.key)
        for user, ever in before.items():
            games = await history.company(table, user, season.begins)
            met = [other for other, count in games.items() if count]
            known[user] = Before(ratings.get(user), ever.company, met, ever.games)
        return known


def _sides(
    table: Table, results: Sequence[Result], teams: Sequence[int] | None
) -> Mapping[tuple[int, Seat | None], tuple[int, ...]]:
    """Return the people who are rated against each other, by team: those who stayed together,
    whoever left by their seats."""
    sides: dict[tuple[int, Seat | None], tuple[int, ...]] = {}
    for result in results:
        if result.user is None or table.players[result.seat].late:
            continue
        team = result.seat if teams is None else teams[result.seat]
        key = (team, None if result.completed else result.seat)
        sides[key] = (*sides.get(key, ()), result.user)
    return sides


def _told(
    sides: Sequence[Sequence[Rating]], ranks: Sequence[int]
) -> list[list[tuple[float, float]]]:
    """Return what a game in which sides came to these ranks alone says of each: (mu, sigma).

    Sigma is the mean over all ranks that a side could have come to: OpenSkill's falls the less the
    better somebody was, so that of new people those in the middle would gain more than who won.
    """
    model = _model()
    teams = [[model.create_rating([each.mu, each.sigma]) for each in side] for side in sides]
    turned = [model.rate(teams, ranks=[*ranks[n:], *ranks[:n]]) for n in range(len(ranks))]
    return [
        [(same[0].mu, mean(one.sigma for one in same)) for same in zip(*side, strict=True)]
        for side in zip(*turned, strict=True)
    ]


def _new(
    was: Rating,
    told: tuple[float, float],
    others: Sequence[Rating],
    before: Mapping[int, Before],
) -> Rating:
    """Return a person's rating after a game that alone would say so much, against these others."""
    own = before.get(was.user, Before())
    tells = mean(
        _tells(before.get(other.user, Before()), own.company.get(other.user, 0)) for other in others
    )
    known = own.company if own.met is None else own.met
    met = max(was.met, len({*known, *(other.user for other in others)}))
    mu, sigma = told
    # Who has met few is known only beside those few: uncertain as these are themselves.
    least = min(was.sigma, _model().rating().sigma / met)
    mu = was.mu + tells * (mu - was.mu)
    return replace(was, mu=mu, sigma=max(sigma, least), games=was.games + 1, met=met)


def _tells(other: Before, lately: int) -> float:
    """Return how much a game against somebody tells: less if they are new, or often met."""
    return min(1.0, (other.games + 1) / KNOWN) / (1 + lately / OFTEN)


@cache
def _model() -> models.PlackettLuce:
    """Return what rates: it is loaded for the first game that counts."""
    return models.PlackettLuce()


def _old(about: Table, user: int, before: Mapping[int, Before], season: str) -> Rating:
    known = before.get(user, Before()).rating
    new = _model().rating()
    return known or Rating(about.guild, about.game, user, new.mu, new.sigma, 0, season=season)
