"""What is told of past games on a server: how people fared, who plays best, what was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.contract import AnyGame
from storage.history import History
from storage.people import EVER, Finish, Rating, Tally
from storage.records import Past
from storage.reviews import Reviews
from tables.past.ratings import Ratings, points
from tables.seasons import season_at, season_of
from tables.servers import Servers

MEDALS = 3
"""Places that there are medals for."""


@dataclass(frozen=True, slots=True)
class Career:
    """How a person fared in one game on a server."""

    game: str
    tallies: Sequence[Tally]
    rating: Rating | None
    """None before the first rated game."""
    kept: tuple[float, int] | None = None
    """The mean share of the chance to win that their decisions kept, and in how many games that was
    looked at; None where it never was, or is not told."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A person on the leaderboard."""

    rating: Rating
    place: int
    """From 1; who plays equally well shares one."""
    name: str
    """What they were called in their last game there; empty where that is not known."""


class Records:
    """Answers for the past; ratings are up to date first."""

    def __init__(
        self,
        history: History,
        reviews: Reviews,
        games: Mapping[str, AnyGame],
        ratings: Ratings,
        servers: Servers,
    ) -> None:
        self._history, self._reviews = history, reviews
        self._games, self._ratings, self._servers = games, ratings, servers

    async def careers(self, guild: int, user: int, judged: bool = False) -> list[Career]:
        """Return how a person fared on a server, by game, of those that there are; `judged`: also
        how well they decided."""
        await self._ratings.settle()
        tallies = await self._history.tally(guild, user)
        kept = await self._reviews.kept(guild, user) if judged else {}
        ratings = await self._history.rated(guild, user)
        found = []
        for game in self._games:
            own = [tally for tally in tallies if tally.game == game]
            if own:
                found.append(Career(game, own, ratings.get(game), kept.get(game)))
        return found

    async def medals(self, guild: int, user: int, now: float) -> list[Finish]:
        """Return in which seasons of a server that are over a person came to the first places of
        which game, the last season first."""
        await self._ratings.settle()
        found = []
        for finish in await self._history.finishes(guild, user):
            season = season_of(finish.season)
            if season and season.ends <= now and finish.place <= MEDALS:
                found.append((season.ends, finish))
        return [finish for _, finish in sorted(found, key=lambda pair: -pair[0])]

    async def seasons(self, guild: int, game: str, now: float) -> list[str]:
        """Return the seasons of which a game has a leaderboard on a server, the last to end first,
        before them the one that runs, of which it may have none yet; in the end `EVER`."""
        await self._ratings.settle()
        current = season_at(self._servers.of(guild).season, now)
        first = [current.key] if current else []
        keys = set(await self._history.seasons(guild, game)) - set(first)
        known = [(season.ends, season.key) for key in keys if (season := season_of(key))]
        return [*first, *(key for _, key in sorted(known, reverse=True)), EVER]

    async def last(self, guild: int, game: str, offered: Sequence[str]) -> str:
        """Return the first of these seasons of a game on a server of which anybody stands on the
        leaderboard; where nobody does the very first."""
        for season in offered:
            if await self._history.leaderboard(guild, game, 1, 0, season):
                return season
        return offered[0]

    async def duel(self, guild: int, user: int) -> tuple[int, int, int] | None:
        """Return whom a person has met most often on a server, and how often each was before the
        other."""
        return await self._history.duel(guild, user)

    async def lately(self, guild: int, user: int, count: int) -> list[Past]:
        """Return the games a person ended last on a server, the newest first, of known games."""
        past = await self._history.lately(guild, user, count)
        return [game for game in past if game.table.game in self._games]

    async def best(
        self, guild: int, game: str, count: int, skip: int, season: str = EVER
    ) -> tuple[Sequence[Placed], bool]:
        """Return so many of the best of a game in a season after the first `skip`, and whether
        more follow."""
        await self._ratings.settle()
        found = await self._history.leaderboard(guild, game, count + 1, skip, season)
        names = await self._history.names(guild, [rating.user for rating in found[:count]])
        placed: list[Placed] = []
        for number, rating in enumerate(found[:count], skip + 1):
            if not placed:
                place = await self._history.better(rating) + 1
            else:
                last = placed[-1]
                place = last.place if points(rating) == points(last.rating) else number
            placed.append(Placed(rating, place, names.get(rating.user, "")))
        return placed, len(found) > count

    async def called(self, guild: int, user: int) -> str:
        """Return what somebody was called in their last game on a server; empty for none."""
        return (await self._history.names(guild, [user])).get(user, "")

    async def listed(self, guild: int) -> list[str]:
        """Return the games of a server that have a leaderboard."""
        await self._ratings.settle()
        return await self._history.listed(guild)

    async def past(self, channel: int, count: int) -> list[Past]:
        """Return a channel's last games, the newest first, of those that there are."""
        past = await self._history.past(channel, count)
        return [game for game in past if game.table.game in self._games]
