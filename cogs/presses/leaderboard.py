"""The best of a game on a server, page by page."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, custom_ids
from cogs.line.messages import controls, embeds
from cogs.shown.services import Services
from screens.frame import records
from screens.frame.records import PER_PAGE, Ranked
from tables.past.ratings import points
from tables.room.refusal import Refusal


class Leaderboard:
    """Shows a game's best by pages; which page is open travels in the buttons."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer a press on a page with the page or the game that is asked for."""
        game, _, number = (press.values[0] if press.values else press.args).partition(".")
        if game not in self._services.host.games or not (number or "0").isdecimal():
            raise Refusal("error.gone")
        await self.show(answer, game, int(number or 0))

    async def show(self, answer: Answer, game: str, number: int) -> None:
        """Answer with a page, the first being 0."""
        host, guild = self._services.host, answer.interaction.guild_id or 0
        best, more = await host.records.best(guild, game, PER_PAGE, number * PER_PAGE)
        rows = [
            Ranked(row.rating.user, points(row.rating), row.rating.games, row.place) for row in best
        ]
        words = self._services.words(answer)
        page = records.leaderboard(game, list(host.games), rows, number, more, words)
        await answer.show(embeds=embeds(page), view=controls(page, custom_ids("", 0)))
