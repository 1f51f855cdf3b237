"""How many random decisions a second a core plays through the contract, by game and seats."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from engine import registry
from engine.contract import CLOCK, AnyGame, Expire, Options, Seat
from engine.rng import Rng
from tests.bench.report import Row
from tests.engine.driver import START
from tests.engine.facts import facts, settings

SECONDS = 0.6
"""How long each setting is measured."""
AIM = 20_000


def rows() -> list[Row]:
    """Return a row for each game, option set and seat count."""
    return [_row(game, o, n) for game in registry.load().values() for o, n in settings(game)]


def _row(game: AnyGame, options: Options, seats: int) -> Row:
    what = f"{game.id}, {seats} seats, {_name(options)}: decisions"
    # Only the games without a clock are played fast enough by programs for it to matter.
    timed = game.deadline(game.setup(options, seats, Rng(0, 0), START).state) is not None
    return Row(what, f"{rate(game, options, seats):,.0f}/s", "" if timed else f"≥ {AIM:,}/s")


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
        seat, due = _seat(asked, known.jump, chance), game.deadline(state)
        if seat != CLOCK:
            now = max(now + known.pace, known.ready(state, seat))
            if due is not None and now >= due:
                seat = CLOCK
        legal = game.legal(state, seat)
        action = legal[int(chance.random() * len(legal))]
        if due is not None and isinstance(action, Expire):
            now = max(now, due)
        sequence += 1
        state = game.apply(state, seat, action, Rng(number, sequence), now).state
    return sequence


def _seat(asked: Sequence[Seat], jump: float, chance: random.Random) -> Seat:
    """Return one of the people asked; seldom the clock, unless it is alone."""
    people = asked
    if asked[0] == CLOCK:
        if len(asked) == 1 or chance.random() < jump:
            return CLOCK
        people = asked[1:]
    return people[int(chance.random() * len(people))]


def _name(options: Options) -> str:
    changed = options.model_dump(exclude_defaults=True)
    return " ".join(f"{name}={value}" for name, value in changed.items()) or "defaults"
