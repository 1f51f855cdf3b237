"""What can be set is said where an owner looks for it."""

from __future__ import annotations

import re

from settings import ROOT, Settings

NAMES = {name.upper() for name in Settings.model_fields}


def test_every_setting_is_in_the_table() -> None:
    table = (ROOT / "docs" / "hosting.md").read_text().partition("## All settings")[2]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == NAMES


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text()
    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == NAMES
