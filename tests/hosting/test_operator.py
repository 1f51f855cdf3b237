"""The operator's orders, given on a console while the bot runs."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.client import MonsterBot
from hosting import operator, upkeep
from playground.server import PlaygroundServer
from storage.errors import StoreError
from storage.url import open_store, schema
from tests.born import Nursery
from tests.cogs.clicking import often
from tests.cogs.party import Party, text, verbs
from tests.test_bot import start


async def order(database: Path, *words: str) -> str:
    """Give an order as on the console; return what is said before the store is named."""
    parser = argparse.ArgumentParser()
    upkeep.add_commands(parser)
    said = await operator.carry_out(parser.parse_args(words), f"sqlite:///{database}")
    said, named, rest = said.partition(f"\nThis is the store {database}.")
    assert named and not rest
    return said


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Return the file of an empty store."""
    await (await open_store(f"sqlite:///{tmp_path}/x.db")).close()
    return tmp_path / "x.db"


async def test_blocks_are_listed_and_taken_back(database: Path) -> None:
    assert await order(database, "blocks") == "Nobody is blocked."
    assert await order(database, "block", "server", "77") == "The server 77 is blocked."
    await order(database, "block", "person", "88", "spam", "again")
    person, server = (await order(database, "blocks")).splitlines()
    assert person.startswith("person 88, since 20") and person.endswith(" UTC: spam again")
    assert server.startswith("server 77, since 20") and server.endswith(" UTC")
    store = await open_store(f"sqlite:///{database}")
    assert await store.staff.banned(77, 1, 0.0) and await store.staff.banned(1, 88, 0.0)
    assert await store.staff.banned(1, 77, 0.0) is await store.staff.banned(88, 1, 0.0) is None
    await store.close()
    assert await order(database, "unblock", "person", "77") == "The person 77 was not blocked."
    for stands in ("is not blocked any more", "was not blocked"):
        assert await order(database, "unblock", "server", "77") == f"The server 77 {stands}."
    await order(database, "unblock", "person", "88")
    assert await order(database, "blocks") == "Nobody is blocked."


@pytest.mark.parametrize(
    "words", [("block", "server", "0"), ("block", "guild", "7"), ("new-tables",)]
)
async def test_what_is_no_order(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        await order(tmp_path / "x.db", *words)
    assert not (tmp_path / "x.db").exists()


async def test_a_store_of_an_older_schema_is_left_to_the_bot_that_runs_on_it(
    database: Path,
) -> None:
    with closing(sqlite3.connect(database)) as db:
        [(newest,)] = db.execute("PRAGMA user_version")
        db.execute(f"PRAGMA user_version = {newest - 1}")
    with pytest.raises(StoreError, match="older schema"):
        await order(database, "new-tables", "off")
    assert await schema(f"sqlite:///{database}") == newest - 1


async def test_orders_need_no_token_and_no_other_setting(nursery: Nursery, database: Path) -> None:
    url = f"sqlite:///{database}"
    said = f"New tables are off.\nThis is the store {database}.\n"
    assert await start(nursery, "new-tables", "off", DATABASE_URL=url) == (0, said)
    store = await open_store(url)
    assert await store.staff.halted()
    await store.close()


@pytest.mark.parametrize(
    "words",
    [
        "blocks",
        "block server 7",
        "unblock person 7",
        "new-tables off",
        "backup b.db",
        "backup --keep 1 .",
    ],
)
async def test_no_order_makes_a_store_where_none_is(tmp_path: Path, words: str) -> None:
    parser, wrong = argparse.ArgumentParser(), tmp_path / "wrong.db"
    upkeep.add_commands(parser)
    for _ in range(2):
        with pytest.raises(StoreError, match=rf"no store at {wrong}; DATABASE_URL"):
            await upkeep.carry_out(parser.parse_args(words.split()), f"sqlite:///{wrong}")
        assert not wrong.exists() or not wrong.stat().st_size
        wrong.touch()


async def test_no_order_makes_a_store_on_a_server(schema: str) -> None:
    parser = argparse.ArgumentParser()
    upkeep.add_commands(parser)
    with pytest.raises(StoreError, match="no store at PostgreSQL"):
        await upkeep.carry_out(parser.parse_args(["new-tables", "off"]), schema)
    await (await open_store(schema)).close()
    said = await upkeep.carry_out(parser.parse_args(["new-tables", "off"]), schema)
    assert said.startswith("New tables are off.\nThis is the store PostgreSQL")


@pytest.fixture
async def looking(bot: MonsterBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot look for orders often."""
    often(bot, monkeypatch, LOOK=0.05)


@pytest.mark.usefixtures("looking")
async def test_a_running_bot_lets_no_game_begin(party: Party, tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    await party.open("meistercoup", computers=3)
    await order(database, "new-tables", "off")
    await party.until(lambda: "🔧" in text(party.board()))
    assert verbs(party.board(), "start")
    for refused in (
        await party.press("Anna", party.board(), "start"),
        await Party(party.world, list(party.world.channels)[1]).command(
            "Ben", "play", game="meistercoup"
        ),
    ):
        assert "🔧" in refused.message["content"]
    await order(database, "new-tables", "on")
    await party.until(lambda: "🔧" not in text(party.board()))
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))


@pytest.mark.usefixtures("looking")
async def test_a_running_bot_ends_what_is_blocked(
    party: Party, server: PlaygroundServer, tmp_path: Path
) -> None:
    await party.open("meistercoup", "Ben", computers=2)
    ben = server.world.person("Ben").id
    await order(tmp_path / "tables.db", "block", "person", ben)
    await party.until(lambda: "2. Ben" not in text(party.board()))
    refused = await party.press("Ben", party.board(), "join")
    assert "gesperrt" in refused.message["content"] or "banned" in refused.message["content"]
    await order(tmp_path / "tables.db", "block", "server", next(iter(server.world.guilds)))
    await party.until(lambda: not verbs(party.board(), "join"))
