"""One match a game is kept as text; a change of rules shows as a difference."""

from __future__ import annotations

import pytest

from engine.contract import AnyGame
from tests.engine.facts import known_games
from tests.engine.playthrough import FOLDER, text


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_the_kept_match_is_played_the_same_way(game: AnyGame) -> None:
    kept = (FOLDER / f"{game.id}.txt").read_text(encoding="utf-8")
    assert text(game) == kept
