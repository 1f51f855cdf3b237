"""Plays whole matches of Bugs & Co by the clock: every seat a computer at its own pace."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from engine.bugs.values import Options
from engine.contract import CLOCK, AnyGame, Expire, Seat
from engine.errors import Illegal
from engine.match import Header, Match, begin
from engine.rng import Rng


def simulate(
    game: AnyGame,
    options: Options,
    seats: int,
    seed: str,
    listens: Callable[[Match, Match], float] | None = None,
) -> Match:
    """Return a finished match of computers.

    `listens` gives the seconds that seat 0 takes at least over what it has clicked, from the match
    before and after the click.
    """
    text = game.codecs.options.dump(options)
    header = Header("simulated", "bugs", game.version, text, seed, ("{}",) * seats, 0.0)
    match = begin(game, header, range(seats)).match
    rng = Rng(seed, "pauses")
    due = game.deadline(match.state) or 0.0
    diary = [(due + game.pause(options, rng), seat) for seat in range(seats)]
    heapq.heapify(diary)
    while not match.over:
        at, seat = heapq.heappop(diary)
        before = _ring(match, at)
        match = _click(before, seat, at)
        pause = game.pause(options, rng)
        if listens is not None and seat == 0:
            pause = max(pause, listens(before, match))
        heapq.heappush(diary, (at + pause, seat))
    return match


def _ring(match: Match, now: float) -> Match:
    while (due := match.game.deadline(match.state)) is not None and due <= now:
        match = match.play(CLOCK, match.to_act()[CLOCK], Expire(), due).match
    return match


def _click(match: Match, seat: Seat, now: float) -> Match:
    token = match.to_act().get(seat)
    if token is None:
        return match
    try:
        return match.play(seat, token, match.choose(seat), now).match
    except Illegal as refusal:
        raise AssertionError(f"a computer's click was refused: {refusal.key}") from refusal
