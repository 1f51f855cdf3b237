"""How the bot starts, and what it says when it cannot."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from pathlib import Path

import psutil
import pytest
from pydantic import ValidationError

import bot
from cogs.gate.permissions import invitation
from playground.server import PlaygroundServer
from playground.world.world import World
from settings import ROOT, Settings, faults
from storage.shards import Shards
from storage.url import on_server, open_store
from tests.born import Born, Nursery
from tests.cogs.party import environment
from tests.storage.test_faults import nobody

SETTINGS = ("DISCORD_", "DATABASE_", "PORT")


def told(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a bot that knows no settings but these."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(SETTINGS)}
    return {**clean, "LOG_LEVEL": "WARNING", **environment}


@asynccontextmanager
async def spawned(*arguments: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run bot.py as on a command line; kill it when the block ends, if it still lives."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "bot.py"), *arguments),
        env=told(environment),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def typed(*arguments: str, **environment: str) -> tuple[int | None, str]:
    """Run bot.py as on a command line until it gives up; return its exit code and what it said."""
    async with spawned(*arguments, **environment) as process:
        return await _ended(process)


async def start(nursery: Nursery, *arguments: str, **environment: str) -> tuple[int | None, str]:
    """Do the same without loading everything anew."""
    bear = nursery.bear(*arguments, environment=told(environment), heard=True)
    async with bear as process:
        return await _ended(process)


async def _ended(process: asyncio.subprocess.Process | Born) -> tuple[int | None, str]:
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    return process.returncode, output.decode()


def one_sentence(output: str, *parts: str) -> bool:
    """Tell whether the bot said these things without a traceback."""
    return "Traceback" not in output and all(part in output for part in parts)


@pytest.fixture
async def server() -> AsyncIterator[PlaygroundServer]:
    """Serve a playground."""
    server = PlaygroundServer(World.example())
    await server.start()
    yield server
    await server.close()


def at(server: PlaygroundServer, database: Path, token: str = "") -> dict[str, str]:
    """Return the environment of a bot at this playground."""
    url, token = f"sqlite:///{database}", token or server.world.token
    return environment(server, DATABASE_URL=url, DISCORD_TOKEN=token)


async def test_unknown_token(nursery: Nursery, server: PlaygroundServer, tmp_path: Path) -> None:
    code, output = await start(nursery, **at(server, tmp_path / "x.db", "revoked"))
    assert code == 3
    assert one_sentence(output, "token")
    assert "revoked\n" not in output.replace("may have been revoked.\n", "")


async def test_occupied_port(nursery: Nursery, server: PlaygroundServer) -> None:
    code, output = await start(nursery, "--playground", "--port", str(server.port))
    assert code == 1
    assert one_sentence(output, str(server.port), "--port")


async def test_the_playground_has_nothing_to_do_with_what_the_host_serves(tmp_path: Path) -> None:
    usual = Settings(_env_file=None)
    host = {
        "backups": tmp_path,
        "database_url": "postgresql://bot@host/tables",
        "port": 80,
        "metrics_address": ":9100",
        "shard_count": 3,
        "shard_ids": (1,),
        "dev_guild_id": 7,
    }
    async with AsyncExitStack() as stack:
        pointed, _ = await bot._playground(stack, usual.model_copy(update=host), 0)
        assert not on_server(pointed.store_url)
    host.pop("database_url")
    assert {name: getattr(pointed, name) for name in host} == {
        name: getattr(usual, name) for name in host
    }


def without_temporary_files(patch: pytest.MonkeyPatch) -> None:
    """Let there be no folder for them."""
    patch.setattr(tempfile, "tempdir", None)
    patch.setattr(tempfile, "_candidate_tempdir_list", list)


@pytest.mark.parametrize("order", [["--playground", "--port", "0"], ["--serve"], ["restore"]])
def test_no_folder_for_temporary_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    order: list[str],
) -> None:
    backup = [f"{tmp_path}/backup.db"] if order == ["restore"] else []
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/x.db")
    monkeypatch.setattr(sys, "argv", ["bot.py", *order, *backup])
    monkeypatch.setattr("hosting.logs.start", lambda *_: None)
    monkeypatch.setattr(bot, "later", lambda _: None)
    without_temporary_files(monkeypatch)
    assert bot.main() == 1
    assert "No usable temporary directory found" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


async def test_unusable_setting(nursery: Nursery) -> None:
    code, output = await start(nursery, DISCORD_API_BASE="discord.com", NUDGE_SECONDS="-1")
    assert code == 1
    assert one_sentence(output, "DISCORD_API_BASE", "NUDGE_SECONDS")


@pytest.mark.parametrize(
    ("mode", "why"), [(0o000, "Permission denied"), (0o644, "it is no UTF-8 text")]
)
def test_settings_that_cannot_be_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    mode: int,
    why: str,
) -> None:
    """As a file of another user's, or what an editor saved in its own way."""
    file = tmp_path / ".env"
    file.write_bytes("PORT=1".encode("utf-16"))
    file.chmod(mode)
    monkeypatch.setattr(bot, "FILE", file)
    monkeypatch.setitem(Settings.model_config, "env_file", file)
    monkeypatch.setattr(sys, "argv", ["bot.py", "blocks"])
    with nobody() if mode == 0 else nullcontext():
        assert bot.main() == 1
    assert capsys.readouterr().err == f"The file {file} cannot be read ({why}).\n"


async def test_unknown_option() -> None:
    code, output = await typed("--prot", "80")
    assert (code, output) == (2, "There is no option --prot. Is --port meant? See bot.py --help.\n")


async def test_the_invitation_is_printed_at_the_start(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    async with spawned(**at(server, tmp_path / "x.db")) as process:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
    assert line == f"Invite the bot to a server: {invitation(int(server.world.application_id))}\n"


async def test_newer_database(nursery: Nursery, server: PlaygroundServer, tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 9999")
    db.close()
    code, output = await start(nursery, **at(server, file))
    assert code == 1
    assert one_sentence(output, "new.db")


async def test_corrupt_database(nursery: Nursery, server: PlaygroundServer, tmp_path: Path) -> None:
    file = tmp_path / "bad.db"
    file.write_bytes(b"no database at all " * 100)
    code, output = await start(nursery, **at(server, file))
    assert code == 1
    assert one_sentence(output, "bad.db")
    assert file.read_bytes() == b"no database at all " * 100


async def test_other_database(nursery: Nursery, server: PlaygroundServer, tmp_path: Path) -> None:
    environment = at(server, tmp_path / "x.db")
    environment["DATABASE_URL"] = "mysql://somebody:secret@host/db"
    code, output = await start(nursery, **environment)
    assert code == 1
    assert one_sentence(output, "DATABASE_URL")
    assert "secret" not in output


async def test_no_token_to_serve_with() -> None:
    code, output = await typed("--serve")
    assert code == 2
    assert one_sentence(output, "DISCORD_TOKEN") and output.count("\n") == 1


async def test_what_hosts_start_serves() -> None:
    assert "bot.py --serve" in (ROOT / "Procfile").read_text()
    assert '"bot.py", "--serve"' in (ROOT / "Dockerfile").read_text()


async def test_the_first_process_of_a_container_ends_while_it_loads(tmp_path: Path) -> None:
    """A process with number 1 hears nothing of what it does not listen to."""
    new = ("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child")
    if shutil.which("unshare") is None or subprocess.run([*new, "true"]).returncode:
        pytest.skip("no process can be made another's first here")
    command = (*new, sys.executable, str(ROOT / "bot.py"), "--serve")
    environment = {"DISCORD_TOKEN": "x", "DATABASE_URL": f"sqlite:///{tmp_path}/none/x.db"}
    process = await asyncio.create_subprocess_exec(*command, env=told(environment))
    while process.returncode is None:
        with suppress(psutil.NoSuchProcess):  # it, or what it has begun, has just ended
            for child in psutil.Process(process.pid).children():
                child.terminate()
        await asyncio.sleep(0.02)
    assert process.returncode == 128 + signal.SIGTERM


async def test_occupied_health_port(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    code, output = await start(nursery, **at(server, tmp_path / "x.db"), PORT=str(server.port))
    assert code == 1
    assert one_sentence(output, f"PORT {server.port}")


@pytest.mark.parametrize("order", ["doctor", "blocks"])
async def test_an_order_whose_reader_has_gone_ends_without_a_word(
    tmp_path: Path, order: str
) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    await (await open_store(url)).close()
    heard, said = os.pipe()
    os.close(heard)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "bot.py", order),
        cwd=ROOT,
        env=told({"DATABASE_URL": url}),
        stdout=said,
        stderr=asyncio.subprocess.PIPE,
    )
    os.close(said)
    _, output = await asyncio.wait_for(process.communicate(), 30)
    assert (process.returncode, output.decode()) == (141, "")


async def test_backup_and_restore(nursery: Nursery, tmp_path: Path) -> None:
    url, other = f"sqlite:///{tmp_path}/x.db", f"sqlite:///{tmp_path}/y.db"
    file = tmp_path / "backup.db"
    await (await open_store(url)).close()
    code, output = await start(nursery, "backup", str(file), DATABASE_URL=url)
    assert (code, output) == (0, f"The store {tmp_path}/x.db is in {file} now.\n")
    code, output = await start(nursery, "backup", str(file), DATABASE_URL=url)
    assert code == 1 and one_sentence(output, "there already")
    code, output = await start(nursery, "restore", str(file), DATABASE_URL=other)
    assert (code, output) == (0, f"The store {tmp_path}/y.db is as it was in {file}.\n")
    code, output = await start(nursery, "restore", str(tmp_path / "z.db"), DATABASE_URL=other)
    assert code == 1 and one_sentence(output, "not there")


async def test_signs_that_the_output_does_not_know_are_written_otherwise(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/x.db", tmp_path / "kept ⏎.db"
    await (await open_store(url)).close()
    code, output = await typed("backup", f"{file}", DATABASE_URL=url, PYTHONIOENCODING="latin-1")
    assert (code, output) == (
        0,
        f"The store {tmp_path}/x.db is in {tmp_path}/kept \\u23ce.db now.\n",
    )


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_an_order_that_is_broken_off_says_so(
    nursery: Nursery, tmp_path: Path, way: signal.Signals
) -> None:
    """Here one that waits for a Discord which is silent."""
    silent = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{silent.getsockname()[1]}/api/v10"
    told_of = {"DATABASE_URL": f"sqlite:///{tmp_path}/x.db", "DISCORD_TOKEN": "x"}
    surroundings = told({**told_of, "DISCORD_API_BASE": address})
    bear = nursery.bear("doctor", environment=surroundings, heard=True)
    async with bear as process:
        asking, _ = await asyncio.wait_for(asyncio.to_thread(silent.accept), 30)
        process.send_signal(way)
        code, output = await _ended(process)
    asking.close()
    silent.close()
    assert code == 130 and output.endswith("It was broken off.\n") and "Traceback" not in output


async def test_copy(nursery: Nursery, tmp_path: Path) -> None:
    one, other = (f"sqlite:///{tmp_path}/{name}.db" for name in "xy")
    code, output = await start(nursery, "copy", one, other)
    assert code == 1 and one_sentence(output, f"no store at {tmp_path}/x.db")
    store = await open_store(one)
    await store.settings.set(7, "house", "{}")
    await store.close()
    said = f"The store {tmp_path}/x.db is in {tmp_path}/y.db too.\n"
    assert await start(nursery, "copy", one, other) == (0, said)
    copied = await open_store(other)
    assert await copied.settings.get(7, "house") == "{}"
    await copied.close()
    code, output = await start(nursery, "copy", one, "mysql://somebody:secret@host/db")
    assert code == 1 and one_sentence(output, "DATABASE_URL") and "secret" not in output


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        ("0,2", "numbers from 0 to SHARD_COUNT - 1, which is 1, please"),
        ("1,1", "each shard once, please, such as 0,1"),
        ("x", "has to be a whole number, not x"),
    ],
)
def test_shards_that_are_none(ids: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", ids)
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None)
    [fault] = faults(caught.value)
    assert fault.startswith("SHARD_IDS") and words in fault


def test_shards_of_no_count_are_not_complained_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "x")
    monkeypatch.setenv("SHARD_IDS", "1")
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None)
    assert [*faults(caught.value)] == ["SHARD_COUNT has to be a whole number, not x."]


def test_the_shards_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings(_env_file=None).shards == Shards(1, (0,))
    monkeypatch.setenv("SHARD_COUNT", "4")
    assert Settings(_env_file=None).shards == Shards(4, (0, 1, 2, 3))
    monkeypatch.setenv("SHARD_IDS", " 3, 1")
    assert Settings(_env_file=None).shards == Shards(4, (1, 3))


async def test_several_processes_cannot_share_sqlite(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path
) -> None:
    code, output = await start(
        nursery, **at(server, tmp_path / "x.db"), SHARD_COUNT="2", SHARD_IDS="1"
    )
    assert code == 1 and output.count("\n") == 1
    assert one_sentence(output, "SQLite", "SHARD_IDS") and not (tmp_path / "x.db").exists()


@pytest.mark.parametrize("noticed", ["gateway", "request"])
async def test_a_token_revoked_while_it_plays(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path, noticed: str
) -> None:
    running = asyncio.create_task(start(nursery, "--serve", **at(server, tmp_path / "x.db")))
    await server.world.until(lambda: server.world.bot_online and server.world.commands, 20)
    anna, channel = server.world.person("Anna").id, next(iter(server.world.channels))
    server.world.token = "another"
    if noticed == "gateway":
        await server.faults.drop_gateway()
    else:
        # The board is posted with the bot's own token.
        await server.world.command(anna, channel, "play", {"game": "meistercoup"})
    code, output = await running
    assert code == 3
    assert one_sentence(output.splitlines()[-1], "token", "revoked")
