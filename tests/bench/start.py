"""How long the bot takes to start: with an empty store, and with many tables in it."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine import registry
from storage.url import open_store
from tests.bench import stand_in, tables
from tests.bench.report import Row

GAME = "meistercoup"
SAMPLES = 10
"""Different tables, each stored many times."""
TABLES = 10_000
RUNS = 3
CLICKS = 3.0
"""Seconds for which people click after the start."""


class Started(NamedTuple):
    """Seconds from the start of the process, and milliseconds."""

    ready: float
    answered: float
    slowest: float
    """The longest that a click in the first seconds took."""


def rows() -> list[Row]:
    """Return from the process's start to ready and to the first answered click, a row a store."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Row]:
    stores = await _stores(folder)
    measured: dict[str, list[Started]] = {what: [] for what in stores}
    for run in range(RUNS + 1):
        for what, database in stores.items():
            started = await _start(database)
            if run:  # the first one fills the machine's caches and sends the commands
                measured[what].append(started)
    middle = {what: _middle(each) for what, each in measured.items()}
    (first, empty), *others = middle.items()
    return [_row(first, empty, ""), *(_row(w, s, f"≤ {empty.ready + 1:.2f} s") for w, s in others)]


def _middle(runs: Sequence[Started]) -> Started:
    return Started(*map(statistics.median, zip(*runs, strict=True)))


def _row(what: str, started: Started, aim: str) -> Row:
    figures = f"{started.ready:.2f} s / {started.answered:.2f} s / {started.slowest:.0f} ms"
    return Row(f"{what}: ready / first answer / slowest click then", figures, aim)


async def _stores(folder: Path) -> Mapping[str, Path]:
    few, running, mixed = (folder / f"{name}.db" for name in ("empty", "running", "mixed"))
    await (await open_store(f"sqlite:///{few}")).close()
    await _fill(running, lobbies=0, finished=0)
    await _fill(mixed, lobbies=1, finished=SAMPLES - 2)
    return {
        "empty store": few,
        f"{TABLES:,} tables, a tenth running": mixed,
        f"{TABLES:,} tables, all running and overdue": running,
    }


async def _fill(database: Path, lobbies: int, finished: int) -> None:
    store, game = await open_store(f"sqlite:///{database}"), registry.load()[GAME]
    for number in range(SAMPLES):
        table = tables.table(game, number, number + 1, [1, 2, 3, 4])
        if number < lobbies:
            await store.tables.add(table)
        elif number < lobbies + finished:
            await tables.add_finished(store, game, table)
        else:
            await tables.add_running(store, game, table, moves=2 * number)
    await store.close()
    tables.multiply(database, TABLES // SAMPLES - 1)


async def _start(database: Path) -> Started:
    """Start the bot once and click at a table that is not there, as that always can be done."""
    async with stand_in.stand_in(1) as server:
        world = server.world
        public = stand_in.public_message(world, list(world.channels)[-1])
        begun = time.perf_counter()
        async with stand_in.bot(server, database):
            ready, answered, slowest = time.perf_counter() - begun, 0.0, 0.0
            while time.perf_counter() - begun < ready + CLICKS:
                click = await stand_in.press(world, world.person("Anna"), public, "mr:no:0:seat:")
                answered = answered or time.perf_counter() - begun
                slowest = max(slowest, click.ms)
                await asyncio.sleep(0.005)
    return Started(ready, answered, slowest)
