"""One request of an operation goes wrong: everything is shown all the same, a little later.

tests/bench lets every request of every operation go wrong, in every way and game.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox as shower
from playground.server import PlaygroundServer
from tests.cogs.affairs import GAME
from tests.cogs.courses import trail
from tests.cogs.faulty import KINDS, faults_of, requests_of
from tests.cogs.healthy import Healthy
from tests.cogs.within import Within

pytestmark = pytest.mark.usefixtures("plain")

LOGGERS = ("cogs.line.outbox", "discord.http", "discord.webhook.async_")

TRIED = {
    ("join", "meistercoup"): 1,
    ("start", "meistercoup"): 6,
    ("start", "monster_meister"): 7,
    ("move", "bugs"): 5,
    ("board", "meistercoup"): 6,
    ("leave", "meistercoup"): 5,
    ("round end", "monster_meister"): 7,
    ("last move", "meistercoup"): 4,
    ("move date", GAME): 4,
    ("first round", GAME): 5,
    ("ban", GAME): 4,
}
"""Of which operations in which games every so-manieth request goes wrong here."""


@pytest.fixture(autouse=True)
def unheard() -> Iterator[None]:
    """Let what is tried again be said to nobody."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    yield
    for logger in loggers:
        logger.setLevel(logging.NOTSET)


@pytest.mark.parametrize(("operation", "game"), TRIED)
async def test_a_request_that_goes_wrong(
    operation: str,
    game: str,
    server: PlaygroundServer,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shower, "PAUSES", (0.05, 0.1))
    inside, ways, wrong = Within(bot), list(KINDS), {}
    course = trail(server.world, operation, game)
    last, every = await requests_of(course(), server, inside), TRIED[operation, game]
    beside = await Healthy.begun(server.world)
    assert last
    for nth in range(1 + min(every, last) // 2, last + 1, every):
        kind = ways[(nth // every + len(operation)) % len(ways)]
        wrong[kind, nth] = await faults_of(course(), server, inside, kind, nth, beside)
    assert not any(wrong.values()), {case: faults for case, faults in wrong.items() if faults}
