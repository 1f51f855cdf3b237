"""Goes through the games' lessons with people, and knows how far everybody is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.lessons import Lesson, Place
from storage.errors import Conflict, StoreError, Unsure
from storage.lessons import Lessons as Stored
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's lesson, and where they are in it."""

    lesson: Lesson
    place: Place
    token: int
    """What controls of this moment carry."""


class Lessons:
    """The lessons of one process."""

    def __init__(self, lessons: Mapping[str, Lesson], stored: Stored) -> None:
        self._lessons, self._stored = lessons, stored
        self._sound: dict[str, bool] = {}
        """Of the lessons that were asked for, whether all is so that they say."""
        self._checking = asyncio.Lock()

    async def attempt(self, user: int, game: str) -> Attempt:
        """Return where a person is in a game's lesson; raise Refusal where there is none."""
        if not await self._offers(game):
            raise Refusal("error.no_lesson")
        lesson = self._lessons[game]
        progress = await self._stored.of(user, game)
        return Attempt(lesson, lesson.place(progress.place), progress.count)

    async def opened(self, user: int, game: str) -> Attempt:
        """Return where a lesson goes on; one that is over begins anew."""
        attempt = await self.attempt(user, game)
        over = attempt.place.step == attempt.lesson.last
        return await self.go(user, attempt, Place()) if over else attempt

    async def go(self, user: int, attempt: Attempt, place: Place) -> Attempt:
        """Store that a person goes from here to a place, and return where they are then.

        Of two presses at once one counts, and both are told where it led to.
        """
        lesson, game = attempt.lesson, attempt.lesson.game.id
        end = place.step == lesson.last
        try:
            await self._stored.go(user, game, attempt.token, lesson.written(place), end)
        except Unsure:
            raise
        except Conflict:
            log.debug("a question of the lesson of %s was answered twice", game)
            return await self.attempt(user, game)
        return Attempt(lesson, place, attempt.token + 1)

    async def answer(self, user: int, attempt: Attempt, action: Any) -> Attempt:
        """Let a person answer as they would at a table; raise RuleError for what leads nowhere."""
        return await self.go(user, attempt, attempt.lesson.answered(attempt.place, action))

    async def wanted(self, user: int, game: str) -> bool:
        """Tell whether a person is offered a game's lesson: who has finished neither it nor the
        game, as far as that can be read."""
        if not await self._offers(game):
            return False
        try:
            return not await self._stored.known(user, game)
        except StoreError:
            log.debug("who needs no lesson could not be read")
            return False

    async def _offers(self, game: str) -> bool:
        """Tell whether a game has a lesson, and it is true under the rules and data there are.

        To play it through for that takes a moment, once, beside the loop.
        """
        lesson = self._lessons.get(game)
        if lesson is not None and game not in self._sound:
            async with self._checking:
                if game not in self._sound:
                    self._sound[game] = await _sound(lesson)
        return self._sound.get(game, False)


async def _sound(lesson: Lesson) -> bool:
    """Tell whether all is so that a lesson says, and log what is not."""
    faults = await asyncio.to_thread(lesson.faults)
    for fault in faults:
        log.warning("the lesson of %s is left out: %s", lesson.game.id, fault)
    return not faults
