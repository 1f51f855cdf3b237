"""Whatever is to be shown is tried until it is shown: boards, panels, words and calls."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import TypeAlias

import discord

from cogs.line.allowance import Allowance, Spent
from cogs.line.scheduler import Scheduler
from cogs.line.unreachable import Unembedded, forbidden, passing, silenced
from storage.errors import Conflict, Damaged, LeaseLost, Lost
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

AT_ONCE, AT_A_TABLE = 16, 4
"""How many things are shown at the same time, everywhere and at one table: where requests hang
there is room left for others."""
PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds until the next try, growing; the last is kept to for as long as it takes."""
OURS = 3
"""How often something is tried again that failed through one fault of our own."""

HEAD_START = 2.0
"""Seconds by which what is urgent comes before all else: no more, as nothing else was ever shown
where there is always something urgent."""

CALLING = frozenset({"call", "summons"})
IN_CHANNEL = frozenset({"board", *CALLING})
"""What needs the same permissions in a table's channel: where the bot may call nobody, nothing else
of it is possible; but in an archived thread, where nothing can be changed, a new message can be
sent, and wakes it. A board needs more than calls, as it has embeds: it is parked by itself alone.
All else is parked by itself alone: what people's own tokens reach, what is no table's (dates,
tournaments, cases), and what should keep no board from being edited, as new messages may be
forbidden alone (offers), or stays possible where those are (old boards that go)."""

Key: TypeAlias = tuple[Hashable, ...]
"""What kind of thing it is, then its table, then whatever tells it from others there."""
Work: TypeAlias = Callable[[], Awaitable[None]]
"""Shows the newest state, whatever it is by then; called again it does no harm."""


@dataclass(slots=True, eq=False)
class _Item:
    work: Work
    order: float
    """When it was asked for (monotonic), or later for who has patience, earlier for what is
    urgent."""
    ready: float
    urgent: bool
    asked: bool = True
    rests: float = 0.0
    failures: Counter[type[Exception]] = field(default_factory=Counter)
    """How often in a row it could not be shown, by why."""
    parked: bool = False
    woken: bool = False
    """Whether something may have become possible since its last try began."""
    waits: asyncio.TimerHandle | None = None
    """What lines it up once it is ready."""
    going: bool = False
    """Whether it waits to be ready or for its turn, or is being shown."""
    task: asyncio.Task[None] | None = None
    """Shows it: what waits has none, as there may be thousands."""


class Outbox:
    """Shows by key, what waits longest first; a state that is asked for meanwhile is the newest.

    What fails because Discord or the store cannot be reached is tried again with growing pauses.
    What Discord forbids is parked until `wake`, and rests as long before it is tried; where it is a
    call, so is all else in that channel. What it refuses otherwise is not repeated.
    """

    def __init__(self, allowance: Allowance, lost: Callable[[Lost], None]) -> None:
        self._allowance, self._lost = allowance, lost
        self._items: dict[Key, _Item] = {}
        self._scheduler = Scheduler(self._begin, AT_ONCE, AT_A_TABLE)
        self._closed, self._over = False, asyncio.Event()
        self._end = math.inf
        """When nothing can begin any more (by the event loop's clock)."""
        self._forbidden: dict[Hashable, float] = {}
        """Tables in whose channel nothing may be shown, and until when (monotonic) they rest."""

    def ask(
        self,
        key: Key,
        work: Work,
        *,
        ready: float = 0.0,
        urgent: bool = False,
        within: float = 0.0,
    ) -> None:
        """Have `work` done soon, but not before `ready` (monotonic); urgent before others.

        Others go first that are asked for less than `within` seconds later with less patience.
        """
        order = time.monotonic() + within - HEAD_START * urgent
        item = self._items.get(key)
        if item is None:
            item = self._items[key] = _Item(work, order, ready, urgent)
        elif item.asked:
            sooner, first = ready < item.ready, order < item.order
            item.order, item.ready = min(item.order, order), min(item.ready, ready)
            item.urgent = item.urgent or urgent
            self._hasten(key, item, sooner, first)
        else:
            item.asked, item.ready, item.order, item.urgent = True, ready, order, urgent
        item.work = work
        if not item.parked and not self._closed:
            self._start(key, item)

    @property
    def idle(self) -> bool:
        """Whether nothing is left to be shown."""
        return not self._items

    def shows(self, key: Key) -> bool:
        """Tell whether this is being shown, or still to be shown."""
        return key in self._items

    def awaits(self, key: Key) -> bool:
        """Tell whether this is to be shown again, or still for the first time: it has changed since
        it was begun to be shown."""
        return key in self._items and self._items[key].asked

    @property
    def parked(self) -> set[str]:
        """The tables at which something is parked."""
        return {str(key[1]) for key, item in self._items.items() if item.parked}

    def wake(self, table: str, kinds: Collection[str] | None = None) -> None:
        """Try again what was parked at a table, or will be by a try that has begun; of these
        kinds, or of all."""
        self._forbidden.pop(table, None)
        for key, item in list(self._items.items()):
            if key[1] == table and (kinds is None or key[0] in kinds):
                item.woken = True
                if item.parked:
                    item.parked, item.ready = False, 0.0
                    self._start(key, item)

    async def close(self, seconds: float) -> None:
        """Finish what is due within so many seconds, and stop: nothing is waited for in vain."""
        self._closed = True
        self._end = asyncio.get_running_loop().time() + seconds
        self._note_end()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()
        self._scheduler.close()
        tasks = {item.task for item in self._items.values() if item.task}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for item in self._items.values():
            if item.waits:
                item.waits.cancel()
        self._over.set()

    def _start(self, key: Key, item: _Item) -> None:
        """Let something be shown once it is ready and its turn comes."""
        if item.going:
            return
        item.going = True
        left = max(item.ready, item.rests) - time.monotonic()
        if left > 0:
            loop = asyncio.get_running_loop()
            item.waits = loop.call_later(left, self._line_up, key, item)
        else:
            self._line_up(key, item)

    def _hasten(self, key: Key, item: _Item, sooner: bool, first: bool) -> None:
        """Let something that waits come sooner: it is ready sooner, or goes before others."""
        if item.waits and sooner:
            item.waits.cancel()
            item.waits, item.going = None, False
            self._start(key, item)
        elif first and item.going and not (item.waits or item.task):
            self._line_up(key, item)

    def _line_up(self, key: Key, item: _Item) -> None:
        item.waits = None
        self._scheduler.add(item.order, key[1], (key, item))

    def _begin(self, told: tuple[Key, _Item]) -> bool:
        """Begin to show something, unless that has begun at an earlier place in the line."""
        key, item = told
        if not item.going or item.waits or item.task:
            return False
        # It is cancelled by `close` alone, which lets nothing begin any more.
        item.task = asyncio.create_task(self._run(key, item))
        return True

    async def _run(self, key: Key, item: _Item) -> None:
        try:
            await self._try(key, item)
        finally:
            item.task, item.going = None, False
            if not item.asked:
                self._items.pop(key, None)
            elif not item.parked:
                self._start(key, item)
            self._scheduler.done(key[1])
            self._note_end()

    def _note_end(self) -> None:
        if self._closed and not any(map(self._is_due, self._items.values())):
            self._over.set()

    def _is_due(self, item: _Item) -> bool:
        return item.going and not (item.waits and item.waits.when() > self._end)

    async def _try(self, key: Key, item: _Item) -> None:
        if key[0] in IN_CHANNEL and key[1] in self._forbidden:
            item.parked, item.rests = True, self._forbidden[key[1]]
            return
        item.asked = item.woken = False
        urgent = item.urgent
        try:
            with self._allowance.attempt(must=urgent):
                await item.work()
        except Refusal as gone:
            log.debug("%s: %s", _named(key), gone)
        except Spent as spent:
            log.debug("%s: %s", _named(key), spent)
            _rest(item, spent.seconds, urgent)
        except Exception as error:
            self._failed(key, item, error, urgent)
        else:
            if item.failures:
                log.info("%s: done, after %d failures", _named(key), item.failures.total())
                item.failures.clear()

    def _failed(self, key: Key, item: _Item, error: Exception, urgent: bool) -> None:
        """Let something rest that could not be shown, and be tried again, or be parked."""
        item.failures[type(error)] += 1
        again = self._again(key, item, error)
        parks = not again and forbidden(error)
        if again or parks:
            pause = PAUSES[min(item.failures.total(), len(PAUSES)) - 1]
            _rest(item, pause, urgent)
        if parks and not item.woken:
            item.parked = True
            if key[0] in CALLING and silenced(error):
                self._forbidden[key[1]] = item.rests

    def _again(self, key: Key, item: _Item, error: Exception) -> bool:
        """Tell whether a failure is to be tried again by itself; say in the log what failed."""
        if isinstance(error, Lost):
            self._lost(error)
            return False
        times = item.failures[type(error)]
        if isinstance(error, Unembedded) and times == 1:
            log.info("%s is tried again: %s", _named(key), error)
            return True  # its answer may have crossed another edit of the same message
        if isinstance(error, LeaseLost):
            log.debug("%s: %s", _named(key), error)
            return False
        if forbidden(error):
            log.info("%s: not allowed any more", _named(key))
            return False
        if passing(error):
            # While Discord is away all is tried again and again: each thing says so once.
            level = logging.WARNING if item.failures.total() == 1 else logging.DEBUG
            log.log(level, "%s is tried again: %s", _named(key), error or type(error).__name__)
            return True
        if isinstance(error, Conflict):
            log.info("%s: was deleted meanwhile", _named(key))
            return False
        log.error("%s", _named(key), exc_info=error)
        refused = isinstance(error, discord.HTTPException | Damaged)
        return not refused and times <= OURS


def _rest(item: _Item, seconds: float, urgent: bool) -> None:
    """Let something be tried again: what was urgent stays so, whoever has asked meanwhile."""
    item.asked, item.rests = True, time.monotonic() + seconds
    item.urgent = item.urgent or urgent


def _named(key: Key) -> str:
    """Return what a log line says of a key: what it is and its table, nobody whose it is."""
    return " at table ".join(map(str, key[:2]))
