"""What decided finished games for the people who asked, and how well they decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass

from storage import sql
from storage.errors import Conflict
from storage.part import Part
from storage.sql import Statement


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in one person's decisions of a finished game."""

    table: str
    seat: int
    user: int
    guild: int
    game: str
    kept: float | None
    """The mean share of the chance to win that a decision kept; None where there was none."""
    decisions: int
    """How many it is the mean of."""
    effort: float
    """How much was reckoned, of what there would be without a limit."""
    drops: str
    """The decisions that cost most, as JSON text."""


_REVIEW = sql.columns(Review)
_INSERT = f"{sql.insert('reviews', Review)} ON CONFLICT DO NOTHING"
_SEATED = f'SELECT 1 FROM seats WHERE match = ? AND "user" = ? {sql.LOCK}'


class Reviews(Part):
    """Reviews by table and seat."""

    async def get(self, table: str, seat: int, user: int) -> Review | None:
        """Return a person's review of a table, if it was made."""
        query = f'SELECT {_REVIEW} FROM reviews WHERE match = ? AND seat = ? AND "user" = ?'
        return await self._record(Review, query, table, seat, user)

    async def add(self, review: Review) -> None:
        """Store a review, unless there is one already; raise Conflict when its person has no seat
        there, as who was forgotten meanwhile."""
        seated = Statement(_SEATED, (review.table, review.user), Conflict)
        await self._write_again(seated, Statement(_INSERT, astuple(review)))

    async def kept(self, guild: int, user: int) -> Mapping[str, tuple[float, int]]:
        """Return by game the mean share of the chance that a person's decisions kept on a server,
        and in how many games that was looked at."""
        query = """SELECT game, sum(kept * decisions) / sum(decisions), count(*) FROM reviews
        WHERE "user" = ? AND guild = ? AND decisions > 0 GROUP BY game"""
        rows = await self._read(query, user, guild)
        return {game: (float(kept), int(games)) for game, kept, games in rows}
