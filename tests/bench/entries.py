"""The CPU of an entry, whole process: `python -m tests.bench.entries --help`."""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Sequence

from tests.bench import causes, stand_in
from tests.bench.board_watch import BoardWatch
from tests.bench.crowd import GAMES, Crowd
from tests.bench.deciding import deciding
from tests.bench.report import Row, table
from tests.bench.watched import watched

TABLES, PEOPLE, COMPUTERS, SECONDS = 24, 2, 2, 40.0
THOUGHT = (1.5, 3.0)
"""Seconds a person thinks, for a decision: long enough that each entry is shown on the board."""
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


def rows(
    seconds: float = SECONDS,
    games: Sequence[str] = tuple(GAMES),
    tables: int = TABLES,
    sampled: bool = False,
) -> list[Row]:
    """Return for each game what an entry costs the process and its children, seen from outside;
    also what for, by samples that cost a little themselves.

    The fewer the tables, the more of an entry is waking up and filling the core's caches anew.
    """
    return [row for game in games for row in asyncio.run(_measured(seconds, game, tables, sampled))]


async def _measured(seconds: float, game: str, tables: int, sampled: bool) -> list[Row]:
    command = ["-m", "tests.bench.sampled_bot"] if sampled else ["bot.py"]
    async with (
        stand_in.stand_in() as server,
        watched(server, command, COMPUTER_PACE="1") as bot,
        deciding(bot.database) as player,
    ):
        crowd = Crowd(server.world, tables, PEOPLE, COMPUTERS, (game,), player)
        await crowd.begin()
        await crowd.play(WARM, pause=_thought)
        boards = BoardWatch(bot.database, server.world)
        async with boards.watching():
            before = await bot.stacks() if sampled else None
            since, used, painted = time.time(), bot.cpu, bot.cpu_beside
            clicks = await crowd.play(seconds, pause=_thought)
            spent, painted = bot.cpu - used, bot.cpu_beside - painted
            entries, edits = bot.entries(since), boards.edits(since)
            after = await bot.stacks() if before else None
    done, rate = len(clicks.milliseconds), entries / seconds
    each = f"{done / entries:.2f}; {edits / entries:.2f}; {rate:.1f}; {boards.yardstick}"
    seats = f"{PEOPLE} people, {COMPUTERS} computers"
    return [
        Row(
            f"{game}, {tables} tables, {seats}: CPU of an entry; of who paints",
            f"{spent / entries * 1000:.1f} ms; {painted / entries * 1000:.1f} ms",
            f"≤ {AIMS[game]} ms" if game in AIMS else "",
        ),
        Row("… clicks, boards shown an entry; entries a second; a yardstick", each),
        *(causes.rows(before, after, entries) if before and after else ()),
    ]


def _thought() -> float:
    return random.uniform(*THOUGHT)


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.entries", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="game")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--causes", action="store_true", help="say what the CPU goes into")
    said = parser.parse_args()
    table(rows(said.seconds, tuple(said.games), said.tables, said.causes))


if __name__ == "__main__":
    main()
