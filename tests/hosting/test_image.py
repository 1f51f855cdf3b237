"""What docs/hosting.md says about the container, done to the letter; and what the image has."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from dotenv import dotenv_values

from hosting import probe
from playground.server import PlaygroundServer
from settings import ROOT, VERSION
from tests.hosting.container import Docker, variables
from tests.hosting.ports import ask, free_port

DOCS = ROOT / "docs" / "hosting.md"


def lines_of(heading: str) -> list[str]:
    """Return the lines to be typed that stand below a heading of docs/hosting.md."""
    _, found, rest = DOCS.read_text().partition(f"\n## {heading}\n")
    assert found, heading
    return re.findall(r"^    (\S.*)$", rest.partition("\n## ")[0], re.MULTILINE)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that every user may enter."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(params=["*"])
def context(folder: Path, request: pytest.FixtureRequest) -> Path:
    """Return the project, or what is named of it, as somebody gets it who has just fetched it."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", request.param],
        cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    made = folder / "monsterrunde"
    for name in names.stdout.decode().splitlines():
        if (ROOT / name).exists():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, made / name)
    return made


async def test_the_container_starts_as_written(
    server: PlaygroundServer, folder: Path, context: Path
) -> None:
    docker, port, started = Docker(context, folder), free_port(), None
    for line in lines_of("3. A container platform"):
        if line.startswith("docker "):
            started = await asyncio.to_thread(docker.said, shlex.split(line)[1:]) or started
        else:
            subprocess.run(["sh", "-ec", line], cwd=context, check=True)
            _fill_in(context / ".env", server, port)
    assert started is not None and started.stdout is not None
    told = variables(context / ".env")
    assert told["DATABASE_URL"] == told["DRAWINGS"] == ""
    try:
        await server.world.until(lambda: server.world.bot_online, 40)
        assert (await ask(port, "/"))[0] == 200
        assert await asyncio.to_thread(docker.healthy, told)
        assert (folder / "data" / "monsterrunde.db").exists()
        assert not (folder / "bot" / "monsterrunde.db").exists()
    finally:
        started.terminate()
        said = (await asyncio.to_thread(started.communicate, timeout=20))[0].decode()
    assert started.returncode == 0, said
    first = said.splitlines()[0]
    for part in (f"Monsterrunde {VERSION}", f"{folder}/data/monsterrunde.db", "shard 0 of 1"):
        assert part in first
    assert f"/health at port {port}" in first
    assert not await asyncio.to_thread(docker.healthy, told)


def _fill_in(file: Path, server: PlaygroundServer, port: int) -> None:
    """Set what everybody sets, and where the playground is."""
    text = file.read_text()
    for name, value in (
        ("DISCORD_TOKEN", server.world.token),
        ("DISCORD_API_BASE", server.api_base),
        ("DISCORD_GATEWAY_URL", server.gateway_url),
        ("PORT", str(port)),
    ):
        text, found = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
        assert found == 1
    file.write_text(text)


@pytest.mark.parametrize("context", [":(glob)*"], indirect=True, ids=["no folders"])
def test_nothing_that_was_played_gets_into_the_image(folder: Path, context: Path) -> None:
    """Also not what was copied out of the container, as docs/hosting.md says. What else the
    project has takes a while to be compiled, and is not looked at."""
    kept = ("monsterrunde.db", "monsterrunde.db-wal", "backups/monsterrunde-20260101-040000.db")
    for name in (*kept, "backups/monsterrunde-20260101-040000.db.part", "old/x.db", ".env"):
        (context / name).parent.mkdir(exist_ok=True)
        (context / name).write_text("somebody's name")
    Docker(context, folder).build()
    image = [file for file in (folder / "bot").rglob("*") if file.is_file()]
    assert [file for file in image if file.read_bytes() == b"somebody's name"] == []


def test_the_image_answers_on_a_port_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = dotenv_values(ROOT / "image.env")
    assert f"EXPOSE {usual['PORT']}" in (ROOT / "Dockerfile").read_text()
    monkeypatch.setattr(probe, "FILE", ROOT / "image.env")
    monkeypatch.setenv("PORT", "")
    asked: list[str] = []

    def open_(opener: object, address: str, timeout: float) -> None:
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr("hosting.probe.urllib.request.OpenerDirector.open", open_)
    assert probe.main() == 1 and asked == [f"http://127.0.0.1:{usual['PORT']}/health"]
    assert "does not answer" in capsys.readouterr().out


def test_what_is_installed_is_what_is_asked_for() -> None:
    """Every dependency is among the versions that requirements.txt names."""
    pins = set(re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    lines = project["dependencies"] + extras["fast"] + extras["postgres"]
    asked = {_plain(re.split(r"[^\w.-]", line)[0]) for line in lines}
    assert {"discord-py", "isal", "psycopg"} <= asked <= {_plain(name) for name in pins}
    assert "-r constraints.txt" in (ROOT / "requirements.txt").read_text().splitlines()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
