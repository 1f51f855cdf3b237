"""How many words are heard for a decision: a panel with its controls, and in words."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

from engine.contract import AnyGame
from tests.bench.report import Row, table
from tests.cogs.hearing import count, heard
from tests.cogs.rendering import LANGUAGES, Renderer, renderers
from tests.engine.driver import advance, start
from tests.engine.facts import known_games

SEATS, ENTRIES = 4, 400
NAMES = ("Anna", "Ben", "Chiara", "David")
PANEL, IN_WORDS = "median at most 60", "median at most 120"


def rows(matches: int = 3) -> Iterator[Row]:
    """Give each game's words, over random matches with four seats."""
    for game in known_games().values():
        for language in LANGUAGES:
            panels, told = zip(*_heard(game, renderers()[language], matches), strict=True)
            what = f"{game.id}, {language}: words heard"
            yield Row(f"{what} of a panel, median / longest", _spread(panels), PANEL)
            yield Row(f"{what} in words, median / longest", _spread(told), IN_WORDS)


def _heard(game: AnyGame, renderer: Renderer, matches: int) -> Iterator[tuple[int, int]]:
    """Give the words of whoever is asked, at every entry of random matches."""
    for number in range(matches):
        chance = random.Random(number)
        match = start(game, game.options_type(), SEATS, f"words {number}", range(SEATS)).match
        for _ in range(ENTRIES):
            if match.over:
                break
            if match.asked:
                seat = chance.choice(match.asked)
                panel, _ = renderer.panel(match, NAMES, seat)
                yield count(heard(panel)), count(heard(renderer.in_words(match, NAMES, seat)))
            match = advance(match, chance).match


def _spread(counts: tuple[int, ...]) -> str:
    return f"{statistics.median(counts):.0f} / {max(counts)}"


if __name__ == "__main__":
    table(rows())
