"""One process plays at a time; the next goes on where it stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from cogs.client import MonsterBot
from hosting import service, tenure
from hosting.health import Health
from hosting.tenure import BEAT, holding
from playground.server import PlaygroundServer
from storage import leases
from storage.errors import LeaseLost
from storage.leases import LIFE
from storage.shards import Shards
from storage.store import Store
from storage.url import open_store
from tests.born import Born, Nursery
from tests.cogs.party import Party, environment, moves, settings_for, verbs
from tests.cogs.stopwatch import Stopwatch, within
from tests.hosting.ports import ask, free_port

PACE = 0.2
"""Seconds between two clicks of a person in haste; a match takes some 40."""


@asynccontextmanager
async def process(
    nursery: Nursery, server: PlaygroundServer, url: str, port: int
) -> AsyncIterator[Born]:
    """Start the bot; kill it when the block ends."""
    told = os.environ | environment(server, DATABASE_URL=url, PORT=str(port))
    async with nursery.bear("--serve", environment=told, heard=True) as started:
        yield started


async def says(port: int, words: str) -> None:
    """Wait until a process answers 200 with these words."""
    async with within(40):
        while True:
            with contextlib.suppress(aiohttp.ClientError):
                status, text = await ask(port, "/health")
                if status == 200 and words in text:
                    return
            await asyncio.sleep(0.05)


async def my_moves(party: Party) -> list[str]:
    """Return what Anna can press on her panel once she is asked, whoever answers her.

    Nothing once the match is over.
    """
    async with within(40):
        while verbs(party.board(), "seat"):
            opened = await party.press("Anna", party.board(), "seat")
            if opened.acknowledged and not opened.failed and (found := moves(party.panel("Anna"))):
                return found
            await asyncio.sleep(PACE)
    return []


async def move(party: Party) -> bool:
    """Let Anna make a move; return whether it was answered."""
    await asyncio.sleep(PACE)
    buttons = await my_moves(party)
    assert buttons, "the match is over: there was more time than it takes"
    anna = party.id("Anna")
    pressed = await party.world.press(anna, party.panel("Anna")["id"], buttons[0])
    return bool(pressed.acknowledged and not pressed.failed)


async def test_a_hand_over_while_people_click(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    server.world.rate_limits, server.world.desk.ack_seconds = False, 1.0
    party, database = Party(server.world), tmp_path / "tables.db"
    ports, acknowledged = (free_port(), free_port()), 0
    async with process(nursery, server, f"sqlite:///{database}", ports[0]) as old:
        await says(ports[0], "working")
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        table = (await my_moves(party))[0].split(":")[1]
        async with process(nursery, server, f"sqlite:///{database}", ports[1]) as new:
            await says(ports[1], "waiting")
            old.terminate()
            ended = Stopwatch(new.pid)
            while old.returncode is None:
                acknowledged += await move(party)
            assert old.returncode == 0
            assert await move(party)
            assert ended.own < LIFE, "the lease was let go of"
            acknowledged += 1
            await says(ports[1], "working")
            assert new.returncode is None
    store = await open_store(f"sqlite:///{database}")
    entries = await store.tables.entries(table)
    await store.close()
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert len([entry for entry in entries if entry.by == "person"]) == acknowledged


async def test_after_a_crash_the_next_goes_on_at_once(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    database, ports = tmp_path / "tables.db", (free_port(), free_port())
    async with process(nursery, server, f"sqlite:///{database}", ports[0]) as old:
        await says(ports[0], "working")
        async with process(nursery, server, f"sqlite:///{database}", ports[1]) as new:
            await says(ports[1], "waiting")
            await asyncio.sleep(BEAT)
            assert "waiting" in (await ask(ports[1], "/health"))[1]
            old.kill()
            killed = Stopwatch(new.pid)
            await says(ports[1], "working")
            assert killed.own < LIFE - BEAT - 1


async def test_who_lost_the_lease_stops(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    database, port = tmp_path / "tables.db", free_port()
    async with process(nursery, server, f"sqlite:///{database}", port) as old:
        await says(port, "working")
        store = await open_store(f"sqlite:///{database}")
        # It gives a sign of life in between, perhaps.
        while not await store.leases.take("another", (0,), 1, 9e9, await store.leases.all()):
            pass
        async with within(20):
            output, _ = await old.communicate()
        assert old.returncode == 1
        assert "Another process" in output.decode() and "Traceback" not in output.decode()
        assert [lease.owner for lease in await store.leases.all()] == ["another"]
        await store.close()


async def test_who_loses_the_lease_while_starting_does_not_try_again(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, stop = settings_for(server, f"{tmp_path}/tables.db"), asyncio.Event()
    monkeypatch.setattr(service, "cores", lambda: 1)  # nobody else paints

    async def taken_over() -> None:
        stop.set()  # as who keeps the lease does, a moment later
        raise LeaseLost

    def watch(bot: MonsterBot) -> None:
        monkeypatch.setattr(bot, "setup_hook", taken_over)

    with pytest.raises(LeaseLost):
        await service.serve(settings, stop, inviting=False, watch=watch)


async def test_who_waits_can_be_stopped(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    database, port = tmp_path / "tables.db", free_port()
    store = await open_store(f"sqlite:///{database}")
    assert await store.leases.take("another", (0,), 1, 9e9)
    async with process(nursery, server, f"sqlite:///{database}", port) as waiting:
        await says(port, "waiting")
        assert not server.world.bot_online
        waiting.terminate()
        async with within(10):
            assert await waiting.wait() == 0
    assert [lease.owner for lease in await store.leases.all()] == ["another"]
    await store.close()


@pytest.fixture
async def both(either_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Open a store twice, as two processes do."""
    one, other = await open_store(either_url), await open_store(either_url)
    yield one, other
    await one.close()
    await other.close()


@pytest.mark.parametrize("until", [5.0, 9e9])
async def test_who_gives_no_sign_of_life_is_succeeded_whatever_clocks_say(
    both: tuple[Store, Store], until: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LIFE", 1.0)
    monkeypatch.setattr(tenure, "BEAT", 0.1)
    monkeypatch.setitem(sys.modules, "fcntl", None)  # nobody is known to be dead
    (store, other), stop = both, asyncio.Event()
    assert await other.leases.take("another", (0,), 1, until)
    begun = Stopwatch()
    async with within(20), holding(store, Health(), stop, Shards()):
        assert begun.seconds >= 1.0
        [held] = await other.leases.all()
        assert held.owner != "another"
        with pytest.raises(LeaseLost):
            await other.check()
    assert await other.leases.all() == [] and not stop.is_set()


async def test_who_gives_signs_of_life_keeps_its_lease_whatever_clocks_say(
    both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LIFE", 1.0)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    (store, other), stop, now = both, asyncio.Event(), time.time
    assert await other.leases.take("another", (0,), 1, 5.0)
    health = Health()

    async def wait() -> None:
        async with holding(store, health, stop, Shards()):
            assert stop.is_set()

    monkeypatch.setattr(time, "time", lambda: now() + 3600)
    waiting = asyncio.create_task(wait())
    for n in range(20):
        await asyncio.sleep(0.15)
        await other.leases.extend(5.0 - n)
    assert health.waiting and not waiting.done()
    stop.set()
    await waiting
    await other.check()


async def test_a_lease_that_is_taken_as_the_process_is_to_stop_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, stop = await open_store(f"sqlite:///{tmp_path}/tables.db"), asyncio.Event()
    take = store.leases.take

    async def taken(*what: Any) -> bool:
        stop.set()
        return await take(*what)

    monkeypatch.setattr(store.leases, "take", taken)
    async with holding(store, Health(), stop, Shards()):
        assert len(await store.leases.all()) == 1
    assert await store.leases.all() == []
    await store.close()
