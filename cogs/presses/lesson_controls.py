"""The controls of lessons, found by their custom_id: game, question, verb, arguments."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.bot import bot_of
from cogs.gate.custom_id import Press
from cogs.presses.controls import Control
from cogs.shown.lessons import TEMPLATE


class LessonControl(Control, template=TEMPLATE):
    """A button or select of a lesson."""

    async def _carry_out(self, answer: Answer, values: tuple[str, ...]) -> None:
        game, token, verb, args = self._match.group("game", "token", "verb", "args")
        press = Press("", int(token), verb, args, values)
        await bot_of(answer.interaction).presses.lessons.press(answer, game, press)
