"""How many random decisions a second a core plays through the contract, by game and seats."""

from __future__ import annotations

import random
import time

from engine import registry
from engine.contract import AnyGame, Options
from engine.rng import Rng
from tests.bench.report import Row
from tests.engine.driver import START, start
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
    timed = start(game, options, seats, "timed").match.deadline is not None
    return Row(what, f"{rate(game, options, seats):,.0f}/s", "" if timed else f"≥ {AIM:,}/s")


def rate(game: AnyGame, options: Options, seats: int) -> float:
    """Return decisions a second of CPU in random matches, through to_act, legal and apply."""
    decisions, matches = 0, 0
    begin = time.thread_time()
    while time.thread_time() - begin < SECONDS:
        decisions += _match(game, options, seats, matches)
        matches += 1
    return decisions / (time.thread_time() - begin)


def _match(game: AnyGame, options: Options, seats: int, number: int) -> int:
    chance = random.Random(number)
    known = facts(game.id)
    chosen = (game.seat_options_type(),) * seats
    state = game.setup(options, chosen, Rng(number, 0), START).state
    now, sequence = START, 0
    while True:
        asked, due = game.to_act(state), game.deadline(state)
        if not asked and due is None:
            return sequence
        sequence += 1
        rng = Rng(number, sequence)
        if asked and (due is None or chance.random() >= known.jump):
            seat = asked[int(chance.random() * len(asked))]
            now = max(now + known.pace, known.ready(state, seat))
            if due is None or now < due:
                legal = game.legal(state, seat)
                action = legal[int(chance.random() * len(legal))]
                state = game.apply(state, seat, action, rng, now).state
                continue
        assert due is not None
        now = max(now, due)
        state = game.expire(state, rng, now).state


def _name(options: Options) -> str:
    changed = options.model_dump(exclude_defaults=True)
    return " ".join(f"{name}={value}" for name, value in changed.items()) or "defaults"
