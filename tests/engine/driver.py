"""Plays matches at random: people at their pace, and the clock when it is due."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from engine.contract import CLOCK, AnyGame, Expire, Options, Seat
from engine.match import Header, Match, Played, begin
from tests.engine.facts import Facts, facts

START = 1_700_000_000.0
"""When every test match begins, in seconds since the epoch."""

Watch = Callable[[Match, Played], None]
"""Called with the match before an entry and with what the entry led to."""


def start(
    game: AnyGame, options: Options, seats: int, seed: str, computers: Iterable[Seat] = ()
) -> Played:
    """Return a match right after its set-up."""
    text = game.codecs.options.dump(options)
    header = Header(f"test-{seed}", game.id, game.version, text, seed, seats, START)
    return begin(game, header, computers)


def advance(match: Match, chance: random.Random) -> Played:
    """Return the match after one random accepted entry of a random asked seat or the clock."""
    known = facts(match.game.id)
    people = [seat for seat in match.game.to_act(match.state) if seat != CLOCK]
    now = match.at + chance.expovariate(1 / known.pace)
    due = match.game.deadline(match.state)
    if due is not None and (not people or now >= due or chance.random() < known.jump):
        return _tick(match, chance, now)
    return _move(match, known, chance.choice(people), now, chance)


def _tick(match: Match, chance: random.Random, now: float) -> Played:
    action = chance.choice(match.game.legal(match.state, CLOCK))
    due = match.game.deadline(match.state)
    if isinstance(action, Expire) and due is not None:
        now = max(now, due)
    return match.play(CLOCK, match.to_act()[CLOCK], action, now)


def _move(match: Match, known: Facts, seat: Seat, now: float, chance: random.Random) -> Played:
    now = max(now, known.ready(match.state, seat))
    due = match.game.deadline(match.state)
    if due is not None and now >= due:
        return _tick(match, chance, now)
    action = chance.choice(match.game.legal(match.state, seat))
    return match.play(seat, match.to_act()[seat], action, now)


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


def answer(match: Match, chance: random.Random) -> Played:
    """Return the match after a computer's decision or the clock's entry; all are computers."""
    people = [seat for seat in match.game.to_act(match.state) if seat != CLOCK]
    known = facts(match.game.id)
    now = match.at + chance.expovariate(1 / known.pace)
    due = match.game.deadline(match.state)
    if due is not None and (not people or now >= due):
        return _tick(match, chance, now)
    seat = chance.choice(people)
    now = max(now, known.ready(match.state, seat))
    if due is not None and now >= due:
        return _tick(match, chance, now)
    return match.play(seat, match.to_act()[seat], match.choose(seat), now)
