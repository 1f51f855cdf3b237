"""Letters that tell who is called to a table that it is their turn."""

from __future__ import annotations

import time

from cogs.line.direct import Sent
from cogs.line.once import Once
from cogs.line.outbox import Key, Outbox
from cogs.shown.letters import UNDIRECT, Letters
from screens.page import Button
from screens.texts import Catalogue
from storage.records import Call
from storage.store import Store
from tables.calling import Calling
from tables.room.cache import Rooms


class TurnLetters:
    """Tells each person once of each call, if they want that."""

    def __init__(
        self, letters: Letters, store: Store, catalogue: Catalogue, rooms: Rooms, outbox: Outbox
    ) -> None:
        self._letters, self._store, self._catalogue = letters, store, catalogue
        self._rooms, self._outbox = rooms, outbox
        self._calling: Calling
        self._once = Once[Sent | None]()

    def start(self, calling: Calling) -> None:
        """Learn who knows when people may be called."""
        self._calling = calling

    def tell(self, call: Call, token: int, ready: float = 0.0) -> None:
        """Tell whom a table calls that it is their turn, but not before `ready` (monotonic)."""
        self._outbox.ask(_key(call), lambda: self._tell(call, token), ready=ready)

    async def _tell(self, call: Call, token: int) -> None:
        nonce = f"d{call.nonce}"
        if not self._once.knows(nonce) and (seconds := await self._sleeps(call)) > 0:
            if not self._outbox.awaits(_key(call)):  # of a newer call, meanwhile
                self.tell(call, token, time.monotonic() + seconds)
            return
        await self._once.sent(nonce, lambda: self._send(call, token, nonce))
        await self._store.shown.told(call)
        self._once.noted(nonce)

    async def _sleeps(self, call: Call) -> float:
        """Return for how many seconds a person is still left in peace, as the letter was held up
        until their quiet hours."""
        room = await self._rooms.get(call.table)
        user, now = room.person(call.seat), time.time()
        return 0.0 if user is None else await self._calling.awake(room, user, now) - now

    async def _send(self, call: Call, token: int, nonce: str) -> Sent | None:
        room = await self._rooms.get(call.table)
        user = room.person(call.seat)
        if user is None or not room.asks(call.seat, token):
            return None
        habit = await self._store.habits.of(user)
        if not habit.direct:
            return None
        words = self._catalogue.words(habit.locale)
        text = words.named(
            "company.turn.left" if call.reminds else "company.turn.told",
            **await self._letters.about(room.table, words),
        )
        button = Button(words.named("company.turn.end"), UNDIRECT)
        sent = await self._letters.send(room.table.guild, user, text, button, nonce)
        if sent is None:
            await self._store.habits.stop_direct(user)
        return sent


def _key(call: Call) -> Key:
    return ("turn", call.table, call.seat)
