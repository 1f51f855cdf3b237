"""One direct message a day that names all games over days that wait for a person."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from hashlib import blake2b

from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.shown.letters import UNROUNDUP, Letters
from screens.frame.meeting import moment
from screens.page import Button
from screens.texts import Catalogue, Words
from storage.habits import Habits
from storage.people import Habit
from tables.roundups import Roundups, Waiting, day_told, timely

LINES, MOST = 10, 2000
"""Tables that one message names at most, as it is read on a phone; characters that Discord takes in
one (its documentation, Create Message)."""


class DailyRoundups:
    """Tells each person at their hour, once a day."""

    def __init__(
        self,
        roundups: Roundups,
        habits: Habits,
        letters: Letters,
        catalogue: Catalogue,
        outbox: Outbox,
        call_anew: Callable[[int], Awaitable[None]],
    ) -> None:
        self._roundups, self._habits = roundups, habits
        self._letters, self._catalogue, self._outbox = letters, catalogue, outbox
        self._call_anew = call_anew
        self._once = Once[bool]()

    async def sweep(self) -> None:
        """Tell whom it is time to tell."""
        for habit in await self._roundups.due(time.time()):
            self._ask(habit.user)

    def _ask(self, user: int) -> None:
        self._outbox.ask(("roundup", "", user), lambda: self._tell(user))

    async def _tell(self, user: int) -> None:
        habit, now = await self._habits.of(user), time.time()
        if not timely(habit, now):
            return  # it was held up for too long: the next day's names what still waits
        # Sent again after a crash, or after midnight, it is the same one.
        nonce = blake2b(f"{user} {day_told(habit, now)}".encode(), digest_size=10).hexdigest()
        if waiting := await self._roundups.of(user, now):
            send = partial(self._send, habit, waiting, nonce)
            if not await self._once.sent(nonce, send):
                await self._habits.stop_roundup(user)
                await self._call_anew(user)
        await self._habits.rounded_up(user, now)
        self._once.noted(nonce)

    async def _send(self, habit: Habit, waiting: Sequence[Waiting], nonce: str) -> bool:
        """Tell a person of all tables that wait for them, and of those that do no more, as a
        computer has their seat; return whether they take messages."""
        words = self._catalogue.words(habit.locale)
        lines = [await self._line(each, words) for each in waiting[:LINES]]
        while len(text := _text(waiting, lines, words)) > MOST:
            lines.pop()
        button = Button(words.named("company.roundup.end"), UNROUNDUP)
        sent = await self._letters.send(waiting[0].table.guild, habit.user, text, button, nonce)
        return sent is not None

    async def _line(self, waiting: Waiting, words: Words) -> str:
        values = await self._letters.about(waiting.table, words)
        if waiting.until is None:
            return words.named("company.roundup.table", **values)
        return words.named("company.roundup.until", when=moment(waiting.until), **values)


def _text(waiting: Sequence[Waiting], lines: Sequence[str], words: Words) -> str:
    """Return a day's message with these lines on the first tables; the others are counted."""
    told, places = list[str](), [*zip(waiting, lines, strict=False)]
    for key, taken in (("told", False), ("taken", True)):
        if count := sum(each.taken is taken for each in waiting):
            told.append(words.named(f"company.roundup.{key}", n=count))
        told += [line for each, line in places if each.taken is taken]
    if left := len(waiting) - len(lines):
        told.append(words.named("company.roundup.more", n=left))
    return "\n".join(told)
