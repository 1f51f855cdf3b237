"""Matches between computers of different levels, and between computers and other players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.contract import AnyGame, Level, Options, Outcome, Seat
from engine.match import Match
from tests.engine.driver import start, tick

Player = Callable[[Match, Seat], Any]
"""Returns what an asked seat does."""

LEVELS: tuple[Level, Level, Level] = ("easy", "normal", "hard")


def computer(level: Level, effort: float = 1.0) -> Player:
    """Return a computer of this level, whatever the table's is."""

    def choose(match: Match, seat: Seat) -> Any:
        options = match.options.model_copy(update={"level": level})
        return replace(match, options=options).choose(seat, effort)

    return choose


def play(game: AnyGame, options: Options, players: Sequence[Player], seed: str) -> Outcome:
    """Return the end of a match in which nobody takes any time."""
    return play_on(start(game, options, len(players), seed, range(len(players))).match, players)


def play_on(match: Match, players: Sequence[Player]) -> Outcome:
    """Return the end of a match that has begun."""
    while not match.over:
        if match.asked:
            seat = match.asked[0]
            match = done(match, seat, players[seat](match, seat))
        else:
            match = tick(match, match.at).match
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    return outcome


def done(match: Match, seat: Seat, action: Any) -> Match:
    """Return the match after an asked seat's action."""
    return match.play(seat, match.counts[seat + 1], action, match.at).match


def share(
    game: AnyGame, options: Options, one: Player, others: Sequence[Player], matches: int
) -> float:
    """Return the share of the wins that one player has among others, at each seat in turn."""
    won = 0.0
    for number in range(matches):
        seat = number % (len(others) + 1)
        players = [*others[:seat], one, *others[seat:]]
        winners = play(game, options, players, f"contest-{number}").winners
        won += (seat in winners) / max(1, len(winners))
    return won / matches
