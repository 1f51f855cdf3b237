"""How many random decisions a second a core plays through the contract, by game and seats."""

from __future__ import annotations

import random
import time

from engine import registry
from engine.contract import CLOCK, AnyGame, Options
from engine.rng import Rng
from tests.engine.driver import START
from tests.engine.facts import facts, settings

SECONDS = 0.6
"""How long each setting is measured."""


def rows() -> list[tuple[str, str]]:
    """Return what was measured and the result, a row for each game, option set and seat count."""
    return [
        (f"{game.id}, {seats} seats, {_name(options)}", f"{rate(game, options, seats):,.0f}/s")
        for game in registry.load().values()
        for options, seats in settings(game)
    ]


def rate(game: AnyGame, options: Options, seats: int) -> float:
    """Return decisions a second of random matches through to_act, legal and apply."""
    decisions, matches = 0, 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        decisions += _match(game, options, seats, matches)
        matches += 1
    return decisions / (time.perf_counter() - begin)


def _match(game: AnyGame, options: Options, seats: int, number: int) -> int:
    chance = random.Random(number)
    known = facts(game.id)
    state, now, sequence = game.setup(options, seats, Rng(number, 0), START).state, START, 0
    while asked := game.to_act(state):
        seat = asked[int(chance.random() * len(asked))]
        legal = game.legal(state, seat)
        action = legal[int(chance.random() * len(legal))]
        if seat == CLOCK:
            now = max(now, game.deadline(state) or now)
        else:
            now = max(now, known.ready(state, seat))
        sequence += 1
        state = game.apply(state, seat, action, Rng(number, sequence), now).state
    return sequence


def _name(options: Options) -> str:
    changed = options.model_dump(exclude_defaults=True)
    return " ".join(f"{name}={value}" for name, value in changed.items()) or "defaults"


if __name__ == "__main__":
    for what, result in rows():
        print(f"{what}: {result}")
