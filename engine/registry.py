"""Finds the games: every package under engine/ that has a GAME is one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from pathlib import Path

import engine
from engine import seeds
from engine.contract import AnyGame


def game_types() -> list[type[AnyGame]]:
    """Return the games' classes, by the names of their packages."""
    names = sorted(m.name for m in pkgutil.iter_modules(engine.__path__) if m.ispkg)
    return [importlib.import_module(f"engine.{name}").GAME for name in names]


def load(folder: Path = seeds.FOLDER) -> Mapping[str, AnyGame]:
    """Return the games by id, with their data; raise SeedsError with the faults of all files."""
    games: dict[str, AnyGame] = {}
    faults: list[str] = []
    for game_type in game_types():
        try:
            games[game_type.id] = game_type(folder)
        except seeds.SeedsError as error:
            faults += error.faults
    if faults:
        raise seeds.SeedsError(faults)
    return games
