"""What people would do at the tables of a bot, who decide by what they see: a process of its own,
which reads questions and writes answers, a line of JSON each."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import match as matches
from engine.contract import AnyGame, Seat
from engine.match import Match
from screens import screen as screens
from screens.texts import Catalogue
from storage.store import Store
from storage.url import open_store
from tables.room.loading import entry_of
from tables.room.room import header_of
from tests.bench.crowd import GAMES
from tests.screens.ways import Press, presses, same, way

LOOKS = 1 / 3
"""How often somebody looks at another page of the panel first, where there is one."""
EFFORT = 0.1
"""Of what a computer thinks; easy ones think of little."""


class Minds:
    """What people would do at the tables of a bot, by what is stored of these."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store, self._games = store, games
        self._screens = screens.load(games)
        self._catalogue = Catalogue()
        self._matches: dict[str, tuple[Match, Mapping[int, Seat]]] = {}
        """The tables' matches, and who sits where."""

    async def decided(self, table: str, user: int, token: int) -> Sequence[Press]:
        """Return what somebody presses who is asked this question; nothing once it is answered."""
        match, seats = await self._newest(table)
        seat = seats[user]
        if seat not in match.asked or match.token(seat) != token:
            return ()
        return self._pressed(match, seat)

    def _pressed(self, match: Match, seat: Seat) -> Sequence[Press]:
        """Return the way to what a computer would do, sometimes with a look at something else."""
        screen = self._screens[match.game.id]
        words = self._catalogue.words("en", match.game.id)
        easy = match.options.model_copy(update={"level": "easy"})
        action = replace(match, options=easy).choose(seat, EFFORT)

        def led(look: str) -> Sequence[Press]:
            return way(
                screen, match, seat, words, lambda o: same(match, seat, o, action, match.at), look
            )

        straight = led("")
        others = [
            (press, pressed.look)
            for press, pressed in presses(screen, match, seat, words, "")
            if pressed.action is None and press != straight[0]
        ]
        if not others or random.random() > LOOKS:
            return straight
        first, look = random.choice(others)
        return (first, *led(look))

    async def _newest(self, table: str) -> tuple[Match, Mapping[int, Seat]]:
        if table not in self._matches:
            self._matches[table] = await self._begun(table)
        match, seats = self._matches[table]
        entries = await self._store.tables.entries(table, match.sequence)
        match = matches.replay(match, map(entry_of, entries))
        self._matches[table] = match, seats
        return match, seats

    async def _begun(self, table: str) -> tuple[Match, Mapping[int, Seat]]:
        """Return a table's match as it began, in which everybody remembers as computers do."""
        stored = await self._store.tables.get(table)
        assert stored is not None
        players = stored.players
        match = matches.begin(self._games[stored.game], header_of(stored), range(len(players)))
        return match.match, {p.user: n for n, p in enumerate(players) if p.user is not None}


async def answer(url: str) -> None:
    """Answer questions (table, user, token) in turn with presses, until there are none."""
    store = await open_store(url)
    try:
        minds = Minds(store, GAMES)
        while question := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await minds.decided(*json.loads(question))), flush=True)
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(answer(sys.argv[1]))
