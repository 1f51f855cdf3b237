"""What is away at the start or later is waited for, in the log's and /health's own words."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from hosting import retrying, tenure
from hosting.health import Health
from hosting.retrying import PAUSES, tried
from playground.server import PlaygroundServer
from playground.world.world import World
from storage.errors import Away, Lost, StoreError
from storage.leases import Lease
from storage.shards import Shards
from storage.store import Store
from storage.url import open_store
from tests.born import Born, Nursery
from tests.cogs.stopwatch import within
from tests.hosting.ports import ask, free_port
from tests.hosting.test_tenure import process


async def says(port: int, words: str) -> int:
    """Wait until a process answers with these words; return the status."""
    async with within(40):
        while True:
            with contextlib.suppress(aiohttp.ClientError):
                status, text = await ask(port, "/health")
                if words in text:
                    return status
            await asyncio.sleep(0.05)


async def logged(process: Born, words: str) -> str:
    """Read the log until a line has these words."""
    assert process.stdout is not None
    async with within(40):
        async for line in process.stdout:
            if words in line.decode():
                return line.decode()
    raise AssertionError(f"never said: {words}")


async def test_a_start_with_the_store_locked_waits(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    url, port = f"sqlite:///{tmp_path}/tables.db", free_port()
    await (await open_store(url)).close()
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        async with process(nursery, server, url, port) as waiting:
            assert "again in 1 s" in await logged(waiting, "locked")
            assert await says(port, "waiting for the store") == 503
            assert not server.world.bot_online
            other.execute("ROLLBACK")
            assert await says(port, "working") == 200


async def test_a_start_with_the_server_of_the_store_away_waits(
    nursery: Nursery, tmp_path: Path
) -> None:
    server, port = PlaygroundServer(World.example()), free_port()
    url = f"postgresql://bot:secret@127.0.0.1:{free_port()}/tables"
    async with process(nursery, server, url, port) as waiting:
        line = await logged(waiting, "tried again")
        assert "Nothing answers where DATABASE_URL says" in line and "secret" not in line
        assert await says(port, "waiting for the store") == 503
        waiting.terminate()
        async with within(5):
            assert await waiting.wait() == 0


async def test_a_start_with_discord_away_waits(nursery: Nursery, tmp_path: Path) -> None:
    server, port = PlaygroundServer(World.example(), free_port()), free_port()
    async with process(nursery, server, f"sqlite:///{tmp_path}/tables.db", port) as waiting:
        assert "Discord cannot be reached" in await logged(waiting, "tried again in 1 s")
        assert "tried again in 2 s" in await logged(waiting, "tried again in 2 s")
        assert await says(port, "without Discord's gateway for") == 200
        await server.start()
        try:
            assert await says(port, "working") == 200
            assert server.world.bot_online and server.world.commands
            waiting.terminate()
            async with within(5):
                assert await waiting.wait() == 0
        finally:
            await server.close()


async def test_the_pauses_grow_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []

    async def pause(sooner: asyncio.Event, seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr(retrying, "pause", pause)
    monkeypatch.setattr(retrying.log, "warning", lambda *_: None)

    async def attempt() -> str:
        if len(paused) < len(PAUSES) + 2:
            raise Away("away")
        return "done"

    stop = asyncio.Event()
    assert await tried(attempt, lambda error: isinstance(error, Away), stop) == "done"
    assert paused == [*PAUSES, PAUSES[-1], PAUSES[-1]] and sorted(PAUSES) == list(PAUSES)


def failing(store: Store, errors: list[StoreError]) -> Callable[..., object]:
    """Return what asks who has the lease, failing with these errors first."""
    others = store.leases.others

    async def fail(owner: str, shards: Shards) -> list[Lease]:
        if errors:
            raise errors.pop(0)
        return await others(owner, shards)

    return fail


@pytest.mark.expects_log("connection broke off")
async def test_who_waits_for_the_lease_survives_failures(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrying, "PAUSES", (0.01,))
    errors = [StoreError("The connection broke off."), Away("The connection broke off.")]
    monkeypatch.setattr(store.leases, "others", failing(store, errors))
    health = Health()
    async with tenure.holding(store, health, asyncio.Event(), Shards()):
        assert not errors and not health.waiting
        assert len(await store.leases.all()) == 1


@pytest.mark.expects_log("no sign of life")
async def test_a_store_that_is_away_is_told_once_and_once_that_it_is_back(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tenure, "BEAT", 0.01)
    caplog.set_level(logging.DEBUG, "hosting.tenure")
    extend, tries, words = store.leases.extend, list[str](), ["away"] * 5 + ["locked"] * 5

    async def extends(until: float) -> None:
        tries.append(words.pop(0) if words else "")
        if tries[-1]:
            raise Away(tries[-1])
        await extend(until)

    monkeypatch.setattr(store.leases, "extend", extends)
    async with tenure.holding(store, Health(), asyncio.Event(), Shards()), within(20):
        while tries.count("") < 3:
            await asyncio.sleep(0.01)
    said = [r for r in caplog.records if r.name == "hosting.tenure" and r.levelno > logging.DEBUG]
    assert [r.getMessage() for r in said] == [
        "no sign of life could be stored: away",
        "no sign of life could be stored: locked",
        "signs of life are stored again",
    ]


async def test_who_waits_for_what_is_gone_for_ever_ends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.leases, "others", failing(store, [Lost("The file is gone.")]))
    with pytest.raises(Lost):
        async with tenure.holding(store, Health(), asyncio.Event(), Shards()):
            raise AssertionError("it has no lease")
