"""The best of a game on a server, page by page."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.gate.answer import Answer, WordsOf
from cogs.gate.custom_id import Press, custom_ids
from cogs.line.messages import controls, embeds
from cogs.line.painter import Painter
from screens.frame import chart, records
from screens.frame.records import PER_PAGE, Ranked
from screens.screen import Screen
from tables.past.ratings import points
from tables.past.records import Records
from tables.room.refusal import Refusal


class Leaderboard:
    """Shows a game's best by pages; which page is open travels in the buttons."""

    def __init__(
        self, past: Records, screens: Mapping[str, Screen], painter: Painter, words: WordsOf
    ) -> None:
        self._past, self._screens, self._painter, self._words = past, screens, painter, words

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer a press on a page with the page or the game that is asked for."""
        game, _, number = (press.values[0] if press.values else press.args).partition(".")
        if game not in self._screens or not (number or "0").isdecimal():
            raise Refusal("error.gone")
        await self.show(answer, game, int(number or 0))

    async def show(self, answer: Answer, game: str, number: int) -> None:
        """Answer with a page, the first being 0."""
        guild = answer.interaction.guild_id or 0
        best, more = await self._past.best(guild, game, PER_PAGE, number * PER_PAGE)
        rows = [
            Ranked(row.rating.user, points(row.rating), row.rating.games, row.place, row.name)
            for row in best
        ]
        words, pictures = self._words(answer), chart.of_best(self._screens, game, rows)
        page = records.leaderboard(game, list(self._screens), rows, number, more, words, pictures)
        page, files = await self._painter.paint(page)
        view = controls(page, custom_ids("", 0))
        await answer.show(embeds=embeds(page), view=view, attachments=files)
