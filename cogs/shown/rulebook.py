"""The rules of the games in our own words, page by page, for one person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.line.painter import Painter
from cogs.shown.painted import show_below, show_painted
from screens import keypad
from screens.frame import lesson
from screens.page import Button, Page, Row
from screens.screen import Screen
from screens.texts import Words
from tables.room.refusal import Refusal

Wanted: TypeAlias = Callable[[int, str], Awaitable[bool]]
"""Tells whether a person is offered the lesson of a game."""


class Rulebook:
    """Shows the rules; which page is open travels in the buttons."""

    def __init__(self, screens: Mapping[str, Screen], painter: Painter, wanted: Wanted) -> None:
        self._screens, self._painter, self._wanted = screens, painter, wanted

    async def open(self, answer: Answer, game: str) -> None:
        """Answer with the first page of a game's rules, in a message of its own."""
        show = show_below if answer.on_panel else show_painted
        await show(answer, self._painter, await self._page(answer, game, 0))

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer a press on a page with the page that it names (`game.number`)."""
        game, _, number = press.args.partition(".")
        if game not in self._screens or not number.isdecimal():
            raise Refusal("error.gone")
        await show_painted(answer, self._painter, await self._page(answer, game, int(number)))

    async def _page(self, answer: Answer, game: str, number: int) -> Page:
        learns = await self._wanted(answer.user, game)
        return self.page(game, number, answer.words, learns)

    def page(self, game: str, number: int, words: Words, learns: bool = False) -> Page:
        """Return one page of a game's rules with the buttons that turn; who `learns` is offered
        the lesson."""
        screen = self._screens[game]
        book = screen.rules(words.within(game))
        number = max(0, min(number, len(book) - 1))
        here = Button(f"{number + 1}/{len(book)}", "here", f"{game}.{number}", disabled=True)
        more = number < len(book) - 1
        turns = keypad.turns("turn", lambda n: f"{game}.{n}", number, more, words, here)
        rows: Sequence[Row] = (turns, (lesson.button(game, words),)) if learns else (turns,)
        return replace(book[number], rows=rows, colour=screen.colour)
