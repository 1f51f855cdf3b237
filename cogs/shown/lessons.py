"""A lesson's private message: found again by what its controls carry, whatever stood in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from cachetools import LRUCache

from cogs.gate.answer import Answer
from cogs.line.attached import Attachments, Keeping
from cogs.line.ephemeral import Reached
from cogs.line.messages import content
from cogs.line.painter import Painter
from cogs.shown.emojis import Emojis
from screens.frame import lesson as frame
from screens.frame.lesson import Reader
from screens.page import Page
from screens.screen import Screen
from tables.lessons import Attempt

TEMPLATE = (
    r"ml:(?P<table>[a-z_]{1,40}):(?P<token>[0-9]{1,18}):"
    r"(?P<verb>[a-z_]{1,40}):(?P<args>[ -~]{0,100})"
)
"""The game stands in the place of a table."""
KEPT = 2_000
"""Messages of which it is remembered which pictures they have."""

_Drawn: TypeAlias = tuple[dict[str, Any], Page]
"""What a message takes, and the page it shows."""


class LessonPages:
    """Answers with a person's place in a lesson."""

    def __init__(
        self,
        screens: Mapping[str, Screen],
        painter: Painter,
        emojis: Emojis,
        keeping: Keeping,
    ) -> None:
        self._screens, self._painter = screens, painter
        self._emojis, self._keeping = emojis, keeping
        self._has: LRUCache[int, Attachments] = LRUCache(KEPT)

    async def show(
        self,
        answer: Answer,
        attempt: Attempt,
        look: str = "",
        notice: str = "",
        choosing: bool = False,
    ) -> None:
        """Answer with the moment somebody is at, and how far they are in a choice there."""
        screen, reader = self._screen(attempt), self._reader(answer)
        place = attempt.place
        page = frame.page(screen, attempt.lesson, place, reader, look, notice, choosing)
        await self._show(answer, attempt, page)

    async def skipped(self, answer: Answer, attempt: Attempt) -> None:
        """Answer with what else there is; the lesson stays where it is."""
        page = frame.skipped(self._screen(attempt), attempt.lesson, self._reader(answer))
        await self._show(answer, attempt, page)

    async def below(self, answer: Answer, attempt: Attempt) -> None:
        """Show the moment in a message of its own, below the private page that was pressed."""
        page = frame.page(
            self._screen(attempt), attempt.lesson, attempt.place, self._reader(answer)
        )
        await answer.acknowledge()

        async def send(drawn: _Drawn) -> None:
            await Reached.by(answer.interaction, None).below(drawn[0])

        await self._emojis.sent(partial(self._content, answer, attempt, page, ()), send)

    async def _show(self, answer: Answer, attempt: Attempt, page: Page) -> None:
        # What fails on the way leaves it unknown what the message has.
        had = self._has.pop(answer.pressed or 0, ())
        answer.promptly()

        async def send(drawn: _Drawn) -> bool:
            """Tell whether the message has its pictures."""
            shown = await answer.show(content=None, **drawn[0])
            has = self._keeping.learned(answer.shown, page, drawn[0])
            if shown is not None:
                self._has[shown] = has or ()
            return has is not None

        if not await self._emojis.sent(partial(self._content, answer, attempt, page, had), send):
            await self._emojis.sent(partial(self._content, answer, attempt, page, ()), send)

    async def _content(
        self, answer: Answer, attempt: Attempt, page: Page, had: Attachments
    ) -> _Drawn:
        known = self._keeping.known(had)
        page, files = await self._painter.newest(lambda: page, known)
        art = self._emojis.of(answer.guild)
        attachments = self._keeping.attachments(page, files, had)
        return {**content(page, lesson_ids(attempt), art), "attachments": attachments}, page

    def _screen(self, attempt: Attempt) -> Screen:
        return self._screens[attempt.lesson.game.id]

    def _reader(self, answer: Answer) -> Reader:
        name = answer.interaction.user.display_name
        return Reader(name=name, words=answer.words, at_tables=bool(answer.guild))


def lesson_ids(attempt: Attempt) -> Callable[[str, str], str]:
    """Return the maker of custom_ids for a moment of a lesson."""
    head = f"ml:{attempt.lesson.game.id}:{attempt.token}"
    return lambda verb, args: f"{head}:{verb}:{args}"
