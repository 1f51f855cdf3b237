"""Health and figures, asked as a host asks for them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yarl

from hosting import probe, web
from hosting.figures import Figures
from hosting.health import AWAY, Health
from hosting.seldom import Seldom
from hosting.web import main_pages, metrics_page
from playground.server import PlaygroundServer
from settings import VERSION
from storage.errors import StoreError
from storage.store import Store
from tests.born import Nursery
from tests.cogs.party import Party, verbs
from tests.cogs.test_restart import bot_process
from tests.hosting.ports import ask, free_port
from tests.storage.samples import running
from tests.storage.test_copying import contents


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
    health = Health(lambda: times.now)
    health.check, health.waiting = times.check, False
    return health


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


async def test_of_several_shards_that_which_is_away_longest_counts(
    health: Health, times: Times
) -> None:
    health.gone(1)
    times.now += AWAY - 10
    health.gone(2)
    times.now += 10
    assert await health.report() == (False, "without Discord's gateway for 120 s")
    await health._there(1)
    assert await health.report() == (True, "without Discord's gateway for 10 s")


async def test_a_shard_that_is_connected_or_resumed_is_there(health: Health, times: Times) -> None:
    listeners = dict[str, Any]()
    bot = SimpleNamespace(
        shard_ids=None, add_listener=lambda heard, name: listeners.update({name: heard})
    )
    health.watch(cast(Any, bot))
    for event in ("on_shard_connect", "on_shard_resumed"):
        times.now += 2 * AWAY
        assert (await health.report())[0] is False
        await listeners[event](0)
        assert await health.report() == (True, "working")
        await listeners["on_shard_disconnect"](0)


async def test_a_store_that_does_not_answer_cannot_be_used(
    health: Health, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hosting.health.PATIENCE", 0.01)
    monkeypatch.setattr(health, "check", asyncio.Event().wait)
    assert await health.report() == (False, "the store cannot be used")


async def test_who_waits_for_the_lease_is_healthy(health: Health, times: Times) -> None:
    health.waiting = True
    health.gone()
    times.now += 10 * AWAY
    healthy, words = await health.report()
    assert healthy and "waiting" in words


async def test_a_store_that_cannot_be_written(health: Health, times: Times) -> None:
    times.fails = True
    assert await health.report() == (False, "the store cannot be used")
    health.waiting = True
    assert await health.report() == (False, "waiting for the store")
    assert await Health().report() == (False, "waiting for the store")


async def test_a_bot_that_plays(nursery: Nursery, server: PlaygroundServer, tmp_path: Path) -> None:
    party, port = Party(server.world), free_port()
    async with bot_process(nursery, server, tmp_path / "tables.db", PORT=str(port)):
        await party.until(lambda: "play" in str(server.world.commands))
        assert await ask(port, "/health") == (200, f"working ({VERSION})\n")
        assert await ask(port, "/") == (200, f"Monsterrunde {VERSION}: see /health\n")
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
        assert value(after, name) > 0


async def test_refused_edits_are_counted() -> None:
    figures = Figures()
    for method, status in (("PATCH", 404), ("PATCH", 200), ("POST", 403)):
        params = SimpleNamespace(
            method=method, url=yarl.URL("/x"), response=SimpleNamespace(status=status)
        )
        await figures._answered(cast(Any, None), None, cast(Any, params))
    samples = [s for m in figures.registry.collect() for s in m.samples if "refused_t" in s.name]
    assert [(s.labels["status"], s.value) for s in samples] == [("404", 1)]


async def test_a_store_that_cannot_be_read(
    store: Store, health: Health, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hosting.figures.APART", 0.0)
    figures, port = Figures(), free_port()
    figures.watch(store)
    await running(store)
    async with web.serving(metrics_page(figures), None, port):
        assert "tables{" in (await ask(port, "/metrics"))[1]
    await store.close()
    async with web.serving({**main_pages(health, "1"), **metrics_page(figures)}, None, port):
        status, said = await ask(port, "/metrics")
        assert status == 200 and "commits_total" in said and "tables{" not in said
        assert (await ask(port, "/health"))[0] == 200


async def test_tables_are_counted_once_however_many_ask(store: Store) -> None:
    reads: list[str] = []
    read = store._database.read

    async def counting(sql: str, *values: object) -> list[Any]:
        reads.append(sql)
        await asyncio.sleep(0.01)
        return await read(sql, *values)

    store.tables._read = counting
    figures, port = Figures(), free_port()
    figures.watch(store)
    async with web.serving(metrics_page(figures), None, port):
        answers = await asyncio.gather(*(ask(port, "/metrics") for _ in range(20)))
    assert {status for status, _ in answers} == {200} and len(reads) == 1


async def test_an_answer_is_kept_for_a_while_also_when_there_is_none() -> None:
    now, asked = [0.0], []

    async def ask() -> int:
        asked.append(now[0])
        if len(asked) == 2:
            raise StoreError("away")
        return len(asked)

    seldom = Seldom(ask, 15.0, lambda: now[0])
    assert [await seldom(), await seldom()] == [1, 1]
    now[0] = 15.0
    for _ in range(2):
        with pytest.raises(StoreError):
            await seldom()
    now[0] = 30.0
    assert await seldom() == 3 and asked == [0.0, 15.0, 30.0]


async def test_metrics_are_answered_where_a_setting_says(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    port, other = free_port(), free_port()
    told = {"PORT": str(port), "METRICS_ADDRESS": f"127.0.0.1:{other}"}
    async with bot_process(nursery, server, tmp_path / "tables.db", **told):
        assert (await ask(port, "/metrics"))[0] == 404
        assert (await ask(other, "/metrics"))[0] == 200
        assert (await ask(other, "/health"))[0] == 404
        assert (await ask(port, "/health"))[0] == 200


@pytest.mark.expects_log("Error handling request")
async def test_no_header_names_what_answers(health: Health) -> None:
    port = free_port()
    async with web.serving(main_pages(health, "1"), "127.0.0.1", port):
        for line in ("GET /health HTTP/1.1", "POST /nothing HTTP/1.1", "GET /\x00 HTTP/9"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"{line}\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            head = (await reader.read()).partition(b"\r\n\r\n")[0]
            writer.close()
            assert head.startswith(b"HTTP/1.") and b"Server" not in head
            assert b"aiohttp" not in head and b"Python" not in head


@pytest.mark.parametrize(
    "damage",
    [
        "ALTER TABLE matches RENAME TO lost",
        "ALTER TABLE snapshots RENAME TO lost",
        "UPDATE matches SET players = '[1]'",
    ],
)
async def test_tables_that_cannot_be_read(store: Store, path: Path, damage: str) -> None:
    health = Health()
    health.check, health.waiting = store.check, False
    for number in range(5):
        await running(store, f"t{number}", number)
    assert await health.report() == (True, "working")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(damage)
    assert await health.report() == (False, "the store cannot be used")


async def test_the_check_writes_to_the_file_and_leaves_nothing_there(
    store: Store, path: Path, url: str
) -> None:
    """As on a full disk only what is written fails."""
    journal, before = path.with_name(f"{path.name}-wal"), await contents(url)
    for _ in range(2):
        size = journal.stat().st_size
        await store.check()
        assert journal.stat().st_size > size
    assert await contents(url) == before


async def test_one_table_that_cannot_be_read_is_no_reason_to_start_anew(
    store: Store, path: Path
) -> None:
    for number in range(2):
        await running(store, f"t{number}", number)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE matches SET players = '[1]' WHERE id = 't0'")
    await store.check()


def value(text: str, name: str) -> float:
    """Return the value of one line of figures."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])


@pytest.mark.parametrize("good", [True, False])
async def test_the_container_s_check_asks_straight(
    health: Health,
    times: Times,
    good: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    port, times.fails = free_port(), not good
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PORT", str(port))
    async with web.serving(main_pages(health, VERSION), "127.0.0.1", port):
        assert await asyncio.to_thread(probe.main) == (0 if good else 1)
    said = "working" if good else "the store cannot be used"
    assert capsys.readouterr().out.startswith(said)
