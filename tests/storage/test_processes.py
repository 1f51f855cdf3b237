"""Several processes on one store: none overwrites another, and a killed one loses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage.copying import backup
from storage.store import Store
from storage.url import open_store
from tests.storage.samples import running

ROOT = Path(__file__).resolve().parents[2]

RACE = """
import asyncio, sys
from storage.errors import Conflict
from storage.url import open_store
from tests.storage.samples import entry

async def main():
    store = await open_store(sys.argv[1])
    print("open", flush=True)
    sys.stdin.readline()
    for sequence in range(1, 31):
        try:
            await store.tables.append("t1", entry(sequence, due=float(sys.argv[2])))
            print("stored", sequence)
        except Conflict:
            print("conflict", sequence)
    await store.close()

asyncio.run(main())
"""

ENDLESS = """
import asyncio, itertools, sys
from storage.url import open_store
from tests.storage.samples import entry

async def main():
    store = await open_store(sys.argv[1])
    for sequence in itertools.count(1):
        await store.tables.append("t1", entry(sequence), f"s{sequence}")
        print(sequence, flush=True)

asyncio.run(main())
"""


LOOK = """
import asyncio, sys
from storage.url import open_store

async def main():
    await (await open_store(sys.argv[1])).close()

asyncio.run(main())
"""


@pytest.fixture(params=["url_of_file", "schema"], ids=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a store that does not exist yet, once of each kind."""
    url: str = request.getfixturevalue(request.param)
    return url


def process(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start Python code on its own."""
    command = [sys.executable, "-c", code, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)


async def test_two_processes_never_append_the_same_entry(store: Store, url: str) -> None:
    await running(store)
    with process(RACE, url, "0") as first, process(RACE, url, "1") as second:
        both = (first, second)
        for each in both:
            assert each.stdout and each.stdout.readline() == "open\n"
        for each in both:
            assert each.stdin
            each.stdin.write("go\n")
            each.stdin.flush()
        said = [each.stdout.read().split("\n") if each.stdout else [] for each in both]
    stored = await store.tables.entries("t1")
    assert [entry.sequence for entry in stored] == list(range(1, 31))
    for entry in stored:
        winner = int(entry.due or 0)
        assert f"stored {entry.sequence}" in said[winner]
        assert f"stored {entry.sequence}" not in said[1 - winner]


async def test_two_processes_make_the_store_at_once(url: str) -> None:
    with process(RACE, url, "0") as first, process(RACE, url, "1") as second:
        said = [each.communicate("go\n")[0] for each in (first, second)]
    assert all(text.startswith("open\nconflict 1\n") for text in said)


async def test_a_killed_process_loses_nothing_it_stored(store: Store, url: str) -> None:
    await running(store)
    await store.close()
    with process(ENDLESS, url) as child:
        assert child.stdout
        for _ in range(40):
            child.stdout.readline()
        child.kill()
        said = [40, *map(int, child.stdout.read().split("\n")[:-1])]
    again = await open_store(url)
    saved = await again.tables.load("t1")
    assert saved is not None
    assert saved.sequence >= said[-1]
    assert saved.snapshot == f"s{saved.sequence}"
    assert saved.entries == ()
    entries = await again.tables.entries("t1")
    assert [entry.sequence for entry in entries] == list(range(1, saved.sequence + 1))
    await again.close()


async def test_what_opens_the_store_a_second_time_lets_no_other_process_take_it_away(
    store: Store, url: str, tmp_path: Path
) -> None:
    await store.settings.set(1, "before", "stored")
    await backup(url, tmp_path / "backup.db")  # as the running bot makes them, in its own process
    with process(LOOK, url) as other:  # as an order on the console does
        pass
    assert other.returncode == 0
    await store.settings.set(1, "after", "stored too")
    assert await store.settings.get(1, "after") == "stored too"
