"""Tips: every kind of decision has a line, short enough to be read, in both languages."""

from __future__ import annotations

import pytest

from engine.contract import AnyGame
from screens.names import Names
from screens.screen import Sight
from screens.texts import LANGUAGES
from tests.cogs.rendering import renderers
from tests.engine.facts import known_games
from tests.engine.walks import walk

SHORT = 130
"""Characters of a tip: three lines of a phone."""
GAMES = known_games()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_kind_of_decision_has_a_line(game: AnyGame) -> None:
    kinds = set()
    for language in LANGUAGES:
        renderer = renderers()[language]
        for match in walk(game, game.options_type(), min(game.seat_counts), "tips").matches:
            for seat in match.asked:
                names = Names.of("ABCDEFGH"[: len(match.header.seats)])
                sight = Sight.of(match, seat, names, renderer.words)
                if kind := renderer.screens[game.id].tip(sight):
                    kinds.add(kind)
                    assert len(sight.words(f"tip.{kind}")) <= SHORT
    told = renderer.words.catalogue.domains[game.id]
    tips = {key.removeprefix("tip.") for key in told if key.startswith("tip.")}
    assert kinds <= tips
    assert kinds or not tips
