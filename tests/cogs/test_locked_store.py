"""The store refuses what it is asked in the middle of an operation: in the end all is shown.

At which call it begins to, goes by `--deal`; who is told that it failed does it again.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from playground.server import PlaygroundServer
from storage.database import Database
from storage.errors import Away
from tests.cogs.affairs import GAME
from tests.cogs.courses import GONE_WRONG, Course, trail
from tests.cogs.faulty import OVER, hushed, quiet
from tests.cogs.stopwatch import within
from tests.cogs.within import Within

pytestmark = pytest.mark.usefixtures("plain", "one_round", "impatient")

LOGGERS = ("cogs.line.outbox", "cogs.gate.errors", "cogs.chores", "cogs.server_events", "tables")
TRIED = (
    ("join", "meistercoup"),
    ("start", "meistercoup"),
    ("rematch", "meistercoup"),
    ("in words", "monster_meister"),
    ("told", GAME),
    ("close", GAME),
    ("unsubscribe", GAME),
    ("subscribe", GAME),
    ("thread", GAME),
    ("move date", GAME),
    ("ban", GAME),
)
"""Operations in games in which the store refuses something."""


class Locked:
    """Counts what a database is asked; from one of these on it refuses some in a row. What a
    newcomer was told is always found: where it is not, a panel does without its line."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self._refused = 0, range(0)
        query, transact = database._query, database._transact

        async def queries(sql: str, *values: Any) -> Any:
            if "FROM tips" not in sql:
                self._ask()
            return await query(sql, *values)

        async def transacts(*values: Any) -> None:
            self._ask()
            await transact(*values)

        monkeypatch.setattr(database, "_query", queries)
        monkeypatch.setattr(database, "_transact", transacts)

    def refuse(self, refused: range) -> None:
        """Count anew, and refuse these."""
        self.asked, self._refused = 0, refused

    def _ask(self) -> None:
        self.asked += 1
        if self.asked in self._refused:
            raise Away("It is locked.")


@pytest.fixture(autouse=True)
def unheard() -> Iterator[None]:
    """Let what fails and is tried again be said to nobody."""
    with hushed(LOGGERS, logging.CRITICAL):
        yield


@pytest.mark.parametrize(("operation", "game"), TRIED)
async def test_a_store_that_refuses(
    operation: str,
    game: str,
    chance: random.Random,
    server: PlaygroundServer,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05, 0.1))
    inside, course = Within(bot), trail(server.world, operation, game)
    locked = Locked(bot.host.store._database, monkeypatch)
    last, faults = await _gone_through(course(), inside, locked, range(0))
    assert last and not faults
    first, times = chance.randint(1, last), chance.choice((1, 6))
    _, faults = await _gone_through(course(), inside, locked, range(first, first + times))
    assert not faults, f"{times} from {first} of {last}: {faults}"


async def _gone_through(
    course: Course, inside: Within, locked: Locked, refused: range
) -> tuple[int, list[str]]:
    """Return how much the store was asked meanwhile, and what is wrong at last."""
    await course.prepare(inside)
    await quiet(inside)
    locked.refuse(refused)
    with suppress(*GONE_WRONG):
        async with within(OVER):
            await course.act(inside)
    await quiet(inside)
    asked = locked.asked
    locked.refuse(range(0))
    faults = await course.wrong(inside, OVER)
    course.close()
    return asked, faults
