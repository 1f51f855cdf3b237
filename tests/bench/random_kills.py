"""Kills the bot at random moments of running games: `python -m tests.bench.random_kills`; with
`--around N` so often at random moments of each operation around tables."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

from engine import match as matches
from storage.url import open_store
from tables.room.loading import entry_of
from tables.room.room import header_of
from tests.bench import stand_in
from tests.bench.crowd import GAMES, Circle, Crowd
from tests.bench.kills import AIM, AT_ONCE, walker
from tests.bench.remote import Remote, mortal_bot, nursery
from tests.bench.report import Row, printed, table
from tests.bench.walks import side_by_side
from tests.born import Nursery
from tests.cogs.affairs import AFFAIRS, GAME
from tests.cogs.healthy import Healthy

KILLS, SEED = 50, 11
MOMENT = 1.5
"""Seconds, at most, for which people click until the bot is killed."""
OPERATION = 0.6
"""Seconds, at most, after which an operation around tables is broken off."""
SHOWN = 15.0
"""Seconds within which everything stored has to be shown after a start."""


def rows(kills: int = KILLS, seed: int = SEED) -> list[Row]:
    """Return what was lost, done twice or not shown after so many kills."""
    return asyncio.run(_rows(kills, seed))


async def _rows(kills: int, seed: int) -> list[Row]:
    chance, told = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder, nursery() as born:
        database = Path(folder, "bench.db")
        async with stand_in.stand_in() as server:
            crowd = Crowd(server.world, len(GAMES))
            async with mortal_bot(born, server, database, hasty=False):
                await crowd.begin()
                beside = await Healthy.begun(server.world)
            for _ in range(kills):
                before = _entries(database)
                async with mortal_bot(born, server, database, hasty=False) as bot:
                    told["shown late"] += not await _shown(crowd, database)
                    told["next door"] += bool(await beside.late(bot.pid))
                    await _killed(crowd, bot, chance, told)
                told["changed"] += not _goes_on(before, _entries(database))
            async with mortal_bot(born, server, database, hasty=False):
                told["shown late"] += not await _shown(crowd, database)
                after = await crowd.play(5.0)
            await _checked(crowd, database, told)
    games = f"{len(GAMES)} games, {kills} kills, {told['clicks']:,} clicks answered"
    return [
        Row(games, f"seed {seed}"),
        Row("kills after which a log was not as it was, and more", str(told["changed"]), "0"),
        Row("seats that were shown more moves of theirs than are stored", str(told["lost"]), "0"),
        Row("logs that cannot be replayed", str(told["unreplayed"]), "0"),
        Row(
            f"starts after which a board was behind for {SHOWN:.0f} s", str(told["shown late"]), "0"
        ),
        Row("starts after which a move next door was shown late", str(told["next door"]), "0"),
        Row("… late, but for want of a core alone", str(beside.by_load)),
        Row("clicks answered in the 5 s after the last start", f"{after.rate * 5:.0f}"),
    ]


async def _killed(crowd: Crowd, bot: Remote, chance: random.Random, told: Counter[str]) -> None:
    """Let people click and kill the bot in the midst of it."""
    playing = asyncio.create_task(crowd.play(MOMENT))
    await asyncio.sleep(chance.uniform(0.05, MOMENT))
    await bot.kill()
    told["clicks"] += len((await playing).milliseconds)


async def _shown(crowd: Crowd, database: Path) -> bool:
    """Return whether all boards show in time what is stored."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SHOWN):
            while _behind(database) or not all(map(Circle.board, crowd.circles)):
                await asyncio.sleep(0.1)
            return True
    return False


def _behind(database: Path) -> int:
    query = """SELECT count(*) FROM matches LEFT JOIN boards ON boards.match = id
    WHERE status = 'running' AND (boards.message IS NULL OR boards.sequence < (
        SELECT coalesce(max(log.sequence), 0) FROM log WHERE log.match = id))"""
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute(query).fetchone()[0])


Entries = dict[str, list[tuple[object, ...]]]


def _entries(database: Path) -> Entries:
    found: Entries = {}
    with closing(sqlite3.connect(database)) as db:
        for table_id, *entry in db.execute("SELECT * FROM log ORDER BY match, sequence"):
            found.setdefault(table_id, []).append(tuple(entry))
    return found


def _goes_on(before: Entries, after: Entries) -> bool:
    """Return whether the logs begin as they were."""
    return all(after.get(key, [])[: len(log)] == log for key, log in before.items())


async def _checked(crowd: Crowd, database: Path, told: Counter[str]) -> None:
    """Count logs that do not give a match with as many entries, and seats that were shown a
    question which comes after ones that nobody answered: its token says how many were."""
    store = await open_store(f"sqlite:///{database}")
    for table_id, log in _entries(database).items():
        stored = await store.tables.get(table_id)
        assert stored is not None
        begun = matches.begin(GAMES[stored.game], header_of(stored)).match
        played = matches.replay(begun, map(entry_of, await store.tables.entries(table_id)))
        told["unreplayed"] += played.sequence != len(log)
        for seat, player in enumerate(stored.players):
            shown = crowd.questions.get((table_id, str(player.user)), 0)
            told["lost"] += played.token(seat) < shown
    await store.close()


async def _around(kills: int, seed: int) -> AsyncIterator[Row]:
    """Give what was wrong after so many kills in each operation around tables."""
    with nursery() as born:
        async for row in side_by_side((_strolled(born, a, kills, seed) for a in AFFAIRS), AT_ONCE):
            yield row


async def _strolled(nursery: Nursery, affair: str, kills: int, seed: int) -> Row:
    chance = random.Random(f"{seed} {affair}")
    moments = [chance.uniform(0.0, OPERATION) for _ in range(kills)]
    async with walker(nursery) as walking:
        walk = await walking.stroll(affair, GAME, moments)
    said = "; ".join(walk.wrong) or "all shown"
    return Row(affair, f"{kills} kills, {walk.by_load} late by load: {said}", AIM)


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.random_kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--around", type=int, metavar="N")
    said = parser.parse_args()
    if said.around:
        asyncio.run(printed(_around(said.around, said.seed)))
    else:
        table(rows(said.kills, said.seed))


if __name__ == "__main__":
    main()
