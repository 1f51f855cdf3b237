"""Health and figures, asked as a host asks for them."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
import yarl

from hosting import web
from hosting.figures import Figures
from hosting.health import AWAY, Health
from playground.server import PlaygroundServer
from storage.errors import StoreError
from storage.url import open_store
from tests.cogs.party import Party, verbs
from tests.cogs.test_restart import bot_process


class Times:
    """A clock that is set, and a store that fails when it is told to."""

    now, fails = 1000.0, False

    async def check(self) -> None:
        if self.fails:
            raise StoreError("postgresql://secret")


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
def health(times: Times) -> Health:
    return Health(times.check, lambda: times.now)


async def test_the_gateway_may_be_away_for_two_minutes(health: Health, times: Times) -> None:
    assert await health.report() == (True, "working")
    health.gone()
    times.now += AWAY - 1
    health.gone()
    assert await health.report() == (True, "without Discord's gateway for 119 s")
    times.now += 1
    assert (await health.report())[0] is False
    await health._there(0)
    assert await health.report() == (True, "working")


async def test_who_waits_for_the_lease_is_healthy(health: Health, times: Times) -> None:
    health.waiting = True
    health.gone()
    times.now += 10 * AWAY
    healthy, words = await health.report()
    assert healthy and "waiting" in words


async def test_a_store_that_cannot_be_written(health: Health, times: Times) -> None:
    health.waiting = times.fails = True
    assert await health.report() == (False, "the store cannot be written")


async def ask(port: int, path: str) -> tuple[int, str]:
    """Return the status and the text of a bot's answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.text()


async def test_a_bot_that_plays(server: PlaygroundServer, tmp_path: Path) -> None:
    party, port = Party(server.world), free_port()
    async with bot_process(server, tmp_path / "tables.db", PORT=str(port)):
        await party.until(lambda: "play" in str(server.world.commands))
        assert await ask(port, "/health") == (200, "working\n")
        before = (await ask(port, "/metrics"))[1]
        await party.open("meistercoup", computers=3)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        await party.press("Anna", party.board(), "seat")
        after = (await ask(port, "/metrics"))[1]
    assert value(after, 'clicks_total{kind="component"}') == 5
    assert value(after, 'clicks_total{kind="application_command"}') == 1
    assert value(after, "answer_seconds_count") == 6
    assert value(after, 'tables{game="meistercoup",status="running"}') == 1
    assert value(after, "loop_lag_seconds_count") > 0
    for name in ("commits_total", "paintings_total"):
        assert value(after, name) > value(before, name)


async def test_refused_edits_are_counted() -> None:
    figures = Figures(cast(Any, None))
    for method, status in (("PATCH", 404), ("PATCH", 200), ("POST", 403)):
        params = SimpleNamespace(
            method=method, url=yarl.URL("/x"), response=SimpleNamespace(status=status)
        )
        await figures._answered(cast(Any, None), None, cast(Any, params))
    samples = [s for m in figures.registry.collect() for s in m.samples if "refused_t" in s.name]
    assert [(s.labels["status"], s.value) for s in samples] == [("404", 1)]


async def test_a_store_that_cannot_be_read(tmp_path: Path, health: Health) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/x.db")
    await store.close()
    port = free_port()
    async with web.serving(health, Figures(store), port):
        assert (await ask(port, "/metrics"))[0] == 503
        assert (await ask(port, "/health"))[0] == 200


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def value(text: str, name: str) -> float:
    """Return the value of one line of figures."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])
