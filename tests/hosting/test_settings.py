"""What can be set is said where an owner looks for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

import settings
from settings import ROOT, VERSION, Settings, faults, misspelt

NAMES = {name.upper() for name in Settings.model_fields}


def test_every_setting_is_in_the_table() -> None:
    table = (ROOT / "docs" / "hosting.md").read_text().partition("## All settings")[2]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == NAMES


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text()
    compose = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == {
        *(NAMES | compose),
        "COMPOSE_PROFILES",
    }


def test_the_version_is_the_newest_of_the_changes() -> None:
    assert re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == VERSION


@pytest.mark.parametrize("level", ["info", "Info", " INFO "])
def test_the_level_of_logs_in_any_letters(level: str) -> None:
    assert Settings(_env_file=None, log_level=level).log_level == "INFO"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "LOG_LEVEL",
            "loud",
            "one of 'DEBUG', 'INFO', 'WARNING' or 'ERROR', not LOUD",
        ),
        ("PORT", "80x", "a whole number, not 80x"),
        ("PORT", "-1", "0 or more, not -1"),
        ("PORT", "65536", "at most 65535, not 65536"),
        ("NUDGE_SECONDS", "soon", "a number, not soon"),
        ("NUDGE_SECONDS", "0", "more than 0, not 0"),
        (
            "DISCORD_API_BASE",
            "discord.com",
            "an address like https://discord.com/api/v10, not discord.com",
        ),
        ("METRICS_ADDRESS", "9100", "an address like 127.0.0.1:9100, not 9100"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as failed:
        Settings(_env_file=None)
    assert list(faults(failed.value)) == [f"{name} has to be {said}."]


@pytest.mark.parametrize(("port", "fits"), [(65535, True), (65536, False), (99999, False)])
def test_the_port_of_the_figures_is_one(port: int, fits: bool) -> None:
    try:
        assert Settings(_env_file=None, metrics_address=f":{port}").metrics_at == (None, port)
        assert fits
    except ValidationError as failed:
        assert list(faults(failed)) == ["METRICS_ADDRESS: a port of at most 65535, please."]
        assert not fits


def test_folders_may_be_in_one_s_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In `.env` no shell puts the home in its place."""
    monkeypatch.setenv("HOME", f"{tmp_path}")
    found = Settings(_env_file=None, backups="~/kept", drawings="~/drawn")
    assert (found.backups, found.drawings) == (tmp_path / "kept", tmp_path / "drawn")
    other = Settings(_env_file=None, backups="~nobody-of-this-name/kept")
    assert other.backups == Path("~nobody-of-this-name/kept")


def test_a_misspelt_setting_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("COMPUTER_PASE=1\nTZ=Europe/Berlin\nlog_level=info\n")
    monkeypatch.setattr(settings, "FILE", file)
    monkeypatch.setenv("DISCORD_TOKN", "x")
    assert misspelt() == {"DISCORD_TOKN": "DISCORD_TOKEN", "COMPUTER_PASE": "COMPUTER_PACE"}
