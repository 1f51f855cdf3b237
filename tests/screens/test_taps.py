"""A decision takes at most two taps on the panel, attaching a part three: every third of whole
games of all."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import pytest

from engine.contract import AnyGame, Options, Seat
from engine.match import Match
from engine.tueftelmonster.values import Attach
from screens.screen import Screen, load
from screens.texts import Words
from tests.catalogue import catalogue
from tests.engine.facts import facts, fits, known_games, name, settings
from tests.engine.walks import walk
from tests.screens.ways import same, way

MOST = 2
"""Taps of a decision."""
ATTACHING = 3
"""Taps that attach a part: which, where, how it lies; or which, to whom, where and how."""
CASES = [
    (game, options, seats)
    for game in known_games().values()
    for options, seats in (
        settings(game)[0],
        settings(game)[-1],
        (settings(game)[0][0], max(game.seat_counts)),
    )
    if fits(game, options, seats)
]


def taps(screen: Screen, match: Match, seat: Seat, action: Any, words: Words, at: float) -> int:
    """Return the fewest taps that lead from a seat's panel to an action at this time."""
    return len(way(screen, match, seat, words, lambda other: same(match, seat, other, action, at)))


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_decision_takes_few_taps(case: tuple[AnyGame, Options, int]) -> None:
    game, options, seats = case
    screen, words = load({game.id: game})[game.id], catalogue().words("en", game.id)
    counted = 0
    for before, after in islice(pairwise(walk(game, options, seats, "taps").played), 0, None, 3):
        assert after.entry is not None
        seat = after.entry.seat
        if seat in before.match.asked:
            action = game.codecs.action.load(after.entry.action)
            most = ATTACHING if isinstance(action, Attach) else MOST
            assert taps(screen, before.match, seat, action, words, after.entry.at) <= most
            counted += 1
    assert counted >= min(6, facts(game.id).bound // 4), "or this tests nothing"
