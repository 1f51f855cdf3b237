"""What the doctor says of a bot that is set up well, and of each thing that is not."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections import namedtuple
from contextlib import closing
from datetime import date
from email.utils import formatdate
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.client import MonsterBot
from cogs.commands.translation import UnknownServer
from engine.meistercoup import GAME as Coup
from hosting import discord_check, doctor
from hosting.service import CannotStart, serve
from playground.server import PlaygroundServer
from playground.world.state import RequestRecord
from settings import VERSION, Settings
from storage.copying import backup
from storage.errors import StoreError
from storage.sqlite import migrate
from storage.url import open_store
from tests.born import Nursery
from tests.cogs.party import Party, environment, settings_for
from tests.hosting.ports import free_port
from tests.storage.test_faults import nobody
from tests.tables.house import Listener, opened, people_asked
from tests.test_bot import start, without_temporary_files

Space = namedtuple("Space", "total used free")


async def found(settings: Settings) -> dict[str, tuple[bool, str]]:
    """Return what the doctor finds, by what it is about."""
    return {each.subject: (each.good, each.words) async for each in doctor.examine(settings)}


@pytest.fixture
def settings(server: PlaygroundServer, tmp_path: Path) -> Settings:
    """Return the settings of the tests' bot."""
    return settings_for(server, f"{tmp_path}/tables.db", drawings=tmp_path / "drawings")


def server_of(said: dict[str, tuple[bool, str]]) -> tuple[bool, str]:
    [line] = [each for subject, each in said.items() if subject.startswith("server ")]
    return line


async def test_all_is_well_while_the_bot_runs_and_nothing_is_changed(
    server: PlaygroundServer, party: Party, bot: MonsterBot, settings: Settings
) -> None:
    await party.until(lambda: server.world.commands.all(None))
    asked: list[RequestRecord] = []
    server.world.on_request = asked.append
    said = await found(settings)
    assert [each for each in said.items() if not each[1][0]] == []
    assert VERSION in said["version"][1]
    assert "tables.db, schema" in said["store"][1] and "writable" in said["store"][1]
    assert said["commands"][1] == f"all {len(server.world.commands.all(None))} are there"
    assert server_of(said) == (True, "all that is needed is permitted")
    assert {request.method for request in asked} == {"GET"}


@pytest.mark.parametrize("code", [0, 1])
async def test_its_exit_code_and_lines(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path, code: int
) -> None:
    url, told = f"sqlite:///{tmp_path}/x.db", {"LOG_LEVEL": "INFO"}
    if code:
        told["DISCORD_TOKEN"] = "unknown"
    ended, said = await start(nursery, "doctor", **environment(server, DATABASE_URL=url, **told))
    assert ended == code and "Traceback" not in said
    lines = said.splitlines()
    assert all(line[:4] in ("ok  ", "NO  ") for line in lines)
    assert [line for line in lines if line.startswith("NO")] == [
        "NO  token: Discord does not know it"
    ] * code
    assert f"ok  store: none yet at {tmp_path}/x.db; the first start makes it" in lines
    assert not (tmp_path / "x.db").exists()
    assert "commands: none yet" in said or code


async def test_what_is_not_permitted_or_there_on_a_server(
    server: PlaygroundServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.world.moderation.restrict("EMBED_LINKS")
    server.world.commands.put(None, {"name": "play", "description": "x"})
    said = await found(settings)
    assert server_of(said) == (False, "not permitted: embed_links")
    good, words = said["commands"]
    assert not good and "missing: " in words and " board, " in words and " play," not in words
    with server.faults.fail("GET", r"/guilds/\d+/commands$", 403):
        assert server_of(await found(settings)) == (
            False,
            "commands are not allowed there: invite the bot anew",
        )


@pytest.mark.parametrize(
    ("wrong", "subject", "words"),
    [
        ({"dev_guild_id": 7}, "DEV_GUILD_ID", "7 is no server of this bot"),
        ({"shard_count": 2, "shard_ids": (0,)}, "shards", "cannot share SQLite"),
    ],
)
async def test_what_a_start_would_end_with(
    server: PlaygroundServer,
    settings: Settings,
    wrong: dict[str, Any],
    subject: str,
    words: str,
) -> None:
    right = settings.model_copy(update={"dev_guild_id": int(server.world.guild_id)})
    assert subject not in await found(right)
    settings = settings.model_copy(update=wrong)
    good, said = (await found(settings))[subject]
    assert not good and words in said
    with pytest.raises((CannotStart, UnknownServer)):
        await serve(settings, asyncio.Event(), inviting=False)


async def test_discord_is_away_or_there_is_no_token(settings: Settings) -> None:
    without = settings.model_copy(update={"discord_token": None})
    assert (await found(without))["token"] == (False, "DISCORD_TOKEN is not set")
    address = f"http://127.0.0.1:{free_port()}/api/v10"
    away = await found(settings.model_copy(update={"discord_api_base": address}))
    assert not away["Discord"][0] and "cannot be reached" in away["Discord"][1]


@pytest.mark.parametrize(
    "path", [r"/applications/\d+/commands$", "/users/@me/guilds", r"/guilds/\d+/commands$"]
)
async def test_discord_goes_away_in_the_middle(
    server: PlaygroundServer, settings: Settings, path: str
) -> None:
    with server.faults.fail("GET", path, 503):
        said = await found(settings)
    assert said["token"][0]
    assert not said["Discord"][0] and "cannot be reached (503" in said["Discord"][1]


def test_a_clock_that_is_wrong() -> None:
    now = time.time()
    assert discord_check._clock(formatdate(now))[1]
    for wrong in (now - 60, now + 60):
        assert discord_check._clock(formatdate(wrong))[1] is False


def test_clicks_that_go_elsewhere() -> None:
    application = SimpleNamespace(id=7, interactions_endpoint_url="https://else.where")
    client: Any = SimpleNamespace(application=application)
    _, good, words = discord_check._application(client)
    assert not good and "https://else.where" in words
    application.interactions_endpoint_url = None
    assert discord_check._application(cast(Any, client))[1]


@pytest.mark.parametrize(
    ("version", "good", "said"),
    [
        (1, True, "schema 1; the next start brings it to"),
        (99, False, "run a newer bot"),
    ],
)
async def test_stores_of_other_versions(
    settings: Settings, tmp_path: Path, version: int, good: bool, said: str
) -> None:
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        migrate.migrate(db, file, migrate.scripts()[:1])
        db.execute(f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    line = (await found(settings))["store"]
    assert line[0] is good and said in line[1]
    assert file.read_bytes() == before


async def test_a_store_that_is_locked_or_damaged(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    await (await open_store(settings.store_url)).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in (await found(settings))["store"][1]
    file.write_bytes(b"Dear diary, " * 500)
    assert (await found(settings))["store"] == (
        False,
        f"The database {file} is damaged or no SQLite file.",
    )


@pytest.mark.parametrize("may", [True, False])
async def test_a_server_where_a_store_may_or_may_not_be_made(
    settings: Settings, postgres: Any, schema: str, may: bool
) -> None:
    name = schema.rpartition("%3D")[2]
    url = f"{schema}%20-crole%3Dplain_{name}"
    postgres.psql(f"CREATE ROLE plain_{name}; GRANT USAGE ON SCHEMA {name} TO plain_{name}")
    if may:
        postgres.psql(f"GRANT CREATE ON SCHEMA {name} TO plain_{name}")
    good, words = (await found(settings.model_copy(update={"database_url": url})))["store"]
    assert good is may
    assert words.endswith("first start makes it" if may else "this user may not make its tables")
    if may:
        await (await open_store(url)).close()
    else:
        with pytest.raises(StoreError, match=rf" \(permission denied for schema {name}\)\.$"):
            await open_store(url)


async def test_disks_and_folders(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    changed = settings.model_copy(
        update={
            "backups": tmp_path / "file",
            "database_url": f"sqlite:///{tmp_path}/nowhere/x.db",
        }
    )
    monkeypatch.setattr(
        "hosting.doctor.shutil.disk_usage", lambda folder: Space(0, 0, doctor.ROOM - 1)
    )
    said = await found(changed)
    assert not said["store"][0] and "nowhere is not there" in said["store"][1]
    assert said["backups"] == (False, f"{tmp_path}/file cannot be written to")
    assert said["disk of the store"] == (False, "199 MiB free, 200 are wanted")
    assert not said["disk of the backups"][0]
    assert said["drawings"] == (True, f"{tmp_path}/drawings, made when needed")


async def test_no_folder_for_temporary_files(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = (await found(settings))["temporary files"]
    assert kept == (True, tempfile.gettempdir())
    without_temporary_files(monkeypatch)
    good, words = (await found(settings))["temporary files"]
    assert not good and words == "No usable temporary directory found in []: TMPDIR may name one"


async def test_a_database_of_another_kind_ends_no_examination(settings: Settings) -> None:
    said = await found(settings.model_copy(update={"database_url": "mysql://a:secret@host/db"}))
    assert not said["store"][0] and "no other database" in said["store"][1]
    assert said["drawings"][0] and said["token"][0]


async def test_what_another_user_may_not_look_into(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", partial(os.access, effective_ids=True))
    with tempfile.TemporaryDirectory() as made:
        closed = Path(made, "closed")
        closed.mkdir()
        Path(made).chmod(0o755)
        closed.chmod(0o000)
        update = {
            "database_url": f"sqlite:///{closed}/bot.db",
            "drawings": closed / "drawings",
            "backups": closed / "backups",
            "discord_token": None,
        }
        with nobody():
            said = await found(settings.model_copy(update=update))
    assert said["store"] == (
        False,
        f"The database {closed}/bot.db cannot be looked at (Permission denied).",
    )
    for kept in ("drawings", "backups"):
        assert said[kept] == (False, f"{closed}/{kept} cannot be written to")
    assert "token" in said


@pytest.fixture
async def played(settings: Settings, tmp_path: Path) -> list[str]:
    """Return the ids of two running tables in the store, and leave a lobby there too."""
    ids = []
    for channel in (1001, 1002):
        store = await open_store(settings.store_url)
        async with opened(store, Listener()) as house:
            room = await house.table("meistercoup", 100, 200, 300)
            await house.act(room, people_asked(room)[0])
            ids.append(room.table.id)
        await store.close()
        with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
            db.execute("UPDATE matches SET channel = ? WHERE id = ?", (channel, ids[-1]))
    store = await open_store(settings.store_url)
    async with opened(store, Listener()) as house:
        await house.lobby("bugs", 100)
    await store.close()
    return ids


BACK_TO_5 = """
DROP TRIGGER seats_of_new; DROP TRIGGER seats_of_changed; DROP TABLE seats;
DROP INDEX matches_of_host; DROP INDEX matches_of_kind;
DROP TABLE offers; DROP INDEX audit_owed;
ALTER TABLE audit DROP COLUMN owed; ALTER TABLE audit DROP COLUMN closed;
ALTER TABLE audit DROP COLUMN heard;
DROP TABLE guests; DROP TABLE blocks; DROP TABLE tips; DROP TABLE readers;
DROP TABLE reviews; DROP TABLE lessons; DROP TABLE summons; DROP TABLE waiting;
DROP TABLE votes; DROP TABLE leftovers; ALTER TABLE bans DROP COLUMN standing;
DROP TABLE alerts; DROP TABLE alerted; DROP TABLE habits;
DROP TABLE puzzles; DROP TABLE solvers; DROP TABLE vacations;
DROP TABLE posters; DROP TABLE meeting_guests; DROP TABLE meetings;
DROP TABLE entrants; DROP TABLE tournaments;
ALTER TABLE calls DROP COLUMN reminds; ALTER TABLE calls DROP COLUMN told;
ALTER TABLE matches DROP COLUMN private; ALTER TABLE matches DROP COLUMN reliable;
ALTER TABLE matches DROP COLUMN cuts; ALTER TABLE matches DROP COLUMN head;
ALTER TABLE matches DROP COLUMN tournament; ALTER TABLE matches DROP COLUMN why;
DROP TABLE ratings;
CREATE TABLE ratings (
    guild INTEGER NOT NULL, game TEXT NOT NULL, user INTEGER NOT NULL, mu REAL NOT NULL,
    sigma REAL NOT NULL, games INTEGER NOT NULL, PRIMARY KEY (guild, game, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_of_user ON ratings (user);
CREATE INDEX ratings_order ON ratings (guild, game, (mu - 3 * sigma) DESC, user);
DROP INDEX matches_ended;
CREATE INDEX matches_finished ON matches (channel, updated) WHERE status = 'finished';
PRAGMA user_version = 5;"""
"""What later migrations brought, taken away again."""


async def updated(settings: Settings) -> list[str]:
    """Return the lines that the doctor of an update says."""
    return [f"{finding}" async for finding in doctor._updated(settings)]


async def test_an_update_that_ends_nothing(settings: Settings, played: list[str]) -> None:
    assert await updated(settings) == ["ok  update: 2 of 2 running tables go on"]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE matches SET rules = 77", "it began under other rules"),
        ("UPDATE log SET action = '{}'", "its log cannot be replayed"),
    ],
)
async def test_an_update_says_which_tables_it_ends_and_ends_none(
    settings: Settings, tmp_path: Path, played: list[str], damage: str, why: str
) -> None:
    place = "id" if "matches" in damage else "match"
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db, db:
        db.execute(f"{damage} WHERE {place} = ?", (played[0],))
        db.execute("UPDATE snapshots SET state = '' WHERE match = ?", (played[0],))
        db.executescript(BACK_TO_5)
    ended, last = await updated(settings)
    assert ended.startswith(f"NO  table {played[0]} of meistercoup, server ") and why in ended
    assert last == "NO  update: 1 of 2 running tables go on"
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (5,)
        assert db.execute("SELECT count(*) FROM matches WHERE status = 'running'").fetchone() == (
            2,
        )


async def test_an_update_says_until_when_older_rules_are_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, played: list[str]
) -> None:
    monkeypatch.setattr(Coup, "version", Coup.version + 1)
    monkeypatch.setattr(Coup, "replaced", {Coup.version - 1: date(2031, 1, 1)})
    *kept, last = await updated(settings)
    assert len(kept) == 2 and last == "ok  update: 2 of 2 running tables go on"
    assert all(line.endswith("which are kept until 2031-06-30") for line in kept)


async def test_an_update_leaves_nothing_beside_what_it_looks_at(
    settings: Settings, tmp_path: Path, played: list[str]
) -> None:
    file = tmp_path / "kept" / "backup.db"
    file.parent.mkdir()
    await backup(settings.store_url, file)
    held = file.read_bytes()
    kept = settings.model_copy(update={"database_url": f"sqlite:///{file}"})
    assert await updated(kept) == ["ok  update: 2 of 2 running tables go on"]
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == held


async def test_an_update_without_room_for_a_copy(
    settings: Settings, tmp_path: Path, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "away"))
    [line] = await updated(settings)
    assert line == "NO  update: No folder for a copy can be made (No such file or directory)."


async def test_an_update_of_what_is_not_there(settings: Settings) -> None:
    [line] = await updated(settings)
    assert line.startswith("NO  update: There is no store at")
