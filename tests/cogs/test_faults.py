"""One request of an operation goes wrong: everything is shown all the same, a little later.

Which one it is goes by `--deal`; tests/bench lets every request of every operation go wrong, in
every way and game.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from itertools import cycle

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox as shower
from playground.server import PlaygroundServer
from tests.cogs.affairs import GAME
from tests.cogs.courses import trail
from tests.cogs.faulty import KINDS, faults_of, hushed, requests_of
from tests.cogs.healthy import Healthy
from tests.cogs.within import Within, hurried

pytestmark = pytest.mark.usefixtures("plain", "impatient")

LOGGERS = ("cogs.line.outbox", "discord.http", "discord.webhook.async_")

TRIED = (
    ("join", "meistercoup"),
    ("start", "meistercoup"),
    ("start", "monster_meister"),
    ("move", "bugs"),
    ("board", "meistercoup"),
    ("leave", "meistercoup"),
    ("round end", "monster_meister"),
    ("last move", "meistercoup"),
    ("move date", GAME),
    ("ban", GAME),
    ("first round", GAME),
)
"""Operations in games of which a request goes wrong here, each in the next way."""
WAYS = [(*walked, way) for walked, way in zip(TRIED, cycle(KINDS), strict=False)]


@pytest.fixture(autouse=True)
def unheard() -> Iterator[None]:
    """Let what is tried again be said to nobody."""
    with hushed(LOGGERS, logging.ERROR):
        yield


@pytest.mark.parametrize(("operation", "game", "way"), WAYS)
async def test_a_request_that_goes_wrong(
    operation: str,
    game: str,
    way: str,
    chance: random.Random,
    server: PlaygroundServer,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shower, "PAUSES", (0.05, 0.1))
    hurried(bot.host.games)
    inside, course = Within(bot), trail(server.world, operation, game)
    last = await requests_of(course(), server, inside)
    beside, nth = await Healthy.begun(server.world), chance.randint(1, last)
    faults = await faults_of(course(), server, inside, way, nth, beside)
    assert not faults, f"request {nth} of {last}: {faults}"
