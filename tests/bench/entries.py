"""The CPU of an entry, whole process: `python -m tests.bench.entries --help`."""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Sequence

from tests.bench import stand_in
from tests.bench.crowd import GAMES, Crowd
from tests.bench.report import Row, table
from tests.bench.watched import BoardWatch, watched

TABLES, PEOPLE, COMPUTERS, SECONDS = 6, 2, 2, 40.0
THOUGHT = (1.5, 3.0)
"""Seconds a person thinks: long enough that each entry is shown on the board."""
WARM = 10.0
"""Seconds of play before, in which what is drawn once is drawn."""
AIMS = {
    "meistercoup": 20,
    "monster_meister": 16,
    "bugs": 8,
    "maechtige_monster": 20,
    "tueftelmonster": 20,
}
"""Milliseconds."""


def rows(seconds: float = SECONDS, games: Sequence[str] = tuple(GAMES)) -> list[Row]:
    """Return for each game what an entry costs the process and its children, seen from outside."""
    return [row for game in games for row in asyncio.run(_measured(seconds, game))]


async def _measured(seconds: float, game: str) -> list[Row]:
    async with stand_in.stand_in() as server, watched(server, ["bot.py"], COMPUTER_PACE="1") as bot:
        crowd = Crowd(server.world, TABLES, PEOPLE, COMPUTERS, (game,))
        await crowd.begin()
        await crowd.play(WARM, pause=_thought)
        boards = BoardWatch(bot.database)
        async with boards.watching():
            since, used, painted = time.time(), bot.cpu, bot.cpu_beside
            clicks = await crowd.play(seconds, pause=_thought)
            spent, painted = bot.cpu - used, bot.cpu_beside - painted
            entries, edits = bot.entries(since), boards.edits(since)
    done, rate = len(clicks.milliseconds), entries / seconds
    each = f"{done / entries:.2f}; {edits / entries:.2f}; {rate:.1f}; {boards.yardstick}"
    return [
        Row(
            f"{game}, {PEOPLE} people, {COMPUTERS} computers: CPU of an entry; of who paints",
            f"{spent / entries * 1000:.1f} ms; {painted / entries * 1000:.1f} ms",
            f"≤ {AIMS[game]} ms" if game in AIMS else "",
        ),
        Row("… clicks, boards shown an entry; entries a second; a yardstick", each),
    ]


def _thought() -> float:
    return random.uniform(*THOUGHT)


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.entries", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="game")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    said = parser.parse_args()
    table(rows(said.seconds, tuple(said.games)))


if __name__ == "__main__":
    main()
