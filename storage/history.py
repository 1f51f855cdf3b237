"""How people fared: past games, tallies, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from storage import sql
from storage.manners import LEFT_BEHIND
from storage.part import Part
from storage.people import EVER, Finish, Rating, Tally
from storage.records import Past, Result, Table
from storage.tables import table_of

_TABLE, _RESULT, _RATING = map(sql.columns, (Table, Result, Rating))
_RATE = f"""{sql.insert("ratings", Rating)} ON CONFLICT (guild, game, season, "user") DO UPDATE
SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, met = excluded.met
WHERE ratings.games = excluded.games - 1"""
_LISTED = "games >= 8 AND met >= 3"
"""Who stands on the leaderboard, as its index has it: docs/ratings.md."""
_POINTS = "round(40 * (mu - 3 * sigma))"
"""What the places on the leaderboard follow: points as people read them, from another zero."""
_RATED = """UPDATE matches SET rated = 1
WHERE id = ? AND rated = 0 AND version = coalesce(?, version)"""


class History(Part):
    """Finished games, asked by channel and by person."""

    async def results(self, table_id: str) -> list[Result]:
        """Return the results of a finished table by seat."""
        query = f"SELECT {_RESULT} FROM results WHERE match = ? ORDER BY seat"
        return await self._records(Result, query, table_id)

    async def past(self, channel: int, count: int) -> list[Past]:
        """Return a channel's last games with places, the newest first."""
        query = f"""SELECT {_TABLE} FROM matches
        WHERE channel = ? AND status IN ('finished', 'aborted')
        AND (status = 'finished' OR EXISTS (SELECT 1 FROM results WHERE match = id AND place > 0))
        ORDER BY updated DESC LIMIT ?"""
        return await self._past(await self._read(query, channel, count))

    async def lately(self, guild: int, user: int, count: int) -> list[Past]:
        """Return the games a person was placed in last on a server, the newest first; of those that
        they left the ones in which they left others."""
        query = f"""SELECT {_TABLE} FROM matches WHERE id IN (
            SELECT match FROM results WHERE "user" = ? AND guild = ? AND place > 0
            AND {LEFT_BEHIND} ORDER BY finished DESC LIMIT ?)
        ORDER BY updated DESC"""
        return await self._past(await self._read(query, user, guild, count))

    async def _past(self, rows: Sequence[Sequence[Any]]) -> list[Past]:
        """Return these rows of matches with their boards and results."""
        tables = [table_of(row) for row in rows]
        ids = [table.id for table in tables]
        chosen = f"match IN ({sql.marks(len(ids)) or 'NULL'})"
        boards = dict(await self._read(f"SELECT match, message FROM boards WHERE {chosen}", *ids))
        query = f"SELECT match, {_RESULT} FROM results WHERE {chosen} ORDER BY match, seat"
        results: dict[str, list[Result]] = {table_id: [] for table_id in ids}
        for table_id, *row in await self._read(query, *ids):
            results[table_id].append(sql.made(Result, row))
        return [Past(t, boards.get(t.id), tuple(results[t.id])) for t in tables]

    async def tally(self, guild: int, user: int) -> list[Tally]:
        """Return how often a person came to which place on a server, by game and place, or left
        others."""
        query = f"""SELECT game, completed, place, count(*) FROM results
        WHERE "user" = ? AND guild = ? AND {LEFT_BEHIND} GROUP BY game, completed, place
        ORDER BY game, completed DESC, place"""
        return await self._records(Tally, query, user, guild)

    async def duel(self, guild: int, user: int) -> tuple[int, int, int] | None:
        """Return whom a person has met most often on a server in games that both finished, and how
        often each of them was placed before the other."""
        query = """SELECT b."user", sum(CASE WHEN a.place < b.place THEN 1 ELSE 0 END),
        sum(CASE WHEN a.place > b.place THEN 1 ELSE 0 END)
        FROM results AS a JOIN results AS b ON a.match = b.match AND b."user" <> a."user"
        WHERE a."user" = ? AND a.guild = ? AND a.completed = 1 AND b.completed = 1
        GROUP BY b."user" ORDER BY count(*) DESC, b."user" LIMIT 1"""
        rows = await self._read(query, user, guild)
        return (rows[0][0], int(rows[0][1]), int(rows[0][2])) if rows else None

    async def names(self, guild: int, users: Sequence[int]) -> dict[int, str]:
        """Return what people were called in the game that each of them ended last on a server."""
        query = f"""SELECT "user", name FROM (
            SELECT "user", name, row_number() OVER (
                PARTITION BY "user" ORDER BY finished DESC, match) AS age
            FROM results WHERE guild = ? AND "user" IN ({sql.marks(len(users)) or "NULL"})
        ) AS named WHERE age = 1"""
        return dict(await self._read(query, guild, *users))

    async def ratings(
        self, guild: int, game: str, users: Sequence[int], season: str = EVER
    ) -> dict[int, Rating]:
        """Return the ratings of these people in a season, or of all times, of whom has one."""
        query = f"""SELECT {_RATING} FROM ratings WHERE guild = ? AND game = ? AND season = ?
        AND "user" IN ({sql.marks(len(users)) or "NULL"})"""
        found = await self._records(Rating, query, guild, game, season, *users)
        return {rating.user: rating for rating in found}

    async def rated(self, guild: int, user: int) -> dict[str, Rating]:
        """Return by game the ratings of all times of a person on a server."""
        query = f"""SELECT {_RATING} FROM ratings
        WHERE guild = ? AND "user" = ? AND season = ? ORDER BY game"""
        found = await self._records(Rating, query, guild, user, EVER)
        return {rating.game: rating for rating in found}

    async def leaderboard(
        self, guild: int, game: str, count: int, skip: int = 0, season: str = EVER
    ) -> list[Rating]:
        """Return the best rated of a game on a server in a season, or of all times, by
        mu − 3 sigma, after the first `skip`; of those who have played eight rated games with three
        people."""
        query = f"""SELECT {_RATING} FROM ratings
        WHERE guild = ? AND game = ? AND season = ? AND {_LISTED}
        ORDER BY mu - 3 * sigma DESC, "user" LIMIT ? OFFSET ?"""
        return await self._records(Rating, query, guild, game, season, count, skip)

    async def better(self, rating: Rating) -> int:
        """Return how many on the leaderboard that a rating belongs to have more points."""
        query = f"""SELECT count(*) FROM ratings
        WHERE guild = ? AND game = ? AND season = ? AND {_LISTED} AND {_POINTS} > round(?)"""
        own = 40 * (rating.mu - 3 * rating.sigma)
        [count] = await self._column(query, rating.guild, rating.game, rating.season, own)
        return int(count)

    async def finishes(self, guild: int, user: int) -> list[Finish]:
        """Return the places of a person on the leaderboards of a server, by season and game; those
        of all times among them."""
        query = f"""SELECT game, season, 1 + (
            SELECT count(*) FROM (
                SELECT {_POINTS} AS points FROM ratings
                WHERE guild = own.guild AND game = own.game AND season = own.season AND {_LISTED}
            ) AS others WHERE others.points > own.points)
        FROM (
            SELECT guild, game, season, {_POINTS} AS points FROM ratings
            WHERE "user" = ? AND guild = ? AND {_LISTED}
        ) AS own ORDER BY season, game"""
        return [Finish(*row) for row in await self._read(query, user, guild)]

    async def seasons(self, guild: int, game: str) -> list[str]:
        """Return the seasons of which a game on a server has a leaderboard, without all times."""
        query = f"""SELECT DISTINCT season FROM ratings
        WHERE guild = ? AND game = ? AND season <> ? AND {_LISTED} ORDER BY season"""
        return await self._column(query, guild, game, EVER)

    async def listed(self, guild: int) -> list[str]:
        """Return the games of a server that have a leaderboard."""
        query = f"SELECT DISTINCT game FROM ratings WHERE guild = ? AND {_LISTED} ORDER BY game"
        return await self._column(query, guild)

    async def company(self, about: Table, user: int, since: float) -> dict[int, int]:
        """Return with whom a person has played the game of this table on its server before it,
        and in how many games since then."""
        query = """SELECT others."user", sum(CASE WHEN own.finished > ? THEN 1 ELSE 0 END)
        FROM results AS own JOIN results AS others ON others.match = own.match
        WHERE own."user" = ? AND own.guild = ? AND own.game = ? AND own.match <> ?
            AND own.finished <= ? AND own.place > 0 AND others."user" <> own."user"
        GROUP BY others."user\""""
        values = (since, user, about.guild, about.game, about.id, about.updated)
        return {other: int(games) for other, games in await self._read(query, *values)}

    async def unrated(self) -> list[str]:
        """Return the own tables with results that are not rated yet, in the order they ended."""
        query = f"SELECT id FROM matches WHERE rated = 0 AND {self._own} ORDER BY updated, id"
        return await self._column(query)

    async def rate(
        self, table_id: str, ratings: Sequence[Rating], version: int | None = None
    ) -> None:
        """Store what people's ratings are after a table, none if it does not count.

        Raise Conflict when the table was rated already, its row is no longer of this `version`, as
        somebody was forgotten, or one of the ratings does not count just one game more than the
        stored one.
        """
        changes = [sql.change(_RATE, astuple(rating)) for rating in ratings]
        await self._write(sql.change(_RATED, (table_id, version)), *changes)
