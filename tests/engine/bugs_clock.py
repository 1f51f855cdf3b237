"""Plays whole matches of Bugs & Co by the clock: every seat a computer at its own pace."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

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
    slowness: Mapping[Seat, float] | None = None,
) -> Match:
    """Return a finished match of computers; `slowness` stretches the pauses of some seats."""
    text = game.codecs.options.dump(options)
    header = Header("simulated", "bugs", game.version, text, seed, ("{}",) * seats, 0.0)
    match = begin(game, header, range(seats)).match
    rng = Rng(seed, "pauses")
    stretch = {seat: (slowness or {}).get(seat, 1.0) for seat in range(seats)}
    due = game.deadline(match.state) or 0.0
    diary = [(due + stretch[s] * game.pause(options, rng), s) for s in range(seats)]
    heapq.heapify(diary)
    while not match.over:
        at, seat = heapq.heappop(diary)
        match = _ring(match, at)
        match = _click(match, seat, at)
        heapq.heappush(diary, (at + stretch[seat] * game.pause(options, rng), seat))
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
