"""A sixth game is added by its own files alone, and the tests over the registry play it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.recipe import FILES, missing
from tests.sixth.install import add, install

PLAYED = (
    "tests/engine/test_registry.py",
    "tests/cogs/test_fuzz.py",
    "tests/cogs/test_heard.py",
    "tests/cogs/test_hints.py",
    "tests/cogs/test_lessons.py",
    "tests/cogs/test_limits.py",
    "tests/cogs/test_missed_in_words.py",
    "tests/cogs/test_no_leak.py",
    "tests/cogs/test_old_presses.py",
    "tests/cogs/test_texts.py",
    "tests/cogs/test_told.py",
    "tests/cogs/test_verbs.py",
    "tests/engine/test_hints.py",
    "tests/engine/test_lessons.py",
    "tests/engine/test_no_leak.py",
    "tests/engine/test_noughts.py",
    "tests/engine/test_playthroughs.py",
    "tests/engine/test_prospects.py",
    "tests/engine/test_random_play.py",
    "tests/engine/test_verify.py",
    "tests/hosting/test_deploy.py",
    "tests/screens/test_decided.py",
    "tests/screens/test_emojis.py",
    "tests/screens/test_frame.py",
    "tests/screens/test_hints.py",
    "tests/screens/test_kit.py",
    "tests/screens/test_legends.py",
    "tests/screens/test_lessons.py",
    "tests/screens/test_orders.py",
    "tests/screens/test_replay.py",
    "tests/screens/test_sheet.py",
    "tests/screens/test_small_text.py",
    "tests/screens/test_taps.py",
    "tests/screens/test_tips.py",
    "tests/tables/test_clocks.py",
    "tests/tables/test_play.py",
    "tests/tables/test_replays.py",
)
"""Every file that `pytest -k noughts` finds something in, and whatever it reads before."""
LOST = [name.format("noughts") for name in FILES if not name.startswith("engine/")]
"""Files without which the registry still finds the game."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the sixth game."""
    folder = tmp_path_factory.mktemp("sixth")
    install(folder)
    return folder


@pytest.fixture
def incomplete(project: Path) -> Iterator[Path]:
    """The project with all lost that can be lost."""
    kept = {name: (project / name).read_bytes() for name in LOST}
    for name in LOST:
        (project / name).unlink()
    yield project
    for name, content in kept.items():
        (project / name).write_bytes(content)


def test_the_sixth_game_is_played_like_the_five(project: Path) -> None:
    run = checked(project, *PLAYED)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_playground_starts_with_the_sixth_game(project: Path) -> None:
    command = (sys.executable, "bot.py", "--playground", "--port", "0")
    keep = {key: value for key, value in os.environ.items() if not key.startswith("DISCORD_")}
    with subprocess.Popen(
        command, env=keep, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.terminate()
    assert "http://127.0.0.1:" in said


def test_the_registry_says_all_that_is_missing(incomplete: Path) -> None:
    run = checked(incomplete, "tests/engine/test_registry.py")
    assert run.returncode == 1
    assert [name for name in LOST if name not in run.stdout] == []


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(project: Path, file: str) -> None:
    name = file.format("noughts")
    content = (project / name).read_bytes()
    (project / name).unlink()
    assert missing(project, "noughts") == [name]
    (project / name).write_bytes(content)


def test_no_file_of_the_project_is_replaced(project: Path) -> None:
    with pytest.raises(shutil.Error, match="File exists"):
        add(project)


def checked(project: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """Run these tests of the project, as far as they are the sixth game's, with no more plugins
    than they need."""
    options = ("-o", "addopts=", "-p", "pytest_asyncio.plugin", "-p", "no:cacheprovider")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-k", "noughts", "--tb=short", *files],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
