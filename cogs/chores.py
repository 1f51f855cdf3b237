"""What the bot sees to by itself now and then."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from cogs.connection import Connection
from cogs.services import Services
from engine.errors import RuleError
from settings import Settings
from storage.errors import Lost, StoreError
from storage.troubles import Troubles
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks whether the process stood still, time was put, or a note passed."""
MINUTE = 60.0
"""Seconds between two looks at what may be a minute late."""
LOOK = 3.0
"""Seconds between two looks at what the operator orders."""
ROUNDS = 10.0
"""Seconds between two looks whether a round of a tournament has ended."""


class Chores:
    """Comes again and again: nothing that goes wrong with one ends it, or another."""

    def __init__(self, bot: Connection, parts: Services, settings: Settings) -> None:
        self._bot, self._parts, self._host = bot, parts, parts.host
        self._store, self._shards = parts.host.store, settings.shards
        self._log_days = settings.log_days
        self._seeing = asyncio.Lock()
        """Held while it is seen to what may be a minute late."""
        self._tasks = set[asyncio.Task[None]]()
        self._troubles = Troubles(log, "the store answers again")

    def start(self) -> None:
        """See to everything now, and from now on."""
        for chore, seconds in (
            (self.hear, BEAT),
            (self.follow, BEAT),
            (self.notes, BEAT),
            (self.private, MINUTE),
            (self.sweep, MINUTE),
            (self.look, LOOK),
            (self.rounds, ROUNDS),
        ):
            self._begin(_again(chore, seconds))

    def close(self) -> None:
        """See to nothing any more."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def go_on(self) -> None:
        """Let the tables go on where people can click again; the rounds of tournaments get their
        time back at once, as an outage may be followed by another. Nothing once all was closed."""
        if self._tasks:
            await asyncio.gather(self._begin(self.follow()), self._begin(self.rounds()))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def hear(self) -> None:
        """Notice which shards hear from Discord: a store that hangs is no silence of theirs."""
        self._bot.hear()

    async def follow(self) -> None:
        """Let the tables go by the time in which people can click."""
        await self._tried(self._host.follow)

    async def notes(self) -> None:
        """Let notes go from boards as they pass: an act that nobody else can see takes none."""
        await self._tried(self._parts.shown.boards.sweep)

    async def private(self) -> None:
        """Take away private messages while they can be reached: that waits for nothing else."""
        await self._tried(self._private)

    async def sweep(self) -> None:
        """See to what may be a minute late."""
        parts, host = self._parts, self._host
        async with self._seeing:
            for work in (
                self._store.check,
                host.timekeeper.sweep,
                host.vacations.sweep,
                *((parts.roundups.sweep,) if self._shards.first else ()),
                host.staff.unseat_banned,
                host.meetings.unseat_banned,
                parts.offers.sweep,
                parts.shown.threads.sweep,
                parts.shown.leftovers.sweep,
                host.ratings.settle,
                self.forget,
                self._store.privacy.scrub,
                self._puzzles,
                host.meetings.sweep,
            ):
                await self._tried(work)

    async def rounds(self) -> None:
        """See to the rounds of tournaments."""
        await self._tried(self._parts.tournaments.sweep)

    async def look(self) -> None:
        """See to what the operator orders."""
        await self._tried(self._obey)

    async def forget(self) -> None:
        """Forget what was kept long enough, once it is known on which servers the bot is."""
        if not self._bot.is_ready():
            return
        here = [guild.id for guild in self._bot.guilds]
        await self._host.forgetting.sweep(time.time(), self._log_days, here)

    async def _private(self) -> None:
        self._parts.sweep()

    async def _puzzles(self) -> None:
        if self._shards.first:
            await self._host.puzzles.ahead()
        away = self._host.play.clocks.standstills.lasts
        if any(not away(guild.id) for guild in self._bot.guilds):
            await self._host.puzzles.put()
        await self._parts.puzzle_line.sweep()

    async def _obey(self) -> None:
        await self._host.operator.look()
        if not self._shards.whole:
            await self._host.operator.take_in()

    async def _tried(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
            self._troubles.passed(work)
        except Lost as error:
            self._bot.lose(error)
        except StoreError as error:
            self._troubles.failed(work, f"the store does not answer: {error}")
        except (Refusal, RuleError) as late:
            log.info("it is tried again: %s", late)
        except Exception:
            log.exception("what is done now and then failed; it is tried again")


async def _again(chore: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do a chore again and again. discord.py's loops sleep until an hour of the wall's clock: once
    that is put back they sleep for as long, put ahead they make up for every round."""
    while True:
        await chore()
        await asyncio.sleep(seconds)
