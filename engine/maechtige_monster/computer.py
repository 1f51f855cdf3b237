"""The computers: easy sees some of what it could do, normal what pays at once, hard looks ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.contract import Advice, Question, Seat
from engine.maechtige_monster import reasons
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import odds
from engine.maechtige_monster.reasons import ENVY, End, Tried
from engine.maechtige_monster.sketch import Move, Sketch, move_of, sketch
from engine.maechtige_monster.values import (
    Options,
    Play,
    State,
    Strength,
    View,
)
from engine.rng import Rng

SIMULATIONS = 320
"""Rounds that the hard computer plays through in its mind for a decision."""
REPLIES = 4
"""Of its own later moves, how many it looks at."""
WHIM = 0.25
"""How often it expects others to do anything instead of what is best at once."""
KEEP = 0.25
"""What a point of strength is worth that can be played in the next round, in gold."""

Asked = Question[Options, View, None, Play, State]


def advise(box: MonsterBox, question: Asked, rng: Rng) -> Advice[Play]:
    """Return one of the legal actions, and why a hard computer chooses it."""
    legal = question.legal
    if len(legal) == 1:
        return Advice(legal[0])
    match question.options.level:
        case "easy":
            return Advice(_immediate(box, question, rng.shuffled(legal)[: 1 + len(legal) // 4]))
        case "normal":
            return Advice(_immediate(box, question, legal))
        case "hard":
            return _ahead(box, question, rng)


def _immediate(box: MonsterBox, question: Asked, plays: Sequence[Play]) -> Play:
    """Return the best of these plays as things lie."""
    view = question.view
    seen = sketch(odds(box, view), view, _own_hand(view), _barred(box, view))
    worth = dict(seen.moves())
    return max(plays, key=lambda play: worth[move_of(view, play)])


def _ahead(box: MonsterBox, question: Asked, rng: Rng) -> Advice[Play]:
    """Return the play that ends best, over worlds that fit what the seat knows, and by what."""
    view, legal = question.view, question.legal
    expected, barred = odds(box, view), _barred(box, view)
    found = [Tried.none(len(view.hands)) for _ in legal]
    left = max(1.0, SIMULATIONS * question.effort)
    while left > 0:
        world = question.world(rng)
        seen = sketch(expected, view, world.hands, barred)
        for i, play in enumerate(legal):
            after = seen.copy()
            after.play(move_of(view, play))
            end, spent = _best(after, seen.turn, view.round < view.rounds, rng.stream)
            found[i].add(end)
            left -= spent
    best = max(range(len(legal)), key=lambda i: found[i].value)
    others = [each for i, each in enumerate(found) if i != best]
    return Advice(legal[best], reasons.reason(box, view, legal[best], found[best], others))


def _best(seen: Sketch, own: Seat, more: bool, stream: random.Random) -> tuple[End, int]:
    """Return what a round comes to when the own seat chooses well once more, and the simulations
    that took."""
    while not seen.full and seen.turn != own:
        seen.play(seen.guess(WHIM, stream))
    if seen.full:
        return _end(seen, own, more), 1
    ranked = sorted(seen.moves(), key=lambda pair: -pair[1])[:REPLIES]
    ends = [_reply(seen, own, move, more, stream) for move, _ in ranked]
    return max(ends, key=lambda end: end.value), len(ranked)


def _reply(seen: Sketch, own: Seat, move: Move, more: bool, stream: random.Random) -> End:
    after = seen.copy()
    after.play(move)
    while not after.full:
        after.play(after.greedy() if after.turn == own else after.guess(WHIM, stream))
    return _end(after, own, more)


def _end(seen: Sketch, own: Seat, more: bool) -> End:
    """Return the own gold against the others', and what is left for the next round, if any."""
    gold = seen.result()
    others = (sum(gold) - gold[own]) / (len(gold) - 1)
    kept = KEEP * sum(seen.hands[own]) if more else 0.0
    return End(gold[own] - ENVY * others + kept, gold, kept)


def _own_hand(view: View) -> list[tuple[Strength, ...]]:
    return [view.hand if seat == view.seat else () for seat in range(len(view.hands))]


def _barred(box: MonsterBox, view: View) -> Strength | None:
    return None if view.tile is None else box.tile[view.tile].barred
