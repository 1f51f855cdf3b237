"""The controls of games and those of the frame are told apart by their verbs."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import MagicMock

import pytest

from cogs.wiring import Presses
from engine import registry
from engine.contract import AnyGame
from screens.names import Names
from screens.page import Select
from screens.screen import Sight, load
from tests.catalogue import catalogue
from tests.engine.facts import settings
from tests.engine.walks import walk

GAMES = registry.load()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_control_of_a_game_is_the_frames(game: AnyGame) -> None:
    frame = set(Presses(cast(Any, MagicMock())).verbs.at_tables)
    screen, words = load(GAMES)[game.id], catalogue().words("en", game.id)
    found: set[str] = set()
    for options, seats in settings(game)[:1] + settings(game)[-1:]:
        names = Names.of(f"Person {seat}" for seat in range(seats))
        for match in walk(game, options, seats).moments(60):
            for seat in range(seats):
                for row in screen.panel(Sight.of(match, seat, names, words)).rows:
                    found |= {row.verb} if isinstance(row, Select) else {b.verb for b in row}
    assert found
    assert not found & frame
