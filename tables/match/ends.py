"""How a match ends for those who sit there: played to its end, or broken off by all."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.contract import Seat
from engine.match import Match
from storage.records import Player, Result, Table

HALF = 0.5
"""How much of a match has to be played so that breaking it off is rated."""


def finished(table: Table, match: Match) -> list[Result]:
    """Return how each seat fared in a match that was played to its end, by the rules; who had left
    it comes behind all who stayed."""
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    rows = outcome.scores or ((),) * len(table.players)
    places = _places(dict(enumerate(outcome.places)), dict(enumerate(table.players)))
    return [
        Result(
            seat,
            player.user,
            player.name,
            places[seat],
            json.dumps(dict(zip(outcome.columns, rows[seat], strict=False))),
            match.at,
            completed=not player.away,
        )
        for seat, player in enumerate(table.players)
    ]


def broken_off(table: Table, match: Match, now: float) -> list[Result]:
    """Return how the people fared in a match that all who are there agree to end, by seat; none
    where nobody had left it before, or fewer than two had begun it.

    Whoever had left by then comes behind the others; only if the match was half played are there
    places, which are rated (docs/ratings.md).
    """
    people = {seat: player for seat, player in enumerate(table.players) if player.user}
    began = [player for player in people.values() if not player.late]
    if not any(player.away for player in people.values()) or len(began) < 2:
        return []
    far = match.game.progress(match.state, now) >= HALF
    places = _places(dict.fromkeys(people, 1), people) if far else dict.fromkeys(people, 0)
    return [
        Result(seat, player.user, player.name, places[seat], "{}", now, not player.away)
        for seat, player in people.items()
    ]


def _places(reached: Mapping[Seat, int], players: Mapping[Seat, Player]) -> Mapping[Seat, int]:
    """Return the places with those who left behind all others, the earlier the further; the others
    keep what they reached, but for who was before them and left."""
    ranks = {
        seat: (player.away, -(player.left or 0.0) if player.away else reached[seat])
        for seat, player in players.items()
    }
    orders = {seat: 1 + sum(o < rank for o in ranks.values()) for seat, rank in ranks.items()}
    return {
        seat: order if players[seat].away else min(reached[seat], order)
        for seat, order in orders.items()
    }
