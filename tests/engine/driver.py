"""Plays matches at random: people at their pace, and the clock when it is due."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.contract import CLOCK, AnyGame, Expire, Options, Seat, SeatOptions
from engine.match import Header, Match, Played, begin
from tests.engine.facts import facts

START = 1_700_000_000.0
"""When every test match begins, in seconds since the epoch."""

EFFORT = 0.05
"""How hard computers think in the tests over the registry."""

Watch = Callable[[Match, Played], None]
"""Called with the match before an entry and with what the entry led to."""


def start(
    game: AnyGame,
    options: Options,
    seats: int,
    seed: str,
    computers: Iterable[Seat] = (),
    chosen: Sequence[SeatOptions] = (),
) -> Played:
    """Return a match right after its set-up; seats without options have chosen nothing."""
    codecs = game.codecs
    rest = [game.seat_options_type()] * (seats - len(chosen))
    by_seat = tuple(map(codecs.seat_options.dump, [*chosen, *rest]))
    text = codecs.options.dump(options)
    header = Header(f"test-{seed}", game.id, game.version, text, seed, by_seat, START, game.data)
    return begin(game, header, computers)


def advance(match: Match, chance: random.Random) -> Played:
    """Return the match after one random accepted entry of a random asked seat or the clock."""
    known = facts(match.game.id)
    now = match.at + chance.expovariate(1 / known.pace)
    due = match.deadline
    if due is not None and (not match.asked or now >= due or chance.random() < known.jump):
        return tick(match, now)
    return _move(
        match, chance.choice(match.asked), now, lambda m, seat: chance.choice(m.legal(seat))
    )


def answer(match: Match, chance: random.Random) -> Played:
    """Return the match after a computer's decision or the clock's entry; all are computers."""
    now = match.at + chance.expovariate(1 / facts(match.game.id).pace)
    if match.deadline is not None and (not match.asked or now >= match.deadline):
        return tick(match, now)
    seat = chance.choice(match.asked)
    return _move(match, seat, now, lambda m, asked: m.choose(asked, EFFORT))


def tick(match: Match, now: float) -> Played:
    """Return the match after the clock's entry, now or when the deadline has passed."""
    assert match.deadline is not None
    token = match.to_act()[CLOCK]
    return match.play(CLOCK, token, Expire(), max(now, match.deadline), "clock")


def play_out(match: Match, chance: random.Random, watch: Watch | None = None) -> Match:
    """Return the finished match; fail when it takes more entries than the game's BOUND."""
    bound = facts(match.game.id).bound
    while not match.over:
        assert match.sequence < bound, f"no end within {bound} entries"
        played = advance(match, chance)
        if watch is not None:
            watch(match, played)
        match = played.match
    return match


def _move(match: Match, seat: Seat, now: float, choose: Callable[[Match, Seat], Any]) -> Played:
    now = max(now, facts(match.game.id).ready(match.state, seat))
    if match.deadline is not None and now >= match.deadline:
        return tick(match, now)
    return match.play(seat, match.to_act()[seat], choose(match, seat), now)
