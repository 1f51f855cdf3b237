"""Lays the project out in another folder with the sixth game beside the five."""

from __future__ import annotations

import shutil
from pathlib import Path

from settings import ROOT

GAME = Path(__file__).resolve().parent / "game"
"""The files of the game, where they lie in the project it is added to."""
FOLDERS = (
    "cogs",
    "deploy",
    "engine",
    "hosting",
    "lessons",
    "playground",
    "screens",
    "seeds",
    "storage",
    "tables",
    "tests",
    "texts",
)
FILES = ("bot.py", "settings.py", "pyproject.toml")


def install(folder: Path) -> None:
    """Copy what games need, and add the game."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("sixth"))
    for name in FILES:
        shutil.copy2(ROOT / name, folder)
    add(folder)


def add(folder: Path) -> None:
    """Add the game's files to a project; raise shutil.Error where one is there already."""
    shutil.copytree(GAME, folder, copy_function=_new, dirs_exist_ok=True)


def _new(source: str, target: str) -> None:
    with Path(target).open("xb") as file:
        file.write(Path(source).read_bytes())
