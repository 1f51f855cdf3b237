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
from tables.lessons import Lessons, Standing
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
        standing = await self._lessons.opened(answer.user, room.table.game)
        await self._pages.below(answer, standing)

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out a press in a lesson's message.

        One that belongs to an older moment changes nothing: it is answered with the newest.
        """
        async with self._lock(answer.user):
            standing = await self._lessons.standing(answer.user, press.table)
            if press.token != standing.token:
                await self._pages.show(answer, standing)
            elif press.verb == LEARN:
                await self._deed(answer, standing, press.args)
            else:
                await self._play(answer, standing, press)

    async def _play(self, answer: Answer, standing: Standing, press: Press) -> None:
        """Do in the lesson what a control of the game's means at a table."""
        look, notice, choosing = "", "", False
        try:
            pressed = self._meaning(standing, press)
            # A choice that was gone through to its end leaves no look: refused, it begins anew.
            look, choosing = pressed.look, pressed.action is None
            if pressed.action is not None:
                standing = await self._lessons.answer(answer.user, standing, pressed.action)
        except RuleError as refused:
            notice = sentence(refused, answer.words)
        await self._pages.show(answer, standing, look, notice, choosing)

    def _meaning(self, standing: Standing, press: Press) -> Pressed:
        lesson = standing.lesson
        view = lesson.match(standing.place).view(lesson.seat)
        return self._screens[lesson.game.id].press(view, press.verb, press.args, press.values)

    async def _deed(self, answer: Answer, standing: Standing, deed: str) -> None:
        place, game = standing.place, standing.lesson.game.id
        match deed:
            case "skip":
                await self._pages.skipped(answer, standing)
            case "back":
                await self._pages.show(answer, standing)
            case "play":
                await self._opening.against_computers(answer, game)
            case "people":
                await self._opening.open(answer, game)
            case "undo" if place.wrong is not None:
                await self._go(answer, standing, Place(place.step))
            case "on" if standing.lesson.reads(place):
                await self._go(answer, standing, Place(place.step + 1))
            case "again":
                await self._go(answer, standing, Place())
            case _:
                raise Malformed("error.malformed")

    async def _go(self, answer: Answer, standing: Standing, place: Place) -> None:
        went = await self._lessons.go(answer.user, standing, place)
        await self._pages.show(answer, went)
