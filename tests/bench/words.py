"""How many words are heard for a decision: a panel with its controls, and in words."""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence

from engine.contract import AnyGame, Seat
from engine.match import Match
from screens.names import Names
from screens.page import Page
from screens.screen import Sight
from tests.bench.report import Row, table
from tests.cogs.hearing import count, heard
from tests.cogs.rendering import HOST, LANGUAGES, Renderer, renderers, room
from tests.engine.driver import advance, start
from tests.engine.facts import known_games
from tests.screens.ways import presses

SEATS, ENTRIES = 4, 400
NAMES = ("Anna", "Ben", "Chiara", "David")
PANEL, IN_WORDS = "median at most 60", "median at most 120"
PRESSES = 4
"""Pages that are heard for one decision, at most."""


def rows(matches: int = 3) -> Iterator[Row]:
    """Give each game's words, over random matches with four seats: of all pages of a seat that is
    asked, of each kind of them, and in words."""
    for game in known_games().values():
        for language in LANGUAGES:
            panels, told = _heard(game, renderers()[language], matches)
            what, every = (
                f"{game.id}, {language}: words heard",
                [n for k in panels.values() for n in k],
            )
            yield Row(f"{what} of a panel, median / longest", _spread(every), PANEL)
            for kind, found in sorted(panels.items()):
                yield Row(f"{what} to {kind} ({len(found)})", _spread(found), PANEL)
            yield Row(f"{what} in words, median / longest", _spread(told), IN_WORDS)


def _heard(
    game: AnyGame, renderer: Renderer, matches: int
) -> tuple[dict[str, list[int]], list[int]]:
    """Return the words of whoever is asked at every entry of random matches, by kinds of pages."""
    panels, told = defaultdict[str, list[int]](list), list[int]()
    for number in range(matches):
        chance = random.Random(number)
        match = start(game, game.options_type(), SEATS, f"words {number}", range(SEATS)).match
        for _ in range(ENTRIES):
            if match.over:
                break
            if match.asked:
                seat = chance.choice(match.asked)
                told.append(count(heard(renderer.in_words(match, NAMES, seat))))
                for kind, page in _pages(renderer, match, seat, chance):
                    panels[kind].append(count(heard(page)))
            match = advance(match, chance).match
    return panels, told


def _pages(
    renderer: Renderer, match: Match, seat: Seat, chance: random.Random
) -> Iterator[tuple[str, Page]]:
    """Give the pages that a seat hears until it acts, each with its kind."""
    screen, words = renderer.screens[match.game.id], renderer.words.within(match.game.id)
    looks: list[str] = [""]
    while looks[-1] not in looks[:-1] and len(looks) <= PRESSES:
        look = looks[-1]
        sight = Sight.of(match, seat, Names.of(NAMES), words, look)
        kind = screen.tip(sight) or str(getattr(match.view(seat), "phase", ""))
        page, _ = renderer.pages.panel(room(match, NAMES), HOST + seat, look, renderer.language)
        yield f"{kind}, page {len(looks)}", page
        pressed = [each for _, each in presses(screen, match, seat, words, look)]
        onwards = [p.look for p in pressed if p.action is None and "@" not in p.look]
        if not onwards:
            return
        looks.append(chance.choice(onwards))


def _spread(counts: Sequence[int]) -> str:
    return f"{statistics.median(counts):.0f} / {max(counts)}"


if __name__ == "__main__":
    table(rows())
