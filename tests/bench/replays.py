"""Replays of long games: how soon they are open, what a step costs, how long the loop stands."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from engine import registry
from engine.contract import AnyGame
from engine.match import Played
from screens import screen as screens
from screens.frame import replay as pages
from screens.frame.replay import Moment
from screens.frame.scene import Scene, Sitter
from screens.texts import Catalogue
from storage.url import open_store
from tables.past.replays import Replays
from tests.bench import bugs_log
from tests.bench.report import Row, percentile
from tests.engine.driver import advance, start, tick
from tests.engine.facts import settings
from tests.tables.past import finished

TRIES = 12
"""Matches of random moves of which the longest is taken."""
BUSY = 24
"""Clicks a second at the table of Bugs & Co."""
STEPS = 60
BEAT = 0.0005
"""Seconds the heartbeat sleeps."""
SOON, AIM = "≤ 1.5 s", "≤ 20 ms"


def rows() -> list[Row]:
    """Return for each game how its longest match is replayed."""
    games = registry.load()
    return [row for game in games.values() for row in asyncio.run(_rows(games, game))]


async def _rows(games: Any, game: AnyGame) -> list[Row]:
    played = _longest(game)
    what = f"{game.id}, {len(played) - 1:,} entries"
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        store = await open_store(f"sqlite:///{Path(folder) / 'replays.db'}")
        await finished(store, played)
        replays = Replays(store.tables, games)
        gc.collect()
        gc.freeze()  # the match as it was played is no part of a bot's memory
        opened, stall = await _watched(lambda: replays.get("past"))
        replay, steps = await replays.get("past"), []
        words, screen = Catalogue().words("de"), screens.load({game.id: game})[game.id]
        for number in range(STEPS):
            begun = time.thread_time()
            match = replay.at(replay.last * number // STEPS)
            pages.panel(_scene(game, played), screen, Moment(match=match, last=replay.last), words)
            steps.append(time.thread_time() - begun)
        await store.close()
    median, last = percentile(steps, 50), max(steps)
    return [
        Row(f"{what}: until a replay is open / longest stall", f"{opened:.2f} s / {_ms(stall)}",
            f"{SOON} / {AIM}"),
        Row(f"{what}: a step and its page, median / slowest", f"{_ms(median)} / {_ms(last)}", AIM),
    ]  # fmt: skip


def _longest(game: AnyGame) -> list[Played]:
    if game.id == "bugs":
        return _busy(game)
    return max((_match(game, seed) for seed in range(TRIES)), key=len)


def _match(game: AnyGame, seed: int) -> list[Played]:
    options, seats = settings(game)[-1 - seed % 3]
    played, chance = [start(game, options, seats, f"replay{seed}")], random.Random(seed)
    while not played[-1].match.over:
        played.append(advance(played[-1].match, chance))
    return played


def _busy(game: AnyGame) -> list[Played]:
    """Return a table whose seats click at random until the time limit, as in `bugs_log`."""
    chance, seats = random.Random(1), bugs_log.SEATS
    options = game.options_type.model_validate({"time_limit": bugs_log.MINUTES})
    played = [start(game, options, seats, "busy")]
    played.append(tick(played[-1].match, played[-1].match.at))
    while (match := played[-1].match).asked:
        now, seat = match.at + 1 / BUSY, len(played) % seats
        if match.deadline is not None and now >= match.deadline:
            played.append(tick(match, now))
        else:
            action = bugs_log.random_click(match, seat, chance)
            played.append(match.play(seat, match.to_act()[seat], action, now))
    while not played[-1].match.over:
        played.append(tick(played[-1].match, played[-1].match.at))
    return played


def _scene(game: AnyGame, played: list[Played]) -> Scene:
    header = played[0].match.header
    sitters = [Sitter(f"Person {seat}") for seat in range(len(header.seats))]
    options = game.codecs.options.load(header.options)
    return Scene(
        table="past", game=game, status="finished", sitters=sitters, options=options, roster=""
    )


async def _watched(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Return the seconds that something takes, and the most of the loop's thread at a time.

    Its processor time, not the clock's: what else runs on the machine is none of its doing.
    """
    stalls: list[float] = []

    async def beat() -> None:
        while True:
            begun = time.thread_time()
            await asyncio.sleep(BEAT)
            stalls.append(time.thread_time() - begun)

    heart = asyncio.create_task(beat())
    await asyncio.sleep(10 * BEAT)
    stalls.clear()
    begun = time.perf_counter()
    await work()
    taken = time.perf_counter() - begun
    heart.cancel()
    return taken, max(stalls, default=0.0)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
