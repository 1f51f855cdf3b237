"""People who decide by what they see, as easy computers do, and press the shortest way to it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine import match as matches
from engine.contract import AnyGame, Seat
from engine.match import Match
from playground.model import Message, Person
from screens import screen as screens
from screens.texts import Catalogue
from storage.store import Store
from storage.url import open_store
from tables.room.loading import entry_of
from tables.room.room import header_of
from tests.bench.crowd import (
    GAMES,
    LONGEST,
    Circle,
    Clicks,
    MadePlayer,
    Pace,
    Player,
    Question,
    controls,
)
from tests.screens.ways import Press, presses, same, way

LOOKS = 1 / 3
"""How often somebody looks at another page of the panel first, where there is one."""
HASTE = 1 / 3
"""Of the time that a decision takes, what goes between two clicks of it."""
PATIENCE = 5.0
"""Seconds for which the next control of a way is waited for."""
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
        return await asyncio.to_thread(self._pressed, match, seat)

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


class Decider(Player):
    """Somebody who thinks before they decide, and then presses one control after the other."""

    def __init__(
        self,
        circle: Circle,
        person: Person,
        clicks: Clicks,
        questions: dict[Question, int],
        minds: Minds,
    ) -> None:
        super().__init__(circle, person, clicks, questions)
        self._minds = minds

    async def _move(
        self,
        panel: Message,
        moves: Sequence[dict[str, Any]],
        pace: Pace,
        pause: Callable[[], float],
    ) -> None:
        """Think, then press the way to a decision; begin anew where it leads nowhere any more."""
        _, table, token, *_ = moves[0]["custom_id"].split(":")
        made = await self._minds.decided(table, int(self._person.id), int(token))
        if not made:
            await (self._open(pace) if self._idle else self._change())
            return
        seconds = pause()
        for press in made:
            await asyncio.sleep(seconds)
            await pace.turn()
            if not await self._pressed_on(f"mr:{table}:{token}:{press.verb}:{press.args}", press):
                await self._open(pace)
                return
            seconds = pause() * HASTE

    @property
    def _idle(self) -> bool:
        """Whether the panel has been of no use for long."""
        return time.perf_counter() - self._opened > LONGEST

    async def _pressed_on(self, custom_id: str, press: Press) -> bool:
        """Press a control of the panel once it is there; tell whether it came."""
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until:
            panel = self._circle.panel(self._person)
            for control in controls(panel):
                if panel is not None and control["custom_id"] == custom_id:
                    pressing = self._circle.press(self._person, panel, control, press.values)
                    await self._timed(pressing)
                    return True
            await self._change()
        return False


@asynccontextmanager
async def deciding(database: Path) -> AsyncIterator[MadePlayer]:
    """Make players until the block ends of people who decide, at a bot with this store."""
    store = await open_store(f"sqlite:///{database}")
    try:
        yield partial(Decider, minds=Minds(store, GAMES))
    finally:
        await store.close()
