"""How a match ends for those who sit there: played to its end, or broken off by all."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.contract import Seat
from engine.match import Match
from storage.records import Player, Result, Table

HALF = 0.5
"""How much of a match has to be played so that breaking it off costs who had left it."""


def finished(table: Table, match: Match) -> list[Result]:
    """Return how each seat fared in a match that was played to its end, by the rules; who had left
    it comes behind all others."""
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
    where that has cost nobody anything.

    Whoever had left by then comes behind those, if the match was half played and two people had
    begun it (docs/ratings.md).
    """
    people = {seat: player for seat, player in enumerate(table.players) if player.user}
    left = [player for player in people.values() if player.away]
    began = [player for player in people.values() if not player.late]
    if not left or len(began) < 2 or match.game.progress(match.state, now) < HALF:
        return []
    places = _places(dict.fromkeys(people, 1), people)
    return [
        Result(seat, player.user, player.name, places[seat], "{}", now, not player.away)
        for seat, player in people.items()
    ]


def _places(reached: Mapping[Seat, int], players: Mapping[Seat, Player]) -> Mapping[Seat, int]:
    """Return the places with those who left behind all others, the earlier the further."""
    ranks = {
        seat: (player.away, -(player.left or 0.0) if player.away else reached[seat])
        for seat, player in players.items()
    }
    return {seat: 1 + sum(other < rank for other in ranks.values()) for seat, rank in ranks.items()}
