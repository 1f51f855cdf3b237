"""The best of a game on a server, page by page."""

from __future__ import annotations

import time
from collections.abc import Mapping

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.line.painter import Painter
from cogs.shown.painted import show_painted
from screens.frame import chart, records
from screens.frame.records import PER_PAGE, WORDS, Leaders, Ranked
from screens.frame.seasons import EVER, Span
from screens.screen import Screen
from tables.past.ratings import points
from tables.past.records import Records
from tables.room.refusal import Refusal
from tables.seasons import season_of

DIGITS = 6
"""Of a page's number, at most."""


class Leaderboard:
    """Shows a game's best by pages; which page is open travels in the buttons."""

    def __init__(self, past: Records, screens: Mapping[str, Screen], painter: Painter) -> None:
        self._past, self._screens, self._painter = past, screens, painter

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer a press on a page with the page or the game that is asked for."""
        asked = press.values[0] if press.values else press.args
        game, number, season, told = (*asked.split(".", 3), "", "", "")[:4]
        counts = (number or "0").isdecimal() and len(number) <= DIGITS
        if game not in self._screens or not counts or told not in ("", WORDS):
            raise Refusal("error.gone")
        await self.show(answer, game, int(number or 0), season, told == WORDS)

    async def show(
        self, answer: Answer, game: str, number: int, wanted: str = "", worded: bool = False
    ) -> None:
        """Answer with a page, the first being 0, of the season of this key; where none is wanted,
        of the last one that has anybody. The page is a picture, or `worded`."""
        guild, now = answer.guild, time.time()
        offered = await self._past.seasons(guild, game, now)
        key = wanted or await self._past.last(guild, game, offered)
        best, more = await self._past.best(guild, game, PER_PAGE, number * PER_PAGE, key)
        rows = [
            Ranked(row.rating.user, points(row.rating), row.rating.games, row.place, row.name)
            for row in best
        ]
        words = answer.words
        pictures = chart.of_best(self._screens, game, rows, words)
        leaders = Leaders(
            game=game,
            rows=rows,
            number=number,
            more=more,
            span=_span(key, now),
            seasons=offered,
            worded=worded,
        )
        page = records.leaderboard(leaders, list(self._screens), words, pictures)
        await show_painted(answer, self._painter, page)


def _span(key: str, now: float) -> Span:
    """Return the season of a key; raise Refusal where there is none."""
    if key == EVER:
        return Span()
    if (season := season_of(key)) is None:
        raise Refusal("error.gone")
    return Span(key, season.ends, season.ends <= now)
