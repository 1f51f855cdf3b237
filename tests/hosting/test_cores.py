"""How many cores there are: where a container gets a part of one, no second process paints."""

from __future__ import annotations

from pathlib import Path

import pytest

from hosting import cores as module
from hosting.cores import cores


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of eight cores, on which this process is in a group of a service."""
    monkeypatch.setattr(module, "_usable", lambda: 8)
    own = tmp_path / "own"
    own.write_text("0::/service/bot\n")
    Path(tmp_path, "service", "bot").mkdir(parents=True)
    return own


def test_a_quota_is_taken_whichever_group_has_it(tmp_path: Path, own: Path) -> None:
    assert cores(tmp_path, own) == 8
    Path(tmp_path, "service", "bot", "cpu.max").write_text("max 100000\n")
    assert cores(tmp_path, own) == 8
    Path(tmp_path, "service", "cpu.max").write_text("150000 100000\n")
    assert cores(tmp_path, own) == 1.5
    Path(tmp_path, "service", "bot", "cpu.max").write_text("10000 100000\n")
    assert cores(tmp_path, own) == 0.1


def test_a_machine_without_groups_has_what_it_has(tmp_path: Path, own: Path) -> None:
    assert cores(tmp_path / "none", tmp_path / "missing") == 8
    Path(tmp_path, "service", "bot", "cpu.max").write_text("damaged")
    assert cores(tmp_path, own) == 8
