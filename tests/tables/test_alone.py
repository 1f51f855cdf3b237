"""Tables are played where no Discord is to be had."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from settings import ROOT

HERE = Path(__file__).parent
WITHOUT = """
import sys
for name in ("discord", "screens", "cogs"):
    sys.modules[name] = None
import pytest
class Some:
    def pytest_collection_modifyitems(self, items):
        items[:] = items[::48]
sys.exit(pytest.main(sys.argv[1:], plugins=[Some()]))
"""
"""Runs some of the tests in a process in which these cannot be imported; tests/test_house.py looks
at what is written, this at what it brings with it."""


def test_all_of_this_runs_without_discord() -> None:
    markers = ["-o", "markers=expects_log"]  # of a file that cannot be had without discord
    arguments = [f"--confcutdir={HERE}", "-n", "0", "-p", "no:cacheprovider", *markers, str(HERE)]
    # What takes long here imports nothing that the rest does not; PostgreSQL is tests/conftest's.
    left_out = (_own_name(), "to_its_end", "go_on_there", "by_hand", "postgres", "would_have_been")
    chosen = ["-k", " and ".join(f"not {name}" for name in left_out)]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments, *chosen],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def _own_name() -> str:
    return test_all_of_this_runs_without_discord.__name__
