"""The files that every game has (docs/a-sixth-game.md)."""

from __future__ import annotations

from pathlib import Path

FILES = (
    "engine/{}/box.py",
    "engine/{}/game.py",
    "engine/{}/values.py",
    "seeds/{}.toml",
    "lessons/{}.toml",
    "texts/{}.toml",
    "screens/{}/__init__.py",
    "screens/{}/palette.txt",
    "screens/{}/samples.py",
    "tests/cogs/told/{}.py",
    "tests/engine/games/{}.py",
    "tests/engine/playthroughs/{}.txt",
    "tests/engine/test_{}.py",
)
"""From the root, with the game's id."""


def missing(root: Path, game: str) -> list[str]:
    """Return the files, from the root, that this game lacks."""
    names = (file.format(game) for file in FILES)
    return [name for name in names if not (root / name).is_file()]
