"""How much remembering is worth: a perfect computer against a forgetful one, two seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import CLOCK, Outcome, heard
from engine.monster_meister import GAME
from engine.monster_meister.values import MeisterOptions
from engine.rng import Rng
from tests.bench.report import Row


def play(game: GAME, levels: Sequence[str], seed: str) -> Outcome:
    """Return the end of a game between computers, one level a seat."""
    step = game.setup(MeisterOptions(), len(levels), Rng(seed), 0.0)
    minds: list[Any] = [game.blank(game.view(step.state, seat)) for seat in range(len(levels))]
    sequence = 0
    while asked := [seat for seat in game.to_act(step.state) if seat != CLOCK]:
        sequence, seat = sequence + 1, asked[0]
        rng = Rng(seed, sequence)
        view, legal = game.view(step.state, seat), game.legal(step.state, seat)
        action = game.computer(view, minds[seat], legal, levels[seat], rng)
        step = game.apply(step.state, seat, action, rng, 0.0)
        for other, mind in enumerate(minds):
            for event in heard(step.events, other):
                mind = game.remember(mind, event)
            minds[other] = mind
    outcome = game.outcome(step.state)
    assert outcome is not None
    return outcome


def wins(game: GAME, levels: tuple[str, str], games: int) -> tuple[int, int, int]:
    """Return how many games each level wins and how many nobody wins; seats alternate."""
    tally = [0, 0, 0]
    for number in range(games):
        swap = number % 2
        winners = play(game, levels[::-1] if swap else levels, f"bench-{number}").winners
        tally[winners[0] ^ swap if winners else 2] += 1
    return tally[0], tally[1], tally[2]


def rows(games: int = 1000) -> list[Row]:
    """Return how often perfect memory beats a forgetful one."""
    first, second, nobody = wins(GAME(), ("perfect", "forgetful"), games)
    shares = f"{first / games:.1%} : {second / games:.1%}, nobody {nobody / games:.1%}"
    return [Row(f"perfect against forgetful, two seats, {games} games", shares, "≥ 70%")]
