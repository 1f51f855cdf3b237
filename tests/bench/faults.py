"""Lets every request of every operation in every game go wrong, in every way, and looks.

`python -m tests.bench.faults` has them all; `--help` says how to try fewer, of which each request
then goes wrong in one way, each in the next.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from playground.server import PlaygroundServer
from tests.bench import stand_in
from tests.bench.remote import Remote, mortal_bot, nursery
from tests.bench.report import Row, gathered, printed
from tests.bench.walks import WALKS, Walked, chosen, side_by_side
from tests.born import Nursery
from tests.cogs.courses import trail
from tests.cogs.faulty import KINDS, faults_of, requests_of
from tests.cogs.healthy import Healthy

AIM = "all shown within the retry time, next door within 2 s"
AT_ONCE = 8
"""Walks side by side: most of a walk is waiting for what is tried again."""


async def _rows(walks: Sequence[Walked] = WALKS, every: int = 1) -> AsyncIterator[Row]:
    with nursery() as born:
        async for row in side_by_side((_walked(born, walk, every) for walk in walks), AT_ONCE):
            yield row


async def _walked(nursery: Nursery, walked: Walked, every: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            stand_in.stand_in() as server,
            mortal_bot(nursery, server, Path(folder, "faults.db")) as bot,
        ):
            server.world.validation = True
            try:
                return await _row(*walked, server, bot, every)
            except Exception as error:
                figure = f"not played: {type(error).__name__}: {error}"
                return Row(", ".join(walked), figure, AIM)


async def _row(operation: str, game: str, server: PlaygroundServer, bot: Remote, every: int) -> Row:
    course = trail(server.world, operation, game)
    requests = await requests_of(course(), server, bot)
    beside = await Healthy.begun(server.world)
    tried, wrong = 0, []
    for nth in range(1 + min(every, requests) // 2, requests + 1, every):
        ways = list(KINDS) if every == 1 else [list(KINDS)[(nth // every + len(game)) % len(KINDS)]]
        for kind in ways:
            tried += 1
            try:
                faults = await faults_of(course(), server, bot, kind, nth, beside, bot.pid)
            except Exception as error:
                faults = [f"not played: {type(error).__name__}: {error}"]
            if faults:
                wrong.append(f"{kind} at {nth}: {', '.join(faults)}")
    said = "; ".join(wrong) or "all shown"
    figure = f"{tried} faults in {requests} requests, {beside.by_load} late by load: {said}"
    return Row(f"{operation}, {game}", figure, AIM)


def rows() -> list[Row]:
    """Return what was wrong after a fault, a row an operation and game."""
    return asyncio.run(gathered(_rows()))


if __name__ == "__main__":
    asyncio.run(printed(_rows(*chosen("faults", __doc__))))
