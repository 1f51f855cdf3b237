"""How often a computer beats players who move at random in Meister Coup."""

from __future__ import annotations

import random
import time

from engine.contract import CLOCK, AnyGame
from engine.match import Match
from engine.meistercoup import GAME
from engine.meistercoup.values import Options
from tests.bench.report import Row
from tests.engine.driver import START, start

MATCHES = 1000
"""How many matches are played in each mode."""


def rows(matches: int = MATCHES) -> list[Row]:
    """Return how often computers win at four seats, in both modes, and how long they think."""
    game = GAME()
    single, team = _won(game, "standard", matches), _won(game, "team", matches)
    return [
        Row(f"one computer, three random, {matches} matches won", single, "≥ 50%"),
        Row(f"a team of computers, a random team, {matches} matches won", team, "≥ 50%"),
        Row("a computer's decision", _time(game)),
    ]


def _won(game: AnyGame, mode: str, matches: int) -> str:
    share = sum(_share(game, mode, number) for number in range(matches)) / matches
    return f"{share:.1%}"


def _share(game: AnyGame, mode: str, number: int) -> float:
    """Play a match; return the share of the win that the computers have."""
    first = number % 4
    computers = {first, (first + 2) % 4} if mode == "team" else {first}
    match = start(game, Options.model_validate({"mode": mode}), 4, str(number), computers).match
    chance = random.Random(number)
    while not match.over:
        match = _step(match, chance, computers)
    outcome = game.outcome(match.state)
    assert outcome is not None
    return len(computers.intersection(outcome.winners)) / len(outcome.winners)


def _step(match: Match, chance: random.Random, computers: set[int]) -> Match:
    seat = chance.choice([seat for seat in match.to_act() if seat != CLOCK])
    if seat in computers:
        action = match.choose(seat)
    else:
        action = chance.choice(match.game.legal(match.state, seat))
    return match.play(seat, match.to_act()[seat], action, START).match


def _time(game: AnyGame) -> str:
    match = start(game, Options(), 4, "time", range(4)).match
    begin = time.perf_counter()
    while not match.over:
        match = _step(match, random.Random(0), set(range(4)))
    seconds = (time.perf_counter() - begin) / match.sequence
    return f"{seconds * 1000:.1f} ms"
