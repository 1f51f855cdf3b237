"""Lets every request of every operation in every game go wrong, in every way, and looks.

`python -m tests.bench.faults N` tries every Nth request, in one way after another.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from playground.server import PlaygroundServer
from tests.bench import stand_in
from tests.bench.kills import GAMES
from tests.bench.remote import Dead, Remote, mortal_bot
from tests.bench.report import Row, gathered, printed
from tests.cogs.faulty import KINDS, faults_of, requests_of
from tests.cogs.operations import OPERATIONS

AIM = "all shown within the retry time"


async def _rows(every: int) -> AsyncIterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            stand_in.stand_in() as server,
            mortal_bot(server, Path(folder, "faults.db")) as bot,
        ):
            server.world.validation = True
            for operation in OPERATIONS:
                for game in GAMES:
                    yield await _row(operation, game, server, bot, every)


async def _row(operation: str, game: str, server: PlaygroundServer, bot: Remote, every: int) -> Row:
    requests = await requests_of(operation, game, server, bot)
    tried, wrong = 0, []
    for nth in range(1 + min(every, requests) // 2, requests + 1, every):
        ways = list(KINDS) if every == 1 else [list(KINDS)[(nth // every + len(game)) % len(KINDS)]]
        for kind in ways:
            tried += 1
            try:
                faults = await faults_of(operation, game, server, bot, kind, nth)
            except (TimeoutError, Dead) as error:
                faults = [type(error).__name__]
            if faults:
                wrong.append(f"{kind} at {nth}: {', '.join(faults)}")
    figure = f"{tried} faults in {requests} requests: {'; '.join(wrong) or 'all shown'}"
    return Row(f"{operation}, {game}", figure, AIM)


def rows() -> list[Row]:
    """Return what was wrong after a fault, a row an operation and game."""
    return asyncio.run(gathered(_rows(1)))


if __name__ == "__main__":
    asyncio.run(printed(_rows(int(sys.argv[1]) if len(sys.argv) > 1 else 1)))
