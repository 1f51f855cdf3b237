"""Puzzles without the work of making them: a position at hand for each game."""

from __future__ import annotations

from functools import cache

from storage.puzzles import Puzzle
from tables.puzzles import puzzles
from tables.puzzles.choosing import Position
from tests.engine.driver import start
from tests.tables.house import GAMES


@cache
def position(game: str = "meistercoup") -> Position:
    """Return the first decision of a match of three as if its second answer was the best."""
    rules = GAMES[game]
    match = start(rules, rules.options_type(level="hard", clock="none"), 3, "daily").match
    [seat] = match.asked
    chances = [0.25, 0.75, *[0.5] * (len(match.legal(seat)) - 2)]
    return Position(match, seat, 1, tuple(chances))


def row(day: int, game: str = "meistercoup") -> Puzzle:
    """Return this position as the stored puzzle of a day."""
    return puzzles._row(day, position(game))
