"""What the buttons of a lesson do: answer as at a table, take back, skip, go on to a real game."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.errors import sentence
from cogs.presses.opening import Opening
from cogs.shown.lessons import LessonPages
from engine.errors import Malformed, RuleError
from engine.lessons import Place
from screens.frame.lesson import LEARN
from screens.screen import Pressed, Screen
from tables.lessons import Attempt, Lessons
from tables.room.locks import Locks
from tables.room.room import Room


class LessonPresses:
    """Carries out the presses in lessons; everything about them is found in the store."""

    def __init__(
        self,
        lessons: Lessons,
        screens: Mapping[str, Screen],
        pages: LessonPages,
        opening: Opening,
    ) -> None:
        self._lessons, self._screens = lessons, screens
        self._pages, self._opening = pages, opening
        self._lock = Locks[int]()
        """By person: what somebody presses fast is answered in its order."""

    async def open(self, answer: Answer, game: str) -> None:
        """Answer with a game's lesson, where this person is in it."""
        await self._pages.show(answer, await self._lessons.opened(answer.user, game))

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer with the lesson that a page offers."""
        await self.open(answer, press.args)

    async def below(self, answer: Answer, press: Press, room: Room) -> None:
        """Show the lesson of a table's game below the page that was pressed, which stays."""
        attempt = await self._lessons.opened(answer.user, room.table.game)
        await self._pages.below(answer, attempt)

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out a press in a lesson's message.

        One that belongs to an older moment changes nothing: it is answered with the newest.
        """
        async with self._lock(answer.user):
            attempt = await self._lessons.attempt(answer.user, press.table)
            if press.token != attempt.token:
                await self._pages.show(answer, attempt)
            elif press.verb == LEARN:
                await self._deed(answer, attempt, press.args)
            else:
                await self._play(answer, attempt, press)

    async def _play(self, answer: Answer, attempt: Attempt, press: Press) -> None:
        """Do in the lesson what a control of the game's means at a table."""
        look, notice, choosing = "", "", False
        try:
            pressed = self._meaning(attempt, press)
            # A choice that was gone through to its end leaves no look: refused, it begins anew.
            look, choosing = pressed.look, pressed.action is None
            if pressed.action is not None:
                attempt = await self._lessons.answer(answer.user, attempt, pressed.action)
        except RuleError as refused:
            notice = sentence(refused, answer.words)
        await self._pages.show(answer, attempt, look, notice, choosing)

    def _meaning(self, attempt: Attempt, press: Press) -> Pressed:
        lesson = attempt.lesson
        view = lesson.match(attempt.place).view(lesson.seat)
        return self._screens[lesson.game.id].press(view, press.verb, press.args, press.values)

    async def _deed(self, answer: Answer, attempt: Attempt, deed: str) -> None:
        place, game = attempt.place, attempt.lesson.game.id
        match deed:
            case "skip":
                await self._pages.skipped(answer, attempt)
            case "back":
                await self._pages.show(answer, attempt)
            case "play":
                await self._opening.against_computers(answer, game)
            case "people":
                await self._opening.open(answer, game)
            case "undo" if place.wrong is not None:
                await self._go(answer, attempt, Place(place.step))
            case "on" if attempt.lesson.reads(place):
                await self._go(answer, attempt, Place(place.step + 1))
            case "again":
                await self._go(answer, attempt, Place())
            case _:
                raise Malformed("error.malformed")

    async def _go(self, answer: Answer, attempt: Attempt, place: Place) -> None:
        went = await self._lessons.go(answer.user, attempt, place)
        await self._pages.show(answer, went)
