"""How well people play, by OpenSkill: from finished games among at least two people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from openskill.models import PlackettLuce

from engine.contract import AnyGame
from storage.errors import Conflict
from storage.people import Rating
from storage.records import Result, Table
from storage.store import Store
from tables.room.loading import rules_of

log = logging.getLogger(__name__)

_MODEL = PlackettLuce()


def points(rating: Rating) -> int:
    """Return a rating as people read it: 1000 for who has just begun, more for who plays well.

    It is what somebody plays at least, almost certainly (mu − 3 sigma), so it rises at first
    with every game.
    """
    return round(1000 + 40 * (rating.mu - 3 * rating.sigma))


def rated(
    results: Sequence[Result],
    teams: Sequence[int] | None,
    before: Mapping[int, Rating],
    about: Table,
) -> list[Rating]:
    """Return the ratings after a game of everybody who counts; none if it does not.

    People count who sat there to the end; computers never do. A game counts if people of two
    sides do. `before` holds their ratings so far.
    """
    sides: dict[int, list[Result]] = {}
    for result in results:
        if result.user is not None and result.completed:
            side = result.seat if teams is None else teams[result.seat]
            sides.setdefault(side, []).append(result)
    if len(sides) < 2:
        return []
    old = [[before.get(r.user or 0) or _fresh(about, r) for r in side] for side in sides.values()]
    after = _MODEL.rate(
        [[_MODEL.create_rating([rating.mu, rating.sigma]) for rating in side] for side in old],
        ranks=[min(result.place for result in side) for side in sides.values()],
    )
    return [
        Rating(was.guild, was.game, was.user, new.mu, new.sigma, was.games + 1)
        for side, news in zip(old, after, strict=True)
        for was, new in zip(side, news, strict=True)
    ]


class Ratings:
    """Keeps the ratings of finished tables up to date."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store, self._games = store, games
        self.lock = asyncio.Lock()
        """Held while ratings are made, and by who removes a person's."""

    async def settle(self) -> None:
        """Rate the finished tables that are not rated yet, in the order they ended."""
        async with self.lock:
            for table_id in await self._store.history.unrated():
                await self._rate(table_id)

    async def _rate(self, table_id: str) -> None:
        table, results = (
            await self._store.tables.get(table_id),
            await self._store.history.results(table_id),
        )
        assert table is not None
        users = [result.user for result in results if result.user is not None]
        before = await self._store.history.ratings(table.guild, table.game, users)
        try:
            await self._store.history.rate(
                table_id, rated(results, self._teams(table), before, table)
            )
        except Conflict:
            log.info("table %s was rated by another process", table_id)

    def _teams(self, table: Table) -> Sequence[int] | None:
        """Return the team of each seat; a game that is gone is taken as one without teams."""
        game = rules_of(self._games, table)
        if game is None:
            return None
        return game.teams(game.codecs.options.load(table.options), len(table.players))


def _fresh(about: Table, result: Result) -> Rating:
    assert result.user is not None
    new = _MODEL.rating()
    return Rating(about.guild, about.game, result.user, new.mu, new.sigma, 0)
