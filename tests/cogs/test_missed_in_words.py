"""What one has missed, in words: in a game of memory it may be read no longer than its round."""

from __future__ import annotations

import random

import pytest

from engine.contract import By
from engine.match import Match
from tests.cogs.rendering import renderers
from tests.engine.driver import start, tick
from tests.engine.facts import known_games

NAMES = ("Anna", "Ben")


@pytest.mark.parametrize("game", sorted(known_games()))
def test_what_was_missed_is_forgotten_where_the_board_is(game: str) -> None:
    rules, renderer, chance = known_games()[game], renderers()["en"], random.Random(1)
    match: Match = start(rules, rules.options_type(), max(2, min(rules.seat_counts)), "s3").match
    names = [*NAMES, "Chiara", "Deniz"][: len(match.since)]
    for _ in range(40):
        if match.over:
            break
        if not match.asked:
            match = tick(match, match.deadline or 0.0).match
            continue
        seat = match.asked[0]
        by: By = "person" if seat else "clock"
        action, token = chance.choice(match.legal(seat)), match.token(seat)
        match = match.play(seat, token, action, match.at + 1, by).match
        page = renderer.in_words(match, names, 0, "since")
        if page.text.startswith("**"):
            assert page.forgets == rules.forgets
            return
    assert rules.race, "something was missed"
