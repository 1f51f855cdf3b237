"""One direct message a day that names all games over days that wait for a person."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2b

from cogs.line.once import Once
from cogs.line.outbox import Outbox
from cogs.shown.whispers import Whispers
from storage.habits import Habits
from tables.hours import local
from tables.roundups import Roundups


class DailyRoundups:
    """Tells each person at their hour, once a day."""

    def __init__(
        self,
        roundups: Roundups,
        habits: Habits,
        whispers: Whispers,
        outbox: Outbox,
        call_anew: Callable[[int], Awaitable[None]],
    ) -> None:
        self._roundups, self._habits = roundups, habits
        self._whispers, self._outbox = whispers, outbox
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
        if habit.roundup is None:
            return
        # Sent again after a crash, Discord posts it once.
        day = f"{user} {local(now, habit.zone).date()}".encode()
        nonce = blake2b(day, digest_size=10).hexdigest()
        if waiting := await self._roundups.of(user, now):
            send = partial(self._whispers.roundup, habit, waiting, nonce)
            if not await self._once.sent(nonce, send):
                await self._habits.stop_roundup(user)
                await self._call_anew(user)
        await self._habits.rounded_up(user, now)
        self._once.noted(nonce)
